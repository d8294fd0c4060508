// SPDX-License-Identifier: GPL-2.0-only
/*
 * xlated.c - what DTrace shows in place of an argument
 *
 * By the rules of the plugin (gcc-plugin/argument/translation.cc): a type can be followed by
 * ':' and a type, a list of types in parentheses, or nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "lib/error.h"
#include "lib/util.h"

static int refuse(const struct draft *draft, unsigned int i, const char *text)
{
	error_source(draft->mark->file, draft->mark->line,
		     "argument %u of probe '%s' cannot be shown as '%s': write a type, a list of types in parentheses, or nothing",
		     i + 1, draft->probe->name, text);
	return -1;
}

static int too_many(const struct draft *draft)
{
	error_source(draft->mark->file, draft->mark->line,
		     "probe '%s' has more than %u translated arguments", draft->probe->name,
		     SDT_MAX_ARGS);
	return -1;
}

/* The colon that is outside brackets and no part of "::", or the end */
static const char *find_colon(const char *text)
{
	const char *s = list_item_end(text, ':');

	while (s[0] && s[1] == ':')
		s = list_item_end(s + 2, ':');
	return s;
}

static int add_type(struct draft *draft, unsigned int i, const char *text)
{
	struct probe_xlated *x = &draft->xlated[draft->nr_xlated];
	struct declaration d;

	if (!*text || *text == '(' || *list_item_end(text, ',') || *find_colon(text))
		return refuse(draft, i, text);
	if (draft->nr_xlated == SDT_MAX_ARGS)
		return too_many(draft);
	declaration_parse(&d, text, NULL);
	if (d.name && arg_check_name(draft, i, d.name)) {
		declaration_free(&d);
		return -1;
	}
	if (strlen(d.declared) > SDT_MAX_STRING) {
		declaration_free(&d);
		return refuse(draft, i, text);
	}
	*x = (struct probe_xlated){
		.name = d.name ? keep_text(draft->table, xasprintf("%s", d.name)) : "",
		.type = keep_text(draft->table, xasprintf("%s", d.declared)),
		.arg = i,
	};
	draft->nr_xlated++;
	declaration_free(&d);
	return 0;
}

int xlated_add(struct draft *draft, unsigned int i, const char *text)
{
	const size_t length = strlen(text);
	const char *next;
	char *list, *item;
	int failed = 0;

	draft->is_translated[i] = true;
	draft->probe->flags |= SDT_PROBE_TRANSLATED;
	if (*text != '(')
		return *text ? add_type(draft, i, text) : 0;
	if (list_item_end(text + 1, ')') != text + length - 1)
		return refuse(draft, i, text);
	list = xasprintf("%.*s", (int)length - 2, text + 1);
	for (next = list; *next && !failed;) {
		next = list_next(next, ',', &item);
		failed = add_type(draft, i, item);
		free(item);
	}
	free(list);
	return failed;
}

int xlated_split(struct draft *draft, unsigned int i, const char *text, char **native)
{
	const char *colon = find_colon(text);
	char *shown;
	int failed;

	list_next(text, *colon ? ':' : '\0', native);
	if (!*colon)
		return 0;
	list_next(colon + 1, '\0', &shown);
	failed = **native ? xlated_add(draft, i, shown) : refuse(draft, i, text);
	free(shown);
	return failed;
}

int xlated_finish(struct draft *draft)
{
	struct probe_xlated all[2 * SDT_MAX_ARGS];
	unsigned int i, nr = 0, next = 0;

	if (!(draft->probe->flags & SDT_PROBE_TRANSLATED))
		return 0;
	for (i = 0; i < draft->nr_args; i++) {
		const struct probe_arg *arg = &draft->args[i];

		while (next < draft->nr_xlated && draft->xlated[next].arg == i)
			all[nr++] = draft->xlated[next++];
		if (!draft->is_translated[i])
			all[nr++] = (struct probe_xlated){
				.name = arg->is_named ? arg->name : "",
				.type = draft->bounds[i] || arg->flags & SDT_ARG_HEX ?
					arg->type : arg->declared,
				.arg = i,
			};
	}
	if (nr > SDT_MAX_ARGS)
		return too_many(draft);
	draft->nr_xlated = nr;
	memcpy(draft->xlated, all, nr * sizeof(all[0]));
	return 0;
}
