// SPDX-License-Identifier: GPL-2.0-only
/*
 * recorders.c - parameter "record": recorders of sdt.ko
 *
 * docs/watching.md describes them.  A recorder is a trace instance of its own, sdt-NAME, in which
 * events are enabled when their module is loaded, before its init code runs, until it is removed
 * or sdt.ko is unloaded.  stop.c stops it at a hit.
 *
 * Each sentence that the parameter is set to adds one:
 *
 *	NAME SIZE PATTERN... [until PATTERN [after N]]
 *	-NAME			removes it
 *				nothing: removes all
 *
 * Before sdt.ko's init function runs, the sentences are only kept.  One that is wrong, or whose
 * recorder cannot be started then, is logged and left out, since they can be of several drivers.
 *
 * Process context.  The functions that change recorders run with sdt_modules_lock held.  The kernel
 * holds param_lock when it calls record_set() and record_get().
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "events/events_internal.h"
#include "events/stop.h"

#define PREFIX		"sdt-"
#define AFTER_MAX	1000000
#define SEPARATORS	" \t"

struct recorder {
	struct list_head list;
	struct sdt_request request;	/* of all its events; not in sdt_requests without instance */
	struct sdt_patterns *until;	/* NULL: it does not stop */
	unsigned int after;
	u64 size;			/* in bytes, of all CPUs together */
	char *instance_name;		/* PREFIX, then the recorder's name */
	struct sdt_stop *stop;
	char text[];			/* the sentence */
};

static LIST_HEAD(recorders);
static bool is_started;		/* recorders have instances */
static bool is_over;		/* sdt.ko is being unloaded */

static const char *name_of(const struct recorder *recorder)
{
	return recorder->instance_name + strlen(PREFIX);
}

/*
 * Sentences
 */

/* Logs what is wrong with a sentence. */
#define recorder_wrong(recorder, fmt, ...)					\
({										\
	const char *__text = (recorder)->text;					\
	pr_err("record=\"%*pE\": " fmt "\n", (int)strlen(__text), __text,	\
	       ##__VA_ARGS__);							\
	-EINVAL;								\
})

static char *next_word(char **rest)
{
	char *word;

	do
		word = strsep(rest, SEPARATORS);
	while (word && !*word);
	return word;
}

static bool is_name(const char *name)
{
	const char *c;

	for (c = name; *c; c++)
		if (!isalnum(*c) && *c != '_' && *c != '-')
			return false;
	return isalnum(*name) && c - name <= 64;
}

static int parse_size(struct recorder *recorder, const char *word)
{
	char *end;

	recorder->size = memparse(word, &end);
	if (end == word || *end || !recorder->size)
		return recorder_wrong(recorder, "size %s: must be a number of bytes, or with K, M or G",
				      word);
	return 0;
}

/* "until PATTERN [after N]", without the first word */
static int parse_until(struct recorder *recorder, char *rest)
{
	const char *pattern = next_word(&rest), *after = next_word(&rest);
	const char *number = next_word(&rest);

	if (!pattern)
		return recorder_wrong(recorder, "\"until\" needs a pattern");
	if (after && (strcmp(after, "after") || !number || next_word(&rest) ||
		      kstrtouint(number, 10, &recorder->after) || recorder->after > AFTER_MAX))
		return recorder_wrong(recorder, "\"until %s\" can only be followed by \"after\" and a number up to %u",
				      pattern, AFTER_MAX);
	recorder->until = sdt_patterns_parse(pattern);
	return PTR_ERR_OR_ZERO(recorder->until);
}

/* Returns the text after the word "until", which is cut off; or NULL if there is none. */
static char *cut_until(char *text)
{
	size_t len;

	for (;; text += len) {
		text += strspn(text, SEPARATORS);
		len = strcspn(text, SEPARATORS);
		if (!len)
			return NULL;
		if (len == strlen("until") && !memcmp(text, "until", len)) {
			*text = '\0';
			return text + len;
		}
	}
}

/* @words is changed. */
static int parse_words(struct recorder *recorder, char *words)
{
	const char *name = next_word(&words), *size = next_word(&words);
	char *until = words ? cut_until(words) : NULL;
	char *all;
	int err;

	if (!size || !words || !*skip_spaces(words))
		return recorder_wrong(recorder, "must be NAME SIZE PATTERN... [until PATTERN [after N]]");
	if (!is_name(name))
		return recorder_wrong(recorder, "name %s: must be letters, digits, '_' and '-'", name);
	recorder->instance_name = kasprintf(GFP_KERNEL, PREFIX "%s", name);
	if (!recorder->instance_name)
		return -ENOMEM;
	err = parse_size(recorder, size) ?: (until ? parse_until(recorder, until) : 0);
	if (err)
		return err;
	all = kasprintf(GFP_KERNEL, "%s %s", words, recorder->until ? recorder->until->text : "");
	recorder->request.patterns = all ? sdt_patterns_parse(all) : ERR_PTR(-ENOMEM);
	kfree(all);
	return PTR_ERR_OR_ZERO(recorder->request.patterns);
}

static void recorder_free(struct recorder *recorder)
{
	sdt_patterns_free(recorder->request.patterns);
	sdt_patterns_free(recorder->until);
	kfree(recorder->instance_name);
	kfree(recorder);
}

/* Returns an ERR_PTR() if the sentence is wrong, which is logged, or out of memory. */
static struct recorder *recorder_parse(const char *text)
{
	const size_t size = strlen(text) + 1;
	struct recorder *recorder = kzalloc(struct_size(recorder, text, size), GFP_KERNEL);
	char *words = kstrdup(text, GFP_KERNEL);
	int err = -ENOMEM;

	if (recorder && words) {
		memcpy(recorder->text, text, size);
		recorder->request.name = "record";
		err = parse_words(recorder, words);
	}
	kfree(words);
	if (!err)
		return recorder;
	if (recorder)
		recorder_free(recorder);
	return ERR_PTR(err);
}

/*
 * Recorders
 */

static struct recorder *recorder_find(const char *name)
{
	struct recorder *recorder;

	list_for_each_entry(recorder, &recorders, list)
		if (!strcmp(name_of(recorder), name))
			return recorder;
	return NULL;
}

/* Makes the instance, and enables the events of the modules that are there. */
static int recorder_start(struct recorder *recorder)
{
	const u64 max = (u64)totalram_pages() * PAGE_SIZE / 4;
	struct sdt_request *request = &recorder->request;
	struct trace_array *instance;
	struct sdt_module_probes *mp;
	struct sdt_buffers buffers;
	size_t size = recorder->size;

	if (recorder->size > max)
		return recorder_wrong(recorder, "size: must be at most %lluM, a quarter of the memory",
				      max >> 20);
	instance = sdt_instance_create(recorder->instance_name, &size, &buffers);
	if (!IS_ERR(instance) && recorder->until) {
		recorder->stop = sdt_stop_create(instance, buffers.spare, recorder->until,
						 recorder->after);
		if (!recorder->stop) {
			sdt_instance_remove(instance, recorder->instance_name);
			instance = ERR_PTR(-ENOMEM);
		}
	}
	if (IS_ERR(instance)) {
		pr_err("recorder %s: no trace instance %s: %s\n", name_of(recorder),
		       recorder->instance_name, PTR_ERR(instance) == -EEXIST ?
		       "one of that name exists, end it with sdtinfo record --stop or rmdir" :
		       "out of memory");
		return PTR_ERR(instance);
	}
	request->enables = instance;
	list_add_tail(&request->list, &sdt_requests);
	sdt_events_update(NULL);
	list_for_each_entry(mp, &sdt_modules, list)
		sdt_request_enable(request, mp, NULL);
	pr_info("recorder %s: %zu KB in trace instance %s\n", name_of(recorder), size >> 10,
		recorder->instance_name);
	return 0;
}

static void recorder_remove(struct recorder *recorder)
{
	struct trace_array *instance = recorder->request.enables;

	list_del(&recorder->list);
	if (instance) {
		sdt_stop_remove(recorder->stop);
		list_del(&recorder->request.list);
		sdt_instance_remove(instance, recorder->instance_name);
		sdt_events_update(NULL);
	}
	recorder_free(recorder);
}

static void recorders_remove_all(void)
{
	struct recorder *recorder, *next;

	list_for_each_entry_safe_reverse(recorder, next, &recorders, list)
		recorder_remove(recorder);
}

/* A recorder that has started is not replaced: it has hits. */
static int recorder_add(const char *text)
{
	struct recorder *new = recorder_parse(text), *old;
	int err = PTR_ERR_OR_ZERO(new);

	if (err)
		return err;
	old = recorder_find(name_of(new));
	if (is_started && old) {
		recorder_wrong(new, "recorder %s exists: write -%s first", name_of(old),
			       name_of(old));
		err = -EEXIST;
	} else if (is_started) {
		err = recorder_start(new);
	} else if (old) {
		recorder_remove(old);
	}
	if (err) {
		recorder_free(new);
		return err;
	}
	list_add_tail(&new->list, &recorders);
	sdt_patterns_report(new->request.patterns, new->request.name);
	return 0;
}

static int recorder_remove_named(const char *name)
{
	struct recorder *recorder = recorder_find(name);

	if (recorder)
		recorder_remove(recorder);
	else if (is_started)
		pr_err("record=-%*pE: no such recorder\n", (int)strlen(name), name);
	return recorder || !is_started ? 0 : -ENOENT;
}

/*
 * The parameter
 */

/* @text is changed.  Each line that the file shows ends with a comment. */
static int recorders_change(char *text)
{
	if (is_over)
		return -ENODEV;
	text = strim(text);
	if (!*text) {
		recorders_remove_all();
		return 0;
	}
	if (strchr(text, '\n')) {
		pr_err("record: write one line at a time\n");
		return -EINVAL;
	}
	text[strcspn(text, "#")] = '\0';
	text = strim(text);
	return *text == '-' ? recorder_remove_named(text + 1) : recorder_add(text);
}

static int record_set(const char *val, const struct kernel_param *kp)
{
	char *text = kstrdup(val, GFP_KERNEL);
	int err = text ? mutex_lock_killable(&sdt_modules_lock) : -ENOMEM;

	if (!err) {
		err = recorders_change(text);
		if (err == -EINVAL && !is_started)
			err = 0;
		mutex_unlock(&sdt_modules_lock);
	}
	kfree(text);
	return err;
}

static const char *state_of(const struct recorder *recorder)
{
	struct sdt_buffers buffers;

	if (!recorder->request.enables)
		return "not started";
	if (sdt_instance_find(recorder->instance_name, &buffers) && !sdt_buffer_is_on(buffers.own))
		return "stopped";
	return recorder->stop && sdt_stop_is_counting(recorder->stop) ? "stopping" : "recording";
}

static int record_get(char *buf, const struct kernel_param *kp)
{
	const struct recorder *recorder;
	int len = 0;

	if (mutex_lock_killable(&sdt_modules_lock))
		return -EINTR;
	list_for_each_entry(recorder, &recorders, list)
		len += sysfs_emit_at(buf, len, "%s # %s\n", recorder->text, state_of(recorder));
	mutex_unlock(&sdt_modules_lock);
	return len ?: sysfs_emit(buf, "\n");
}

/* Recorders have no instances any more, or had none yet. */
static void record_free(void *arg)
{
	mutex_lock(&sdt_modules_lock);
	recorders_remove_all();
	mutex_unlock(&sdt_modules_lock);
}

static const struct kernel_param_ops record_ops = {
	.set = record_set,
	.get = record_get,
	.free = record_free,
};

module_param_cb(record, &record_ops, NULL, 0644);
MODULE_PARM_DESC(record, "\"NAME SIZE PATTERN... [until PATTERN [after N]]\": records the last hits in a trace instance sdt-NAME; each one adds a recorder, \"-NAME\" removes one, \"\" all");

/**
 * sdt_recorders_init - start the recorders of the parameter
 *
 * Context: Process context, sleeps, when sdt.ko is loaded, before its modules.
 */
void __init sdt_recorders_init(void)
{
	struct recorder *recorder, *next;

	mutex_lock(&sdt_modules_lock);
	is_started = true;
	list_for_each_entry_safe(recorder, next, &recorders, list)
		if (recorder_start(recorder))
			recorder_remove(recorder);
	mutex_unlock(&sdt_modules_lock);
}

/**
 * sdt_recorders_exit - remove the recorders
 *
 * Context: Process context, sleeps.  No event of a loaded module is in use.
 */
void sdt_recorders_exit(void)
{
	mutex_lock(&sdt_modules_lock);
	is_over = true;
	recorders_remove_all();
	mutex_unlock(&sdt_modules_lock);
}
