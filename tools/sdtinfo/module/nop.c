/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * nop.c - the instructions that a site can be while it is off
 *
 * Serves the verbs.  They are those that the kernel's jump labels expect, in
 * arch/ARCH/include/asm/jump_label.h and the headers beside it.
 */
#include <elf.h>
#include <stdint.h>
#include <string.h>

#include "nop.h"

static const struct nop {
	unsigned int machine;
	size_t size;
	unsigned char bytes[NOP_MAX];
	int64_t from;		/* where the jump that replaces it can lead, */
	int64_t to;		/* from the NOP's beginning */
} nops[] = {
	{ EM_X86_64, 2, { 0x66, 0x90 }, 2 + INT8_MIN, 2 + INT8_MAX },
	{ EM_X86_64, 5, { 0x0f, 0x1f, 0x44, 0x00, 0x00 },
	  5ll + INT32_MIN, 5ll + INT32_MAX },
	{ EM_AARCH64, 4, { 0x1f, 0x20, 0x03, 0xd5 }, -(1 << 27), (1 << 27) - 4 },
};

#define NR_NOPS	(sizeof(nops) / sizeof(nops[0]))

size_t nop_size(unsigned int machine, const unsigned char *bytes, size_t room)
{
	const struct nop *nop;

	for (nop = nops; nop < nops + NR_NOPS; nop++)
		if (nop->machine == machine && nop->size <= room &&
		    !memcmp(nop->bytes, bytes, nop->size))
			return nop->size;
	return 0;
}

bool nop_reaches(unsigned int machine, size_t size, int64_t distance)
{
	const struct nop *nop;

	for (nop = nops; nop < nops + NR_NOPS; nop++)
		if (nop->machine == machine && nop->size == size)
			return distance >= nop->from && distance <= nop->to;
	return false;
}
