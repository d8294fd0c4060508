// SPDX-License-Identifier: GPL-2.0-only
/*
 * paths.c - probes where a function branches, fails, locks or ends
 */
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>

#include "corpus.h"

/* A probe before the fast path: the slow one's frame stays with that. */
int early(struct item *p, long n)
{
	DTRACE_PROBE2(early, struct item *, p, long, n);
	if (n < 8)
		return p->level;
	while (n--)
		p->level += corpus_call(p, n);
	return p->level;
}

int early_return(struct item *p)
{
	if (!p) {
		DTRACE_PROBE1(early_return, int, -EINVAL);
		return -EINVAL;
	}
	p->level += corpus_call(p, p->level);
	return 0;
}

int early_returns(struct item *p, int n)
{
	if (n < 0) {
		DTRACE_PROBE1(early_returns_negative, int, n);
		return -EINVAL;
	}
	if (n > p->length) {
		DTRACE_PROBE2(early_returns_long, int, n, u16, p->length);
		return -E2BIG;
	}
	DTRACE_PROBE1(early_returns_good, int, n);
	p->length -= n;
	return n;
}

/* Steps that are undone in reverse order */
int error_goto(struct item *p)
{
	int err;

	err = corpus_try(p, 1);
	if (err)
		goto out;
	err = corpus_try(p, 2);
	if (err) {
		DTRACE_PROBE2(error_second, struct item *, p, int, err);
		goto undo_first;
	}
	err = corpus_try(p, 3);
	if (err) {
		DTRACE_PROBE2(error_third, struct item *, p, int, err);
		goto undo_second;
	}
	return 0;

undo_second:
	corpus_log("undo second");
undo_first:
	corpus_log("undo first");
out:
	DTRACE_PROBE2(error_goto, struct item *, p, int, err);
	return err;
}

/* The same, with an error that is returned as a pointer */
struct item *error_pointer(struct item *p)
{
	int err = -ENOMEM;

	if (!corpus_call(p, 1))
		goto out;
	if (!corpus_call(p, 2))
		goto undo_first;
	if (!corpus_call(p, 3))
		goto undo_second;
	err = corpus_try(p, 4);
	if (err) {
		DTRACE_PROBE2(error_pointer_last, struct item *, p, int, err);
		goto undo_third;
	}
	return p;

undo_third:
	corpus_log("undo third");
undo_second:
	corpus_log("undo second");
undo_first:
	corpus_log("undo first");
out:
	p->level = 0;
	DTRACE_PROBE1(error_pointer, int, err);
	return ERR_PTR(err);
}

int error_unlikely(struct item *p)
{
	int err = corpus_try(p, 1);

	if (unlikely(err)) {
		DTRACE_PROBE2(error_unlikely, int, err, const char *, p->name);
		p->level = 0;
	}
	return err;
}

int switch_dense(struct item *p, int kind)
{
	switch (kind) {
	case 0:
		DTRACE_PROBE1(switch_dense_0, int, p->level);
		return p->level;
	case 1:
		DTRACE_PROBE1(switch_dense_1, u8, p->flag);
		return p->flag + 1;
	case 2:
		DTRACE_PROBE1(switch_dense_2, s16, p->offset);
		return p->offset * 2;
	case 3:
		DTRACE_PROBE1(switch_dense_3, u16, p->length);
		return p->length - 1;
	case 4:
		DTRACE_PROBE1(switch_dense_4, struct item *, p->next);
		return p->next != NULL;
	default:
		DTRACE_PROBE1(switch_dense_other, int, kind);
		return -EINVAL;
	}
}

/* One case falls into the next. */
long switch_fall(struct item *p, unsigned int kind, long n)
{
	switch (kind) {
	case 1:
		n += p->level;
		DTRACE_PROBE1(switch_fall_1, long, n);
		fallthrough;
	case 100:
		n += p->flag;
		DTRACE_PROBE1(switch_fall_100, long, n);
		fallthrough;
	case 10000:
		n += p->length;
		DTRACE_PROBE1(switch_fall_10000, long, n);
		break;
	default:
		n = -n;
	}
	DTRACE_PROBE2(switch_fall, unsigned int, kind, long, n);
	return n;
}

static DEFINE_SPINLOCK(spinlock);

void locked(struct item *p, int level)
{
	spin_lock(&spinlock);
	DTRACE_PROBE2(locked, int, p->level, int, level);
	p->level = level;
	spin_unlock(&spinlock);
}

int locked_irq(struct item *p, int level)
{
	unsigned long flags;
	int old;

	DTRACE_PROBE1(locked_irq_entry, int, level);
	spin_lock_irqsave(&spinlock, flags);
	old = p->level;
	p->level = level;
	DTRACE_PROBE2(locked_irq_held, int, old, unsigned long, flags);
	spin_unlock_irqrestore(&spinlock, flags);
	DTRACE_PROBE1(locked_irq_return, int, old);
	return old;
}

static DEFINE_MUTEX(mutex);

int locked_mutex(struct item *p, int step)
{
	int err;

	mutex_lock(&mutex);
	err = corpus_try(p, step);
	if (err) {
		DTRACE_PROBE2(locked_mutex_error, int, err, int, step);
		goto unlock;
	}
	p->level++;
	DTRACE_PROBE1(locked_mutex, int, p->level);
unlock:
	mutex_unlock(&mutex);
	return err;
}

/* The probe is on the way to a call that does not come back. */
int ends_thread(struct item *p, int level)
{
	DTRACE_PROBE1(ends_thread_entry, int, level);
	if (unlikely(level > 1000)) {
		DTRACE_PROBE2(ends_thread, struct item *, p, int, level);
		kthread_complete_and_exit(&corpus_done, 0);
	}
	return p->level + level;
}

int __init in_init(struct item *p, int a)
{
	DTRACE_PROBE2(in_init, struct item *, p, int, a);
	return corpus_try(p, a);
}

/* A function of which GCC knows that it seldom runs */
int __cold in_cold(struct item *p, int a)
{
	DTRACE_PROBE2(in_cold, struct item *, p, int, a);
	corpus_log(p->name);
	return p->level + a;
}
