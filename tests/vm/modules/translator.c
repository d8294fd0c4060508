// SPDX-License-Identifier: GPL-2.0-only
/*
 * translator.c - translators for the probes of translated.c
 *
 *	echo 'N NATIVE:TRANSLATED' > /sys/module/translator/parameters/register
 *			registers translator N: 0 makes the sum of a pair, 1 the
 *			difference, 2 the native value and 1, 3 an error
 *	echo N > .../unregister
 *	echo N > .../toggle	registers and unregisters "sum" N times
 *	.../late		calls of a translator that was not registered any more
 *	.../calls		of all of them
 *	.../slow		how long each of them takes, in microseconds
 *	insmod translator.ko at_init=1		registers "sum" in its init function
 *	insmod translator.ko at_news=1		registers it when a notifier is told of a probe
 *	insmod translator.ko ... leave=1	leaves it registered
 */
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/module.h>
#include <linux/sdt_handler.h>
#include <linux/string.h>

#include "translated.h"

#define NR_TRANSLATORS 4

static bool at_init;
module_param(at_init, bool, 0400);
static bool at_news;
module_param(at_news, bool, 0400);
static bool leave;
module_param(leave, bool, 0400);
static unsigned int slow;
module_param(slow, uint, 0600);

static struct sdt_translator *translators[NR_TRANSLATORS];
static bool is_there[NR_TRANSLATORS];
static atomic_t late, calls;

/* One function for all of them: the cookie tells which one is called. */
static int make(u64 native, void *to, size_t size, void *cookie)
{
	const struct native_pair *pair = (void *)(uintptr_t)native;
	unsigned int which = (uintptr_t)cookie;
	s64 value;

	switch (which) {
	case 0:
		value = pair->a + pair->b;
		break;
	case 1:
		value = pair->a - pair->b;
		break;
	case 2:
		value = native + 1;
		break;
	default:
		return -EBADMSG;
	}
	atomic_inc(&calls);
	if (size != sizeof(value))
		return -EMSGSIZE;
	*(s64 *)to = value;
	udelay(READ_ONCE(slow));
	if (!READ_ONCE(is_there[which]))
		atomic_inc(&late);
	return 0;
}

static int do_register(unsigned int n, const char *native, const char *translated)
{
	struct sdt_translator *translator;

	WRITE_ONCE(is_there[n], true);
	translator = sdt_translator_register(native, translated, make,
					     (void *)(uintptr_t)n);
	if (IS_ERR(translator))
		return PTR_ERR(translator);
	translators[n] = translator;
	return 0;
}

static int on_news(struct notifier_block *nb, unsigned long news, void *data)
{
	const struct sdt_probe *probe = data;

	if (news == SDT_PROBE_COMES && !strcmp(probe->name, "pair") && !translators[0])
		do_register(0, "struct native_pair *", "struct sum *");
	return NOTIFY_OK;
}

static struct notifier_block nb = { .notifier_call = on_news };

static void do_unregister(unsigned int n)
{
	sdt_translator_unregister(translators[n]);
	translators[n] = NULL;
	WRITE_ONCE(is_there[n], false);
}

static int set_register(const char *text, const struct kernel_param *kp)
{
	char buf[128], *translated, *native = buf + 2;
	unsigned int n = text[0] - '0';

	strscpy(buf, text, sizeof(buf));
	buf[strcspn(buf, "\n")] = '\0';
	translated = strchr(buf, ':');
	if (n >= NR_TRANSLATORS || translators[n] || text[1] != ' ' || !translated)
		return -E2BIG;
	*translated++ = '\0';
	return do_register(n, native, translated);
}

static int set_unregister(const char *text, const struct kernel_param *kp)
{
	unsigned int n = text[0] - '0';

	if (n >= NR_TRANSLATORS)
		return -EINVAL;
	do_unregister(n);
	return 0;
}

static int set_toggle(const char *text, const struct kernel_param *kp)
{
	unsigned int n;
	int err = kstrtouint(text, 0, &n);

	while (!err && n--) {
		err = do_register(0, "struct native_pair *", "struct sum *");
		usleep_range(1000, 2000);
		do_unregister(0);
		usleep_range(1000, 2000);
	}
	return err;
}

static const struct kernel_param_ops register_ops = { .set = set_register };
static const struct kernel_param_ops unregister_ops = { .set = set_unregister };
static const struct kernel_param_ops toggle_ops = { .set = set_toggle };

module_param_cb(register, &register_ops, NULL, 0200);
module_param_cb(unregister, &unregister_ops, NULL, 0200);
module_param_cb(toggle, &toggle_ops, NULL, 0200);
module_param_named(late, late.counter, int, 0400);
module_param_named(calls, calls.counter, int, 0400);

static int __init translator_init(void)
{
	if (!IS_ERR(sdt_translator_register("int", "int", NULL, NULL)) ||
	    !IS_ERR(sdt_translator_register(NULL, "int", make, NULL)))
		pr_warn("translator: registered what is none\n");
	if (at_news)
		return sdt_register_notifier(&nb);
	return at_init ? do_register(0, "struct native_pair *", "struct sum *") : 0;
}

static void __exit translator_exit(void)
{
	unsigned int n;

	if (at_news)
		sdt_unregister_notifier(&nb);
	for (n = 0; n < NR_TRANSLATORS && !leave; n++)
		do_unregister(n);
}

module_init(translator_init);
module_exit(translator_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Translators for the probes of translated.ko");
