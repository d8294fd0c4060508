// SPDX-License-Identifier: GPL-2.0-only
/*
 * idioms.c - arguments as the kernel's code has them, of many subsystems
 *
 * They only read, and a parameter of the type before each draws no warning either.
 */
#include <linux/bitfield.h>
#include <linux/bitmap.h>
#include <linux/blkdev.h>
#include <linux/completion.h>
#include <linux/cred.h>
#include <linux/dma-mapping.h>
#include <linux/etherdevice.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/hashtable.h>
#include <linux/hrtimer.h>
#include <linux/idr.h>
#include <linux/if_vlan.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/ip.h>
#include <linux/kfifo.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/netdevice.h>
#include <linux/pci.h>
#include <linux/pagemap.h>
#include <linux/percpu_counter.h>
#include <linux/pid_namespace.h>
#include <linux/pm_runtime.h>
#include <linux/rbtree.h>
#include <linux/rcupdate.h>
#include <linux/rwsem.h>
#include <linux/sched.h>
#include <linux/seqlock.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/timekeeping.h>
#include <linux/timer.h>
#include <linux/uaccess.h>
#include <linux/usb.h>
#include <linux/wait.h>
#include <linux/workqueue.h>
#include <linux/xarray.h>
#if __has_include(<linux/unaligned.h>)
#include <linux/unaligned.h>
#else
#include <asm/unaligned.h>
#endif
#include <linux/sdt.h>

struct ring {
	spinlock_t lock;
	struct mutex mutex;
	struct rw_semaphore sem;
	struct completion done;
	struct work_struct work;
	struct delayed_work later;
	struct timer_list timer;
	struct hrtimer hrtimer;
	struct kref ref;
	struct rb_root tree;
	struct list_head list;
	struct hlist_head hash;
	struct xarray xa;
	struct percpu_counter counter;
	wait_queue_head_t wait;
	seqlock_t seq;
	atomic_t refs;
	atomic64_t bytes;
	atomic_long_t pages;
	refcount_t users;
	cpumask_t cpus;
	unsigned long bits[2];
	u32 reg, head, tail;
	u16 a, b;
	u8 x, raw[8];
	size_t len;
	ktime_t start;
	DECLARE_KFIFO(fifo, int, 8);
};

static DEFINE_PER_CPU(int, hits);

void locks(struct ring *r);
void locks(struct ring *r)
{
	DTRACE_PROBE(locks, bool, spin_is_locked(&r->lock), bool, mutex_is_locked(&r->mutex),
		     bool, rwsem_is_locked(&r->sem), bool, completion_done(&r->done),
		     bool, waitqueue_active(&r->wait), bool, wq_has_sleeper(&r->wait),
		     unsigned int, work_busy(&r->work), bool, work_pending(&r->work),
		     bool, delayed_work_pending(&r->later), bool, timer_pending(&r->timer),
		     bool, hrtimer_active(&r->hrtimer), s64, hrtimer_get_remaining(&r->hrtimer),
		     bool, irqs_disabled(), bool, in_softirq(), int, preempt_count(),
		     unsigned int, read_seqbegin(&r->seq));
}

void counts(struct ring *r, int nr);
void counts(struct ring *r, int nr)
{
	DTRACE_PROBE(counts, u8, atomic_read(&r->refs), int, atomic64_read(&r->bytes),
		     u32, atomic_long_read(&r->pages), u16, refcount_read(&r->users),
		     u8, kref_read(&r->ref), int, percpu_counter_sum(&r->counter),
		     int, percpu_counter_read_positive(&r->counter),
		     u8, bitmap_weight(r->bits, 128), u16, find_first_zero_bit(r->bits, 128),
		     u16, find_next_bit(r->bits, 128, nr), u8, cpumask_weight(&r->cpus),
		     u8, cpumask_first(&r->cpus), u8, num_online_cpus(),
		     u8, hweight32(r->reg), u8, ilog2(r->reg), u8, ffs(r->reg));
	DTRACE_PROBE(percpu, int, this_cpu_read(hits), int, *this_cpu_ptr(&hits),
		     int, per_cpu(hits, 0), int, raw_cpu_read(hits), int, *raw_cpu_ptr(&hits),
		     int, kfifo_len(&r->fifo), bool, kfifo_is_empty(&r->fifo),
		     bool, list_empty_careful(&r->list), bool, hlist_empty(&r->hash),
		     struct ring *, list_first_entry_or_null(&r->list, struct ring, list),
		     struct rb_node *, rb_first(&r->tree), void *, xa_load(&r->xa, nr),
		     unsigned int, smp_load_acquire(&r->tail));
}

void times(struct ring *r, unsigned long j, struct timespec64 *ts);
void times(struct ring *r, unsigned long j, struct timespec64 *ts)
{
	DTRACE_PROBE(times, u32, jiffies_to_msecs(jiffies - j), u32, jiffies_to_usecs(j),
		     u32, ktime_us_delta(ktime_get(), r->start), int, ktime_to_ms(r->start),
		     u32, timespec64_to_ns(ts), u32, ktime_get_real_seconds(),
		     bool, time_after(jiffies, j), u16, div_u64(r->len, 3),
		     u32, ({ u64 n = r->len; do_div(n, 10); n; }),
		     u32, ({ u32 rem; div_u64_rem(r->len, 10, &rem); rem; }));
}

void registers(struct ring *r, void __iomem *io, unsigned int nr);
void registers(struct ring *r, void __iomem *io, unsigned int nr)
{
	DTRACE_PROBE(registers, u8, FIELD_GET(GENMASK(11, 4), r->reg), u8, readl(io),
		     u16, ioread32(io + 4), u8, readb(io), u32, readq(io),
		     u8, r->x & ~BIT(3), u16, BIT(nr), u8, swab32(r->reg), u16, r->head - r->tail,
		     u8, get_unaligned_le16(r->raw), u16, get_unaligned((u32 *)r->raw),
		     u16, be32_to_cpu((__force __be32)r->reg), u8, upper_32_bits(r->len),
		     u8, min_t(size_t, r->len, 9), u8, clamp(nr, 1U, 9U), u16, round_up(r->a, 8));
	DTRACE_PROBE(sizes, u16, ALIGN(r->len, 64), u16, DIV_ROUND_UP(r->len, 3),
		     int, array_size(r->len, 8), u8, ARRAY_SIZE(r->raw), u8, r->a + r->b,
		     u8, ~r->x, s8, -r->x, u8, r->x << 1, int, PTR_ERR(r), int, strlen(r->raw),
		     u8, abs(r->a - r->b), u16, ksize(r), u8, max3(r->a, r->b, r->a),
		     int, PTR_ERR_OR_ZERO(r), int, IS_ERR_OR_NULL(r) ? -ENOENT : 0,
		     u16, struct_size(r, raw, 3));
}

void packets(struct sk_buff *skb, struct net_device *dev, struct iphdr *ip);
void packets(struct sk_buff *skb, struct net_device *dev, struct iphdr *ip)
{
	DTRACE_PROBE(packets, u16, skb->len, u16, skb_headlen(skb), u16, skb_tailroom(skb),
		     u8, skb_shinfo(skb)->nr_frags, u16, ntohs(skb->protocol),
		     u16, skb_get_queue_mapping(skb), u16, skb_network_offset(skb),
		     bool, skb_is_gso(skb), bool, skb_cloned(skb), u32, skb_get_hash(skb),
		     u8, ip->ihl * 4, u16, ntohs(ip->tot_len),
		     bool, is_multicast_ether_addr(eth_hdr(skb)->h_dest),
		     u16, skb_vlan_tag_get(skb), void *, skb_mac_header(skb),
		     u8, ip_hdr(skb)->protocol);
	DTRACE_PROBE(devices, bool, netif_carrier_ok(dev), bool, netif_queue_stopped(dev),
		     const char *, netdev_name(dev), u16, dev->mtu + ETH_HLEN,
		     bool, netif_tx_queue_stopped(netdev_get_tx_queue(dev, 0)),
		     u8, dev->flags & IFF_UP);
}

void files(struct file *file, struct inode *inode, struct page *page, struct bio *bio,
	   struct task_struct *task, int __user *user);
void files(struct file *file, struct inode *inode, struct page *page, struct bio *bio,
	   struct task_struct *task, int __user *user)
{
	DTRACE_PROBE(files, u32, i_size_read(inode), u32, inode->i_ino, u16, inode->i_mode,
		     u32, i_uid_read(inode), u32, from_kgid(&init_user_ns, inode->i_gid),
		     dev_t, inode->i_sb->s_dev, u8, MINOR(inode->i_rdev), int, file_count(file),
		     int, file->f_pos, u16, d_inode(file->f_path.dentry)->i_nlink,
		     int, page_count(page), u32, page_to_pfn(page), u32, page_offset(page),
		     bool, PageDirty(page), u32, bio->bi_iter.bi_sector, u8, bio_op(bio));
	DTRACE_PROBE(tasks, pid_t, task_pid_vnr(task), pid_t, task_tgid_nr(task),
		     u8, task_cpu(task), int, task_nice(task), bool, signal_pending(current),
		     u32, from_kuid(&init_user_ns, current_uid()), bool, capable(CAP_SYS_ADMIN),
		     u16, (long)current->mm, bool, rcu_access_pointer(task->real_parent) != NULL,
		     int, ({ int v = 0; get_user(v, user); v; }), bool, in_task());
}

void buses(struct pci_dev *pci, struct usb_device *usb, struct device *dev, struct urb *urb);
void buses(struct pci_dev *pci, struct usb_device *usb, struct device *dev, struct urb *urb)
{
	DTRACE_PROBE(buses, const char *, pci_name(pci), u8, PCI_SLOT(pci->devfn),
		     u32, pci_resource_len(pci, 0), u8, pci->msix_enabled,
		     u16, ({ u16 v; pci_read_config_word(pci, 4, &v); v; }),
		     bool, pm_runtime_active(dev), const char *, dev_driver_string(dev),
		     u32, dma_get_mask(dev), u32, virt_to_phys(pci),
		     u8, usb_endpoint_num(&urb->ep->desc), u8, usb_pipein(urb->pipe) ? 1 : 0,
		     u8, urb->actual_length, const char *, dev_name(&usb->dev),
		     void *, dev_get_drvdata(dev));
}
