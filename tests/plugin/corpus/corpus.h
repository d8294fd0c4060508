/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * corpus.h - the functions by which the plugin is measured
 *
 * Each function is compiled as it stands: without its probes, with them, with
 * tracepoints in their place and with calls in their place.  Which of these is
 * said by a macro from the Kbuild file; see variant.h.
 */
#ifndef CORPUS_H
#define CORPUS_H

#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/types.h>

struct device_state {
	int users;
	unsigned long features;
	const char *label;
};

struct owner {
	struct device_state *dev;
	int id;
};

/* What most functions work on */
struct item {
	struct item *next;
	int level;
	u8 flag;
	bool ready;
	s16 offset;
	u16 length;
	unsigned int mode : 3;
	unsigned int priority : 5;
	signed int delta : 6;
	struct owner *owner;
	long (*measure)(struct item *p, long n);
	long counts[4];
	char name[16];
};

/* support.c: what the compiler knows nothing of */
extern int corpus_x;
extern struct item corpus_item;
long corpus_call(struct item *p, long n);
void corpus_fill(long *to);
int corpus_try(struct item *p, int step);
void corpus_log(const char *text);

#include "variant.h"

/* leaf.c */
int leaf0(int a, char *s);
int leaf1(int a, char *s);
int leaf2(int a, char *s);
int leaf3(int a, char *s);
int leaf4(int a, char *s, struct item *p);
int leaf5(int a, char *s, struct item *p);
int leaf6(int a, char *s, struct item *p);
int leaf7(int a, char *s, struct item *p, unsigned long n);
int leaf8(int a, char *s, struct item *p, unsigned long n);
void leaf_empty(void);
int leaf_twice(int a, int b);
int leaf_middle(int a, int b);
int leaf_select(int a, int b);
int leaf_branch(struct item *p, int a);

/* args.c */
long arg_parameters(long a, long b, long c, long d, long e, long f, long g,
		    int h);
int arg_locals(struct item *p);
int arg_members(struct item *p);
int arg_deep(struct item *p);
int arg_nested_array(struct item *p, int i);
long arg_elements(long *v, unsigned long i);
long arg_expressions(long a, long b, int shift);
int arg_literals(int a);
int arg_constants(int a);
void arg_local_address(long seed);
int arg_addresses(struct item *p);
int arg_member_address(struct item *p);
int arg_bits(struct item *p);
int arg_bits_stored(struct item *p, int mode);
long arg_once(long *v);
int arg_current(int a);
long arg_casts(struct item *p, long n);
int arg_narrow(u8 a, s16 b, u16 c, bool d, s8 e);
int arg_ternary(struct item *p, int a);
bool arg_bool(long a, long b);
int arg_narrowed_sum(u8 a, u8 b);
long arg_same(long a);
int known(struct item *p);

/* loops.c */
long loop8(int a, char *s, struct item *p);
long loop_sum(const long *v, int n);
long loop_behind(const long *v, int n);
int loop_nested(const char *v, int width, int height);
int loop_rare(const char *s, int n);
long loop_calls(struct item *p, int n);
int loop_break(const long *v, int n, long wanted);
long loop_fixed(const long *v);
u32 loop_hash(const char *s);
long loop_bounds(const long *v, int n);

/* pressure.c */
void pressure_rotate(volatile long *v);
void pressure_computed(volatile long *v);
void pressure_spilled(volatile long *v);
long pressure_loop(const long *v, long n);
long pressure_parameters(long a, long b, long c, long d, long e, long f,
			 long g, long h, long i);
u64 pressure_mix(u64 a, u64 b, u64 c, u64 d);
void pressure_around_call(struct item *p, volatile long *v);
void pressure_narrow(volatile u8 *v);

#endif
