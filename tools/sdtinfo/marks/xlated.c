// SPDX-License-Identifier: GPL-2.0-only
/*
 * xlated.c - what DTrace shows in place of an argument
 *
 * kmod/rules/translation.c has the grammar.
 */
#include <stdlib.h>
#include <string.h>

#include "marks_internal.h"
#include "lib/error.h"
#include "lib/util.h"

static int too_many(const struct draft *draft)
{
	error_source(draft->mark->file, draft->mark->line,
		     "probe '%s' has more than %u translated arguments", draft->probe->name,
		     SDT_MAX_ARGS);
	return -1;
}

static int add_type(struct draft *draft, unsigned int i, const char *text)
{
	struct probe_xlated *x = &draft->xlated[draft->nr_xlated];
	char name[SDT_FIELD_NAME_SIZE] = "";
	struct declaration d;
	int failed;

	if (draft->nr_xlated == SDT_MAX_ARGS)
		return too_many(draft);
	declaration_parse(&d, text, NULL);
	if (d.words)
		arg_warn(draft, i, "has a translation to which DTRACE_HEX, DTRACE_FLAGS and DTRACE_TRUSTED do not apply",
			 text);
	failed = d.name ? arg_take_name(draft, i, d.name, NULL, 0, name) : 0;
	*x = (struct probe_xlated){
		.name = keep_copy(draft->table, name),
		.type = keep_copy(draft->table, d.declared),
		.arg = i,
	};
	draft->nr_xlated++;
	declaration_free(&d);
	return failed;
}

int xlated_add(struct draft *draft, unsigned int i, const char *text)
{
	unsigned int nr = 0;
	const char *item;
	size_t length;
	int failed = 0;
	char *type;

	draft->is_translated[i] = true;
	draft->probe->flags |= SDT_PROBE_TRANSLATED;
	if (!sdt_shown_ok(text))
		return arg_complain(draft, i, "has a wrong translation; write a type, a list of types in parentheses, or nothing",
				    text);
	while (!failed && (item = sdt_shown_item(text, nr++, &length))) {
		type = copy_trimmed(item, item + length);
		failed = add_type(draft, i, type);
		free(type);
	}
	return failed;
}

int xlated_split(struct draft *draft, unsigned int i, const char *text, char **native)
{
	const char *colon = sdt_find_colon(text);
	char *shown;
	int failed;

	*native = copy_trimmed(text, colon);
	if (strchr(text, ':') && !sdt_brackets_match(text))
		return arg_complain(draft, i, "has a type whose brackets do not match", text);
	if (!*colon)
		return 0;
	if (!**native)
		return arg_complain(draft, i, "has no type before ':'", text);
	shown = copy_trimmed(colon + 1, colon + strlen(colon));
	failed = xlated_add(draft, i, shown);
	free(shown);
	return failed;
}

/* Refuses a name that two translated arguments have. */
static int check_names(const struct draft *draft)
{
	const char *names[SDT_MAX_ARGS], *repeated;
	unsigned int i;

	for (i = 0; i < draft->nr_xlated; i++)
		names[i] = draft->xlated[i].name;
	repeated = sdt_repeated(names, draft->nr_xlated);
	if (!repeated)
		return 0;
	error_source(draft->mark->file, draft->mark->line,
		     "two translated arguments of probe '%s' have the same name: '%s'",
		     draft->probe->name, repeated);
	return -1;
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
				.type = draft->has_format[i] ? arg->type : arg->declared,
				.arg = i,
			};
	}
	if (nr > SDT_MAX_ARGS)
		return too_many(draft);
	draft->nr_xlated = nr;
	memcpy(draft->xlated, all, nr * sizeof(all[0]));
	return check_names(draft);
}
