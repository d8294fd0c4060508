// SPDX-License-Identifier: GPL-2.0-only
/*
 * calls.c - probes that begin and end something, as they should and otherwise
 *
 *	echo WHAT > /sys/module/calls/parameters/fire
 *
 *	nested		calls in calls, which take a millisecond each
 *	requests	three, which a workqueue's task ends while others begin
 *	steps		begin and end without an argument that both have
 *	left		a call whose inner one has no end
 *	again		a call that begins twice and ends twice
 *	stuck		a call and a request that do not end
 *	values		arguments of all kinds
 *	many		17,000 requests at once
 */
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/module.h>
#include <linux/sdt.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#define NR_REQUESTS	3
#define MANY		17000

enum state { IDLE, BUSY, FAILED = -5 };

static struct request {
	struct delayed_work work;
	int nr;
} requests[NR_REQUESTS];

/* From memory, so that the compiler knows nothing of them. */
static volatile enum state state = FAILED;
static volatile u64 largest = U64_MAX;
static volatile s64 smallest = S64_MIN;
static volatile int minus = -1;
static char text[] = "a \"quoted\" \\ <text> & \xff \xc3\xa4";
static u8 bytes[] = { 0xde, 0xad, 0xbe, 0xef };

static noinline void inner(int n)
{
	DTRACE_PROBE1(inner__entry, int, n);
	usleep_range(1000, 1200);
	DTRACE_PROBE1(inner__return, int, n);
}

static noinline void middle(int n)
{
	DTRACE_PROBE1(middle__entry, int, n);
	inner(n);
	DTRACE_PROBE1(between, int, n);
	inner(n + 1);
	DTRACE_PROBE1(middle__return, int, n);
}

/* One event in several functions, of which the probe's name says nothing */
static noinline void outer(int n)
{
	DTRACE_PROBE1(entry, int, n);
	middle(n);
	DTRACE_PROBE1(return, int, n);
}

static noinline void outermost(void)
{
	DTRACE_PROBE1(entry, int, 0);
	outer(1);
	outer(2);
	DTRACE_PROBE1(return, int, 0);
}

static void end_request(struct work_struct *work)
{
	struct request *req = container_of(to_delayed_work(work), struct request, work);

	size_t size = req->nr * 512;

	DTRACE_PROBE3(io__done, struct request *, req, int, -req->nr, size_t, size);
}

static noinline void fire_requests(void)
{
	int i;

	for (i = 0; i < NR_REQUESTS; i++) {
		struct request *req = &requests[i];
		size_t len = i * 512;

		req->nr = i;
		DTRACE_PROBE2(io__start, struct request *, req, size_t, len);
		schedule_delayed_work(&req->work, msecs_to_jiffies(20 * (NR_REQUESTS - i)));
		usleep_range(1000, 1200);
	}
	for (i = 0; i < NR_REQUESTS; i++)
		flush_delayed_work(&requests[i].work);
}

static noinline void fire_steps(void)
{
	DTRACE_PROBE(step__begin);
	usleep_range(1000, 1200);
	DTRACE_PROBE(step__end);
}

static noinline void begin_only(int n)
{
	DTRACE_PROBE1(inner__entry, int, n);
}

static noinline void end_only(int n)
{
	DTRACE_PROBE1(inner__return, int, n);
}

static noinline void fire_left(void)
{
	DTRACE_PROBE1(middle__entry, int, 1);
	begin_only(1);
	DTRACE_PROBE1(middle__return, int, 1);
}

static noinline void fire_again(void)
{
	begin_only(1);
	begin_only(2);
	end_only(2);
	end_only(1);
}

static noinline void fire_stuck(void)
{
	size_t len = 7;

	DTRACE_PROBE1(middle__entry, int, 7);
	DTRACE_PROBE2(io__start, struct request *, &requests[0], size_t, len);
}

static noinline void fire_values(void)
{
	DTRACE_PROBE(values, u64 largest, largest, s64 smallest, smallest, int minus, minus,
		     enum state state, state, char *text, text, u8 bytes[4], bytes,
		     void *pointer, &requests, u32 DTRACE_HEX mask, (u32)largest);
	DTRACE_PRINTF("%s is %d\n", text, minus);
}

/* So that the buffer can be read meanwhile */
static void pause_at(size_t nr)
{
	if (nr % 1000 == 0)
		msleep(300);
}

static noinline void fire_many(void)
{
	struct request *req = requests;
	size_t len, size;

	for (len = 0; len < MANY; len++) {
		DTRACE_PROBE2(io__start, struct request *, req + len, size_t, len);
		pause_at(len);
	}
	for (size = 0; size < MANY; size++) {
		DTRACE_PROBE3(io__done, struct request *, req + size, int, 0, size_t, size);
		pause_at(size);
	}
}

static const struct {
	const char *what;
	void (*fire)(void);
} calls[] = {
	{ "nested", outermost },
	{ "requests", fire_requests },
	{ "steps", fire_steps },
	{ "left", fire_left },
	{ "again", fire_again },
	{ "stuck", fire_stuck },
	{ "values", fire_values },
	{ "many", fire_many },
};

static int fire(const char *value, const struct kernel_param *kp)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(calls); i++)
		if (sysfs_streq(value, calls[i].what)) {
			calls[i].fire();
			return 0;
		}
	return -EINVAL;
}

static const struct kernel_param_ops fire_ops = {
	.set = fire,
};
module_param_cb(fire, &fire_ops, NULL, 0200);

static int __init calls_init(void)
{
	int i;

	for (i = 0; i < NR_REQUESTS; i++)
		INIT_DELAYED_WORK(&requests[i].work, end_request);
	return 0;
}

static void __exit calls_exit(void)
{
	int i;

	for (i = 0; i < NR_REQUESTS; i++)
		cancel_delayed_work_sync(&requests[i].work);
}

module_init(calls_init);
module_exit(calls_exit);
MODULE_DESCRIPTION("Probes that begin and end something");
MODULE_LICENSE("GPL");
