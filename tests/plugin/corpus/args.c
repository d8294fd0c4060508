// SPDX-License-Identifier: GPL-2.0-only
/*
 * args.c - what an argument of a probe can be
 */
#include <linux/sched.h>

#include "corpus.h"

/* Parameters in registers and, the last two, on the stack */
long arg_parameters(long a, long b, long c, long d, long e, long f, long g,
		    int h)
{
	DTRACE_PROBE8(arg_parameters, long, a, long, b, long, c, long, d,
		      long, e, long, f, long, g, int, h);
	return a + h;
}

/* Locals that live on behind the probe */
int arg_locals(struct item *p)
{
	int level = p->level, flag = p->flag;

	DTRACE_PROBE2(arg_locals, int, level, int, flag);
	p->level = flag;
	p->flag = level;
	return level;
}

int arg_members(struct item *p)
{
	DTRACE_PROBE5(arg_members, int, p->level, u8, p->flag,
		      s16, p->offset, u16, p->length, struct item *, p->next);
	return p->level;
}

/* Behind one, two and three pointers */
int arg_deep(struct item *p)
{
	DTRACE_PROBE4(arg_deep, struct owner *, p->owner, int, p->owner->id,
		      int, p->owner->dev->users,
		      const char *, p->next->owner->dev->label);
	return p->level;
}

int arg_nested_array(struct item *p, int i)
{
	DTRACE_PROBE3(arg_nested_array, long, p->next->counts[i & 3],
		      char, p->name[i & 15], char *, p->name + i);
	return p->level + i;
}

long arg_elements(long *v, unsigned long i)
{
	DTRACE_PROBE4(arg_elements, long, v[0], long, v[i], long, v[i + 1],
		      long *, &v[i]);
	return v[i];
}

/* Computed only for the probe, with multiplication, shift and comparison */
long arg_expressions(long a, long b, int shift)
{
	DTRACE_PROBE6(arg_expressions, long, a * b, long, a << shift,
		      long, (a ^ b) >> 3, bool, a < b, long, ~a | -b,
		      int, shift * 24 + 1);
	return a - b;
}

int arg_literals(int a)
{
	DTRACE_PROBE2(arg_literals, const char *, "literal",
		      const char *, __func__);
	return a + 1;
}

int arg_constants(int a)
{
	DTRACE_PROBE5(arg_constants, int, 42, long, -1, u64, ~0ULL >> 3,
		      void *, NULL, unsigned int, 0x80000000);
	return a + 1;
}

/* A local whose address others have too */
void arg_local_address(long seed)
{
	long local = seed;

	corpus_fill(&local);
	DTRACE_PROBE2(arg_local_address, long *, &local, long, local);
	corpus_fill(&local);
}

int arg_addresses(struct item *p)
{
	DTRACE_PROBE4(arg_addresses, int *, &corpus_x,
		      struct item *, &corpus_item, char *, corpus_item.name,
		      void *, arg_addresses);
	return p->level;
}

int arg_member_address(struct item *p)
{
	DTRACE_PROBE3(arg_member_address, int *, &p->level, char *, p->name,
		      int *, &p->owner->dev->users);
	return p->level;
}

int arg_bits(struct item *p)
{
	DTRACE_PROBE3(arg_bits, unsigned int, p->mode,
		      unsigned int, p->priority, int, p->delta);
	return p->level;
}

/* A bit-field on both sides of the probe */
int arg_bits_stored(struct item *p, int mode)
{
	p->mode = mode;
	DTRACE_PROBE2(arg_bits_stored, unsigned int, p->mode,
		      unsigned int, p->priority);
	p->priority = 3;
	return p->mode;
}

/* One result that the function needs as well, and one read for the probe */
long arg_once(long *v)
{
	long first = READ_ONCE(v[0]);

	DTRACE_PROBE2(arg_once, long, first, long, READ_ONCE(v[1]));
	return first + READ_ONCE(v[2]);
}

int arg_current(int a)
{
	DTRACE_PROBE3(arg_current, struct task_struct *, current,
		      char *, current->comm, pid_t, current->pid);
	return a + 1;
}

long arg_casts(struct item *p, long n)
{
	DTRACE_PROBE5(arg_casts, u8, (u8)n, s16, (s16)n, unsigned int, (unsigned int)n,
		      unsigned long, (unsigned long)p, void *, (void *)n);
	return n + 1;
}

int arg_narrow(u8 a, s16 b, u16 c, bool d, s8 e)
{
	DTRACE_PROBE5(arg_narrow, u8, a, s16, b, u16, c, bool, d, s8, e);
	return a + b + c + d + e;
}

int arg_ternary(struct item *p, int a)
{
	DTRACE_PROBE3(arg_ternary, int, a > 0 ? a : -a,
		      const char *, p->ready ? "ready" : "idle",
		      int, p->next ? p->next->level : 0);
	return a + p->level;
}

bool arg_bool(long a, long b)
{
	bool less = a < b;

	DTRACE_PROBE3(arg_bool, bool, less, bool, a, bool, !b);
	return less;
}

/* What the function computes in eight bits */
int arg_narrowed_sum(u8 a, u8 b)
{
	u8 sum = a + b;

	DTRACE_PROBE2(arg_narrowed_sum, u8, sum, int, a + b);
	return sum;
}

/* One value in all arguments */
long arg_same(long a)
{
	DTRACE_PROBE8(arg_same, long, a, long, a, int, (int)a, u8, (u8)a, long, a,
		      s16, (s16)a, long, a, long, a);
	return a + 1;
}

/* The address of a local that is else in a register: it has to be in memory. */
int arg_address_alone(int a)
{
	int local = a * 3;

	DTRACE_PROBE1(arg_address_alone, int *, &local);
	return local + a;
}

/* A parameter that is else done with at the call: it has to survive that. */
int arg_kept(struct item *p, int step)
{
	int err = corpus_try(p, step);

	DTRACE_PROBE2(arg_kept, int, err, int, step);
	return err;
}

/* Locals that only probes use, each of them two */
int arg_local_twice(struct item *p, int a, int b)
{
	const char *order = a < b ? "rising" : "falling";
	int area = a * b + 1;

	DTRACE_PROBE2(arg_twice_entry, const char *, order, int, area);
	if (p->level > a) {
		p->level = b;
		DTRACE_PROBE2(arg_twice_more, const char *, order, int, area);
	}
	return a + b;
}

/* What was read before the probe is known behind it. */
int known(struct item *p)
{
	int level = p->level;

	p->flag = level;
	DTRACE_PROBE2(known, struct item *, p, int, level);
	return p->level + p->flag + level;
}

/* Only the probe needs what is loaded before other members are stored. */
void arg_loaded_before(struct item *p, int level)
{
	long start = p->counts[0];

	p->level = level;
	if (level > 7)
		p->flag = 1;
	DTRACE_PROBE2(arg_loaded_before, int, level, long, corpus_weigh(p) - start);
	p->measure(p, level);
}
