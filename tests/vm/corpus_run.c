// SPDX-License-Identifier: GPL-2.0-only
/*
 * corpus_run.c - calls the functions of tests/plugin/corpus
 *
 * Becomes a module with them: stacks.t.  Its init code runs every function, on
 * every way that has a probe, and says in the log what came out of all of them
 * together.  Whether probes are there or not must make no difference to that.
 */
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/string.h>

#include "corpus.h"

static struct item items[3];
static long v[32];
static unsigned long results, count;

/* Three items that differ, as they are before each function */
static struct item *fresh(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(items); i++) {
		items[i] = corpus_item;
		items[i].next = i + 1 < ARRAY_SIZE(items) ? &items[i + 1] : NULL;
		items[i].level = i + 4;
		items[i].flag = 200 + i;
		items[i].offset = -3 - i;
		items[i].length = 1000 + i;
		items[i].delta = -7 + i;
		items[i].counts[i] = i + 11;
	}
	for (i = 0; i < ARRAY_SIZE(v); i++)
		v[i] = i * 7919 - 50000;
	return items;
}

static void note(unsigned long result)
{
	results = results * 31 + result;
	count++;
}

/* Notes the result, then what the function left of items and v. */
#define RUN(call)	do { fresh(); note(call); note_memory(); } while (0)
#define RUN_VOID(call)	do { fresh(); call; note_memory(); } while (0)

static noinline void note_memory(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(v); i++)
		note(v[i]);
	for (i = 0; i < ARRAY_SIZE(items); i++)
		note(items[i].level + 256 * items[i].flag + items[i].mode +
		     items[i].priority + items[i].length + items[i].name[3]);
}

static noinline void corpus_run_leaf(char *s, struct item *p)
{
	RUN(leaf0(1, s));
	RUN(leaf1(2, s));
	RUN(leaf2(3, s));
	RUN(leaf3(4, s));
	RUN(leaf4(5, s, p));
	RUN(leaf5(6, s, p));
	RUN(leaf6(7, s, p));
	RUN(leaf7(8, s, p, 1));
	RUN(leaf8(9, s, p, 1));
	RUN_VOID(leaf_empty());
	RUN(leaf_twice(1, 2));
	RUN(leaf_middle(3, 4));
	RUN(leaf_select(30, 400));
	RUN(leaf_branch(p, 5));
	fresh();
	p->ready = true;
	note(leaf_branch(p, 6));
}

static noinline void corpus_run_args(struct item *p)
{
	RUN(arg_parameters(1, 2, 3, 4, 5, 6, 7, 8));
	RUN(arg_locals(p));
	RUN(arg_members(p));
	RUN(arg_deep(p));
	RUN(arg_nested_array(p, 2));
	RUN(arg_elements(v, 3));
	RUN(arg_expressions(100, 33, 2));
	RUN(arg_literals(1));
	RUN(arg_constants(1));
	RUN_VOID(arg_local_address(5));
	RUN(arg_addresses(p));
	RUN(arg_member_address(p));
	RUN(arg_bits(p));
	RUN(arg_bits_stored(p, 5));
	RUN(arg_once(v));
	RUN(arg_current(1));
	RUN(arg_casts(p, 0x123456789L));
	RUN(arg_narrow(255, -300, 65535, true, -128));
	RUN(arg_ternary(p, -1));
	RUN(arg_ternary(p, 1));
	RUN(arg_bool(1, 2));
	RUN(arg_narrowed_sum(200, 100));
	RUN(arg_same(77));
	RUN(arg_address_alone(5));
	RUN(arg_kept(p, 4));
	RUN_VOID(arg_loaded_before(p, 3));
	RUN_VOID(arg_loaded_before(p, 9));
	RUN(arg_local_twice(p, -1000, 7));
	RUN(known(p));
}

/* Those that end with the thread that they run in */
static void (*const endless[])(struct item *p) = {
	loop_endless, loop_thread, loop_poll
};

static int corpus_run_endless(void *function)
{
	(*(void (*const *)(struct item *))function)(items);
	return 0;
}

/* Runs FUNCTION (ARG) in a thread, which ends there. */
static void run_in_thread(int (*function)(void *), void *arg)
{
	init_completion(&corpus_done);
	if (!IS_ERR(kthread_run(function, arg, "corpus")))
		wait_for_completion(&corpus_done);
}

static noinline void corpus_run_loops(char *s, struct item *p)
{
	int i;

	RUN(loop8(3, s, p));
	RUN(loop_sum(v, 3));
	RUN(loop_behind(v, 5));
	RUN(loop_nested((const char *)v, 2, 2));
	RUN(loop_rare("1,2,3", 5));
	RUN(loop_calls(p, 2));
	RUN(loop_break(v, 4, v[2]));
	RUN(loop_fixed(v));
	RUN_VOID(loop_product((u16 *)v, 4, 3));
	RUN(loop_hash("ab"));
	RUN(loop_bounds(v, 4));
	RUN(loop_argument(p, 3));
	for (i = 0; i < ARRAY_SIZE(endless); i++) {
		fresh();
		p->flag = 5;
		run_in_thread(corpus_run_endless, (void *)&endless[i]);
		note(p->counts[0] + p->counts[1]);
		note_memory();
	}
	RUN(loop_entered(p, 4));
	fresh();
	p->ready = true;
	note(loop_entered(p, 4));
}

static noinline void corpus_run_pressure(struct item *p)
{
	RUN_VOID(pressure_rotate(v));
	RUN_VOID(pressure_computed(v));
	RUN_VOID(pressure_spilled(v));
	RUN(pressure_loop(v, 3));
	RUN(pressure_parameters(1, 2, 3, 4, 5, 6, 7, 8, 9));
	RUN(pressure_mix(1, 2, 3, 4));
	RUN_VOID(pressure_around_call(p, v));
	RUN_VOID(pressure_narrow((u8 *)v));
}

static noinline void corpus_run_calls(struct item *p)
{
	RUN(call_before(p, 3));
	RUN(call_behind(p, 3));
	RUN(call_between(p, 3));
	RUN(pure_helper_twice(p, 1));
	RUN(call_tail(p, 3));
	RUN(call_tail_chosen(p, 3));
	fresh();
	p->ready = true;
	note(call_tail_chosen(p, 3));
	RUN(call_entry_return(p, 4));
	RUN(call_entry_return(p, 5));
	RUN(call_pointer(p, 3));
	RUN(call_argument(p, 3));
	RUN(call_argument_framed(p, 3));
	RUN(call_argument_live(1, 2, 3, 4, p));
	RUN(call_argument_pointer(p, 3));
	RUN(call_argument_inlined(p, 3));
	RUN(call_recursive(12));
	RUN(call_recursive_tail(p, 0));
	RUN_VOID(call_sequence(p));
}

static int corpus_run_thread(void *p)
{
	note(ends_thread(p, 1001));
	return 0;
}

static noinline void __init corpus_run_paths(struct item *p)
{
	int i;

	RUN(early(p, 3));
	RUN(early(p, 9));
	RUN(early_return(NULL));
	RUN(early_return(p));
	RUN(early_returns(p, -1));
	RUN(early_returns(p, 2000));
	RUN(early_returns(p, 3));
	for (i = 1; i < 5; i++) {
		fresh();
		p->level = i;
		note(error_goto(p));
		p->level = i;
		note(PTR_ERR_OR_ZERO(error_pointer(p)));
		p->level = i;
		note(error_unlikely(p));
		note_memory();
	}
	for (i = 0; i < 6; i++)
		RUN(switch_dense(p, i));
	RUN(switch_fall(p, 1, 5));
	RUN(switch_fall(p, 100, 5));
	RUN(switch_fall(p, 10000, 5));
	RUN(switch_fall(p, 2, 5));
	RUN_VOID(locked(p, 3));
	RUN(locked_irq(p, 3));
	RUN(locked_mutex(p, 4));
	RUN(locked_mutex(p, 5));
	RUN(ends_thread(p, 3));
	run_in_thread(corpus_run_thread, p);
	RUN(in_init(p, 3));
	RUN(in_cold(p, 3));
}

static noinline void corpus_run_inlined(struct item *p)
{
	RUN(inlined_once(p));
	RUN(inlined_thrice(p));
	RUN(inlined_loop(p));
	RUN(inlined_single(p));
	RUN(inlined_nested(p));
	RUN(inlined_twice(p, 3));
	RUN(inlined_long(p));
	fresh();
	p->level = 1;
	note(inlined_calls(p));
	p->level = 2;
	note(inlined_calls(p));
	RUN(inlined_constant(3, 2));
	RUN(inlined_not(p, 3));
}

static noinline void corpus_run_drivers(void)
{
	static struct request requests[3] = {
		{ .id = 1 }, { .id = 2 }, { .id = 3 }
	};
	static const u8 packet[] = { 0x41, 0, 1, 2, 3, 4, 5, 6 };
	static const u32 table[] = { 1, 3, 5, 7, 9, 11, 13 };
	struct ring ring = { .head = RING_SIZE - 2 };
	unsigned long map = 0x3;
	char name[16];
	LIST_HEAD(list);
	u32 value = 0;
	int i;

	for (i = 0; i < RING_SIZE; i++)
		note(ring_push(&ring, i));
	for (i = 0; i < RING_SIZE; i++) {
		note(ring_pop(&ring, &value));
		note(value);
	}
	for (i = 0; i < ARRAY_SIZE(requests); i++)
		list_add_tail(&requests[i].entry, &list);
	note(list_find(&list, 2)->id);
	note(list_find(&list, 4) == NULL);
	note(list_complete(&list, -EIO));
	note(requests[1].status);
	note(packet_checksum((const u16 *)packet, 4));
	note(packet_parse(packet, 3, requests));
	note(packet_parse(packet + 1, 7, requests));
	note(packet_parse(packet, 8, requests));
	note(requests[0].size);
	note(state_machine("spse", STATE_IDLE));
	note(state_machine("spx", STATE_IDLE));
	note(table_search(table, ARRAY_SIZE(table), 11));
	note(table_search(table, ARRAY_SIZE(table), 4));
	note(number_parse("12x", &value));
	note(number_parse("4711", &value));
	note(value);
	note(bitmap_take(&map, 2));
	note(bitmap_take(&map, 4));
	note(map);
	note(register_poll(&value, 1, 2));
	note(register_poll(&value, 1 << 30, 2));
	name_copy(name, "corpus");
	note(name[0] + name[5] * 3 + name[15] * 5);
}

static noinline void corpus_run_files(void)
{
	/* User memory that is there: the arguments of the program */
	unsigned long user = current->mm->arg_start;
	struct machine machine = { .status = 0 };
	struct object *object;
	loff_t pos = 0;

	note(file_open(NULL, NULL));
	note(file_open(NULL, NULL));
	note(file_write(NULL, (const char __user *)user, 4, &pos));
	note(file_write(NULL, NULL, 4, &pos));
	note(file_read(NULL, (char __user *)user, 4, &pos));
	note(file_read(NULL, NULL, 4, &pos));
	note(file_ioctl(NULL, IOCTL_PARITY, 3));
	note(file_ioctl(NULL, IOCTL_CLEAR, 0));
	note(file_ioctl(NULL, IOCTL_FILL, 'x'));
	note(file_ioctl(NULL, 0, 0));
	note(file_release(NULL, NULL));
	note(irq_handler(1, &machine));
	machine.status = STATUS_OURS | STATUS_DATA;
	note(irq_handler(1, &machine));
	note(machine.ring.head);
	note(PTR_ERR_OR_ZERO(object_create("large", 2 * PAGE_SIZE)));
	object = object_create("small", 1);
	if (!IS_ERR(object)) {
		object_get(object);
		object_put(object);
		object_put(object);
	}
}

static int __init corpus_run(void)
{
	char s[] = "string";

	corpus_run_leaf(s, items);
	corpus_run_args(items);
	corpus_run_loops(s, items);
	corpus_run_pressure(items);
	corpus_run_calls(items);
	corpus_run_paths(items);
	corpus_run_inlined(items);
	corpus_run_drivers();
	corpus_run_files();
	pr_info("corpus: %lu results make %016lx\n", count, results);
	return 0;
}

static void __exit corpus_exit(void)
{
}

module_init(corpus_run);
module_exit(corpus_exit);
