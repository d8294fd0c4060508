/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * families.h - what the files of families.ko share
 *
 * Each of these fires the macros of one family when families_main.c calls it.  They
 * know nothing of the kernel but its types, so that tests/plugin/macros.t can compile
 * them with any compiler.
 */
#ifndef FAMILIES_H
#define FAMILIES_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stddef.h>
#include <stdint.h>
#define noinline __attribute__((__noinline__))
#endif
#include <sys/sdt.h>

enum colour { RED = 7, GREEN };

/* What all probes pass, the first ones first. */
struct families_values {
	int i;
	long l;
	const char *s;
	unsigned char c;
	short h;
	unsigned long long q;
	enum colour e;
	_Bool b;
};

extern volatile struct families_values val;

/* What the *_ENABLED() macros of a function say, a bit each, the first one lowest */
unsigned int fire_sched(void);
unsigned int fire_proc(void);
unsigned int fire_io(void);
unsigned int fire_iscsi(void);
unsigned int fire_nfsv3(void);
unsigned int fire_nfsv4(void);
unsigned int fire_smb(void);
unsigned int fire_ip(void);
unsigned int fire_tcp(void);
unsigned int fire_udp(void);
unsigned int fire_sysevent(void);
unsigned int fire_xpv(void);
unsigned int fire_fc(void);
unsigned int fire_srp(void);
unsigned int fire_lockstat(void);
unsigned int fire_iscsi_underscore(void);
unsigned int fire_nfsv3_underscore(void);
unsigned int fire_nfsv4_underscore(void);
unsigned int fire_smb_underscore(void);
unsigned int fire_fc_underscore(void);
unsigned int fire_srp_underscore(void);
unsigned int fire_smb_server(void);
unsigned int fire_solaris(void);
unsigned int fire_revdev(void);
unsigned int fire_messages(void);
unsigned int fire_translated(void);
unsigned int fire_freebsd(void);
unsigned int fire_elsewhere(void);
unsigned int fire_receive(void);
unsigned int fire_errors(void);
unsigned int fire_dtrace4linux(void);

/* The providers of families_freebsd.c */
SDT_PROVIDER_DECLARE(fam);
SDT_PROVIDER_DECLARE(ip);

/* As OpenZFS has it: an error passes a probe wherever it is made. */
SDT_PROBE_DECLARE(sdt, , , set__error);
#define SET_ERROR(err)							\
	(__extension__ ({						\
		SDT_PROBE1(sdt, , , set__error, (uintptr_t)(err));	\
		err;							\
	}))

#endif /* FAMILIES_H */
