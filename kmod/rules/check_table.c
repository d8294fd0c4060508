// SPDX-License-Identifier: GPL-2.0-only
/*
 * check_table.c - check a probe table
 *
 * A table is not trusted before it was checked: its counts and offsets can have any value.
 * All sums are done in 64 bits from 32-bit fields.
 *
 * Insmod and rmmod of all modules wait while sdt.ko checks a table.  So the time that this
 * takes depends on the size of the table only: strings are read once, not for each of the
 * arguments that refer to them, except short ones: names.
 */
#include "rules/rules.h"

/* Says what is wrong with a table. */
#define refuse(why, fmt, ...)						\
	({ snprintf(why, SDT_WHY_SIZE, fmt, ##__VA_ARGS__); false; })

/* The entry of a table that is checked */
struct entry {
	const struct sdt_table_view *view;
	const char *what;
	u32 number;
	char *why;
};

/* Says what is wrong with an entry: "probe 3: it has no source file" */
#define wrong(entry, fmt, ...)						\
	refuse((entry)->why, "%s %u: " fmt, (entry)->what, (entry)->number, ##__VA_ARGS__)

static bool is_object(const struct sdt_table_view *view)
{
	return view->head->kind == SDT_TABLE_OBJECT;
}

static const char *kind_name(unsigned int kind)
{
	return kind == SDT_TABLE_OBJECT ? "an object's" :
	       kind == SDT_TABLE_MODULE ? "a module's" : "an unknown kind of";
}

/**
 * sdt_table_size - calculate the size of a table from that of its parts
 * @head: the numbers of the parts
 *
 * Return: the size in bytes.
 */
u64 sdt_table_size(const struct sdt_table *head)
{
	u64 probe = sizeof(struct sdt_table_probe);

	if (head->kind == SDT_TABLE_OBJECT)
		probe += sizeof(u32);
	return sizeof(*head) + head->nr_probes * probe +
	       (u64)head->nr_providers * sizeof(struct sdt_table_provider) +
	       (u64)head->nr_extras * sizeof(struct sdt_table_extra) +
	       (u64)head->nr_places * sizeof(struct sdt_table_place) +
	       (u64)head->nr_args * sizeof(struct sdt_table_arg) +
	       (u64)head->nr_xlated * sizeof(struct sdt_table_xlated) +
	       (u64)head->nr_enumerators * sizeof(struct sdt_table_enumerator) +
	       head->strings_size + sizeof(head->magic);
}

/**
 * sdt_abi_ok - check the ABI version of a module, an object or a part of it
 * @what: "probe table"
 * @version: its SDT_ABI_VERSION
 * @why: filled with a sentence if it is another one than the reader's; SDT_WHY_SIZE bytes
 *
 * Return: true if the reader knows it.
 */
bool sdt_abi_ok(const char *what, u32 version, char *why)
{
	return version == SDT_ABI_VERSION ||
	       refuse(why, "%s has ABI version %u, this %s knows version %u only: build both with the same SDT",
		      what, version, SDT_READER, SDT_ABI_VERSION);
}

static bool head_ok(const struct sdt_table *head, size_t size,
		    enum sdt_table_kind kind, char *why)
{
	u64 sum;

	if (size < sizeof(*head))
		return refuse(why, "probe table cut off after %zu bytes", size);
	if (head->magic != SDT_TABLE_MAGIC)
		return refuse(why, "no probe table where one should start");
	if (!sdt_abi_ok("probe table", head->version, why))
		return false;
	if (head->kind != kind)
		return refuse(why, "%s probe table where %s should be",
			      kind_name(head->kind), kind_name(kind));
	if (head->nr_providers > SDT_MAX_PROVIDERS)
		return refuse(why, "probe table of %u providers, at most %u are possible",
			      head->nr_providers, SDT_MAX_PROVIDERS);
	if (head->size > size)
		return refuse(why, "probe table of %u bytes cut off after %zu",
			      head->size, size);
	sum = sdt_table_size(head);
	if (sum != head->size)
		return refuse(why, "probe table of %u bytes, but its parts need %llu",
			      head->size, sum);
	return true;
}

static void find_parts(struct sdt_table_view *view, const struct sdt_table *head)
{
	view->head = head;
	view->probes = (const void *)(head + 1);
	view->providers = (const void *)(view->probes + head->nr_probes);
	view->extras = (const void *)(view->providers + head->nr_providers);
	view->places = (const void *)(view->extras + head->nr_extras);
	view->lines = (const void *)(view->places + head->nr_places);
	view->args = (const void *)(view->lines + (is_object(view) ? head->nr_probes : 0));
	view->xlated = (const void *)(view->args + head->nr_args);
	view->enumerators = (const void *)(view->xlated + head->nr_xlated);
	view->strings = (const void *)(view->enumerators + head->nr_enumerators);
}

/**
 * sdt_table_extra - find what only some probes have
 * @view: the table
 * @probe: the index of a probe
 *
 * Return: what the probe has; no message and no translated arguments if that is nothing.
 */
struct sdt_table_extra sdt_table_extra(const struct sdt_table_view *view, u32 probe)
{
	u32 low = 0, high = view->head->nr_extras, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (view->extras[middle].probe < probe)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < view->head->nr_extras && view->extras[low].probe == probe)
		return view->extras[low];
	return (struct sdt_table_extra){ .probe = probe };
}

/**
 * sdt_table_place - find the probe and the source file of a site
 * @view: a checked table
 * @number: the number in the site's record, less than nr_probes + nr_places
 *
 * Return: both.
 */
struct sdt_table_place sdt_table_place(const struct sdt_table_view *view, u32 number)
{
	const u32 nr_probes = view->head->nr_probes;

	if (number >= nr_probes)
		return view->places[number - nr_probes];
	return (struct sdt_table_place){ number, view->probes[number].file };
}

static bool strings_ok(const struct sdt_table_view *view, char *why)
{
	const u32 size = view->head->strings_size;
	const char *end = view->strings + size, *str;
	size_t length;

	if (!size || size % sizeof(u32))
		return refuse(why, "probe table with strings of %u bytes", size);
	if (*(const u32 *)end != SDT_TABLE_MAGIC)
		return refuse(why, "probe table without its end mark");
	if (view->strings[0] || end[-1])
		return refuse(why, "probe table with broken strings");
	for (str = view->strings; str < end; str += length + 1) {
		length = strlen(str);
		if (length > SDT_MAX_STRING)
			return refuse(why, "a string of %zu bytes, at most %u are possible",
				      length, SDT_MAX_STRING);
		if (!sdt_text_ok(str))
			return refuse(why, "a control character in the string at %zu",
				      (size_t)(str - view->strings));
		cond_resched();
	}
	return true;
}

static bool has_string(const struct entry *entry, u32 offset, const char *what)
{
	return offset < entry->view->head->strings_size ||
	       wrong(entry, "its %s lies outside the strings", what);
}

static bool has_short_string(const struct entry *entry, u32 offset, const char *what)
{
	return has_string(entry, offset, what) &&
	       (strnlen(entry->view->strings + offset, SDT_MAX_NAME + 1) <= SDT_MAX_NAME ||
		wrong(entry, "its %s is longer than %u bytes", what, SDT_MAX_NAME));
}

static bool has_identifier(const struct entry *entry, u32 offset, const char *what,
			   bool dash)
{
	const char *name = entry->view->strings + offset;

	return has_short_string(entry, offset, what) &&
	       (sdt_is_identifier(name, dash) ||
		wrong(entry, "its %s '%.40s' is not an identifier", what, name));
}

/* The name of a provider or a probe, in DTrace's form unless it is a TRACE_EVENT's */
static bool has_name(const struct entry *entry, u32 offset, bool is_event)
{
	const char *name = entry->view->strings + offset;

	return has_identifier(entry, offset, "name", !is_event) &&
	       (is_event || !strstr(name, "__") ||
		wrong(entry, "its name '%.40s' has two underscores, which stand for a dash", name));
}

static bool has_file(const struct entry *entry, u32 offset)
{
	return has_string(entry, offset, "file") &&
	       (is_object(entry->view) || entry->view->strings[offset] ||
		wrong(entry, "it has no source file"));
}

/* Three attributes of each of five things: two levels and a class of dependency */
static bool stability_ok(const struct entry *entry)
{
	const struct sdt_table_provider *provider = &entry->view->providers[entry->number];
	unsigned int n;

	for (n = 0; n < ARRAY_SIZE(provider->stability); n++) {
		const bool is_class = n % 3 == 2;
		const unsigned int value = provider->stability[n];

		if (is_object(entry->view) && value)
			return wrong(entry, "has a stability, but is in an object's table");
		if (value > (is_class ? SDT_DEPENDENCY_COMMON : SDT_STABILITY_STANDARD))
			return wrong(entry, "unknown %s %u", is_class ? "class of dependency" :
				     "level of stability", value);
	}
	return true;
}

static bool extra_ok(const struct entry *entry)
{
	const struct sdt_table_view *view = entry->view;
	const struct sdt_table_extra *extra = &view->extras[entry->number];

	if (extra->probe >= view->head->nr_probes)
		return wrong(entry, "its probe is number %u of %u", extra->probe,
			     view->head->nr_probes);
	if (entry->number && extra[-1].probe >= extra->probe)
		return wrong(entry, "the extras are not sorted");
	if (extra->nr_xlated > SDT_MAX_ARGS ||
	    (u64)extra->first_xlated + extra->nr_xlated > view->head->nr_xlated)
		return wrong(entry, "its %u translated arguments from %u lie outside the table's %u",
			     extra->nr_xlated, extra->first_xlated, view->head->nr_xlated);
	return has_string(entry, extra->message, "message") &&
	       (view->strings[extra->message] || extra->nr_xlated ||
		wrong(entry, "it has neither a message nor translated arguments"));
}

static bool place_ok(const struct entry *entry)
{
	const struct sdt_table_place *place = &entry->view->places[entry->number];

	if (place->probe >= entry->view->head->nr_probes)
		return wrong(entry, "its probe is number %u of %u", place->probe,
			     entry->view->head->nr_probes);
	return has_file(entry, place->file);
}

static bool provider_ok(const struct entry *entry)
{
	const struct sdt_table_view *view = entry->view;
	const struct sdt_table_provider *provider = &view->providers[entry->number];
	const char *s = view->strings;

	if (!has_name(entry, provider->name, false))
		return false;
	if (!sdt_has_all_parts(s + provider->name))
		return wrong(entry, "its name has an empty part before, between or after the dashes");
	if (provider->flags & ~(SDT_PROVIDER_FLAGS | (is_object(view) ? SDT_PROVIDER_TRUSTED : 0)))
		return wrong(entry, "unknown flags %#x", provider->flags);
	if (!is_object(view) && entry->number &&
	    strcmp(s + provider[-1].name, s + provider->name) >= 0)
		return wrong(entry, "the providers are not sorted");
	return stability_ok(entry);
}

static bool enumerator_ok(const struct entry *entry)
{
	const u32 offset = entry->view->enumerators[entry->number].name;
	const char *name = entry->view->strings + offset;

	return has_short_string(entry, offset, "name") &&
	       (sdt_is_enumerator(name) ||
		wrong(entry, "its name '%.40s' is not an identifier", name));
}

/* An object's table may have names only where its author gave them. */
static bool has_field_name(const struct entry *entry, u32 offset)
{
	const char *name = entry->view->strings + offset;

	if (is_object(entry->view) && !offset)
		return true;
	if (!has_identifier(entry, offset, "field name", false))
		return false;
	if (sdt_is_reserved_field(name))
		return wrong(entry, "it cannot be called '%.40s': " SDT_RESERVED_FIELDS, name);
	return sdt_is_ascii(name) || wrong(entry, "its field name '%.40s' is not ASCII", name);
}

static bool size_ok(const struct entry *entry, const struct sdt_table_arg *arg)
{
	if (arg->kind == SDT_ARG_UNKNOWN ? arg->size :
	    arg->size != 1 && arg->size != 2 && arg->size != 4 && arg->size != 8)
		return wrong(entry, "its size is %u bytes", arg->size);
	return arg->kind < SDT_ARG_POINTER || arg->size == 8 ||
	       wrong(entry, "a pointer of %u bytes", arg->size);
}

/* bounds_ok() checks that the argument exists. */
static bool bound_ok(const struct entry *entry, const struct sdt_table_arg *arg)
{
	if (arg->kind == SDT_ARG_BYTES && !arg->bound)
		return wrong(entry, "it points to 0 bytes");
	return !(arg->bound & SDT_BOUND_IS_ARG) ||
	       (arg->bound & ~SDT_BOUND_IS_ARG) < SDT_MAX_ARGS ||
	       wrong(entry, "its bound %#x is neither a number of bytes nor an argument",
		     arg->bound);
}

static bool has_bound(const struct sdt_table_arg *arg)
{
	return arg->kind == SDT_ARG_BYTES || arg->kind == SDT_ARG_STRING;
}

#define ADDRESS_SPACES	(SDT_ARG_USER | SDT_ARG_PERCPU | SDT_ARG_RCU | SDT_ARG_IOMEM)

/* Check flags, enumerators and bound against the argument's kind. */
static bool kind_ok(const struct entry *entry, const struct sdt_table_arg *arg)
{
	const u32 nr_enumerators = entry->view->head->nr_enumerators;
	const bool is_pointer = arg->kind >= SDT_ARG_POINTER;

	if (arg->flags & (is_pointer || arg->kind == SDT_ARG_BOOL ? SDT_ARG_SIGNED : 0) &&
	    !(is_pointer && is_object(entry->view)))
		return wrong(entry, "signed, but not a number");
	if (arg->flags & (is_pointer ? 0 : ADDRESS_SPACES))
		return wrong(entry, "in an address space, but not a pointer");
	if ((arg->flags & SDT_ARG_HEX) && arg->kind != SDT_ARG_INTEGER && !is_pointer)
		return wrong(entry, "shown in hexadecimal, but not an integer");
	if ((arg->flags & SDT_ARG_TRUSTED) && is_pointer &&
	    !sdt_can_be_trusted(arg->kind, arg->flags))
		return wrong(entry, "trusted, but not a pointer that can be");
	if (arg->nr_enumerators && arg->kind != SDT_ARG_ENUM && arg->kind != SDT_ARG_BITMASK)
		return wrong(entry, "not an enum, but it has enumerators");
	if (has_bound(arg))
		return bound_ok(entry, arg);
	if (!arg->nr_enumerators && arg->first_enumerator)
		return wrong(entry, "a first enumerator, but no enumerators");
	return (u64)arg->first_enumerator + arg->nr_enumerators <= nr_enumerators ||
	       wrong(entry, "its %u enumerators from %u lie outside the table's %u",
		     arg->nr_enumerators, arg->first_enumerator, nr_enumerators);
}

static bool arg_ok(const struct entry *entry)
{
	const struct sdt_table_view *view = entry->view;
	const unsigned int marks = is_object(view) ? SDT_ARG_NAMED | SDT_ARG_ZERO : 0;
	const struct sdt_table_arg *arg = &view->args[entry->number];
	const bool is_unknown = arg->kind == SDT_ARG_UNKNOWN;

	/* arg_names_ok() knows whether the probe's arguments may have no name. */
	if (!has_field_name(entry, arg->name) ||
	    !has_string(entry, arg->declared, "declared type") ||
	    !has_string(entry, arg->type, "type") ||
	    !has_string(entry, arg->aka, "type without typedefs"))
		return false;
	if ((is_unknown && !is_object(view)) || arg->kind > SDT_ARG_BYTES)
		return wrong(entry, "unknown kind %u", arg->kind);
	if (!view->strings[arg->type] != is_unknown)
		return wrong(entry, "it has %s", is_unknown ? "a type that is unknown" : "no type");
	if (!size_ok(entry, arg))
		return false;
	if (arg->flags & ~(SDT_ARG_FLAGS | marks))
		return wrong(entry, "unknown flags %#x", arg->flags);
	return kind_ok(entry, arg);
}

static bool xlated_ok(const struct entry *entry)
{
	const struct sdt_table_xlated *xlated = &entry->view->xlated[entry->number];

	if (!has_field_name(entry, xlated->name) || !has_string(entry, xlated->type, "type"))
		return false;
	if (!entry->view->strings[xlated->type] && !is_object(entry->view))
		return wrong(entry, "it has no type");
	if (xlated->arg >= SDT_MAX_ARGS)
		return wrong(entry, "there is no arg%u", xlated->arg);
	return !(xlated->zero[0] || xlated->zero[1] || xlated->zero[2]) ||
	       wrong(entry, "its padding is not zero");
}

#define ENTRY_KINDS	(SDT_PROBE_IS_ENABLED | SDT_PROBE_IS_ANY |	\
			 SDT_PROBE_IS_DEFINITION | SDT_PROBE_IS_DECLARATION)
#define OBJECT_FLAGS	(SDT_PROBE_FLAGS | ENTRY_KINDS | SDT_PROBE_IS_UNTYPED | \
			 SDT_PROBE_IS_USE | SDT_PROBE_IS_NAMED | SDT_PROBE_IS_PREFIXED)

static bool flags_ok(const struct entry *entry, const struct sdt_table_probe *probe)
{
	const unsigned int flags = probe->flags, kind = flags & ENTRY_KINDS;
	const bool has_args = !kind || (kind == SDT_PROBE_IS_DEFINITION &&
					!(flags & SDT_PROBE_IS_UNTYPED));

	if ((flags & ~(is_object(entry->view) ? OBJECT_FLAGS : SDT_PROBE_FLAGS)) ||
	    (kind & (kind - 1)) ||
	    (kind != SDT_PROBE_IS_DEFINITION && (flags & SDT_PROBE_IS_UNTYPED)) ||
	    ((flags & SDT_PROBE_IS_USE) && kind && kind != SDT_PROBE_IS_ENABLED) ||
	    (!has_args && (flags & SDT_PROBE_TRANSLATED)) ||
	    (kind == SDT_PROBE_IS_ANY && flags != kind) ||
	    ((flags & SDT_PROBE_IS_EVENT) &&
	     (flags & ~SDT_PROBE_IS_ENABLED) != SDT_PROBE_IS_EVENT))
		return wrong(entry, "unknown flags %#x", flags);
	return has_args || !probe->nr_args ||
	       wrong(entry, "an entry that cannot have arguments has some");
}

/* An entry without code has no function, unless that is part of its name. */
static bool has_names(const struct entry *entry, const struct sdt_table_probe *probe)
{
	const unsigned int without = SDT_PROBE_IS_DEFINITION | SDT_PROBE_IS_DECLARATION |
				     SDT_PROBE_IS_ANY;
	const bool may_lack = (probe->flags & without) &&
			      !(probe->flags & SDT_PROBE_QUALIFIED);

	return ((may_lack && !probe->function) ||
		has_identifier(entry, probe->function, "function", false)) &&
	       (((probe->flags & SDT_PROBE_IS_ANY) && !probe->name) ||
		has_name(entry, probe->name, probe->flags & SDT_PROBE_IS_EVENT)) &&
	       has_file(entry, probe->file);
}

/* Each argument of a probe becomes a field of the event. */
static bool arg_names_ok(const struct entry *entry, const struct sdt_table_probe *probe)
{
	const struct sdt_table_arg *args = entry->view->args + probe->first_arg;
	const char *names[SDT_MAX_ARGS], *repeated;
	unsigned int i;

	for (i = 0; i < probe->nr_args; i++) {
		names[i] = entry->view->strings + args[i].name;
		if (probe->flags & SDT_PROBE_IS_DEFINITION)
			continue;
		if (!*names[i])
			return wrong(entry, "its arg%u has no name", i);
		if (args[i].kind == SDT_ARG_UNKNOWN)
			return wrong(entry, "the type of its arg%u is unknown", i);
	}
	repeated = sdt_repeated(names, probe->nr_args);
	return !repeated || wrong(entry, "two arguments are named '%.40s'", repeated);
}

/* Probes share arguments, so this has to be checked for each probe. */
static bool bounds_ok(const struct entry *entry, const struct sdt_table_probe *probe)
{
	const struct sdt_table_arg *args = entry->view->args + probe->first_arg;
	unsigned int i;
	u32 bound;

	for (i = 0; i < probe->nr_args; i++) {
		if (!has_bound(&args[i]) || !(args[i].bound & SDT_BOUND_IS_ARG))
			continue;
		bound = args[i].bound & ~SDT_BOUND_IS_ARG;
		if (bound >= probe->nr_args)
			return wrong(entry, "the length of arg%u is arg%u, but it has %u arguments",
				     i, bound, probe->nr_args);
		if (bound == i)
			return wrong(entry, "the length of arg%u is itself", i);
		if (args[bound].kind != SDT_ARG_INTEGER)
			return wrong(entry, "the length of arg%u is arg%u, which is not an integer",
				     i, bound);
	}
	return true;
}

/* Is the argument that a width or precision takes a number?  It exists. */
static bool star_ok(const struct entry *entry, const struct sdt_table_probe *probe, int arg)
{
	return arg < 0 ||
	       entry->view->args[probe->first_arg + arg].kind == SDT_ARG_INTEGER ||
	       wrong(entry, "its message takes arg%d as a number, which is not an integer", arg);
}

static bool message_ok(const struct entry *entry, const struct sdt_table_probe *probe,
		       const char *message)
{
	struct sdt_message_part part = { .end = message };

	if (!*message)
		return true;
	if (probe->flags & (ENTRY_KINDS | SDT_PROBE_TRANSLATED | SDT_PROBE_IS_EVENT))
		return wrong(entry, "a message with flags %#x", probe->flags);
	while (sdt_message_next(&part)) {
		if (part.nr_args > probe->nr_args)
			return wrong(entry, "its message takes more than its %u arguments",
				     probe->nr_args);
		if (!star_ok(entry, probe, part.width_arg) ||
		    !star_ok(entry, probe, part.precision_arg))
			return false;
	}
	return true;
}

static bool view_ok(const struct entry *entry, const struct sdt_table_probe *probe,
		    const struct sdt_table_extra *extra)
{
	const struct sdt_table_xlated *xlated = entry->view->xlated + extra->first_xlated;
	const char *names[SDT_MAX_ARGS], *repeated;
	unsigned int i;

	if (!(probe->flags & SDT_PROBE_TRANSLATED) && (extra->nr_xlated || extra->first_xlated))
		return wrong(entry, "it has translated arguments, but is not translated");
	for (i = 0; i < extra->nr_xlated; i++) {
		if (xlated[i].arg >= probe->nr_args)
			return wrong(entry, "a translated argument is made from arg%u, of %u",
				     xlated[i].arg, probe->nr_args);
		names[i] = entry->view->strings + xlated[i].name;
	}
	repeated = sdt_repeated(names, extra->nr_xlated);
	return !repeated || wrong(entry, "two translated arguments are named '%.40s'", repeated);
}

static int compare_probes(const struct sdt_table_view *view,
			  const struct sdt_table_probe *a,
			  const struct sdt_table_probe *b)
{
	const char *s = view->strings;
	int c = 0;

	/* Providers are sorted. */
	if (a->provider != b->provider)
		return a->provider < b->provider ? -1 : 1;
	if (a->function != b->function)
		c = strcmp(s + a->function, s + b->function);
	return c ? c : strcmp(s + a->name, s + b->name);
}

static bool probe_ok(const struct entry *entry)
{
	const struct sdt_table_view *view = entry->view;
	const struct sdt_table_probe *probe = &view->probes[entry->number];
	const struct sdt_table_extra extra = sdt_table_extra(view, entry->number);

	if (probe->provider >= view->head->nr_providers)
		return wrong(entry, "its provider is number %u of %u", probe->provider,
			     view->head->nr_providers);
	if (!flags_ok(entry, probe) || !has_names(entry, probe))
		return false;
	if (probe->nr_args > SDT_MAX_ARGS ||
	    (u64)probe->first_arg + probe->nr_args > view->head->nr_args)
		return wrong(entry, "its %u arguments from %u lie outside the table's %u",
			     probe->nr_args, probe->first_arg, view->head->nr_args);
	if (!view_ok(entry, probe, &extra) || !bounds_ok(entry, probe) ||
	    !arg_names_ok(entry, probe) ||
	    !message_ok(entry, probe, view->strings + extra.message))
		return false;
	return is_object(view) || !entry->number || compare_probes(view, probe - 1, probe) < 0 ||
	       wrong(entry, "the probes are not sorted");
}

/* Only a module's probes have events. */
static bool event_ok(const struct entry *entry)
{
	const struct sdt_table_view *view = entry->view;
	const struct sdt_table_probe *probe = &view->probes[entry->number];
	const char *s = view->strings;
	const struct sdt_names names = {
		.provider = s + view->providers[probe->provider].name,
		.module = s + view->head->module,
		.function = s + probe->function,
		.name = s + probe->name,
		.is_qualified = probe->flags & SDT_PROBE_QUALIFIED,
		.is_event = probe->flags & SDT_PROBE_IS_EVENT,
	};
	const size_t length = snprintf(entry->why, SDT_WHY_SIZE, "probe %u: ", entry->number);

	return is_object(view) ||
	       sdt_event_ok(&names, entry->why + length, SDT_WHY_SIZE - length);
}

static bool module_ok(const struct sdt_table_view *view, char *why)
{
	const u32 module = view->head->module;

	if (module >= view->head->strings_size)
		return refuse(why, "the module's name lies outside the strings");
	if (!view->strings[module] != is_object(view))
		return refuse(why, "probe table %s a module's name",
			      is_object(view) ? "of an object with" : "without");
	return is_object(view) ||
	       sdt_event_group_ok(view->strings + module, why, SDT_WHY_SIZE);
}

static bool all_ok(const struct sdt_table_view *view, const char *what, u32 nr, char *why,
		   bool (*is_ok)(const struct entry *entry))
{
	struct entry entry = { view, what, 0, why };

	for (; entry.number < nr; entry.number++) {
		if (!is_ok(&entry))
			return false;
		cond_resched();
	}
	return true;
}

/**
 * sdt_table_check - check a table completely
 * @view: filled if the table is valid: all its indexes and offsets are safe to use
 * @head: where the table begins, aligned to 4 bytes
 * @size: the number of bytes there; the table may be shorter
 * @kind: what it has to be
 * @why: filled with a sentence about the first thing that is wrong; SDT_WHY_SIZE bytes
 *
 * The caller must check that probes of one event agree, and that others have another event: this
 * takes memory.
 *
 * Context: Process context, sleeps.
 * Return: true if it is valid.
 */
bool sdt_table_check(struct sdt_table_view *view, const struct sdt_table *head,
		     size_t size, enum sdt_table_kind kind, char *why)
{
	if (!head_ok(head, size, kind, why))
		return false;
	find_parts(view, head);
	return strings_ok(view, why) && module_ok(view, why) &&
	       all_ok(view, "provider", head->nr_providers, why, provider_ok) &&
	       all_ok(view, "enumerator", head->nr_enumerators, why, enumerator_ok) &&
	       all_ok(view, "argument", head->nr_args, why, arg_ok) &&
	       all_ok(view, "translated argument", head->nr_xlated, why, xlated_ok) &&
	       all_ok(view, "extra", head->nr_extras, why, extra_ok) &&
	       all_ok(view, "place", head->nr_places, why, place_ok) &&
	       all_ok(view, "probe", head->nr_probes, why, probe_ok) &&
	       all_ok(view, "probe", head->nr_probes, why, event_ok);
}
