/* SPDX-License-Identifier: GPL-2.0-only */
/* What the table kernel names, as expressions.h for the other one */
#define pr_fmt(format)	"box " format
#include <linux/module.h>
#include <linux/bitfield.h>
#include <linux/bitops.h>
#include <linux/cred.h>
#include <linux/fs.h>
#include <linux/io.h>
#include <linux/jiffies.h>
#include <linux/kref.h>
#include <linux/ktime.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/sdt.h>
#if __has_include(<linux/unaligned.h>)
#include <linux/unaligned.h>
#endif
#include <linux/user_namespace.h>
#include <linux/workqueue.h>
#include <net/ip.h>

struct box {
	int n, m, *p;
	u32 word;
	u8 buf[8];
	char *name;
	__be16 be16;
	__be32 be32;
	__le32 le32;
	dma_addr_t dma;
	dev_t dev;
	umode_t mode;
	unsigned long flags;
	void __iomem *io;
	void __user *user;
	int __percpu *pcpu;
	struct box __rcu *rp;
	struct list_head list;
	atomic_t count;
	struct kref ref;
	struct mutex mutex;
	struct work_struct work;
};
static DEFINE_PER_CPU(int, value);

#define PARAMETERS	struct box *b
#define BYTES(x)	((u8 *)(x))[0], ((u8 *)(x))[1]
#define GNU(format, args...)	DTRACE_PRINTF(format, ##args)
#define LIST(args)	DTRACE_PRINTF args
