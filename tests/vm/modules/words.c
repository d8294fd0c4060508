// SPDX-License-Identifier: GPL-2.0-only
/*
 * words.c - probes and arguments whose names mean something to clients, and more of
 * some kinds than clients have room for
 *
 *	echo 1 > /sys/module/words/parameters/fire
 *
 * For generators of scripts, which have to come to terms with all of it.
 */
#include <linux/err.h>
#include <linux/mm_types.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/sdt.h>

/* Values in the order of the names, from 1 */
static struct {
	int pid, tid, uid, comm, args, retval, func, probe;
	int nsecs, cpu, curtask, rand, elapsed, username, ctx, numaid;
} volatile builtins = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };

static struct {
	int str, printf, count, hist, ksym, join, buf, time;
	int cat, exit, print, sum, min, max, delete, path;
} volatile functions = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };

static struct {
	int string, int8, uint64, unroll, let, import, config, macro;
	int fn, perf, self, BEGIN, offsetof, stack, buffer, inet;
} volatile keywords = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };

static struct {
	int first, second, plain;
} volatile letters = { 1, 2, 3 };

#define TEN(n)	n ## 0, n ## 1, n ## 2, n ## 3, n ## 4, n ## 5, n ## 6, n ## 7, n ## 8, n ## 9
enum hundred {
	TEN(V0), TEN(V1), TEN(V2), TEN(V3), TEN(V4), TEN(V5), TEN(V6), TEN(V7), TEN(V8), TEN(V9),
};
enum level { LOW = -2, HIGH = 7, ALSO_HIGH = 7 };
enum __packed tiny { TINY, LARGEST = 255 };
enum huge { HUGE = 1ULL << 63 };

static volatile enum hundred hundred = V99;
static volatile enum level low = LOW, high = HIGH;
static volatile enum tiny largest = LARGEST;
static volatile enum huge huge = HUGE;
static char text[] = "a text";

static noinline void fire_words(void)
{
	/* Locals: a newer kernel refuses BTF that has such a name, of a member say. */
	int a$b = letters.first, café = letters.second;

	DTRACE_PROBE(builtins, int, builtins.pid, int, builtins.tid,
		     int, builtins.uid, int, builtins.comm,
		     int, builtins.args, int, builtins.retval,
		     int, builtins.func, int, builtins.probe,
		     int, builtins.nsecs, int, builtins.cpu,
		     int, builtins.curtask, int, builtins.rand,
		     int, builtins.elapsed, int, builtins.username,
		     int, builtins.ctx, int, builtins.numaid);
	DTRACE_PROBE(functions, int, functions.str, int, functions.printf,
		     int, functions.count, int, functions.hist,
		     int, functions.ksym, int, functions.join,
		     int, functions.buf, int, functions.time,
		     int, functions.cat, int, functions.exit,
		     int, functions.print, int, functions.sum,
		     int, functions.min, int, functions.max,
		     int, functions.delete, int, functions.path);
	DTRACE_PROBE(keywords, int, keywords.string, int, keywords.int8,
		     int, keywords.uint64, int, keywords.unroll,
		     int, keywords.let, int, keywords.import,
		     int, keywords.config, int, keywords.macro,
		     int, keywords.fn, int, keywords.perf,
		     int, keywords.self, int, keywords.BEGIN,
		     int, keywords.offsetof, int, keywords.stack,
		     int, keywords.buffer, int, keywords.inet);
	DTRACE_PROBE3(letters, int, a$b, int, café, int, letters.plain);
	DTRACE_PROBE1(printf, int, letters.plain);
	DTRACE_PROBE(nothing);
}

static noinline void fire_much(void)
{
	DTRACE_PROBE(strings, char *, text, char *, text + 1, char *, text + 2,
		     char *, text + 3, char *, text + 4, char *, text + 5,
		     char *, text, char *, text + 1, char *, text + 2,
		     char *, text + 3, char *, text + 4, char *, text + 5,
		     char *, text, char *, text + 1, char *, text + 2,
		     char *, NULL);
	DTRACE_PROBE(enums, enum level, low, enum level, high,
		     enum level, low + 1, enum tiny, largest,
		     enum huge, huge, enum hundred, hundred,
		     enum hundred, hundred - 1, enum hundred, hundred + 1,
		     enum level, low, enum level, low, enum level, low,
		     enum level, low, enum level, low, enum level, low,
		     enum level, low, enum level, high);
}

/* As much as one printf() of bpftrace takes beside one string, and beside two */
static noinline void fire_full(void)
{
	DTRACE_PROBE(full, char *, text, u64, huge, u64, huge, u64, huge,
		     u64, huge, u64, huge, u64, huge, u64, huge,
		     u64, huge, u64, huge, u64, huge, u64, huge,
		     u64, huge, u64, huge, u64, huge, u64, huge);
	DTRACE_PROBE8(half, char *, text, u64, huge, u64, huge, u64, huge,
		      u64, huge, u64, huge, u64, huge, char *, text + 2);
}

/* Strings that are in user space, whatever their type says, or nowhere */
static noinline void fire_addresses(void)
{
	/* Where the command line ends: "sh ./fire" */
	char *command = (char *)current->mm->arg_end - sizeof("fire");
	char __user *user = (char __user *)command;

	DTRACE_PROBE(addresses, char *, text, char *, command,
		     char *, NULL, char *, ERR_PTR(-EFAULT), char *, (char *)16,
		     char *, (char *)0x6b6b6b6b6b6b6b6b,
		     char *, (char *)0xa000000000000000,
		     char __user *, user, char __user *, NULL,
		     char __user *, (char __user *)16);
}

static int fire(const char *value, const struct kernel_param *kp)
{
	fire_words();
	fire_much();
	fire_full();
	fire_addresses();
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire };

module_param_cb(fire, &fire_ops, NULL, 0200);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Probes whose names are words of their clients");
