// SPDX-License-Identifier: GPL-2.0-only
/*
 * arg.c - describe an argument: its type, its name, how it is shown
 *
 * The compiler says what kind of value the type has; the text says how it is called.
 */
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "lib/error.h"
#include "lib/util.h"

char *keep_text(struct probe_table *table, char *text)
{
	names_add(&table->texts, text);
	free(text);
	return table->texts.list[table->texts.nr - 1];
}

static char *copy_text(struct draft *draft, const char *text)
{
	return keep_text(draft->table, xasprintf("%s", text));
}

static bool is_reserved(const char *name)
{
	return !strncmp(name, "common_", 7) || !strncmp(name, "__probe_", 8);
}

static bool is_taken(const struct draft *draft, const char *name)
{
	unsigned int i;

	for (i = 0; i < SDT_MAX_ARGS; i++)
		if (draft->args[i].name && !strcmp(draft->args[i].name, name))
			return true;
	return false;
}

static int complain(const struct draft *draft, unsigned int i, const char *what,
		    const char *text)
{
	error_source(draft->mark->file, draft->mark->line, "argument %u of probe '%s' %s: '%s'",
		     i + 1, draft->probe->name, what, text);
	return -1;
}

static void warn(const struct draft *draft, unsigned int i, const char *what, const char *text)
{
	message_source(draft->mark->file, draft->mark->line, "warning",
		       "probe argument %u %s: '%s'", i + 1, what, text);
}

static int name_declared(struct draft *draft, unsigned int i, const char *name)
{
	if (is_taken(draft, name))
		return complain(draft, i, "has the same name as another", name);
	if (is_reserved(name) || !sdt_is_identifier(name, false) || strlen(name) > SDT_MAX_NAME)
		return complain(draft, i, "cannot have this name", name);
	draft->args[i].name = copy_text(draft, name);
	draft->args[i].is_named = true;
	return 0;
}

/* Puts into @arg what @kind means. */
static void set_kind(struct probe_arg *arg, enum __sdt_kind kind)
{
	static const struct {
		uint8_t kind, size;
		bool is_signed;
	} values[] = {
		[__SDT_POINTER] = { SDT_ARG_POINTER, 8, false },
		[__SDT_BOOL] = { SDT_ARG_BOOL, 1, false },
		[__SDT_S8] = { SDT_ARG_INTEGER, 1, true },
		[__SDT_U8] = { SDT_ARG_INTEGER, 1, false },
		[__SDT_S16] = { SDT_ARG_INTEGER, 2, true },
		[__SDT_U16] = { SDT_ARG_INTEGER, 2, false },
		[__SDT_S32] = { SDT_ARG_INTEGER, 4, true },
		[__SDT_U32] = { SDT_ARG_INTEGER, 4, false },
		[__SDT_LONG] = { SDT_ARG_INTEGER, 8, true },
		[__SDT_ULONG] = { SDT_ARG_INTEGER, 8, false },
		[__SDT_LLONG] = { SDT_ARG_INTEGER, 8, true },
		[__SDT_ULLONG] = { SDT_ARG_INTEGER, 8, false },
		[__SDT_CHAR] = { SDT_ARG_INTEGER, 1, true },
		[__SDT_UCHAR] = { SDT_ARG_INTEGER, 1, false },
		[__SDT_STRING] = { SDT_ARG_STRING, 8, false },
		[__SDT_CONST_STRING] = { SDT_ARG_STRING, 8, false },
		[__SDT_BYTES] = { SDT_ARG_POINTER, 8, false },
		[__SDT_NO_KIND] = { SDT_ARG_UNKNOWN, 0, false },
	};

	arg->kind = values[kind].kind;
	arg->size = values[kind].size;
	arg->flags |= values[kind].is_signed ? SDT_ARG_SIGNED : 0;
}

bool kind_is_bytes(enum __sdt_kind kind)
{
	return kind == __SDT_STRING || kind == __SDT_CONST_STRING || kind == __SDT_BYTES;
}

/* How @d says that argument @i is shown */
static void show(struct draft *draft, unsigned int i, const struct declaration *d,
		 enum __sdt_kind kind)
{
	struct probe_arg *arg = &draft->args[i];

	if (d->is_flags && arg->kind == SDT_ARG_ENUM)
		arg->kind = SDT_ARG_BITMASK;
	else if (d->is_flags)
		warn(draft, i, "has a type to which DTRACE_FLAGS does not apply", d->declared);
	if (d->is_hex && arg->kind == SDT_ARG_INTEGER)
		arg->flags |= SDT_ARG_HEX;
	else if (d->is_hex)
		warn(draft, i, "has a type to which DTRACE_HEX does not apply", d->declared);
	if (d->bound && kind_is_bytes(kind))
		draft->bounds[i] = copy_text(draft, d->bound);
}

/* The enumerators of an argument, in the order of the source */
struct enumerators {
	struct draft *draft;
	struct probe_arg *arg;
	struct probe_enumerator *list;
	size_t nr;
};

static void add_enumerator(const char *name, uint64_t value, void *data)
{
	struct enumerators *e = data;
	const unsigned int unused = 64 - 8 * e->arg->size;

	value <<= unused;
	value = e->arg->flags & SDT_ARG_SIGNED ? (uint64_t)((int64_t)value >> unused) :
						 value >> unused;
	e->list = xroom_for_one(e->list, e->nr, sizeof(*e->list));
	e->list[e->nr++] = (struct probe_enumerator){ copy_text(e->draft, name), value };
}

/* Is argument @i an enum?  The compiler takes it for the integer type that an enum has. */
static void find_enum(struct draft *draft, unsigned int i)
{
	struct probe_arg *arg = &draft->args[i];
	struct enumerators e = { .draft = draft, .arg = arg };
	struct probe_table *table = draft->table;
	char *aka;

	if (!draft->info || !debug_info_enum(draft->info, arg->type, &aka, add_enumerator, &e))
		return;
	arg->kind = SDT_ARG_ENUM;
	arg->aka = keep_text(table, aka);
	if (e.nr > SDT_MAX_ENUMERATORS)
		e.nr = 0;
	arg->nr_enumerators = e.nr;
	arg->enumerators = e.list;
	table->lists = xroom_for_one(table->lists, table->nr_lists, sizeof(*table->lists));
	table->lists[table->nr_lists++] = e.list;
}

int arg_declare(struct draft *draft, unsigned int i, const char *text, enum __sdt_kind kind)
{
	struct probe_arg *arg = &draft->args[i];
	struct declaration d;
	const char *own;
	int failed = 0;

	declaration_parse(&d, text);
	if (kind == __SDT_NO_KIND)
		kind = d.kind;
	own = kind == __SDT_NO_KIND ? "" : kind_name(kind);
	arg->declared = copy_text(draft, strncmp(d.declared, "__auto_type", 11) ? d.declared : own);
	set_kind(arg, kind);
	arg->type = arg->aka = "";
	if (kind != __SDT_NO_KIND) {
		arg->type = d.type && !d.is_opaque ? copy_text(draft, d.type) : own;
		if (d.is_opaque)
			;
		else if (d.aka && *d.aka && strcmp(d.aka, arg->type))
			arg->aka = copy_text(draft, d.aka);
		/* a typedef that only the compiler knows */
		else if (kind != __SDT_POINTER && !kind_is_bytes(kind) && !d.is_enum && strcmp(own, arg->type))
			arg->aka = own;
	}
	if (d.is_enum && arg->kind == SDT_ARG_INTEGER)
		arg->kind = SDT_ARG_ENUM;
	/* no word of C, and no typedef of the kernel's that is known */
	if (arg->kind == SDT_ARG_ENUM || (arg->kind == SDT_ARG_INTEGER && !d.is_opaque &&
					  d.kind == __SDT_NO_KIND))
		find_enum(draft, i);
	if (d.is_function && arg->kind == SDT_ARG_POINTER)
		arg->kind = SDT_ARG_FUNCTION;
	if (probe_arg_is_pointer(arg))
		arg->flags |= d.flags;
	show(draft, i, &d, kind);
	if (d.name)
		failed = name_declared(draft, i, d.name);
	declaration_free(&d);
	return failed;
}

void arg_describe(struct draft *draft, unsigned int i, enum __sdt_kind kind)
{
	struct probe_arg *arg = &draft->args[i];

	set_kind(arg, kind);
	arg->declared = arg->type = kind_name(kind);
	arg->aka = "";
}

void arg_name(struct draft *draft, unsigned int i, const char *expression)
{
	struct probe_arg *arg = &draft->args[i];
	char *name;

	if (arg->name)
		return;
	name = expression ? expression_name(expression) : NULL;
	if (!name || is_reserved(name) || is_taken(draft, name) ||
	    !sdt_is_identifier(name, false) || strlen(name) > SDT_MAX_NAME) {
		free(name);
		name = xasprintf("arg%u", i);
		while (is_taken(draft, name))
			name = xappend(name, "_");
	}
	arg->name = keep_text(draft->table, name);
}

/* The argument other than @i that is called @name, or -1 */
static int find_arg(const struct draft *draft, unsigned int i, const char *name)
{
	unsigned int j;

	for (j = 0; j < draft->nr_args; j++)
		if (j != i && draft->args[j].name && !strcmp(draft->args[j].name, name))
			return j;
	return -1;
}

static void set_bound(struct probe_arg *arg, uint32_t bound)
{
	arg->bound = bound;
	if (arg->kind == SDT_ARG_POINTER)
		arg->kind = SDT_ARG_BYTES;
}

void arg_find_bounds(struct draft *draft)
{
	unsigned int i;
	int64_t value;
	int other;

	for (i = 0; i < draft->nr_args; i++) {
		if (!draft->bounds[i])
			continue;
		other = find_arg(draft, i, draft->bounds[i]);
		if (other >= 0 && draft->args[other].kind == SDT_ARG_INTEGER)
			set_bound(&draft->args[i], SDT_BOUND_IS_ARG | other);
		else if (other < 0 &&
			 constant_value(draft->values[i] ? draft->values[i] : draft->bounds[i],
					&value) && value >= 1 && value <= SDT_MAX_BOUND)
			set_bound(&draft->args[i], value);
		else
			warn(draft, i, "has a bound that cannot be evaluated here and is ignored",
			     draft->bounds[i]);
	}
}
