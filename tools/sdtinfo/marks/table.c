// SPDX-License-Identifier: GPL-2.0-only
/*
 * table.c - make an object's table of its marks
 *
 * The table has an entry for each mark of a probe, as the plugin's has one for each spot:
 * "sdtinfo link" merges both in the same way.
 */
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "lib/error.h"
#include "lib/util.h"

enum mark_kind {
	PROBE, USE, OWN, MESSAGE, PREFIX, NAMED, ENABLED, USE_ENABLED, ANY_ENABLED,
	PROVIDER, PROVIDER_DEFINED, DECLARE, DEFINE_UNTYPED, DEFINE, DEFINE_XLATE,
};

static const struct {
	const char *word;
	enum mark_kind kind;
	bool has_all_names;	/* provider, function and name */
	uint16_t flags;		/* SDT_PROBE_* */
} kinds[] = {
	{ "#sdt-probe", PROBE, false, 0 },
	{ "#sdt-use", USE, true, SDT_PROBE_IS_USE },
	{ "#sdt-own", OWN, true, 0 },
	{ "#sdt-printf", MESSAGE, false, SDT_PROBE_QUALIFIED },
	{ "#sdt-printf-prefix", PREFIX, false, SDT_PROBE_QUALIFIED },
	{ "#sdt-printf-named", NAMED, false, SDT_PROBE_QUALIFIED | SDT_PROBE_IS_NAMED },
	{ "#sdt-enabled", ENABLED, false, SDT_PROBE_IS_ENABLED },
	{ "#sdt-use-enabled", USE_ENABLED, true, SDT_PROBE_IS_ENABLED | SDT_PROBE_IS_USE },
	{ "#sdt-any-enabled", ANY_ENABLED, false, SDT_PROBE_IS_ANY },
	{ "#__sdt_provider__", PROVIDER, false, 0 },
	{ "#__sdt_provider_defined__", PROVIDER_DEFINED, false, 0 },
	{ "#__sdt_declare__", DECLARE, true, SDT_PROBE_IS_DECLARATION },
	{ "#__sdt_define_untyped__", DEFINE_UNTYPED, true,
	  SDT_PROBE_IS_DEFINITION | SDT_PROBE_IS_UNTYPED },
	{ "#__sdt_define__", DEFINE, true, SDT_PROBE_IS_DEFINITION },
	{ "#__sdt_define_xlate__", DEFINE_XLATE, true, SDT_PROBE_IS_DEFINITION },
};

#define NR_KINDS	(sizeof(kinds) / sizeof(kinds[0]))

/* An object's table in the making */
struct maker {
	struct probe_table *table;
	struct debug_info *info;
	struct name_list declared;	/* providers of the unit so far, as written */
	size_t first;			/* probe of the unit */
	bool has_bad_definition;	/* the unit; it has been reported */
	const char *path;
};

/* What a mark says, and what is left of its strings */
struct reading {
	size_t kind;			/* in kinds[] */
	const char *names[3];		/* provider, function, name */
	const char *unnamed;		/* lines that a message is not named after */
	const char *next;		/* of the strings of a mark at file scope */
	unsigned int nr_left;
};

/* Text up to the end of the line at *@s, which moves on */
static const char *take_line(struct maker *maker, const char **s)
{
	const char *line = *s;
	size_t length = strcspn(line, "\n");

	*s += length + (line[length] == '\n');
	return keep_text(maker->table, xasprintf("%.*s", (int)length, line));
}

/* The next string of a mark at file scope: one line, without blanks at its ends */
static const char *take_string(struct maker *maker, const struct mark *mark,
			       struct reading *reading)
{
	const char *s = reading->next;
	size_t length;
	char *copy, *c;

	if (!reading->nr_left || s >= mark->end)
		return "";
	length = strnlen(s, mark->end - s);
	reading->nr_left--;
	reading->next += length + 1;
	copy = xasprintf("%.*s", (int)length, s);
	for (c = copy; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = ' ';
	c = copy_trimmed(copy, copy + strlen(copy));
	free(copy);
	return keep_text(maker->table, c);
}

static int read_kind(struct maker *maker, const struct mark *mark, struct reading *reading)
{
	const char *s = mark->kind;
	const char *word = take_line(maker, &s);
	size_t i;

	*reading = (struct reading){ .names = { "", "", "" }, .next = mark->text };
	while (reading->kind < NR_KINDS && strcmp(kinds[reading->kind].word, word))
		reading->kind++;
	if (reading->kind == NR_KINDS)
		return error_file(maker->path, "has a mark '%s', which this sdtinfo does not know: compile it again",
				  word);
	reading->nr_left = mark->has_site ? 0 : mark->nr_kinds;
	for (i = kinds[reading->kind].has_all_names ? 0 : 2; i < 3; i++)
		reading->names[i] = mark->has_site || mark->is_dead ?
			take_line(maker, &s) : take_string(maker, mark, reading);
	reading->unnamed = s;
	return 0;
}

/* DTrace's form of a name: two underscores are a dash. */
static const char *dtrace_name(struct maker *maker, const char *name)
{
	char *result = xasprintf("%s", name), *to = result;

	for (; *name; name++) {
		*to++ = name[0] == '_' && name[1] == '_' ? '-' : *name;
		name += name[0] == '_' && name[1] == '_';
	}
	*to = '\0';
	return keep_text(maker->table, result);
}

static const char *split_name(const struct maker *maker, const char *written,
			      const char **provider)
{
	return sdt_split_provider(written, (const char *const *)maker->declared.list,
				  maker->declared.nr, provider);
}

static int complain(const struct mark *mark, const char *what, const char *name)
{
	error_source(mark->file, mark->line, "%s: '%s'", what, name);
	return -1;
}

/* Can @name name @what? */
static int check_word(const struct mark *mark, const char *what, const char *name, bool dash)
{
	if (!sdt_is_identifier(name, dash))
		error_source(mark->file, mark->line,
			     "'%s' cannot name a %s: only an identifier can%s", name, what,
			     strchr(name, '-') ? "; two underscores in it are a dash" : "");
	else if (strlen(name) > SDT_MAX_NAME)
		error_source(mark->file, mark->line,
			     "'%s' cannot name a %s: it has %zu bytes, at most %u are possible",
			     name, what, strlen(name), SDT_MAX_NAME);
	else
		return 0;
	return -1;
}

/* Are the names that are in the source valid? */
static int check_words(struct maker *maker, const struct mark *mark,
		       const struct reading *reading)
{
	const enum mark_kind kind = kinds[reading->kind].kind;
	const bool is_provider = kind == PROVIDER || kind == PROVIDER_DEFINED;
	const char *const *names = reading->names;

	if (kinds[reading->kind].has_all_names &&
	    (check_word(mark, "provider", names[0], false) ||
	     (*names[1] && check_word(mark, "function", names[1], false))))
		return -1;
	if (kind == MESSAGE || kind == ANY_ENABLED || (kind == PREFIX && !*names[2]))
		return 0;
	if (check_word(mark, is_provider ? "provider" : "probe", names[2], false))
		return -1;
	if (!is_provider || sdt_has_all_parts(dtrace_name(maker, names[2])))
		return 0;
	return complain(mark, "two underscores are a dash, which must stand between two parts of a provider's name",
			names[2]);
}

/* Are the names of an entry valid, which are made from what is @written? */
static int check_names(const struct mark *mark, const struct probe *probe, const char *written)
{
	const struct sdt_names names = probe_rule_names(probe, NULL);
	char why[SDT_WHY_SIZE];

	if (probe->flags & SDT_PROBE_IS_ANY)
		return 0;
	if (check_word(mark, "probe", probe->name, true) ||
	    check_word(mark, "provider", probe->provider, true) ||
	    (*probe->function && check_word(mark, "function", probe->function, false)))
		return -1;
	if (sdt_event_ok(&names, why, sizeof(why)))
		return 0;
	error_source(mark->file, mark->line, "'%s' cannot name a probe: %s", written, why);
	return -1;
}

/* Does the unit declare or define the probe above its @use? */
static bool is_declared(const struct maker *maker, const struct probe *use)
{
	const struct probe_table *table = maker->table;
	size_t i;

	for (i = maker->first; i < table->nr_probes; i++)
		if (table->probes[i].flags & (SDT_PROBE_IS_DEFINITION | SDT_PROBE_IS_DECLARATION) &&
		    !probe_compare_events(&table->probes[i], use))
			return true;
	return false;
}

/* FreeBSD's macros name a provider and, but for definitions, a probe that have been declared. */
static int check_declared(const struct maker *maker, const struct mark *mark,
			  const struct reading *reading, const struct probe *probe)
{
	const enum mark_kind kind = kinds[reading->kind].kind;

	if (!kinds[reading->kind].has_all_names || kind == OWN)
		return 0;
	if (strcmp(reading->names[0], SDT_DEFAULT_PROVIDER) &&
	    !names_have(&maker->declared, reading->names[0]))
		return complain(mark, "this provider has not been declared", reading->names[0]);
	if (!(probe->flags & SDT_PROBE_IS_USE) || maker->has_bad_definition ||
	    is_declared(maker, probe))
		return 0;
	return complain(mark, "this probe has been neither declared nor defined above its use",
			reading->names[2]);
}

/* The name of a message, as its author would write it */
static const char *name_message(struct maker *maker, const struct mark *mark,
				const char *message, const char *prefix, const char *unnamed)
{
	const char *end = sdt_prefix_end(prefix, (const char *const *)maker->declared.list,
					 maker->declared.nr);
	char words[SDT_MESSAGE_NAME_SIZE];
	const char *written = keep_text(maker->table, xasprintf("%s%sx", prefix, end));
	struct sdt_names names = { .function = mark->function, .is_qualified = true };

	names.name = dtrace_name(maker, split_name(maker, written, &names.provider));
	names.provider = dtrace_name(maker, names.provider);
	sdt_message_name(words, message, &names, unnamed);
	return keep_text(maker->table, xasprintf("%s%s%s", prefix, end, words));
}

static void set_names(struct maker *maker, const struct mark *mark,
		      const struct reading *reading, struct probe *probe)
{
	const char *provider = reading->names[0];
	const char *written = reading->names[2], *name = written;

	if (!kinds[reading->kind].has_all_names) {
		name = split_name(maker, written, &provider);
		if (sdt_is_prefixed(written, name, provider))
			probe->flags |= SDT_PROBE_IS_PREFIXED;
	}
	if (probe->flags & SDT_PROBE_IS_ANY)
		name = "";
	probe->provider = dtrace_name(maker, provider);
	probe->name = dtrace_name(maker, name);
	probe->function = *reading->names[1] || !mark->has_site ? reading->names[1] :
			  keep_text(maker->table, xasprintf("%s", mark->function));
	if (*reading->names[1])
		probe->flags |= SDT_PROBE_QUALIFIED;
}

/*
 * Arguments
 */

/* Reads the items of a mark's list, of each argument @size; false if there are others. */
static bool read_list(const struct draft *draft, struct sdt_list *items, unsigned int size)
{
	struct sdt_list list;
	unsigned int nr = 0;

	for (sdt_list_start(&list, draft->mark->list); sdt_list_next(&list); nr++)
		if (nr < size * draft->nr_args)
			items[nr] = list;
	return nr == size * draft->nr_args;
}

static int read_pairs(struct maker *maker, struct draft *draft)
{
	const struct mark *mark = draft->mark;
	struct sdt_list items[2 * SDT_MAX_ARGS];
	const char *types = mark->types;
	unsigned int i;

	if (!read_list(draft, items, 2))
		return complain(mark, "the probe has a comma outside of parentheses in a type or an argument",
				draft->probe->name);
	for (i = 0; i < draft->nr_args; i++) {
		const struct sdt_part *type = &items[2 * i].item;
		const char *text = keep_text(maker->table, copy_trimmed(type->s, type->end));

		if (arg_declare(draft, i, text, take_line(maker, &types), mark->kinds[i]))
			return -1;
	}
	for (i = 0; i < draft->nr_args; i++)
		arg_name(draft, i, &items[2 * i + 1]);
	return 0;
}

static bool is_word(const struct sdt_list *list, const char *word)
{
	const size_t length = list->item.end - list->item.s;

	return length == strlen(word) && !memcmp(list->item.s, word, length);
}

/* Arguments without types */
static int read_args(struct draft *draft)
{
	struct sdt_list items[SDT_MAX_ARGS];
	unsigned int i;

	if (!read_list(draft, items, 1))
		return complain(draft->mark, "the probe has a comma outside of parentheses in an argument",
				draft->probe->name);
	for (i = 0; i < draft->nr_args; i++) {
		arg_describe(draft, i, draft->mark->kinds[i]);
		arg_name(draft, i, &items[i]);
		draft->args[i].is_zero = draft->probe->flags & SDT_PROBE_IS_USE &&
					 (is_word(&items[i], "0") || is_word(&items[i], "NULL"));
	}
	return 0;
}

static int read_definition(struct maker *maker, struct draft *draft, struct reading *reading)
{
	const bool is_xlate = kinds[reading->kind].kind == DEFINE_XLATE;
	unsigned int i;

	draft->nr_args = reading->nr_left >> is_xlate;
	if (draft->nr_args > SDT_MAX_ARGS)
		return complain(draft->mark, "this probe has too many arguments",
				draft->probe->name);
	for (i = 0; i < draft->nr_args; i++) {
		const char *text = take_string(maker, draft->mark, reading);
		const char *shown = is_xlate ? take_string(maker, draft->mark, reading) : "";
		char *native;
		int failed;

		if (is_xlate && *sdt_find_colon(text))
			return complain(draft->mark, "the type that an argument is shown as is a separate string here, without a ':'",
					text);
		failed = xlated_split(draft, i, text, &native) ||
			 (*shown && xlated_add(draft, i, shown)) ||
			 arg_declare(draft, i, native, NULL, __SDT_NO_KIND);
		free(native);
		if (failed)
			return -1;
		if (!draft->args[i].name)
			draft->args[i].name = "";
	}
	return 0;
}

static int read_message(struct draft *draft)
{
	if (read_args(draft))
		return -1;
	return message_show(draft, draft->probe->message);
}

static int read_arguments(struct maker *maker, struct draft *draft, struct reading *reading)
{
	switch (kinds[reading->kind].kind) {
	case PROBE:
		return read_pairs(maker, draft);
	case USE:
	case OWN:
		return read_args(draft);
	case MESSAGE:
	case PREFIX:
	case NAMED:
		return read_message(draft);
	case DEFINE:
	case DEFINE_XLATE:
		return read_definition(maker, draft, reading);
	default:
		return 0;
	}
}

/* Do all texts fit into a table? */
static int check_texts(const struct draft *draft)
{
	const struct mark *mark = draft->mark;
	unsigned int i;

	if (!sdt_text_ok(mark->file) || strlen(mark->file) > SDT_MAX_STRING)
		return complain(mark, "no table can have the name of this file", mark->file);
	if (strlen(draft->probe->message) > SDT_MAX_STRING)
		return complain(mark, "the format of this probe is too long", draft->probe->name);
	for (i = 0; i < draft->nr_args; i++)
		if (!sdt_text_ok(draft->args[i].declared) ||
		    strlen(draft->args[i].declared) > SDT_MAX_STRING ||
		    strlen(draft->args[i].type) > SDT_MAX_STRING ||
		    strlen(draft->args[i].aka) > SDT_MAX_STRING)
			return complain(mark, "no table can have a type of this probe",
					draft->probe->name);
	for (i = 0; i < draft->nr_xlated; i++)
		if (strlen(draft->xlated[i].type) > SDT_MAX_STRING)
			return complain(mark, "no table can have a type of this probe",
					draft->probe->name);
	return 0;
}

/* Gives the entry of @draft its arguments, in the table's memory. */
static void store(struct draft *draft)
{
	struct probe_table *table = draft->table;
	struct probe *probe = draft->probe;
	struct probe_arg *args = table->args + table->nr_args;
	struct probe_xlated *xlated = table->xlated + table->nr_xlated;

	memcpy(args, draft->args, draft->nr_args * sizeof(*args));
	memcpy(xlated, draft->xlated, draft->nr_xlated * sizeof(*xlated));
	probe->args = args;
	probe->xlated = xlated;
	probe->nr_args = draft->nr_args;
	probe->nr_xlated = draft->nr_xlated;
	table->nr_args += draft->nr_args;
	table->nr_xlated += draft->nr_xlated;
}

static int add_entry(struct maker *maker, const struct mark *mark, struct reading *reading)
{
	struct probe_table *table = maker->table;
	struct probe *probe = &table->probes[table->nr_probes];
	struct draft draft = { .table = table, .info = maker->info, .mark = mark, .probe = probe };
	const enum mark_kind kind = kinds[reading->kind].kind;
	char *message;

	*probe = (struct probe){
		.file = keep_text(table, xasprintf("%s", mark->file)),
		.line = mark->line,
		.flags = kinds[reading->kind].flags,
		.event = "", .dtrace_event = "", .message = "",
	};
	if (mark->has_site)
		probe->site = keep_text(table, xasprintf(__SDT_PLACE_SYMBOL "%s", mark->id));
	if (kind == MESSAGE || kind == PREFIX || kind == NAMED) {
		message = xasprintf("%s ", mark->text);
		sdt_message_text(message);
		probe->message = keep_text(table, message);
		if (kind != NAMED)
			reading->names[2] = name_message(maker, mark, probe->message,
							 reading->names[2], reading->unnamed);
	}
	set_names(maker, mark, reading, probe);
	draft.nr_args = mark->has_site ? mark->nr_kinds : 0;
	if (check_names(mark, probe, reading->names[2]) ||
	    check_declared(maker, mark, reading, probe))
		return -1;
	if (draft.nr_args > SDT_MAX_ARGS)
		return complain(mark, "this probe has too many arguments", probe->name);
	if (read_arguments(maker, &draft, reading))
		return -1;
	arg_find_bounds(&draft);
	if (xlated_finish(&draft) || check_texts(&draft))
		return -1;
	store(&draft);
	table->nr_probes++;
	return 0;
}

static void add_provider(struct probe_table *table, const char *name, uint8_t flags)
{
	size_t i;

	for (i = 0; i < table->nr_providers; i++)
		if (!strcmp(table->providers[i].name, name)) {
			table->providers[i].flags |= flags;
			return;
		}
	table->providers[table->nr_providers++] =
		(struct probe_provider){ .name = name, .flags = flags };
}

/* Does the object need to tell of a declaration: is it of a site's probe? */
static bool is_wanted(const struct probe_table *table, const struct probe *declaration)
{
	size_t i;

	if (declaration->is_removed)
		return true;
	for (i = 0; i < table->nr_probes; i++)
		if (table->probes[i].flags & SDT_PROBE_IS_USE &&
		    !probe_compare_events(&table->probes[i], declaration))
			return true;
	return false;
}

static void drop_declarations(struct probe_table *table)
{
	size_t i, nr = 0;

	for (i = 0; i < table->nr_probes; i++)
		if (!(table->probes[i].flags & SDT_PROBE_IS_DECLARATION) ||
		    is_wanted(table, &table->probes[i]))
			table->probes[nr++] = table->probes[i];
	table->nr_probes = nr;
}

/* A probe that is in the source, but not in the code, as a declaration */
static void add_removed(struct maker *maker, const struct mark *mark, struct reading *reading)
{
	struct probe *probe = &maker->table->probes[maker->table->nr_probes];

	if (kinds[reading->kind].kind != PROBE || !sdt_is_identifier(reading->names[2], false))
		return;
	*probe = (struct probe){
		.file = keep_text(maker->table, xasprintf("%s", mark->file)),
		.line = mark->line,
		.event = "", .dtrace_event = "", .message = "",
		.is_removed = true,
	};
	set_names(maker, mark, reading, probe);
	probe->flags = SDT_PROBE_IS_DECLARATION;
	probe->function = "";
	maker->table->nr_probes++;
}

static int add_mark(struct maker *maker, const struct mark *mark)
{
	struct reading reading;

	if (read_kind(maker, mark, &reading))
		return -1;
	if (mark->is_dead) {
		add_removed(maker, mark, &reading);
		return 0;
	}
	if (check_words(maker, mark, &reading))
		return -1;
	switch (kinds[reading.kind].kind) {
	case PROVIDER:
		names_add(&maker->declared, reading.names[2]);
		return 0;
	case PROVIDER_DEFINED:
		add_provider(maker->table, dtrace_name(maker, reading.names[2]),
			     SDT_PROVIDER_DEFINED);
		return 0;
	default:
		if (!add_entry(maker, mark, &reading))
			return 0;
		maker->has_bad_definition |= !mark->has_site;
		return -1;
	}
}

/* Has the object the site of @marks[@i], a dead one of @nr?  Marks of one site are adjacent. */
static bool has_live(const struct mark *marks, size_t nr, size_t i)
{
	return (i && !marks[i - 1].is_dead && !strcmp(marks[i - 1].id, marks[i].id)) ||
	       (i + 1 < nr && !marks[i + 1].is_dead && !strcmp(marks[i + 1].id, marks[i].id));
}

/*
 * Adds the marks of a unit, the first @nr.  What a unit declares holds below that, and in no other
 * one.  The table has these providers if it has anything of the unit.
 */
static int add_unit(struct maker *maker, const struct mark *marks, size_t nr)
{
	struct probe_table *table = maker->table;
	const size_t before = table->nr_probes + table->nr_providers;
	int failed = 0;
	size_t i;

	maker->first = table->nr_probes;
	maker->has_bad_definition = false;
	for (i = 0; i < nr; i++)
		if (!marks[i].is_dead || !has_live(marks, nr, i))
			failed |= add_mark(maker, &marks[i]);
	for (i = 0; i < maker->declared.nr && table->nr_probes + table->nr_providers > before; i++)
		add_provider(table, dtrace_name(maker, maker->declared.list[i]), 0);
	names_free(&maker->declared);
	return failed;
}

static int make_table(struct maker *maker, const struct marks *marks)
{
	struct probe_table *table = maker->table;
	size_t i, next;
	int failed = 0;

	for (i = 0; i < marks->nr; i++)
		table->nr_sites += marks->list[i].has_site && !marks->list[i].is_dead;
	table->probes = xcalloc(marks->nr, sizeof(*table->probes));
	table->providers = xcalloc(marks->nr, sizeof(*table->providers));
	table->args = xcalloc(marks->nr * SDT_MAX_ARGS, sizeof(*table->args));
	table->xlated = xcalloc(marks->nr * SDT_MAX_ARGS, sizeof(*table->xlated));
	for (i = 0; i < marks->nr; i = next) {
		for (next = i + 1; next < marks->nr; next++)
			if (mark_compare_units(&marks->list[i], &marks->list[next]))
				break;
		failed |= add_unit(maker, &marks->list[i], next - i);
	}
	drop_declarations(table);
	for (i = 0; i < table->nr_probes; i++)
		add_provider(table, table->probes[i].provider, 0);
	return failed;
}

static void find_lines(const struct debug_info *info, struct marks *marks)
{
	unsigned int line;
	size_t i;

	for (i = 0; i < marks->nr; i++) {
		line = debug_info_line(info, marks->list[i].place);
		if (line && line <= SDT_SITE_LINE)
			marks->list[i].line = line;
	}
}

int marks_read(struct probe_table *table, const struct module *object)
{
	struct maker maker = { .table = table, .path = object->name };
	struct marks marks;
	int failed;

	*table = (struct probe_table){ .module = "" };
	failed = marks_find(&marks, object);
	if (!failed && marks.nr) {
		maker.info = debug_info_open(object->name);
		if (maker.info)
			find_lines(maker.info, &marks);
		failed = make_table(&maker, &marks);
		debug_info_close(maker.info);
	}
	free(marks.list);
	return failed;
}
