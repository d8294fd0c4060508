// SPDX-License-Identifier: GPL-2.0-only
/*
 * btfdev.c - a probe whose argument points to a structure of the driver's own
 */
#include <linux/module.h>
#include <linux/sdt.h>

struct btfdev_queue {
	unsigned short head;
	unsigned short tail;
};

struct btfdev {
	struct list_head list;
	struct btfdev_queue *queue;
	struct task_struct *owner;
	unsigned int len;
	char name[12];
};

static noinline void btfdev_send(struct btfdev *d)
{
	DTRACE_PROBE1(send, struct btfdev *, d);
}

static int fire(const char *value, const struct kernel_param *param)
{
	struct btfdev_queue queue = { .head = 3, .tail = 5 };
	struct btfdev d = { .queue = &queue, .owner = current, .len = 42, .name = "ours" };

	btfdev_send(&d);
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire };

module_param_cb(fire, &fire_ops, NULL, 0200);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("a test");
