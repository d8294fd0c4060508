// SPDX-License-Identifier: GPL-2.0-only
/*
 * cost.c - one function for each family of macros; with -DPLAIN, without probes
 *
 * COSTS is the number of NOPs, and of all instructions, that probes add to a function.
 */
#include <sys/sdt.h>

#ifdef PLAIN
# define PROBES(...)	((void)0)
# define ASK(question)	0
#else
# define PROBES(...)	__VA_ARGS__
# define ASK(question)	question
#endif

#undef NULL
#define NULL	((void *)0)

struct bio { int sector, length; };

DTRACE_PROVIDER(mine);
SDT_PROVIDER_DEFINE(foo);
SDT_PROBE_DEFINE2(foo, , , typed, "struct bio *", "int");
SDT_PROBE_DEFINE2_XLATE(foo, , , shown, "struct bio *", "bufinfo_t *", "int", NULL);
SDT_PROBE_DEFINE(foo, , vfs, untyped);
SDT_PROBE_DECLARE(foo, , , elsewhere);
SDT_PROBE_DEFINE1(sdt, , , set__error, "int");

int solaris(struct bio *bio, int n);
int solaris(struct bio *bio, int n)		/* COSTS 3 */
{
	PROBES(DTRACE_IO2(start, struct bio *, bio, int, bio->length));
	PROBES(DTRACE_PROBE2(__mine_start, struct bio *, bio, int, n));
	bio->length = n;
	PROBES(DTRACE_PROC(exit, int, n));
	return n + bio->sector;
}

int translated(struct bio *bio, int n);
int translated(struct bio *bio, int n)		/* COSTS 1 */
{
	PROBES(DTRACE_IO2(done, struct bio * : (bufinfo_t *, devinfo_t *), bio, int :, n * 7));
	return n + bio->sector;
}

int freebsd(struct bio *bio, int n);
int freebsd(struct bio *bio, int n)		/* COSTS 5 */
{
	PROBES(SDT_PROBE2(foo, , , typed, bio, n));
	PROBES(SDT_PROBE2(foo, , , typed, NULL, 0));
	PROBES(SDT_PROBE2(foo, , , shown, bio, bio->sector * 3));
	PROBES(SDT_PROBE3(foo, , vfs, untyped, bio, n, 0));
	PROBES(SDT_PROBE1(foo, , , elsewhere, n));
	return n + bio->sector;
}

#define SET_ERROR(err)							\
	({								\
		int __err = (err);					\
		PROBES(SDT_PROBE1(sdt, , , set__error, (unsigned long)__err)); \
		__err;							\
	})

int set_error(int n);
int set_error(int n)				/* COSTS 1 */
{
	return SET_ERROR(n + 3);
}

int dtrace4linux(int n);
int dtrace4linux(int n)				/* COSTS 2 */
{
	PROBES(DTRACE_SDT_PROBE(provider, module, name, function));
	PROBES(DTRACE_SDT_PROBE1(provider, module, name1, function, n + 4));
	return n * 3;
}

extern void report(void);
void asks(void);
void asks(void)					/* COSTS 3 */
{
	if (ASK(SDT_PROBES_ENABLED()))
		report();
	if (ASK(SDT_PROBE_ENABLED(foo, , , elsewhere)))
		report();
	if (ASK(DTRACE_IO_ENABLED(start)))
		report();
}
