// SPDX-License-Identifier: GPL-2.0-only
/*
 * warned.c - arguments that get a warning, and others that do not
 *
 * See refused.c.  Every warning about a side effect ends with the same note as
 * the first one here.
 */
/* plain: "has a side effect": nothing (side effects of an argument) */
/* plain: "which is not a known type": error (text that is not a C type) */
#include <linux/bitops.h>
#include <linux/device.h>
#include <linux/fs.h>
#include <linux/jiffies.h>
#include <linux/kref.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/netdevice.h>
#include <linux/overflow.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/skbuff.h>
#include <linux/smp.h>
#include <linux/timex.h>
#include <linux/sdt.h>

struct thing {
	struct thing __rcu *next;
	struct kref ref;
	atomic_t count;
	unsigned long flags;
	int a, b;
};

int elsewhere(int *a);

static inline int changes(int *p)
{
	return ++*p;
}

static inline int fills(int *p)
{
	*p = 3;
	return 4;
}

static inline int remembers(void)
{
	static int n;

	return n++;
}

static __pure int caches(const int *p)
{
	static int last;

	return last = *p;
}

static inline int passes_on(struct thing *t)
{
	return 1 + changes(&t->a);
}

static int walks(struct thing *t, int n)
{
	struct thing *last = NULL;

	while (t && n--) {
		last = t;
		t = rcu_access_pointer(t->next);
	}
	return last ? last->a : 0;
}

static int marks_last(struct thing *t)
{
	struct thing *last = rcu_access_pointer(t->next);

	last->flags = 0;
	return 1;
}

static inline int recurses(int n)
{
	return n ? recurses(n - 1) : 0;
}

void conversions(int a, long l, char *s);
void conversions(int a, long l, char *s)
{
	DTRACE_PROBE1(w2, int, s);	/* warning: probe argument 1 is declared 'int', but has type 'char *' */
					/* note: the value is converted to 'int' */
	DTRACE_PROBE1(w3, char *, l);	/* warning: probe argument 1 is declared 'char *', but has type 'long int' */
					/* note: the value is converted to 'char *' */

	/* A provider in front, as in user space */
	DTRACE_PROBE1(w4, start, a);	/* warning: probe argument 1 is declared 'start', which is not a known type */
					/* note: the type of the expression is used, 'int'; '-fplugin-arg-sdt_plugin-no-warn-unresolved' turns this warning off */
					/* note: the macro takes no provider; if 'w4' is one, write 'DTRACE_PROVIDER (w4)' and 'DTRACE_PROBE (__w4_start, type, argument, ...)' */

	/* Types that are none, and conversions that keep what the value is. */
	DTRACE_PROBE2(g1, char *, s, struct char *, s);
					/* plain: error (text that is not a C type) */
	DTRACE_PROBE3(g2, long, a, unsigned int, a, const char *, s);
	DTRACE_PROBE2(g3, bool, a, void *, s);
}

int effects(int a, int *p, int (*fn)(int *), struct thing *t, struct sk_buff_head *queue);
int effects(int a, int *p, int (*fn)(int *), struct thing *t, struct sk_buff_head *queue)
{
	struct thing own = {};
	int i;

	DTRACE_PROBE1(w, int, a++);	/* warning: probe argument 1 has a side effect, which happens only while the probe is enabled */
					/* note: it changes 'a' */
					/* note: compute the value before the probe, or, if the effect is intended, write 'DTRACE_PURE (...)' around the argument */
	DTRACE_PROBE1(w, int, a = 3);	/* warning: probe argument 1 has a side effect, ... */
					/* note: it changes 'a' */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, int, --*p);	/* warning: probe argument 1 has a side effect, ... */
					/* note: it changes '*p' */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, int, own.a += 2);	/* warning: probe argument 1 has a side effect, ... */
					/* note: it changes 'own.a' */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, int, ({ int *q = p; *q = 1; 1; }));	/* warning: probe argument 1 has a side effect, ... */
					/* note: it changes '*q' */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, int, ({ asm ("" : "=r" (a)); 1; }));	/* warning: probe argument 1 has a side effect, ... */
					/* note: it changes 'a' */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, int, changes(p));	/* warning: probe argument 1 has a side effect, ... */
					/* note: it calls 'changes', which writes to memory */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, int, fills(&a));	/* warning: probe argument 1 has a side effect, ... */
					/* note: it calls 'fills', which writes to memory */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, int, passes_on(t));	/* warning: probe argument 1 has a side effect, ... */
					/* note: it calls 'passes_on', which writes to memory */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, int, marks_last(t));	/* warning: probe argument 1 has a side effect, ... */
					/* note: it calls 'marks_last', which writes to memory */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, void *, xchg(&t->next, NULL));	/* warning: probe argument 1 has a side effect, ... */
					/* note: it changes ... */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, int, __atomic_fetch_add(p, 1, __ATOMIC_RELAXED));	/* warning: probe argument 1 has a side effect, ... */
					/* note: it calls '__atomic_fetch_add_4', which writes to memory */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, void *, __builtin_memset(t, 0, 4));	/* warning: probe argument 1 has a side effect, ... */
					/* note: it calls ..., which writes to memory */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, struct sk_buff *, __skb_dequeue(queue));	/* warning: probe argument 1 has a side effect, ... */
					/* note: it calls '__skb_dequeue', which writes to memory */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, int, remembers());	/* warning: probe argument 1 has a side effect, ... */
					/* note: it calls 'remembers', which writes to memory */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, int, atomic_inc_return(&t->count));	/* warning: probe argument 1 has a side effect, ... */
					/* note: it calls 'atomic_inc_return', which writes to memory */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, bool, test_and_set_bit(1, &t->flags));	/* warning: probe argument 1 has a side effect, ... */
					/* note: it calls 'test_and_set_bit', which writes to memory */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, int, ({ if (a) return 1; 1; }));	/* warning: probe argument 1 has a side effect, ... */
					/* note: it jumps out of the probe */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, int, ({ if (a) goto out; 1; }));	/* warning: probe argument 1 has a side effect, ... */
					/* note: it jumps out of the probe */
					/* note: compute the value before the probe, ... */
	for (i = 0; i < 3; i++)
		DTRACE_PROBE1(w, int, ({ if (a) break; 1; }));	/* warning: probe argument 1 has a side effect, ... */
					/* note: it jumps out of the probe */
					/* note: compute the value before the probe, ... */
	for (i = 0; i < 3; i++)
		DTRACE_PROBE1(w, int, ({ if (a) continue; 1; }));	/* warning: probe argument 1 has a side effect, ... */
					/* note: it jumps out of the probe */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE(w, int, a, int, a--);	/* warning: probe argument 2 has a side effect, ... */
					/* note: it changes 'a' */
					/* note: compute the value before the probe, ... */
					/* plain: warning: may be undefined (side effects of an argument) */

	/* The author says so, of one argument or of a part of it. */
	DTRACE_PROBE2(declared, int, DTRACE_PURE(remembers()),
		      int, 1 + DTRACE_PURE(changes(p)));
	DTRACE_PROBE(w, int, DTRACE_PURE(remembers()),
		     int, remembers());	/* warning: probe argument 2 has a side effect, ... */
					/* note: it calls 'remembers', which writes to memory */
					/* note: compute the value before the probe, ... */
	DTRACE_PROBE1(w, int, DTRACE_PURE(remembers()) + a++);	/* warning: probe argument 1 has a side effect, ... */
					/* note: it changes 'a' */
					/* note: compute the value before the probe, ... */

	/* What cannot be seen to change anything. */
	DTRACE_PROBE(unseen, int, elsewhere(p), int, fn(p), int, ({ int r = elsewhere(p); r; }),
		     int, caches(p), int, walks(t, 3), int, *READ_ONCE(p),
		     int, __atomic_load_n(p, __ATOMIC_ACQUIRE),
		     int, ({ asm volatile ("nop" : : : "memory"); 1; }),
		     int, ({ int v; rcu_read_lock(); v = t->a; rcu_read_unlock(); v; }),
		     int, ({ int v; preempt_disable(); v = *p; preempt_enable(); v; }),
		     int, ({ static int s; ++s; }));

	/* Clocks, and which CPU this is. */
	DTRACE_PROBE(clocks, ktime_t, ktime_get(), u64, ktime_get_ns(),
		     u64, ktime_get_real_ns(), u64, ktime_get_boottime_ns(),
		     time64_t, ktime_get_real_seconds(), u64, local_clock(),
		     u64, ktime_get_mono_fast_ns(), u64, sched_clock(),
		     u64, get_jiffies_64(), cycles_t, get_cycles(),
		     unsigned int, jiffies_to_msecs(jiffies - a),
		     unsigned long, msecs_to_jiffies(a),
		     int, smp_processor_id(), int, raw_smp_processor_id());

	/* Only its own variables. */
	DTRACE_PROBE(own, int, ({ int x = 1; x++; x; }),
		     int, ({ struct thing x; x.a = 1; x.b = x.a++; x.b; }),
		     int, ({ int v[4]; __builtin_memset(v, 0, sizeof(v)); v[2]; }),
		     int, ({ int x; fills(&x); x; }),
		     int, ({ int x = 0, j; for (j = 0; j < a; j++) { if (j == 3) break; x += j; } x; }),
		     int, ({ int x; switch (a) { case 1: x = 3; break; default: x = 4; } x; }),
		     int, ({ int x; asm ("" : "=r" (x) : "m" (*p)); x; }),
		     int, ({ if (a) goto inside; inside: a; }));
					/* plain: error (a label in an argument) */

	/* What the kernel's authors pass. */
	DTRACE_PROBE(reads, struct task_struct *, current, pid_t, current->pid,
		     int, raw_smp_processor_id(), unsigned long, jiffies,
		     struct thing *, rcu_dereference(t->next),
		     int, READ_ONCE(t->a), int, atomic_read(&t->count),
		     unsigned int, kref_read(&t->ref),
		     bool, test_bit(a, &t->flags), unsigned long, _RET_IP_,
		     u64, div_u64(a, 3), size_t, array_size(a, 3),
		     int, recurses(a), u32, be32_to_cpup((__be32 *)p),
		     int, min(a, 3), bool, in_interrupt());
out:
	return a;
}

void accessors(struct file *fp, struct device *dev, struct page *page,
	       struct sk_buff *skb, struct net_device *nd);
void accessors(struct file *fp, struct device *dev, struct page *page,
	       struct sk_buff *skb, struct net_device *nd)
{
	DTRACE_PROBE(reads, struct inode *, file_inode(fp),
		     loff_t, i_size_read(file_inode(fp)),
		     const char *, dev_name(dev), void *, dev_get_drvdata(dev),
		     unsigned long, page_to_pfn(page), int, page_count(page),
		     unsigned int, skb_headlen(skb), bool, netif_running(nd),
		     void *, netdev_priv(nd));
}
