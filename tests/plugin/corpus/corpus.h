/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * corpus.h - the functions by which the plugin is measured
 *
 * Each function is compiled as it stands: without its probes, with them, with
 * tracepoints, with calls, or with loads and branches in their place.  Which of
 * these is said by a macro from the Kbuild file; see variant.h.
 */
#ifndef CORPUS_H
#define CORPUS_H

#include <linux/init.h>
#include <linux/ioctl.h>
#include <linux/irqreturn.h>
#include <linux/kernel.h>
#include <linux/types.h>

struct completion;
struct file;
struct inode;
struct object;

struct device_state {
	int users;
	unsigned long features;
	const char *label;
};

struct owner {
	struct device_state *dev;
	int id;
};

/* What most functions work on */
struct item {
	struct item *next;
	int level;
	u8 flag;
	bool ready;
	s16 offset;
	u16 length;
	unsigned int mode : 3;
	unsigned int priority : 5;
	signed int delta : 6;
	struct owner *owner;
	long (*measure)(struct item *p, long n);
	long counts[4];
	char name[16];
};

#define RING_SIZE	16

struct ring {
	unsigned int head, tail, dropped;
	u32 slots[RING_SIZE];
};

struct request {
	struct list_head entry;
	u32 id;
	int status;
	size_t size;
};

enum { STATE_IDLE, STATE_RUNNING, STATE_PAUSED };

#define IOCTL_PARITY	_IO('c', 1)
#define IOCTL_CLEAR	_IO('c', 2)
#define IOCTL_FILL	_IO('c', 3)

struct machine {
	u32 status, acknowledge, data;
	unsigned long interrupts;
	struct ring ring;
};

#define STATUS_OURS	0x80000000
#define STATUS_DATA	0x00000001

/* support.c: what the compiler knows nothing of */
extern int corpus_x;
extern struct item corpus_item;
extern struct completion corpus_done;
long corpus_call(struct item *p, long n);
void corpus_fill(long *to);
int corpus_try(struct item *p, int step);
long corpus_weigh(struct item *p) __pure;
void corpus_log(const char *text);
void corpus_wait(struct item *p);

#include "variant.h"

/* leaf.c */
int leaf0(int a, char *s);
int leaf1(int a, char *s);
int leaf2(int a, char *s);
int leaf3(int a, char *s);
int leaf4(int a, char *s, struct item *p);
int leaf5(int a, char *s, struct item *p);
int leaf6(int a, char *s, struct item *p);
int leaf7(int a, char *s, struct item *p, unsigned long n);
int leaf8(int a, char *s, struct item *p, unsigned long n);
void leaf_empty(void);
int leaf_twice(int a, int b);
int leaf_middle(int a, int b);
int leaf_select(int a, int b);
int leaf_branch(struct item *p, int a);

/* args.c */
long arg_parameters(long a, long b, long c, long d, long e, long f, long g,
		    int h);
int arg_locals(struct item *p);
int arg_members(struct item *p);
int arg_deep(struct item *p);
int arg_nested_array(struct item *p, int i);
long arg_elements(long *v, unsigned long i);
long arg_expressions(long a, long b, int shift);
int arg_literals(int a);
int arg_constants(int a);
void arg_local_address(long seed);
int arg_addresses(struct item *p);
int arg_member_address(struct item *p);
int arg_bits(struct item *p);
int arg_bits_stored(struct item *p, int mode);
long arg_once(long *v);
int arg_current(int a);
long arg_casts(struct item *p, long n);
int arg_narrow(u8 a, s16 b, u16 c, bool d, s8 e);
int arg_ternary(struct item *p, int a);
bool arg_bool(long a, long b);
int arg_narrowed_sum(u8 a, u8 b);
long arg_same(long a);
int arg_address_alone(int a);
int arg_kept(struct item *p, int step);
int arg_local_twice(struct item *p, int a, int b);
int known(struct item *p);
void arg_loaded_before(struct item *p, int level);

/* loops.c */
long loop8(int a, char *s, struct item *p);
long loop_sum(const long *v, int n);
long loop_behind(const long *v, int n);
int loop_nested(const char *v, int width, int height);
int loop_rare(const char *s, int n);
long loop_calls(struct item *p, int n);
int loop_break(const long *v, int n, long wanted);
long loop_fixed(const long *v);
void loop_product(u16 *v, int n, int step);
u32 loop_hash(const char *s);
long loop_bounds(const long *v, int n);
int loop_argument(struct item *p, int a);
void loop_endless(struct item *p);
void loop_thread(struct item *p);
void loop_poll(struct item *p);
int loop_entered(struct item *p, int step);

/* pressure.c */
void pressure_rotate(volatile long *v);
void pressure_computed(volatile long *v);
void pressure_spilled(volatile long *v);
long pressure_loop(const long *v, long n);
long pressure_parameters(long a, long b, long c, long d, long e, long f,
			 long g, long h, long i);
u64 pressure_mix(u64 a, u64 b, u64 c, u64 d);
void pressure_around_call(struct item *p, volatile long *v);
void pressure_narrow(volatile u8 *v);

/* calls.c */
long call_before(struct item *p, long n);
long call_behind(struct item *p, long n);
long call_between(struct item *p, long n);
long call_tail(struct item *p, long n);
long call_tail_chosen(struct item *p, long n);
int call_entry_return(struct item *p, int step);
long call_pointer(struct item *p, long n);
int call_argument(struct item *p, int a);
long call_argument_framed(struct item *p, long n);
long call_argument_live(long a, long b, long c, long d, struct item *p);
int call_argument_pointer(struct item *p, int a);
int call_argument_inlined(struct item *p, int a);
long call_recursive(long n);
int call_recursive_tail(struct item *p, int depth);
void call_sequence(struct item *p);
int pure_helper(struct item *p, int k);
int pure_helper_twice(struct item *p, int k);

/* paths.c */
int early(struct item *p, long n);
int early_return(struct item *p);
int early_returns(struct item *p, int n);
int error_goto(struct item *p);
struct item *error_pointer(struct item *p);
int error_unlikely(struct item *p);
int switch_dense(struct item *p, int kind);
long switch_fall(struct item *p, unsigned int kind, long n);
void locked(struct item *p, int level);
int locked_irq(struct item *p, int level);
int locked_mutex(struct item *p, int step);
int ends_thread(struct item *p, int level);
int in_init(struct item *p, int a);
int in_cold(struct item *p, int a);

/* inlined.c */
int inlined_once(struct item *p);
int inlined_thrice(struct item *p);
int inlined_loop(struct item *p);
int inlined_single(struct item *p);
int inlined_nested(struct item *p);
int inlined_twice(struct item *p, int a);
u32 inlined_long(struct item *p);
int inlined_calls(struct item *p);
long inlined_constant(long a, int n);
int inlined_not(struct item *p, int a);

/* drivers.c */
bool ring_push(struct ring *ring, u32 value);
bool ring_pop(struct ring *ring, u32 *value);
struct request *list_find(struct list_head *list, u32 id);
int list_complete(struct list_head *list, int status);
u16 packet_checksum(const u16 *words, int n);
int packet_parse(const u8 *data, size_t size, struct request *to);
int state_machine(const char *commands, int state);
int table_search(const u32 *table, int n, u32 key);
int number_parse(const char *text, u32 *to);
int bitmap_take(unsigned long *map, int bits);
int register_poll(const volatile u32 *reg, u32 mask, int tries);
void name_copy(char to[16], const char *from);

/* files.c */
int file_open(struct inode *inode, struct file *fp);
int file_release(struct inode *inode, struct file *fp);
ssize_t file_write(struct file *fp, const char __user *buf, size_t n,
		   loff_t *pos);
ssize_t file_read(struct file *fp, char __user *buf, size_t n, loff_t *pos);
long file_ioctl(struct file *fp, unsigned int cmd, unsigned long arg);
irqreturn_t irq_handler(int irq, void *cookie);
void object_get(struct object *object);
void object_put(struct object *object);
struct object *object_create(const char *name, size_t size);

#endif
