// SPDX-License-Identifier: GPL-2.0-only
/*
 * leaf.c - leaf functions, compiled twice: with probes and without
 *
 * The second one is the function by which Linux's tracepoint was measured: its
 * disabled path has five instructions more, one of them a load.
 */
#include <linux/sdt.h>

struct sample {
	struct sample *next;
	int level;
	unsigned char flag;
};

extern int sdt_test_x;
int sdt_test_call(struct sample *p, long n);

#ifdef PLAIN
# undef DTRACE_PROBE0
# undef DTRACE_PROBE1
# undef DTRACE_PROBE2
# undef DTRACE_PROBE3
# undef DTRACE_PROBE8
# define DTRACE_PROBE0(...)	do { } while (0)
# define DTRACE_PROBE1(...)	do { } while (0)
# define DTRACE_PROBE2(...)	do { } while (0)
# define DTRACE_PROBE3(...)	do { } while (0)
# define DTRACE_PROBE8(...)	do { } while (0)
# define FUNCTION(name)		name##_plain
#else
# define FUNCTION(name)		name##_probed
#endif

int FUNCTION(leaf0)(int a, char *s);
int FUNCTION(leaf0)(int a, char *s)
{
	DTRACE_PROBE0(leaf0);
	return a * 2;
}

int FUNCTION(leaf1)(int a, char *s);
int FUNCTION(leaf1)(int a, char *s)
{
	DTRACE_PROBE1(leaf1, char *, s);
	return a * 2;
}

int FUNCTION(leaf3)(int a, char *s);
int FUNCTION(leaf3)(int a, char *s)
{
	DTRACE_PROBE3(leaf3, int, a, char *, s, int, sdt_test_x * a + 3);
	return a * 2;
}

int FUNCTION(leaf8)(int a, char *s, struct sample *p, unsigned long n);
int FUNCTION(leaf8)(int a, char *s, struct sample *p, unsigned long n)
{
	DTRACE_PROBE8(leaf8, int, a, char *, s, int, sdt_test_x * a + 3,
		      struct sample *, p, int, p->level,
		      unsigned char, p->flag, unsigned long, n, char, s[n]);
	return a * 2;
}

/* Several values live across the probe, in a loop. */
long FUNCTION(loop8)(int a, char *s, struct sample *p);
long FUNCTION(loop8)(int a, char *s, struct sample *p)
{
	long sum = 0;

	for (; p; p = p->next) {
		DTRACE_PROBE8(loop8, int, a, char *, s, long, sum,
			      struct sample *, p, int, p->level,
			      unsigned char, p->flag, long, sum * a,
			      char, *s);
		sum += p->level * a;
	}
	return sum;
}

/* What was read before the probe is known behind it. */
int FUNCTION(known)(struct sample *p);
int FUNCTION(known)(struct sample *p)
{
	int level = p->level;

	p->flag = level;
	DTRACE_PROBE2(known, struct sample *, p, int, level);
	return p->level + p->flag + level;
}

/* A probe before the fast path: the slow one's frame stays with that. */
int FUNCTION(early)(struct sample *p, long n);
int FUNCTION(early)(struct sample *p, long n)
{
	DTRACE_PROBE2(early, struct sample *, p, long, n);
	if (n < 8)
		return p->level;
	while (n--)
		p->level += sdt_test_call(p, n);
	return p->level;
}
