// SPDX-License-Identifier: GPL-2.0-only
/*
 * families.c - probes of all the families of macros, beside what the object's table
 * has for them
 *
 * The comments that begin with a colon are what table.py prints, in its order.  FIRST
 * is the order in which our headers are included, 1 to 4.
 */
#if FIRST == 1
# include <linux/sdt.h>
# include <sys/sdt.h>
#elif FIRST == 2
# include <sys/sdt.h>
# include <linux/sdt.h>
#elif FIRST == 3
# include <linux/sdt_providers.h>
# include <sys/sdt.h>
# include <linux/sdt_providers.h>
#else
# include <linux/sdt_providers.h>
# include <linux/sdt.h>
# include <sys/sdt.h>
# include <sys/sdt.h>
#endif

#undef NULL
#define NULL	((void *)0)

struct bio { int sector; };
struct file;
struct mbuf { int length; };

/*: provider io */
/*: provider proc */
/*: provider smb */
/*: provider smb2 */
/*: provider sysinfo */
/*: provider sdt */
/*: provider mine */
/*: provider mine_too */
/*: provider my-own */
/*: provider foo defined */
/*: provider bar */
/*: provider driver */
/*: provider baz */
/*: provider nobodys */
/*: provider other */
/*: provider unused defined */
/*: declaration bar::elsewhere */
/*: declaration bar::asked */

/* ---- Oracle Linux and Solaris ------------------------------------------- */

DTRACE_PROVIDER(mine);
DTRACE_PROVIDER(mine_too);
DTRACE_PROVIDER(my__own);

#define MINE_PROBE1(name, t, a)	DTRACE_PROBE1(__mine_##name, t, a)

int oracle(struct bio *bio, int n, char *s);
int oracle(struct bio *bio, int n, char *s)
{
	DTRACE_IO2(start, struct bio *, bio, int, bio->sector);
	/*: probe io:oracle:start sites=1 */
	/*:     bio pointer 8 'struct bio *' declared 'struct bio *' */
	/*:     sector signed integer 4 'int' declared 'int' */
	DTRACE_PROBE1(__io_done, struct bio *, bio);
	/*: probe io:oracle:done sites=1 */
	/*:     bio pointer 8 'struct bio *' declared 'struct bio *' */
	DTRACE_IO(any, int, n, char *text, s);
	/*: probe io:oracle:any sites=1 */
	/*:     n signed integer 4 'int' declared 'int' */
	/*:     text named string 8 'char *' declared 'char *' */
	DTRACE_IO0(nothing);
	/*: probe io:oracle:nothing sites=1 */
	if (DTRACE_IO_ENABLED(start))
		n++;
	/*: enabled io:oracle:start sites=1 */
	if (DTRACE_PROBE_ENABLED(__io_start))
		n++;
	/*: enabled io:oracle:start sites=1 */
	DTRACE_PROC(exec__success);
	DTRACE_PROBE(__proc_exec__success);
	/*: probe proc:oracle:exec-success sites=1 */
	/*: probe proc:oracle:exec-success sites=1 */
	DTRACE_SMB_START(op__Close, int, n);
	DTRACE_SMB2_DONE(op__Close, int code, n);
	/*: probe smb:oracle:op-Close-start sites=1 */
	/*:     n signed integer 4 'int' declared 'int' */
	/*: probe smb2:oracle:op-Close-done sites=1 */
	/*:     code signed named integer 4 'int' declared 'int' */
	DTRACE_PROBE(__cpu_sysinfo_xcalls);
	/*: probe sysinfo:oracle:xcalls sites=1 */
	DTRACE_PROBE(__sdt_plain);
	/*: probe sdt:oracle:plain sites=1 */
	DTRACE_PROBE(__unknown_word);
	/*: probe sdt:oracle:unknown_word sites=1 */
	DTRACE_PROBE(io_begin);
	/*: probe sdt:oracle:io_begin sites=1 */
	DTRACE_PROBE(__io__start);
	/*: probe io:oracle:_start sites=1 */
	MINE_PROBE1(begin__now, int, n);
	/*: probe mine:oracle:begin-now sites=1 */
	/*:     n signed integer 4 'int' declared 'int' */
	DTRACE_PROBE(__mine_too_begin);
	DTRACE_PROBE(__my__own_begin);
	/*: probe mine_too:oracle:begin sites=1 */
	/*: probe my-own:oracle:begin sites=1 */
	return n;
}

/* ---- translated arguments ------------------------------------------------ */

void translated(struct bio *bio, int n, char *s);
void translated(struct bio *bio, int n, char *s)
{
	DTRACE_IO1(one, struct bio * : bufinfo_t *, bio);
	/*: probe io:translated:one translated sites=1 */
	/*:     bio pointer 8 'struct bio *' declared 'struct bio *' */
	/*:     shown as 'bufinfo_t *' of 0 */
	DTRACE_PROBE(several, struct bio *b:(bufinfo_t *buf, devinfo_t *, struct x { int y; } *),
		     bio, int, n);
	/*: probe sdt:translated:several translated sites=1 */
	/*:     b named pointer 8 'struct bio *' declared 'struct bio *' */
	/*:     n signed integer 4 'int' declared 'int' */
	/*:     shown as buf 'bufinfo_t *' of 0 */
	/*:     shown as 'devinfo_t *' of 0 */
	/*:     shown as 'struct x { int y; } *' of 0 */
	/*:     shown as 'int' of 1 */
	DTRACE_PROBE4(hidden, int :, n, int : (), n, char *text, s, int : (int twice, int thrice), n);
	/*: probe sdt:translated:hidden translated sites=1 */
	/*:     n signed integer 4 'int' declared 'int' */
	/*:     arg1 signed integer 4 'int' declared 'int' */
	/*:     text named string 8 'char *' declared 'char *' */
	/*:     arg3 signed integer 4 'int' declared 'int' */
	/*:     shown as text 'char *' of 2 */
	/*:     shown as twice 'int' of 3 */
	/*:     shown as thrice 'int' of 3 */
	DTRACE_PROBE1(all_hidden, int:, n);
	/*: probe sdt:translated:all_hidden translated sites=1 */
	/*:     n signed integer 4 'int' declared 'int' */
	DTRACE_PROBE1(conditional, typeof(n ? n : n), n);
	/*: probe sdt:translated:conditional sites=1 */
	/*:     n signed integer 4 'int' declared 'typeof(n ? n : n)' */
	DTRACE_PROBE1(scoped, int : genunix::foo_t *, n);
	/*: probe sdt:translated:scoped translated sites=1 */
	/*:     n signed integer 4 'int' declared 'int' */
	/*:     shown as 'genunix::foo_t *' of 0 */
}

/* ---- FreeBSD ------------------------------------------------------------- */

#include "declared.h"

SDT_PROVIDER_DEFINE(foo);
SDT_PROVIDER_DEFINE(unused);
SDT_PROBE_DEFINE2(foo, , , read__entry, "struct file *", "int n");
	/*: definition foo::read-entry */
	/*:     - pointer 8 'struct file *' declared 'struct file *' */
	/*:     n signed named integer 4 'int' declared 'int' */
SDT_PROBE_DEFINE(foo, kernel, lookup, any);
	/*: definition foo:lookup:any qualified untyped */
SDT_PROBE_DEFINE4(foo, , , never, "vnode_t *", NULL, "", "const char *name");
	/*: definition foo::never */
	/*:     - unknown 0 '' declared 'vnode_t *' */
	/*:     - unknown 0 '' declared '' */
	/*:     - unknown 0 '' declared '' */
	/*:     name named string 8 'const char *' declared 'const char *' */
SDT_PROBE_DEFINE3_XLATE(foo, , , receive, "struct mbuf *", "pktinfo_t *pkt", "int", NULL, NULL, "ipinfo_t *");
	/*: definition foo::receive translated */
	/*:     - pointer 8 'struct mbuf *' declared 'struct mbuf *' */
	/*:     - signed integer 4 'int' declared 'int' */
	/*:     - unknown 0 '' declared '' */
	/*:     shown as pkt 'pktinfo_t *' of 0 */
	/*:     shown as 'int' of 1 */
	/*:     shown as 'ipinfo_t *' of 2 */
SDT_PROBE_DEFINE1_XLATE(foo, , , same, "int", NULL);
	/*: definition foo::same */
	/*:     - signed integer 4 'int' declared 'int' */
SDT_PROBE_DEFINE1(foo, , , slot, "struct mbuf *m : (int a, int b)");
	/*: definition foo::slot translated */
	/*:     m named pointer 8 'struct mbuf *' declared 'struct mbuf *' */
	/*:     shown as a 'int' of 0 */
	/*:     shown as b 'int' of 0 */
SDT_PROBE_DEFINE1(sdt, , , set__error, "int");
	/*: definition sdt::set-error */
	/*:     - signed integer 4 'int' declared 'int' */

static inline __attribute__((always_inline)) int inlined(struct file *fp, int n)
{
	SDT_PROBE2(foo, , , read__entry, fp, n + 1);
	/*: probe foo:inlined:read-entry use sites=2 */
	/*:     fp pointer 8 'struct file *' declared 'struct file *' */
	/*:     n signed named integer 4 'int' declared 'int' */
	return n;
}

int freebsd(struct file *fp, struct mbuf *m, int n, char *s);
int freebsd(struct file *fp, struct mbuf *m, int n, char *s)
{
	SDT_PROBE2(foo, , , read__entry, NULL, 0);
	/*: probe foo:freebsd:read-entry use sites=1 */
	/*:     arg0 zero pointer 8 'struct file *' declared 'struct file *' */
	/*:     n signed named zero integer 4 'int' declared 'int' */
	SDT_PROBE3(foo, anything, lookup, any, s, 0, m->length);
	/*: probe foo:lookup:any qualified use sites=1 */
	/*:     s string 8 'char *' declared 'char *' */
	/*:     arg1 signed zero integer 4 'int' declared 'int' */
	/*:     length signed integer 4 'int' declared 'int' */
	SDT_PROBE3(foo, , , receive, m, n, s);
	/*: probe foo:freebsd:receive translated use sites=1 */
	/*:     m pointer 8 'struct mbuf *' declared 'struct mbuf *' */
	/*:     n signed integer 4 'int' declared 'int' */
	/*:     s string 8 'char *' declared 'char *' */
	/*:     shown as pkt 'pktinfo_t *' of 0 */
	/*:     shown as 'int' of 1 */
	/*:     shown as 'ipinfo_t *' of 2 */
	SDT_PROBE1(bar, , , elsewhere, n);
	/*: probe bar:freebsd:elsewhere use sites=1 */
	/*:     n signed integer 4 'int' declared 'int' */
	if (SDT_PROBE_ENABLED(foo, , lookup, any) || SDT_PROBE_ENABLED(bar, , , asked))
		n++;
	/*: enabled foo:lookup:any qualified use sites=1 */
	/*: enabled bar:freebsd:asked use sites=1 */
	if (SDT_PROBES_ENABLED())
		n++;
	/*: any sdt:freebsd: sites=1 */
	return inlined(fp, n) + inlined(fp, n + 1);
}

/* As OpenZFS has it */
#define EINVAL		22
#define SET_ERROR(err)							\
	({								\
		int __set_error_err = (err);				\
		SDT_PROBE1(sdt, , , set__error,				\
			   (unsigned long)__set_error_err);		\
		__set_error_err;					\
	})
int set_error(int a, int b);
int set_error(int a, int b)
{
	if (a > 3 && SET_ERROR(a) == b)
		return SET_ERROR(EINVAL);
	/*: probe sdt:set_error:set-error use sites=1 */
	/*:     __set_error_err signed integer 4 'int' declared 'int' */
	/*: probe sdt:set_error:set-error use sites=1 */
	/*:     __set_error_err signed integer 4 'int' declared 'int' */
	return b ? SET_ERROR(b) : SET_ERROR(SET_ERROR(a) + 1);
	/*: probe sdt:set_error:set-error use sites=1 */
	/*:     __set_error_err signed integer 4 'int' declared 'int' */
	/*: probe sdt:set_error:set-error use sites=1 */
	/*:     __set_error_err signed integer 4 'int' declared 'int' */
	/*: probe sdt:set_error:set-error use sites=1 */
	/*:     __set_error_err signed integer 4 'int' declared 'int' */
}

/* An author's own macros around them */
#define FOO_RECEIVE(mbuf, len)	SDT_PROBE3(foo, , , receive, mbuf, (len)->length, NULL)
#define FOO_PLAIN(alpha, beta)	SDT_PROBE3(foo, , , receive, alpha, beta, NULL)
#define FOO_ANY(name, x)	SDT_PROBE3(foo, , lookup, name, NULL, 0, x)
void own_macros(struct mbuf *m);
void own_macros(struct mbuf *m)
{
	FOO_RECEIVE(m, m);
	/*: probe foo:own_macros:receive translated use sites=1 */
	/*:     m pointer 8 'struct mbuf *' declared 'struct mbuf *' */
	/*:     length signed integer 4 'int' declared 'int' */
	/*:     arg2 zero pointer 8 'void *' declared 'void *' */
	/*:     shown as pkt 'pktinfo_t *' of 0 */
	/*:     shown as 'int' of 1 */
	/*:     shown as 'ipinfo_t *' of 2 */
	FOO_PLAIN(m + 1, m->length);
	/*: probe foo:own_macros:receive translated use sites=1 */
	/*:     m pointer 8 'struct mbuf *' declared 'struct mbuf *' */
	/*:     length signed integer 4 'int' declared 'int' */
	/*:     arg2 zero pointer 8 'void *' declared 'void *' */
	/*:     shown as pkt 'pktinfo_t *' of 0 */
	/*:     shown as 'int' of 1 */
	/*:     shown as 'ipinfo_t *' of 2 */
	FOO_ANY(any, m->length);
	/*: probe foo:lookup:any qualified use sites=1 */
	/*:     arg0 zero pointer 8 'void *' declared 'void *' */
	/*:     arg1 signed zero integer 4 'int' declared 'int' */
	/*:     length signed integer 4 'int' declared 'int' */
}

/* ---- dtrace4linux -------------------------------------------------------- */

static inline __attribute__((always_inline)) void twice(int n)
{
	DTRACE_SDT_PROBE(driver, kernel, hello, twice);
	/*: probe driver:twice:hello qualified sites=2 */
	DTRACE_SDT_PROBE1(driver, kernel, hello1, twice, n);
	/*: probe driver:twice:hello1 qualified sites=2 */
	/*:     n signed integer 4 'int' declared 'int' */
}

void dtrace4linux(int n);
void dtrace4linux(int n)
{
	twice(n);
	DTRACE_SDT_PROBE1(baz, kernel, wri__te, , n);
	DTRACE_SDT_PROBE1(baz, kernel, wri__te, , n);
	/*: probe baz:dtrace4linux:wri-te sites=1 */
	/*:     n signed integer 4 'int' declared 'int' */
	/*: probe baz:dtrace4linux:wri-te sites=1 */
	/*:     n signed integer 4 'int' declared 'int' */
	twice(n);
}
