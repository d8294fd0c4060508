// SPDX-License-Identifier: GPL-2.0-only
/*
 * secrets.c - an instrumented module whose probes have addresses as arguments
 *
 *	echo 1 > /sys/module/secrets/parameters/fire
 *
 * fires "pointers", whose arguments are an address of the kernel, as a pointer and
 * as the number that it is; one that could be a user's; NULL; the address of a
 * function and that of a string; "values": from a register, the stack, memory, and
 * a constant; "unreadable" and "open": strings of which some cannot be read and some
 * must not be; "edge": one that ends where memory ends.
 *
 *	.../kept	how often the values were afterwards what they had been
 */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/sdt.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

static int kept;
static unsigned long in_memory = 1003;
static char text[] = "a string";

static noinline __noclone void fire_pointers(const void *object, const void *low)
{
	DTRACE_PROBE6(pointers, const void *, object,
		      unsigned long, (unsigned long)object, const void *, low,
		      const void *, NULL, void *, fire_pointers, char *, text);
}

static noinline __noclone unsigned long fire_values(unsigned long in_register)
{
	unsigned long on_stack = 1002;

	OPTIMIZER_HIDE_VAR(in_register);
	asm volatile("" : "+m" (on_stack), "+m" (in_memory));
	DTRACE_PROBE4(values, unsigned long, in_register,
		      unsigned long, on_stack, unsigned long, in_memory,
		      unsigned long, 1004);
	asm volatile("" : "+m" (on_stack), "+m" (in_memory));
	return in_register == 1001 && on_stack == 1002 && in_memory == 1003;
}

static noinline __noclone void fire_strings(char *page)
{
	char *none = NULL, *error = ERR_PTR(-EIO);
	char *nowhere = (char *)0x8000000000000000;	/* no address at all */
	char __user *user = (char __user *)text;
	char __iomem *device = (char __iomem *)text;
	char *last, *open, *edge;

	/* Behind a vmalloc()ed page there is none. */
	last = page + PAGE_SIZE;
	memset(page, 'x', PAGE_SIZE);
	DTRACE_PROBE5(unreadable, char *, none, char *, error, char *, nowhere,
		      char __user *, user, char __iomem *, device);
	open = last - 4;
	DTRACE_PROBE2(open, char *, page, char *, open);
	edge = memcpy(last - 5, "edge", 5);
	DTRACE_PROBE1(edge, char *, edge);
}

static int fire(const char *string, const struct kernel_param *kp)
{
	char *page;

	fire_pointers(&kept, (void *)0x12345678);
	kept += fire_values(1001);
	page = vmalloc(PAGE_SIZE);
	if (!page)
		return -ENOMEM;
	fire_strings(page);
	vfree(page);
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire };

module_param_cb(fire, &fire_ops, NULL, 0200);
module_param(kept, int, 0400);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Probes with addresses");
