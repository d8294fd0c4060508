/* SPDX-License-Identifier: GPL-2.0-only */
/* native.h - what native_bodies.c and native.c share */
#ifndef NATIVE_H
#define NATIVE_H

#define LENGTH	10

struct item {
	struct item *next;
	int level;
	long sum;
	long values[LENGTH];
};

extern long native_factor;
long native_call(struct item *p, long n);

/* The probes of FreeBSD before 2024 */
extern _Bool sdt_probes_enabled;
extern void (*sdt_probe_func)(void);

long leaf0(struct item *p, long a, long n);
long leaf3(struct item *p, long a, long n);
long leaf8(struct item *p, long a, long n);
long early(struct item *p, long a, long n);
long around(struct item *p, long a, long n);
long loop(struct item *p, long a, long n);

#endif
