// SPDX-License-Identifier: GPL-2.0-only
/* plain.c - the words of shown.c without the kernel's headers */
#include <sys/sdt.h>

enum bits { URGENT = 0x01, LAST = 0x02 };

SDT_PROVIDER_DEFINE(foo);
SDT_PROBE_DEFINE2(foo, , , later, "unsigned char data[n]", "unsigned n");

void plain(unsigned char *p, unsigned int n, enum bits bits);
void plain(unsigned char *p, unsigned int n, enum bits bits)
{
	DTRACE_PROBE(words, unsigned DTRACE_HEX, n, enum bits DTRACE_FLAGS, bits,
		     unsigned char mac[6], p, unsigned char data[n], p);
	DTRACE_PROBE2(words, unsigned DTRACE_HEX, n, enum bits DTRACE_FLAGS, bits);
	SDT_PROBE2(foo, , , later, p, n);
}
