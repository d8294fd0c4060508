// SPDX-License-Identifier: GPL-2.0-only
/*
 * support.c - what the corpus calls and reads
 */
#include <linux/completion.h>
#include <linux/kthread.h>
#include <linux/module.h>

#include "corpus.h"

static struct device_state device = { .users = 1, .label = "device" };
static struct owner owner = { .dev = &device, .id = 7 };

int corpus_x = 5;
struct completion corpus_done;
struct item corpus_item = {
	.level = 3,
	.mode = 2,
	.owner = &owner,
	.measure = corpus_call,
	.name = "item",
};

long corpus_call(struct item *p, long n)
{
	return p ? n : 0;
}

void corpus_fill(long *to)
{
	*to = corpus_x;
}

/* Fails at the step that the item's level names. */
int corpus_try(struct item *p, int step)
{
	return p->level == step ? -EIO : 0;
}

long corpus_weigh(struct item *p)
{
	return p->level * 2 + p->flag;
}

void corpus_log(const char *text)
{
	pr_debug("%s\n", text);
}

/* Waits, if one can call it that: ends the thread when the item's flag has been
   counted down. */
void corpus_wait(struct item *p)
{
	if (--p->flag == 0)
		kthread_complete_and_exit(&corpus_done, 0);
	p->ready = p->flag & 1;
}

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Functions by which probes are measured");
