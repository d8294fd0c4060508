// SPDX-License-Identifier: GPL-2.0-only
/*
 * marks_table.c - make an object's table of its marks
 *
 * The table has an entry for each mark of a probe, as the plugin's has one for each spot:
 * "sdtinfo link" merges both in the same way.
 */
#include <stdlib.h>
#include <string.h>

#include "marks_internal.h"
#include "lib/error.h"
#include "lib/util.h"

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
	enum sdt_marker_kind kind;
	const struct sdt_marker_word *word;
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
	return probe_table_keep(maker->table, xasprintf("%.*s", (int)length, line));
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
	return probe_table_keep(maker->table, c);
}

static int read_kind(struct maker *maker, const struct mark *mark, struct reading *reading)
{
	const char *s = mark->kind;
	const char *word = take_line(maker, &s);
	size_t i;

	*reading = (struct reading){
		.kind = sdt_find_marker(word), .names = { "", "", "" }, .next = mark->text,
	};
	if (reading->kind == SDT_NO_MARKER)
		return error_file(maker->path, "has a mark '%s', which this sdtinfo does not know: compile it again",
				  word);
	reading->word = sdt_marker_word(reading->kind);
	reading->nr_left = mark->has_site ? 0 : mark->nr_kinds;
	for (i = reading->word->has_all_names ? 0 : 2; i < 3; i++)
		reading->names[i] = mark->has_site || mark->is_dead ?
			take_line(maker, &s) : take_string(maker, mark, reading);
	reading->unnamed = s;
	return 0;
}

/* A name as it is in the table, in DTrace's form unless @flags, its probe's, say otherwise */
static const char *dtrace_name(struct maker *maker, const char *name, unsigned int flags)
{
	char *result = xasprintf("%s", name);

	sdt_table_name(result, result, flags);
	return probe_table_keep(maker->table, result);
}

static int complain(const struct mark *mark, const char *what, const char *name)
{
	error_source(mark->file, mark->line, "%s: '%s'", what, name);
	return -1;
}

/* Can @name name @what?  If not, @why says why. */
static int complain_name(const struct mark *mark, const char *name, const char *what,
			 const char *why)
{
	error_source(mark->file, mark->line, "'%s' cannot name a %s: %s%s", name, what, why,
		     strchr(name, '-') ? "; two underscores in it are a dash" : "");
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
	if (!reading->word->has_all_names || reading->kind == SDT_OWN_MARKER ||
	    reading->word->flags & SDT_PROBE_IS_EVENT)
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
				const char *text, const struct reading *reading)
{
	const struct sdt_message message = {
		text, reading->names[2], mark->function, reading->unnamed,
	};
	char words[SDT_MESSAGE_NAME_SIZE];

	sdt_message_name(words, &message, (const char *const *)maker->declared.list,
			 maker->declared.nr);
	return probe_table_keep(maker->table, xasprintf("%s%s", message.prefix, words));
}

/* The names of an entry, as its author wrote them */
static struct sdt_names written_names(struct maker *maker, const struct mark *mark,
				      const struct reading *reading)
{
	struct sdt_names names = {
		.provider = reading->names[0],
		.function = *reading->names[1] || !mark->has_site ? reading->names[1] :
			    keep_copy(maker->table, mark->function),
		.name = reading->names[2],
		.is_qualified = *reading->names[1] || reading->word->flags & SDT_PROBE_QUALIFIED,
		.is_event = reading->word->flags & SDT_PROBE_IS_EVENT,
	};

	if (!reading->word->has_all_names)
		names.name = sdt_split_provider(names.name,
						(const char *const *)maker->declared.list,
						maker->declared.nr, &names.provider);
	if (reading->kind == SDT_ANY_ENABLED_MARKER)
		names.name = NULL;
	return names;
}

/* Gives @probe the names of @names. */
static void set_names(struct maker *maker, const struct reading *reading,
		      const struct sdt_names *names, struct probe *probe)
{
	probe->provider = dtrace_name(maker, names->provider, 0);
	probe->name = dtrace_name(maker, names->name ? names->name : "", reading->word->flags);
	probe->function = names->function;
	probe->flags = reading->word->flags | (names->is_qualified ? SDT_PROBE_QUALIFIED : 0);
	if (names->name && !reading->word->has_all_names &&
	    sdt_is_prefixed(reading->names[2], names->name, names->provider))
		probe->flags |= SDT_PROBE_IS_PREFIXED;
}

static int check_names(const struct mark *mark, const struct reading *reading,
		       const struct sdt_names *names)
{
	char why[SDT_WHY_SIZE];
	const char *what = sdt_wrong_name(names, why, sizeof(why));

	if (!what)
		return 0;
	return complain_name(mark, !strcmp(what, "function") ? names->function :
			     !strcmp(what, "provider") ? names->provider : reading->names[2],
			     what, why);
}

/*
 * Arguments
 */

static int check_number(const struct draft *draft)
{
	if (draft->nr_args <= SDT_MAX_ARGS)
		return 0;
	error_source(draft->mark->file, draft->mark->line,
		     "probe '%s' has %u arguments; at most %u are possible",
		     draft->probe->name, draft->nr_args, SDT_MAX_ARGS);
	return -1;
}

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
		const char *text = probe_table_keep(maker->table, copy_trimmed(type->s, type->end));

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
	const bool is_xlate = reading->kind == SDT_DEFINE_XLATE_MARKER;
	unsigned int i;

	draft->nr_args = reading->nr_left >> is_xlate;
	if (check_number(draft))
		return -1;
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

static int read_arguments(struct maker *maker, struct draft *draft, struct reading *reading)
{
	switch (reading->kind) {
	case SDT_PROBE_MARKER:
	case SDT_TEXT_MARKER:
		return read_pairs(maker, draft);
	case SDT_USE_MARKER:
	case SDT_OWN_MARKER:
	case SDT_EVENT_MARKER:
	case SDT_MESSAGE_MARKER:
	case SDT_PREFIX_MARKER:
	case SDT_NAMED_MARKER:
		return read_args(draft);
	case SDT_DEFINE_MARKER:
	case SDT_DEFINE_XLATE_MARKER:
		return read_definition(maker, draft, reading);
	default:
		return 0;
	}
}

/* Do all texts fit into a table? */
static int check_texts(const struct draft *draft)
{
	const struct mark *mark = draft->mark;
	bool is_good = true;
	unsigned int i;

	if (!sdt_text_ok(mark->file) || strlen(mark->file) > SDT_MAX_STRING)
		return complain(mark, "a probe table cannot hold the name of this file", mark->file);
	if (strlen(draft->probe->message) > SDT_MAX_STRING)
		return complain(mark, "the format of this probe is too long", draft->probe->name);
	for (i = 0; i < draft->nr_args; i++)
		is_good &= sdt_text_ok(draft->args[i].declared) &&
			   strlen(draft->args[i].declared) <= SDT_MAX_STRING &&
			   strlen(draft->args[i].type) <= SDT_MAX_STRING &&
			   strlen(draft->args[i].aka) <= SDT_MAX_STRING;
	for (i = 0; i < draft->nr_xlated; i++)
		is_good &= strlen(draft->xlated[i].type) <= SDT_MAX_STRING;
	return is_good ? 0 : complain(mark, "a probe table cannot hold a type of this probe",
				      draft->probe->name);
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

/* The next probe of the table, which has no names yet; it is not counted. */
static struct probe *new_probe(struct maker *maker, const struct mark *mark)
{
	struct probe *probe = &maker->table->probes[maker->table->nr_probes];

	*probe = (struct probe){
		.file = keep_copy(maker->table, mark->file),
		.line = mark->line,
		.group = "", .event = "", .dtrace_event = "", .message = "",
	};
	return probe;
}

/* Is the probe named after its message? */
static bool is_unnamed(const struct reading *reading)
{
	return reading->kind == SDT_MESSAGE_MARKER || reading->kind == SDT_PREFIX_MARKER;
}

static bool has_message(const struct reading *reading)
{
	return is_unnamed(reading) || reading->kind == SDT_NAMED_MARKER ||
	       reading->kind == SDT_TEXT_MARKER;
}

static int add_entry(struct maker *maker, const struct mark *mark, struct reading *reading)
{
	struct probe_table *table = maker->table;
	struct probe *probe = new_probe(maker, mark);
	struct draft draft = { .table = table, .info = maker->info, .mark = mark, .probe = probe };
	struct sdt_names names;
	char *message;

	if (mark->has_site)
		probe->site = probe_table_keep(table, xasprintf(__SDT_PLACE_SYMBOL "%s", mark->id));
	if (has_message(reading)) {
		message = xasprintf("%s ", mark->text);
		sdt_message_text(message);
		probe->message = probe_table_keep(table, message);
		if (is_unnamed(reading))
			reading->names[2] = name_message(maker, mark, probe->message, reading);
	}
	names = written_names(maker, mark, reading);
	set_names(maker, reading, &names, probe);
	draft.nr_args = mark->has_site ? mark->nr_kinds : 0;
	if (check_names(mark, reading, &names) ||
	    check_declared(maker, mark, reading, probe))
		return -1;
	if (check_number(&draft) || read_arguments(maker, &draft, reading))
		return -1;
	arg_find_bounds(&draft);
	if (has_message(reading) && message_show(&draft, probe->message))
		return -1;
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
	const struct sdt_names names = written_names(maker, mark, reading);
	struct probe *probe;
	char why[SDT_WHY_SIZE];

	if ((reading->kind != SDT_PROBE_MARKER && reading->kind != SDT_TEXT_MARKER) ||
	    sdt_wrong_name(&names, why, sizeof(why)))
		return;
	probe = new_probe(maker, mark);
	probe->is_removed = true;
	set_names(maker, reading, &names, probe);
	probe->flags = SDT_PROBE_IS_DECLARATION;
	probe->function = "";
	maker->table->nr_probes++;
}

static int add_mark(struct maker *maker, const struct mark *mark)
{
	char why[SDT_WHY_SIZE];
	struct reading reading;

	if (read_kind(maker, mark, &reading))
		return -1;
	if (mark->is_dead) {
		add_removed(maker, mark, &reading);
		return 0;
	}
	switch (reading.kind) {
	case SDT_PROVIDER_MARKER:
	case SDT_PROVIDER_TRUSTED_MARKER:
		if (!sdt_provider_ok(reading.names[2], why, sizeof(why)))
			return complain_name(mark, reading.names[2], "provider", why);
		names_add(&maker->declared, reading.names[2]);
		if (reading.kind == SDT_PROVIDER_TRUSTED_MARKER)
			add_provider(maker->table, dtrace_name(maker, reading.names[2], 0),
				     SDT_PROVIDER_TRUSTED);
		return 0;
	case SDT_PROVIDER_DEFINED_MARKER:
		if (names_have(&maker->declared, reading.names[2]))
			add_provider(maker->table, dtrace_name(maker, reading.names[2], 0),
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
		add_provider(table, dtrace_name(maker, maker->declared.list[i], 0), 0);
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
