// SPDX-License-Identifier: GPL-2.0-only
/*
 * arg.c - describe an argument: its type, its name, how it is shown
 *
 * The compiler says what kind of value the type has, and the text how it is called.
 * Debugging information, if there is some, says both, and more of it.
 */
#include <stdlib.h>
#include <string.h>

#include "marks_internal.h"
#include "lib/error.h"
#include "lib/util.h"

char *keep_copy(struct probe_table *table, const char *text)
{
	return probe_table_keep(table, xasprintf("%s", text));
}

/* Puts the arguments' names into @names, which it returns. */
static const char *const *names_of(const struct draft *draft, const char *names[SDT_MAX_ARGS])
{
	unsigned int i;

	for (i = 0; i < SDT_MAX_ARGS; i++)
		names[i] = draft->args[i].name;
	return names;
}

int arg_complain(const struct draft *draft, unsigned int i, const char *what, const char *text)
{
	error_source(draft->mark->file, draft->mark->line, "argument %u of probe '%s' %s: '%s'",
		     i + 1, draft->probe->name, what, text);
	return -1;
}

void arg_warn(const struct draft *draft, unsigned int i, const char *what, const char *text)
{
	warning_source(draft->mark->file, draft->mark->line,
		       "probe argument %u %s: '%s'", i + 1, what, text);
}

/* Warns, once for each site, that the field has another name than its author wrote. */
static void warn_ascii(struct draft *draft, unsigned int i, const char *name)
{
	if (!draft->has_other_names)
		warning_source(draft->mark->file, draft->mark->line,
			       "argument %u of probe '%s' is called '%s': names of fields are ASCII",
			       i + 1, draft->probe->name, name);
	draft->has_other_names = true;
}

int arg_take_name(struct draft *draft, unsigned int i, const char *written,
		  const char *const *taken, unsigned int nr, char *name)
{
	char why[SDT_WHY_SIZE];

	if (!sdt_author_field_ok(written, why, sizeof(why))) {
		error_source(draft->mark->file, draft->mark->line,
			     "argument %u of probe '%s' cannot be called '%s': %s", i + 1,
			     draft->probe->name, written, why);
		return -1;
	}
	if (sdt_ascii_name(name, written, i, taken, nr))
		warn_ascii(draft, i, name);
	return 0;
}

static int name_declared(struct draft *draft, unsigned int i, const char *written)
{
	const char *taken[SDT_MAX_ARGS];
	char name[SDT_FIELD_NAME_SIZE];

	if (arg_take_name(draft, i, written, names_of(draft, taken), SDT_MAX_ARGS, name))
		return -1;
	if (sdt_is_one_of(taken, SDT_MAX_ARGS, name))
		return arg_complain(draft, i, "has the same name as another", name);
	draft->args[i].name = keep_copy(draft->table, name);
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

/* Is it a pointer to bytes, or to a string? */
static bool kind_is_bytes(enum __sdt_kind kind)
{
	return kind == __SDT_STRING || kind == __SDT_CONST_STRING || kind == __SDT_BYTES;
}

/* How @d says that argument @i is shown */
static void show(struct draft *draft, unsigned int i, const struct declaration *d,
		 enum __sdt_kind kind)
{
	struct probe_arg *arg = &draft->args[i];

	draft->has_format[i] = d->words || d->bound;
	if (d->words & SDT_WORD_FLAGS && arg->kind == SDT_ARG_ENUM)
		arg->kind = SDT_ARG_BITMASK;
	else if (d->words & SDT_WORD_FLAGS)
		arg_warn(draft, i, "has a type to which DTRACE_FLAGS does not apply", d->declared);
	if (d->words & SDT_WORD_HEX && arg->kind == SDT_ARG_INTEGER)
		arg->flags |= SDT_ARG_HEX;
	else if (d->words & SDT_WORD_HEX)
		arg_warn(draft, i, "has a type to which DTRACE_HEX does not apply", d->declared);
	if (d->words & SDT_WORD_TRUSTED && (arg->is_guess ? d->is_struct : arg->is_struct) &&
	    sdt_can_be_trusted(arg->kind, arg->flags))
		arg->flags |= SDT_ARG_TRUSTED;
	else if (d->words & SDT_WORD_TRUSTED)
		arg_warn(draft, i, "has a type to which DTRACE_TRUSTED does not apply", d->declared);
	if (d->bound && kind_is_bytes(kind)) {
		draft->bounds[i] = keep_copy(draft->table, d->bound);
		draft->values[i] = keep_copy(draft->table, d->value ? d->value : d->bound);
	}
}

/* Does the compiler pass the same value for both? */
static bool same_values(enum __sdt_kind a, enum __sdt_kind b)
{
	struct probe_arg one = { 0 }, other = { 0 };

	set_kind(&one, a);
	set_kind(&other, b);
	return one.size == other.size && one.flags == other.flags &&
	       (one.kind == SDT_ARG_BOOL) == (other.kind == SDT_ARG_BOOL) &&
	       probe_arg_is_pointer(&one) == probe_arg_is_pointer(&other);
}

/* The enumerators of an argument, in the order of the source; none if no table can have one */
static void set_enumerators(struct draft *draft, struct probe_arg *arg, struct debug_type *type)
{
	struct probe_table *table = draft->table;
	size_t i;

	if (type->nr_enumerators > SDT_MAX_ENUMERATORS)
		return;
	for (i = 0; i < type->nr_enumerators; i++)
		if (strlen(type->enumerators[i].name) > SDT_MAX_NAME ||
		    !sdt_is_identifier(type->enumerators[i].name, false))
			return;
	for (i = 0; i < type->nr_enumerators; i++)
		type->enumerators[i].name = keep_copy(draft->table, type->enumerators[i].name);
	arg->enumerators = probe_table_keep(table, type->enumerators);
	arg->nr_enumerators = type->nr_enumerators;
	type->enumerators = NULL;
}

/* Describes argument @i by debugging information; returns its kind, and frees @type. */
static enum __sdt_kind set_type(struct draft *draft, unsigned int i, struct debug_type *type)
{
	struct probe_arg *arg = &draft->args[i];
	const enum __sdt_kind kind = type->kind;

	set_kind(arg, kind);
	arg->type = keep_copy(draft->table, type->name);
	arg->aka = keep_copy(draft->table, type->aka);
	arg->is_struct = type->is_struct;
	if (type->is_function)
		arg->kind = SDT_ARG_FUNCTION;
	if (type->is_enum) {
		arg->kind = SDT_ARG_ENUM;
		set_enumerators(draft, arg, type);
	}
	debug_type_free(type);
	return kind;
}

/*
 * Describes argument @i of a site by debugging information.  Returns its kind; that without
 * it, @kind, if there is none.
 */
static enum __sdt_kind find_type(struct draft *draft, unsigned int i, enum __sdt_kind kind,
				 bool *found)
{
	struct debug_type type = { 0 };

	*found = draft->info && debug_info_arg(draft->info, draft->mark->place, i, &type);
	if (type.is_no_value)
		return __SDT_NO_KIND;
	if (*found && !same_values(kind, type.kind)) {
		debug_type_free(&type);
		*found = false;
	}
	return *found ? set_type(draft, i, &type) : kind;
}

/* Likewise, of a definition, where @d is all that is known */
static enum __sdt_kind find_named(struct draft *draft, unsigned int i,
				  const struct declaration *d, bool *found)
{
	struct debug_type type;

	*found = draft->info && d->kind == __SDT_NO_KIND && d->type &&
		 debug_info_named(draft->info, draft->mark->place, d->type, &type);
	return *found ? set_type(draft, i, &type) : d->kind;
}

/* Describes argument @i by the text before it alone. */
static void set_declared(struct draft *draft, unsigned int i, const struct declaration *d,
			 enum __sdt_kind kind)
{
	struct probe_arg *arg = &draft->args[i];
	const char *own = kind == __SDT_NO_KIND ? "" : kind_name(kind);

	set_kind(arg, kind);
	arg->type = kind == __SDT_NO_KIND ? "" :
		    d->type && !d->is_opaque ? keep_copy(draft->table, d->type) : own;
	arg->aka = "";
	if (kind == __SDT_NO_KIND || d->is_opaque)
		;
	else if (d->aka && *d->aka && strcmp(d->aka, arg->type))
		arg->aka = keep_copy(draft->table, d->aka);
	/* a typedef that only the compiler knows */
	else if (kind != __SDT_POINTER && !kind_is_bytes(kind) && !d->is_enum && strcmp(own, arg->type))
		arg->aka = own;
	if (d->is_enum && arg->kind == SDT_ARG_INTEGER)
		arg->kind = SDT_ARG_ENUM;
	if (d->is_function && arg->kind == SDT_ARG_POINTER)
		arg->kind = SDT_ARG_FUNCTION;
}

int arg_declare(struct draft *draft, unsigned int i, const char *text, const char *expanded,
		enum __sdt_kind kind)
{
	struct probe_arg *arg = &draft->args[i];
	struct declaration d;
	int failed = 0;
	bool found;

	declaration_parse(&d, text, expanded);
	if (draft->mark->is_text) {
		d.is_opaque = true;
		d.is_enum = d.is_function = d.is_no_value = false;
	}
	d.is_no_value |= d.is_structure && kind == __SDT_NO_KIND;
	if (kind == __SDT_NO_KIND) {
		kind = find_named(draft, i, &d, &found);
	} else {
		kind = find_type(draft, i, kind, &found);
		d.is_no_value |= kind == __SDT_NO_KIND;
	}
	if (d.is_no_value)
		failed = arg_complain(draft, i, "has a type that a probe cannot take; pass an integer of at most 64 bits or a pointer",
				      text);
	draft->kinds[i] = kind;
	if (!found)
		set_declared(draft, i, &d, kind);
	arg->is_guess = !found;
	arg->declared = strcmp(d.declared, "__auto_type") ? keep_copy(draft->table, d.declared) :
							    arg->type;
	if (probe_arg_is_pointer(arg))
		arg->flags |= d.flags;
	show(draft, i, &d, kind);
	if (d.name && !failed)
		failed = name_declared(draft, i, d.name);
	declaration_free(&d);
	return failed;
}

void arg_describe(struct draft *draft, unsigned int i, enum __sdt_kind kind)
{
	struct probe_arg *arg = &draft->args[i];
	bool found;

	kind = draft->kinds[i] = find_type(draft, i, kind, &found);
	if (!found) {
		set_kind(arg, kind);
		arg->type = kind_name(kind);
		arg->aka = "";
	}
	arg->is_guess = !found;
	arg->declared = arg->type;
}

void arg_name(struct draft *draft, unsigned int i, const struct sdt_list *expression)
{
	struct probe_arg *arg = &draft->args[i];
	const char *taken[SDT_MAX_ARGS];
	char name[SDT_FIELD_NAME_SIZE];

	if (arg->name)
		return;
	if (sdt_field_name(name, expression, probe_arg_is_pointer(arg), i,
			   names_of(draft, taken), SDT_MAX_ARGS))
		warn_ascii(draft, i, name);
	arg->name = keep_copy(draft->table, name);
}

static void set_bound(struct probe_arg *arg, uint32_t bound)
{
	arg->bound = bound;
	if (arg->kind == SDT_ARG_POINTER)
		arg->kind = SDT_ARG_BYTES;
}

void arg_find_bounds(struct draft *draft)
{
	const char *names[SDT_MAX_ARGS];
	unsigned int i;
	int64_t value;
	int other;

	for (i = 0; i < draft->nr_args; i++) {
		if (!draft->bounds[i])
			continue;
		other = sdt_bound_arg(draft->bounds[i], i, names_of(draft, names), draft->nr_args);
		if (other >= 0 && draft->args[other].kind == SDT_ARG_INTEGER)
			set_bound(&draft->args[i], SDT_BOUND_IS_ARG | other);
		else if (other < 0 &&
			 constant_value(draft->values[i], &value) && value >= 1 && value <= SDT_MAX_BOUND)
			set_bound(&draft->args[i], value);
		else
			arg_warn(draft, i, "has a bound that cannot be evaluated here and is ignored",
			     draft->bounds[i]);
	}
}

/*
 * Messages
 */

static void warn_conversions(const struct draft *draft, const char *message)
{
	struct sdt_message_part part = { .end = message };
	char why[SDT_WHY_SIZE];

	while (!draft->mark->is_silent && sdt_message_next(&part))
		if (!sdt_conversion_ok(&part, why, sizeof(why)))
			warning_source(draft->mark->file, draft->mark->line, "%s", why);
}

int message_show(struct draft *draft, const char *message)
{
	struct sdt_shown shown[SDT_MAX_ARGS];
	unsigned int i;

	for (i = 0; i < draft->nr_args; i++)
		shown[i] = (struct sdt_shown){
			.kind = draft->args[i].kind,
			.flags = draft->args[i].flags,
			.bound = draft->args[i].bound,
			.to_bytes = kind_is_bytes(draft->kinds[i]),
		};
	if (sdt_message_show(message, shown, draft->nr_args) >= 0) {
		error_source(draft->mark->file, draft->mark->line,
			     "the arguments of probe '%s' do not match its format",
			     draft->probe->name);
		return -1;
	}
	for (i = 0; i < draft->nr_args; i++) {
		struct probe_arg *arg = &draft->args[i];

		arg->kind = shown[i].kind;
		arg->flags = shown[i].flags;
		arg->bound = shown[i].bound;
		if (arg->kind == SDT_ARG_INTEGER) {
			arg->enumerators = NULL;
			arg->nr_enumerators = 0;
		}
	}
	warn_conversions(draft, message);
	return 0;
}
