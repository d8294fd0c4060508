// SPDX-License-Identifier: GPL-2.0-only
/*
 * group_by.c - what to count hits by: a field, the task, the CPU or the stack
 *
 * The kernel has a name for each as the key of a histogram.  It shows the values of all keys
 * in one form; here they are shown as in the lines of a hit.
 */
#include <stdlib.h>
#include <string.h>

#include "pairs.h"
#include "lib/util.h"

static const struct {
	const char *name;
	const char *key;
	enum by_kind kind;
	enum value_form form;
} common[] = {
	{ "comm", "common_pid.execname", BY_COMM, VALUE_STRING },
	{ "pid", "common_pid.execname", BY_PID, VALUE_NUMBER },
	{ "cpu", "common_cpu", BY_CPU, VALUE_NUMBER },
	{ "stack", "stacktrace", BY_STACK, VALUE_STACK },
};

#define NR_COMMON	(sizeof(common) / sizeof(common[0]))

/* An argument, or the copy of the string to which it points: that is what a string counts by. */
static bool find_field(struct group_by *by, const struct traced_event *event, const char *name)
{
	const struct probe_arg *arg;
	unsigned int i;
	char *copy;

	for (i = 0; i < event->fields->nr_args && !by->field; i++) {
		arg = &event->fields->args[i];
		copy = event->has_copies && arg->kind == SDT_ARG_STRING ?
		       event_copy_field(event->fields, i) : NULL;
		if (!strcmp(arg->name, name) || (copy && !strcmp(copy, name))) {
			by->arg = arg;
			by->hides_addresses = kernel_hides_addresses();
			by->form = copy ? VALUE_STRING :
				   value_is_number(arg) ? VALUE_NUMBER : VALUE_PLAIN;
			by->field = xasprintf("%s", copy ? copy : name);
			by->key = xasprintf("%s", by->field);
		}
		free(copy);
	}
	return by->field;
}

void group_by_names(struct name_list *names)
{
	size_t i;

	for (i = 0; i < NR_COMMON; i++)
		names_add(names, common[i].name);
}

bool group_by_find(struct group_by *by, const struct traced_event *event, const char *name)
{
	size_t i;

	*by = (struct group_by){ .event = event };
	if (find_field(by, event, name))
		return true;
	for (i = 0; i < NR_COMMON; i++)
		if (!strcmp(common[i].name, name)) {
			by->kind = common[i].kind;
			by->form = common[i].form;
			by->key = xasprintf("%s", common[i].key);
			return true;
		}
	return false;
}

void group_by_free(struct group_by *by)
{
	free(by->field);
	free(by->key);
	*by = (struct group_by){ 0 };
}

/* Without the blank before it, and those that fill up its column; caller frees */
static char *trimmed(const char *text, size_t length)
{
	if (length && *text == ' ') {
		text++;
		length--;
	}
	while (length && text[length - 1] == ' ')
		length--;
	return xasprintf("%.*s", (int)length, text);
}

/* "zz.t            [        95]": the name can have anything, too */
static char *task_text(const char *text, bool is_pid)
{
	const char *bracket = strrchr(text, '[');

	if (!bracket)
		return trimmed(text, strlen(text));
	bracket++;
	if (is_pid)
		return xasprintf("%d", atoi(bracket));
	return trimmed(text, bracket - 1 - text);
}

/* "\n         revdev_write.cold+0x35/0x43 [revdev]\n ...": from the probe's function on */
static char *stack_text(const struct traced_event *event, const char *text)
{
	char *copy = xasprintf("%s", text), *rest = copy, *line, *function, *stack = NULL;
	bool is_found = false;

	while ((line = strsep(&rest, "\n"))) {
		line += strspn(line, " ");
		if (!*line)
			continue;
		function = xasprintf("%.*s", (int)function_length(line), line);
		if (!is_found && event_fires_in(event, function)) {
			is_found = true;
			free(stack);
			stack = NULL;
		}
		stack = stack ? xappend(stack, "\n%s", function) : xasprintf("%s", function);
		free(function);
	}
	free(copy);
	return stack ? stack : xasprintf("%s", "");
}

static char *field_text(const struct group_by *by, const char *text)
{
	const struct arg_value value = {
		.arg = by->arg,
		.value = strtoull(text, NULL, 10),
		.hides_addresses = by->hides_addresses,
	};

	return value_text(&value);
}

char *group_by_text(const struct group_by *by, const char *keys)
{
	const char *text = strchr(keys, ':');

	text = text ? text + 1 : keys;
	switch (by->kind) {
	case BY_COMM:
	case BY_PID:
		return task_text(text, by->kind == BY_PID);
	case BY_STACK:
		return stack_text(by->event, text);
	case BY_CPU:
	case BY_FIELD:
		break;
	}
	if (by->kind == BY_CPU)
		return xasprintf("%d", atoi(text));
	return by->form != VALUE_STRING ? field_text(by, text) : trimmed(text, strlen(text));
}
