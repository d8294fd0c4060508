// SPDX-License-Identifier: GPL-2.0-only
/*
 * names.c - names that no probe and no argument can have, and what has no type
 *
 * See refused.c.  Any compiler compiles it.
 */
#include <sys/sdt.h>

SDT_PROVIDER_DEFINE(foo);

/* An ID that is a macro becomes the probe's name */
#define NUMBER_OF_PROBE		7010
#define EXPANDS(id, a)		\
	DTRACE_PROBE1(id, int, a)	/* note: macro 'EXPANDS' expands its parameter 'id'; write '__sdt_##id' here to use the name as passed */
#define EXPANDS_ENABLED(id)	\
	DTRACE_PROBE_ENABLED(id)	/* note: macro 'EXPANDS_ENABLED' expands its parameter 'id'; write '__sdt_##id' here to use the name as passed */
#define JOINS(id, a)		DTRACE_PROBE1(__sdt_##id, int, a)
#define PASSES_ON(number, a)	\
	JOINED(number, int, a)		/* note: macro 'PASSES_ON' expands its parameter 'number'; write '__sdt_##number' here to use the name as passed */
#define JOINED(id, t, a)	DTRACE_PROBE1(id, t, a)

void names(int a);
void names(int a)
{
	DTRACE_PROBE1(1st, int, a);	/* error: '1st' cannot name a probe: only an identifier can */
	DTRACE_PROBE(a-b);		/* error: 'a-b' cannot name a probe: only an identifier can */
					/* note: write a dash in a probe's name as two underscores */
	DTRACE_PROBE("a");		/* error: '"a"' cannot name a probe: only an identifier can */
	EXPANDS(NUMBER_OF_PROBE, a);	/* error: '7010' cannot name a probe: only an identifier can */
	PASSES_ON(NUMBER_OF_PROBE, a);	/* error: '7010' cannot name a probe: only an identifier can */
	if (EXPANDS_ENABLED(NUMBER_OF_PROBE)) /* error: '7010' cannot name a probe: only an identifier can */
		return;
	JOINS(1st, a);			/* error: '__sdt_1st' cannot name a probe: only an identifier can */
	JOINS(NUMBER_OF_PROBE, a);
	DTRACE_PROBE0();		/* error: '' cannot name a probe: only an identifier can */
	DTRACE_PROBE(name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_);
	DTRACE_PROBE(name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_n);	/* error: 'name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_n' cannot name a probe: the name of its event has 201 bytes, at most 200 are possible */
					/* note: rename the probe */
	/* A dash is one byte of the event's name. */
	DTRACE_PROBE(ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa);
	DTRACE_PROBE(name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name__); /* error: 'name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name__' cannot name a probe: it has 256 bytes, at most 255 are possible */
					/* note: shorten the name of the probe or of its function */
	DTRACE_PROBE(enable);		/* error: 'enable' cannot name a probe: no event can be named enable: tracefs has a file of that name beside a module's events */
					/* note: rename the probe */
	DTRACE_PROBE1(filter, int, a);	/* error: 'filter' cannot name a probe: no event can be named filter: tracefs has a file of that name beside a module's events */
					/* note: rename the probe */
	DTRACE_PROBE(__entry);		/* error: '__entry' cannot name a probe: its name has an empty part before, between or after the dashes */
					/* note: two underscores become a dash, which must be between two parts of the name */
	DTRACE_PROBE(io____start);	/* error: 'io____start' cannot name a probe: its name has an empty part before, between or after the dashes */
					/* note: two underscores become a dash, which must be between two parts of the name */
	DTRACE_PROBE(done__);		/* error: 'done__' cannot name a probe: its name has an empty part before, between or after the dashes */
					/* note: two underscores become a dash, which must be between two parts of the name */
	DTRACE_PROBE(__);		/* error: '__' cannot name a probe: its name has an empty part before, between or after the dashes */
					/* note: two underscores become a dash, which must be between two parts of the name */
	if (DTRACE_PROBE_ENABLED(filter)) /* error: 'filter' cannot name a probe: no event can be named filter: tracefs has a file of that name beside a module's events */
					/* note: rename the probe */
		return;
	/* These can. */
	DTRACE_PROBE(_entry);
	DTRACE_PROBE(done_);
	DTRACE_PROBE(a___b);
	DTRACE_PROBE(enable__entry);
	DTRACE_PROBE(enabled);
	if (DTRACE_PROBE_ENABLED(a-b))	/* error: 'a-b' cannot name a probe: only an identifier can */
					/* note: write a dash in a probe's name as two underscores */
		return;
}

void name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_f(void);
void name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_f(void)
{
	DTRACE_PROBE(p);		/* error: 'name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_f' cannot name a function: it has 256 bytes, at most 255 are possible */
					/* note: shorten the name of the probe or of its function */
}

/* Arguments that their author gave a name. */
void declared(int a, char *s);
void declared(int a, char *s)
{
	DTRACE_PROBE2(p, int n, a, long n, a);	/* error: argument 2 of probe 'p' has the same name as another: 'n' */
	DTRACE_PROBE1(p, int common_pid, a);	/* error: argument 1 of probe 'p' cannot be called 'common_pid' */
					/* note: names that begin with common_ or __probe_ are those of fields that every event has */
	DTRACE_PROBE1(p, int __probe_ip, a);	/* error: argument 1 of probe 'p' cannot be called '__probe_ip' */
					/* note: names that begin with common_ or __probe_ are those of fields that every event has */
	/* Only derived names give way. */
	DTRACE_PROBE3(p, int, a, long a, 1, char *a_str, s);
}

void no_types(int a);
void no_types(int a)
{
	DTRACE_PROBE(p, , a);		/* error: argument 1 of probe 'p' has no type before it */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
	DTRACE_PROBE1(p, , a);		/* error: argument 1 of probe 'p' has no type before it */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
	DTRACE_PROBE1(p, int, no_types(1));	/* error: invalid use of void expression */
	DTRACE_PROBE(p, int, no_types(1));	/* error: invalid use of void expression */
}

void macros(int a);
void macros(int a)
{
	DTRACE_PROBE1(__io_1st, int, a);	/* error: 'io:::1st' cannot name a probe: only an identifier can */
	SDT_PROBE2(foo, , c-d, two, a, a);	/* error: 'c-d' cannot name a function: only an identifier can */
	SDT_PROBE2(foo, , , two-, a, a);	/* error: 'two-' cannot name a probe: only an identifier can */
					/* note: write a dash in a probe's name as two underscores */
	SDT_PROBE2(, , , two, a, a);	/* error: '' cannot name a provider: only an identifier can */
	SDT_PROBE2(foo, , , , a, a);	/* error: '' cannot name a probe: only an identifier can */
	DTRACE_PRINTF("a-b");
	DTRACE_PRINTF_PREFIX(, "no prefix");
	DTRACE_PRINTF_PREFIX(a-b, "prefix");	/* error: 'sdt::macros:a-b__prefix' cannot name a probe: only an identifier can */
					/* note: write a dash in a probe's name as two underscores */
	DTRACE_PRINTF_NAMED(, "no name");	/* error: 'sdt::macros:' cannot name a probe: only an identifier can */
}
