// SPDX-License-Identifier: GPL-2.0-only
/*
 * table.c - check a module's probe table
 *
 * No state, no lock; nothing is written.  Every byte is checked to be in the module's
 * own permanent memory before it is read.  The reason for refusing a table is returned
 * as text for one line of the log in @why, which has SDT_WHY_SIZE bytes.
 *
 * Insmod and rmmod of all modules wait meanwhile.  So the time that a check takes depends
 * on the size of the table only: strings are read once, not for each of the arguments
 * that refer to them, except short ones: names, and the files of sites.
 *
 * The caller must keep the module from being unloaded.
 */
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "arch/arch.h"
#include "compat.h"
#include "core/internal.h"

#define refuse(why, fmt, ...)						\
	({ snprintf(why, SDT_WHY_SIZE, fmt, ##__VA_ARGS__); -EINVAL; })

/**
 * sdt_module_holds - test whether memory is in a module's permanent memory
 * @mod: the module
 * @addr: first byte
 * @size: number of bytes, at least 1
 *
 * Context: Any context.
 * Return: true if all of it is.
 */
bool sdt_module_holds(const struct module *mod, const void *addr, size_t size)
{
	return sdt_module_room(mod, (unsigned long)addr) >= size;
}

/**
 * sdt_module_string - get a string in a module's permanent memory
 * @mod: the module
 * @addr: address of the string
 *
 * Context: Any context.
 * Return: the string, or NULL if it is not completely there or longer than SDT_MAX_STRING.
 */
const char *sdt_module_string(const struct module *mod, u64 addr)
{
	const char *str = (const char *)(uintptr_t)addr;
	size_t room = min_t(size_t, sdt_module_room(mod, (unsigned long)str),
			    SDT_MAX_STRING + 1);

	return room && strnlen(str, room) < room ? str : NULL;
}

/**
 * sdt_table_of - find the table that a site record refers to
 * @mod: the module that the record is in
 * @probe: the address that the record's probe field points to
 * @why: filled with the reason if there is no table
 *
 * Context: Any context.
 * Return: the head, of which only the magic was checked, or NULL.
 */
const struct sdt_table *sdt_table_of(const struct module *mod, u64 probe,
				     char *why)
{
	const struct sdt_table_probe *p = (const void *)(uintptr_t)probe;
	const struct sdt_table *head;
	u64 offset;

	if (!IS_ALIGNED(probe, sizeof(u32)) ||
	    !sdt_module_holds(mod, p, sizeof(*p))) {
		refuse(why, "a site's probe pointer points outside the module");
		return NULL;
	}
	offset = sizeof(*head) + (u64)p->index * sizeof(*p);
	head = (const void *)(uintptr_t)(probe - offset);
	if (offset > probe || !sdt_module_holds(mod, head, sizeof(*head)) ||
	    head->magic != SDT_TABLE_MAGIC) {
		refuse(why, "a site's probe pointer does not point into a probe table");
		return NULL;
	}
	return head;
}

/**
 * sdt_text_ok - test whether a text can be printed in one line
 * @str: the text
 *
 * Context: Any context.
 * Return: true if it has no control characters.
 */
bool sdt_text_ok(const char *str)
{
	for (; *str; str++)
		if ((unsigned char)*str < ' ' || *str == 0x7f)
			return false;
	return true;
}

/* Names become file names and are printed. */
static bool name_ok(const char *str, bool with_dashes)
{
	const char *c;

	for (c = str; *c && c - str <= SDT_MAX_NAME; c++) {
		if ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
		    (*c >= '0' && *c <= '9') || *c == '_' || *c == '$' ||
		    (*c == '-' && with_dashes) || (unsigned char)*c >= 0x80)
			continue;
		return false;
	}
	return c != str && c - str <= SDT_MAX_NAME;
}

/* A name of a function, an argument or an enumerator */
static bool identifier_ok(const char *str)
{
	return name_ok(str, false);
}

/* A name of a probe or a provider */
static bool dashed_name_ok(const char *str)
{
	return name_ok(str, true);
}

static int check_head(const struct module *mod, const struct sdt_table *head,
		      char *why)
{
	u64 size;

	if (head->version != SDT_ABI_VERSION)
		return refuse(why, "its probe table has ABI version %u, this sdt.ko knows version %u",
			      head->version, SDT_ABI_VERSION);
	if (head->kind != SDT_TABLE_MODULE)
		return refuse(why, "its probe table has kind %u, not that of a module (%u)",
			      head->kind, SDT_TABLE_MODULE);
	size = sizeof(*head) +
	       (u64)head->nr_providers * sizeof(struct sdt_table_provider) +
	       (u64)head->nr_probes * sizeof(struct sdt_table_probe) +
	       (u64)head->nr_args * sizeof(struct sdt_table_arg) +
	       (u64)head->nr_xlated * sizeof(struct sdt_table_xlated) +
	       (u64)head->nr_enumerators * sizeof(struct sdt_table_enumerator) +
	       (u64)head->strings_size + sizeof(u32);
	if (head->size != size)
		return refuse(why, "its probe table has a size of %u bytes, but its parts add up to %llu",
			      head->size, size);
	if (!sdt_module_holds(mod, head, size))
		return refuse(why, "its probe table is truncated: %llu bytes do not fit in the module",
			      size);
	if (!head->strings_size || head->strings_size % sizeof(u32))
		return refuse(why, "the strings of its probe table have a bad size, %u",
			      head->strings_size);
	return 0;
}

static int check_strings(const struct sdt_table_view *view, char *why)
{
	const struct sdt_table *head = view->head;
	const char *end = view->strings + head->strings_size, *str;
	unsigned int length;

	if (*(const u32 *)end != SDT_TABLE_MAGIC)
		return refuse(why, "its probe table is truncated: no end mark");
	if (view->strings[0] || end[-1])
		return refuse(why, "the strings of its probe table are not terminated");
	for (str = view->strings; str < end; str += length + 1) {
		length = strlen(str);
		if (length > SDT_MAX_STRING)
			return refuse(why, "a string of its probe table has %u bytes, at most %u are possible",
				      length, SDT_MAX_STRING);
		if (!sdt_text_ok(str))
			return refuse(why, "the strings of its probe table have a control character");
		cond_resched();
	}
	return 0;
}

/* Compare names like modprobe: '-' equals '_'. */
static bool same_module(const char *a, const char *b)
{
	for (; *a && *b; a++, b++)
		if (*a != *b && !(*a == '-' && *b == '_'))
			return false;
	return *a == *b;
}

/* module_probes.c has the names for these numbers. */
static bool stability_ok(const struct sdt_table_provider *provider)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(provider->stability); i++)
		if (provider->stability[i] >
		    (i % 3 == 2 ? SDT_DEPENDENCY_COMMON : SDT_STABILITY_STANDARD))
			return false;
	return true;
}

static int check_providers(const struct sdt_table_view *view, char *why)
{
	const char *name, *previous = "";
	u32 i;

	for (i = 0; i < view->head->nr_providers; i++, previous = name) {
		const struct sdt_table_provider *p = &view->providers[i];

		if (p->name >= view->head->strings_size)
			return refuse(why, "provider %u of its probe table: string offset out of range",
				      i);
		name = view->strings + p->name;
		if (!dashed_name_ok(name))
			return refuse(why, "provider %u of its probe table: bad name",
				      i);
		if (strcmp(previous, name) >= 0)
			return refuse(why, "provider %u of its probe table is out of order",
				      i);
		if (!stability_ok(p))
			return refuse(why, "provider %u of its probe table: unknown stability",
				      i);
		if (p->flags & ~SDT_PROVIDER_FLAGS)
			return refuse(why, "provider %u of its probe table: unknown flags %#x",
				      i, p->flags);
		cond_resched();
	}
	return 0;
}

static int check_enumerators(const struct sdt_table_view *view, char *why)
{
	u32 i;

	for (i = 0; i < view->head->nr_enumerators; i++) {
		const struct sdt_table_enumerator *e = &view->enumerators[i];

		if (e->name >= view->head->strings_size)
			return refuse(why, "enumerator %u of its probe table: string offset out of range",
				      i);
		if (!identifier_ok(view->strings + e->name))
			return refuse(why, "enumerator %u of its probe table: bad name",
				      i);
		cond_resched();
	}
	return 0;
}

/* Check flags, enumerators and bound against the argument's kind. */
static int check_kind(const struct sdt_table_view *view, u32 i, char *why)
{
	const struct sdt_table_arg *arg = &view->args[i];
	u32 nr = view->head->nr_enumerators;

	if (arg->flags & SDT_ARG_HEX && arg->kind != SDT_ARG_INTEGER)
		return refuse(why, "argument %u of its probe table: hexadecimal, but not an integer",
			      i);
	if (arg->nr_enumerators && arg->kind != SDT_ARG_ENUM &&
	    arg->kind != SDT_ARG_BITMASK)
		return refuse(why, "argument %u of its probe table: not an enum, but has enumerators",
			      i);
	if (arg->kind == SDT_ARG_BYTES || arg->kind == SDT_ARG_STRING) {
		if (arg->kind == SDT_ARG_BYTES && !arg->bound)
			return refuse(why, "argument %u of its probe table: bytes without a bound",
				      i);
		return 0;
	}
	if (!arg->nr_enumerators && arg->first_enumerator)
		return refuse(why, "argument %u of its probe table: a first enumerator, but no enumerators",
			      i);
	if (arg->first_enumerator > nr ||
	    arg->nr_enumerators > nr - arg->first_enumerator)
		return refuse(why, "argument %u of its probe table: enumerators out of range",
			      i);
	return 0;
}

static int check_args(const struct sdt_table_view *view, char *why)
{
	u32 i, strings = view->head->strings_size;

	for (i = 0; i < view->head->nr_args; i++) {
		const struct sdt_table_arg *arg = &view->args[i];

		if (arg->name >= strings || arg->declared >= strings ||
		    arg->type >= strings || arg->aka >= strings)
			return refuse(why, "argument %u of its probe table: string offset out of range",
				      i);
		if (!identifier_ok(view->strings + arg->name))
			return refuse(why, "argument %u of its probe table: bad name",
				      i);
		if (!view->strings[arg->type])
			return refuse(why, "argument %u of its probe table: no type",
				      i);
		if (arg->size != 1 && arg->size != 2 && arg->size != 4 &&
		    arg->size != 8)
			return refuse(why, "argument %u of its probe table: size %u",
				      i, arg->size);
		if (arg->kind < SDT_ARG_INTEGER || arg->kind > SDT_ARG_BYTES)
			return refuse(why, "argument %u of its probe table: unknown kind %u",
				      i, arg->kind);
		if (arg->kind >= SDT_ARG_POINTER && arg->size != sizeof(long))
			return refuse(why, "argument %u of its probe table: pointer of size %u",
				      i, arg->size);
		if (arg->flags & ~SDT_ARG_FLAGS)
			return refuse(why, "argument %u of its probe table: unknown flags %#x",
				      i, arg->flags);
		if (check_kind(view, i, why))
			return -EINVAL;
		cond_resched();
	}
	return 0;
}

static int check_xlated(const struct sdt_table_view *view, char *why)
{
	u32 i, strings = view->head->strings_size;

	for (i = 0; i < view->head->nr_xlated; i++) {
		const struct sdt_table_xlated *x = &view->xlated[i];

		if (x->name >= strings || x->type >= strings)
			return refuse(why, "translated argument %u of its probe table: string offset out of range",
				      i);
		if (!identifier_ok(view->strings + x->name))
			return refuse(why, "translated argument %u of its probe table: bad name",
				      i);
		if (!view->strings[x->type])
			return refuse(why, "translated argument %u of its probe table: no type",
				      i);
		if (memchr_inv(x->zero, 0, sizeof(x->zero)))
			return refuse(why, "translated argument %u of its probe table: unknown fields",
				      i);
		cond_resched();
	}
	return 0;
}

static int compare_probes(const struct sdt_table_view *view,
			  const struct sdt_table_probe *a,
			  const struct sdt_table_probe *b)
{
	const char *s = view->strings;

	/* Providers are sorted. */
	if (a->provider != b->provider)
		return a->provider < b->provider ? -1 : 1;
	return strcmp(s + a->function, s + b->function) ?:
	       strcmp(s + a->name, s + b->name);
}

/* Each argument of a probe becomes a field of the event. */
static bool arg_names_differ(const struct sdt_table_view *view,
			     const struct sdt_table_probe *probe)
{
	const struct sdt_table_arg *args = view->args + probe->first_arg;
	unsigned int i, j;

	for (i = 1; i < probe->nr_args; i++)
		for (j = 0; j < i; j++)
			if (!strcmp(view->strings + args[i].name,
				    view->strings + args[j].name))
				return false;
	return true;
}

/*
 * Check bounds that are another argument's value.  Probes share arguments, so this has
 * to be checked for each probe.
 */
static int check_bounds(const struct sdt_table_view *view, u32 i, char *why)
{
	const struct sdt_table_probe *probe = &view->probes[i];
	const struct sdt_table_arg *args = view->args + probe->first_arg;
	u32 n, length;

	for (n = 0; n < probe->nr_args; n++) {
		if (args[n].kind != SDT_ARG_BYTES && args[n].kind != SDT_ARG_STRING)
			continue;
		if (!(args[n].bound & SDT_BOUND_IS_ARG))
			continue;
		length = args[n].bound & ~SDT_BOUND_IS_ARG;
		if (length >= probe->nr_args || length == n ||
		    args[length].kind != SDT_ARG_INTEGER)
			return refuse(why, "probe %u of its probe table: the bound of argument %u is not another integer argument",
				      i, n);
	}
	return 0;
}

/* The same for translated arguments. */
static bool xlated_names_differ(const struct sdt_table_view *view,
				const struct sdt_table_probe *probe)
{
	const struct sdt_table_xlated *x = view->xlated + probe->first_xlated;
	unsigned int i, j;

	for (i = 1; i < probe->nr_xlated; i++)
		for (j = 0; j < i; j++)
			if (!strcmp(view->strings + x[i].name,
				    view->strings + x[j].name))
				return false;
	return true;
}

static int check_view(const struct sdt_table_view *view, u32 i, char *why)
{
	const struct sdt_table_probe *probe = &view->probes[i];
	u32 n, nr = view->head->nr_xlated;

	if (!(probe->flags & SDT_PROBE_TRANSLATED)) {
		if (probe->first_xlated || probe->nr_xlated)
			return refuse(why, "probe %u of its probe table: translated arguments, but it is not translated",
				      i);
		return 0;
	}
	if (probe->nr_xlated > SDT_MAX_ARGS)
		return refuse(why, "probe %u of its probe table: %u translated arguments, at most %u are possible",
			      i, probe->nr_xlated, SDT_MAX_ARGS);
	if (probe->first_xlated > nr || probe->nr_xlated > nr - probe->first_xlated)
		return refuse(why, "probe %u of its probe table: translated arguments out of range",
			      i);
	for (n = 0; n < probe->nr_xlated; n++)
		if (view->xlated[probe->first_xlated + n].arg >= probe->nr_args)
			return refuse(why, "probe %u of its probe table: a translated argument is made from an argument that it does not have",
				      i);
	if (!xlated_names_differ(view, probe))
		return refuse(why, "probe %u of its probe table: two translated arguments with the same name",
			      i);
	return 0;
}

/* The names in the table are those that "sdtinfo link" has to make of the probe's. */
static int check_event_name(const struct sdt_table_view *view, u32 i, char *why)
{
	const struct sdt_table_probe *probe = &view->probes[i];
	const char *s = view->strings;
	const struct sdt_names names = {
		.provider = s + view->providers[probe->provider].name,
		.function = s + probe->function,
		.name = s + probe->name,
		.is_qualified = probe->flags & SDT_PROBE_QUALIFIED,
	};
	char made[SDT_MAX_EVENT_NAME + 1];
	int len = snprintf(why, SDT_WHY_SIZE, "probe %u of its probe table: ", i);

	if (!sdt_event_ok(&names, why + len, SDT_WHY_SIZE - len))
		return -EINVAL;
	sdt_event_name(made, sizeof(made), &names, '_');
	if (strcmp(made, s + probe->event))
		return refuse(why, "probe %u of its probe table: its event is named %.64s, not %.64s",
			      i, s + probe->event, made);
	sdt_event_name(made, sizeof(made), &names, '-');
	if (strcmp(made, s + probe->dtrace_event))
		return refuse(why, "probe %u of its probe table: its event is named %.64s, not %.64s",
			      i, s + probe->dtrace_event, made);
	return 0;
}

static int check_probe(const struct sdt_table_view *view, u32 i, char *why)
{
	const struct sdt_table_probe *probe = &view->probes[i];
	const struct sdt_table *head = view->head;
	u32 strings = head->strings_size;

	if (probe->index != i)
		return refuse(why, "probe %u of its probe table has number %u",
			      i, probe->index);
	if (probe->provider >= head->nr_providers)
		return refuse(why, "probe %u of its probe table: provider out of range",
			      i);
	if (probe->function >= strings || probe->name >= strings ||
	    probe->event >= strings || probe->dtrace_event >= strings)
		return refuse(why, "probe %u of its probe table: string offset out of range",
			      i);
	if (!identifier_ok(view->strings + probe->function) ||
	    !dashed_name_ok(view->strings + probe->name))
		return refuse(why, "probe %u of its probe table: bad name", i);
	if (probe->flags & ~SDT_PROBE_FLAGS)
		return refuse(why, "probe %u of its probe table: unknown flags %#x",
			      i, probe->flags);
	if (check_event_name(view, i, why))
		return -EINVAL;
	if (probe->nr_args > SDT_MAX_ARGS)
		return refuse(why, "probe %u of its probe table: %u arguments, at most %u are possible",
			      i, probe->nr_args, SDT_MAX_ARGS);
	if (probe->first_arg > head->nr_args ||
	    probe->nr_args > head->nr_args - probe->first_arg)
		return refuse(why, "probe %u of its probe table: arguments out of range",
			      i);
	if (!probe->nr_sites)
		return refuse(why, "probe %u of its probe table: no sites", i);
	if (!arg_names_differ(view, probe))
		return refuse(why, "probe %u of its probe table: two arguments with the same name",
			      i);
	if (check_bounds(view, i, why) || check_view(view, i, why))
		return -EINVAL;
	if (i && compare_probes(view, probe - 1, probe) >= 0)
		return refuse(why, "probe %u of its probe table is out of order",
			      i);
	return 0;
}

/* Check the code that all sites of the module call. */
static int check_trampoline(const struct module *mod,
			    struct sdt_table_view *view, char *why)
{
	const struct sdt_table *head = view->head;
	struct sdt_trampoline *t;
	const void *code;

	t = (void *)((unsigned long)&head->trampoline + head->trampoline);
	if (!IS_ALIGNED((unsigned long)t, sizeof(u64)) ||
	    !sdt_module_writable(mod, (unsigned long)t, sizeof(*t)) ||
	    t->magic != SDT_TRAMPOLINE_MAGIC)
		return refuse(why, "its probe table does not point to a trampoline");
	code = (void *)((unsigned long)&t->code + t->code);
	if (within_module_init((unsigned long)code, mod) ||
	    sdt_module_code_room(mod, (unsigned long)code) <
	    SDT_TRAMPOLINE_SIZE ||
	    !sdt_is_trampoline(code))
		return refuse(why, "its trampoline has no code that can be patched");
	if (!sdt_trampoline_is_unused(t, code))
		return refuse(why, "its trampoline is in use already");
	view->trampoline = t;
	return 0;
}

/**
 * sdt_table_check - check a module's table completely
 * @mod: the module
 * @head: what sdt_table_of() returned
 * @view: filled if the table is valid
 * @why: filled with the reason if it is not
 *
 * Context: Process context, sleeps.
 * Return: 0 or -EINVAL.
 */
int sdt_table_check(const struct module *mod, const struct sdt_table *head,
		    struct sdt_table_view *view, char *why)
{
	int err;
	u32 i;

	err = check_head(mod, head, why);
	if (err)
		return err;

	view->head = head;
	view->probes = (const void *)(head + 1);
	view->providers = (const void *)(view->probes + head->nr_probes);
	view->args = (const void *)(view->providers + head->nr_providers);
	view->xlated = (const void *)(view->args + head->nr_args);
	view->enumerators = (const void *)(view->xlated + head->nr_xlated);
	view->strings = (const void *)(view->enumerators +
				       head->nr_enumerators);

	err = check_strings(view, why);
	if (err)
		return err;
	if (head->module >= head->strings_size)
		return refuse(why, "its probe table has no module name");
	if (!same_module(view->strings + head->module, mod->name))
		return refuse(why, "its probe table belongs to module %.64s",
			      view->strings + head->module);
	if (!sdt_event_group_ok(mod->name, why, SDT_WHY_SIZE))
		return -EINVAL;
	err = check_providers(view, why) ?: check_enumerators(view, why) ?:
	      check_args(view, why) ?: check_xlated(view, why);
	if (err)
		return err;
	for (i = 0; i < head->nr_probes; i++) {
		err = check_probe(view, i, why);
		if (err)
			return err;
		cond_resched();
	}
	return check_trampoline(mod, view, why);
}
