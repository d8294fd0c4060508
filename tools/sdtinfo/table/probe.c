// SPDX-License-Identifier: GPL-2.0-only
/*
 * probe.c - compare probes, arguments and places; names of symbols and of an event's fields
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "probe.h"

int probe_compare_names(const struct probe *a, const struct probe *b)
{
	int c = strcmp(a->provider, b->provider);

	if (!c)
		c = strcmp(a->function, b->function);
	return c ? c : strcmp(a->name, b->name);
}

int probe_compare_events(const struct probe *a, const struct probe *b)
{
	int c = strcmp(a->provider, b->provider);

	if (!c)
		c = strcmp(a->name, b->name);
	if (!c)
		c = (a->flags & (SDT_PROBE_QUALIFIED | SDT_PROBE_IS_EVENT)) -
		    (b->flags & (SDT_PROBE_QUALIFIED | SDT_PROBE_IS_EVENT));
	if (!c && (a->flags & SDT_PROBE_QUALIFIED))
		c = strcmp(a->function, b->function);
	return c;
}

int probe_compare_places(const struct probe *a, const struct probe *b)
{
	int c = strcmp(a->file, b->file);

	return c ? c : (a->line > b->line) - (a->line < b->line);
}

int elf_place_compare(struct elf_place a, struct elf_place b)
{
	if (a.section != b.section)
		return a.section < b.section ? -1 : 1;
	return (a.offset > b.offset) - (a.offset < b.offset);
}

static bool same_enumerators(const struct probe_arg *a, const struct probe_arg *b)
{
	unsigned int i;

	if (a->nr_enumerators != b->nr_enumerators)
		return false;
	for (i = 0; i < a->nr_enumerators; i++)
		if (a->enumerators[i].value != b->enumerators[i].value ||
		    strcmp(a->enumerators[i].name, b->enumerators[i].name))
			return false;
	return true;
}

enum arg_difference probe_compare_args(const struct probe_arg *a, const struct probe_arg *b)
{
	if (strcmp(a->type, b->type) || strcmp(a->aka, b->aka))
		return ARG_OTHER_TYPE;
	if (a->size != b->size)
		return ARG_OTHER_SIZE;
	if (a->kind != b->kind)
		return ARG_OTHER_KIND;
	if ((a->flags ^ b->flags) & SDT_ARG_SIGNED)
		return ARG_OTHER_SIGN;
	if ((a->flags ^ b->flags) & SDT_ARG_HEX)
		return probe_arg_is_pointer(a) ? ARG_OTHER_TRUST : ARG_OTHER_HEX;
	if (a->flags != b->flags)
		return ARG_OTHER_TARGET;
	if (a->bound != b->bound)
		return ARG_OTHER_BOUND;
	return same_enumerators(a, b) ? ARG_SAME : ARG_OTHER_ENUMERATORS;
}

const char *probe_type_unqualified(const char *type)
{
	while (!strncmp(type, "const ", 6) || !strncmp(type, "volatile ", 9))
		type += *type == 'c' ? 6 : 9;
	return type;
}

bool probe_arg_is_pointer(const struct probe_arg *arg)
{
	return arg->kind == SDT_ARG_POINTER || arg->kind == SDT_ARG_STRING ||
	       arg->kind == SDT_ARG_FUNCTION || arg->kind == SDT_ARG_BYTES;
}

bool probe_arg_is_hex(const struct probe_arg *arg)
{
	return (arg->kind == SDT_ARG_INTEGER && arg->flags & SDT_ARG_HEX) ||
	       arg->kind == SDT_ARG_BITMASK;
}

bool probe_arg_is_device(const struct probe_arg *arg)
{
	return !probe_arg_is_hex(arg) && sdt_is_device(arg->kind, arg->size, arg->type);
}

bool probe_arg_is_trusted(const struct probe_arg *arg)
{
	return arg->kind == SDT_ARG_POINTER && arg->flags & SDT_ARG_TRUSTED;
}

const char *probe_arg_aka(const struct probe_arg *arg)
{
	return *arg->aka ? arg->aka : arg->type;
}

const char *probe_arg_struct(const struct probe_arg *arg)
{
	const char *type = probe_type_unqualified(probe_arg_aka(arg));
	char *tag, *end;
	bool is_word;

	if (arg->kind != SDT_ARG_POINTER ||
	    (strncmp(type, "struct ", 7) && strncmp(type, "union ", 6)))
		return NULL;
	tag = xasprintf("%s", strchr(type, ' ') + 1);
	end = strchr(tag, ' ');
	is_word = end && !strcmp(end, " *");
	if (is_word)
		*end = '\0';
	is_word = is_word && *tag && event_is_word(tag);
	free(tag);
	return is_word ? type : NULL;
}

/* An argument that was made of a file's field can have any size. */
static unsigned int bits_of(const struct probe_arg *arg)
{
	return arg->size > 0 && arg->size < sizeof(uint64_t) ? 8 * arg->size : 64;
}

uint64_t probe_arg_mask(const struct probe_arg *arg)
{
	return UINT64_MAX >> (64 - bits_of(arg));
}

uint64_t probe_arg_extend(const struct probe_arg *arg, uint64_t value)
{
	const unsigned int unused = 64 - bits_of(arg);

	if (arg->flags & SDT_ARG_SIGNED)
		return (int64_t)(value << unused) >> unused;
	return value << unused >> unused;
}

uint32_t probe_bound_arg(const struct probe_arg *arg)
{
	return arg->bound & SDT_BOUND_IS_ARG ? arg->bound & ~SDT_BOUND_IS_ARG :
					       NO_BOUND_ARG;
}

/*
 * Names
 */

char *probe_raw_name(const char *name)
{
	char *raw = xcalloc(strlen(name) + 1, 2);
	char *to = raw;

	for (; *name; name++) {
		if (*name == '-')
			*to++ = '_';
		*to++ = *name == '-' ? '_' : *name;
	}
	return raw;
}

char *probe_names(const struct probe *probe, const char *module, const char *function)
{
	const char *const parts[] = { probe->provider, module, function, probe->name };
	size_t i, size = 0;
	char *names, *end;

	/* Not by a format: traces and counts need the names of each hit. */
	for (i = 0; i < 4; i++)
		size += strlen(parts[i]) + 1;
	names = end = xcalloc(size, 1);
	for (i = 0; i < 4; i++) {
		end = stpcpy(end, parts[i]);
		if (i < 3)
			*end++ = ':';
	}
	return names;
}

struct sdt_names probe_rule_names(const struct probe *probe, const char *module)
{
	return (struct sdt_names){
		.provider = probe->provider,
		.module = module,
		.function = probe->function,
		.name = probe->name,
		.event = probe->event,
		.dtrace_event = probe->dtrace_event,
		.is_qualified = probe->flags & SDT_PROBE_QUALIFIED,
		.is_event = probe->flags & SDT_PROBE_IS_EVENT,
	};
}

char *probe_event_name(const struct probe *probe, const char *module, char dash)
{
	struct sdt_names names = probe_rule_names(probe, module);
	size_t size = sdt_event_name(NULL, 0, &names, dash) + 1;
	char *name = xcalloc(size, 1);

	sdt_event_name(name, size, &names, dash);
	return name;
}

char *probe_raw_tracepoint(const struct probe *probe, const char *module)
{
	return probe->flags & SDT_PROBE_IS_EVENT ? xasprintf("%s", probe->event) :
						   xasprintf("%s_%s", module, probe->event);
}

static uint32_t message_id(const struct probe *probe)
{
	uint32_t id = sdt_symbol_id(0, probe->message, 0);
	unsigned int i;

	for (i = 0; i < probe->nr_args; i++)
		id = sdt_symbol_id(id, probe->args[i].type, probe->args[i].flags);
	return id;
}

bool probe_is_printf(const struct probe *probe)
{
	return *probe->message && probe->flags & SDT_PROBE_QUALIFIED;
}

char *probe_symbol(const struct probe *probe)
{
	char *raw = probe_raw_name(probe->symbol_name ? probe->symbol_name : probe->name);
	char *provider = probe_raw_name(probe->provider);
	char *symbol = xasprintf(SDT_PROBE_SYMBOL "%s$%s$%s", provider,
				 probe->function, raw);

	if (probe_is_printf(probe))
		symbol = xappend(symbol, SDT_SYMBOL_SEPARATOR "%08x", message_id(probe));
	free(provider);
	free(raw);
	return symbol;
}

char *probe_file_symbol(char *symbol, const char *file)
{
	return xappend(symbol, SDT_SYMBOL_SEPARATOR "%08x", sdt_symbol_id(0, file, 0));
}

char *probe_enabled_symbol(const struct probe *probe)
{
	char *raw = probe_raw_name(probe->name);
	bool is_qualified = probe->flags & SDT_PROBE_QUALIFIED;
	char *provider = probe_raw_name(probe->provider);
	char *symbol = xasprintf(SDT_ENABLED_SYMBOL "%s$%s$%s", provider,
				 is_qualified ? probe->function : "", raw);

	free(provider);
	free(raw);
	return symbol;
}

/*
 * The fields of a probe's event
 */

const struct probe *event_fields(const struct probe *probe, struct event_fields *room)
{
	unsigned int i;

	if (!(probe->flags & (SDT_PROBE_TRANSLATED | SDT_PROBE_IS_EVENT)))
		return probe;
	room->probe = *probe;
	room->probe.args = room->args;
	room->probe.nr_args = probe->nr_xlated;
	for (i = 0; i < probe->nr_xlated; i++) {
		room->args[i] = probe->args[probe->xlated[i].arg];
		room->args[i].name = probe->xlated[i].name;
		room->args[i].declared = probe->xlated[i].type;
	}
	return &room->probe;
}

static bool is_copied(const struct probe_arg *arg)
{
	return sdt_is_copied(arg->kind, arg->flags);
}

char *event_copy_field(const struct probe *probe, unsigned int arg)
{
	const char *taken[2 * SDT_MAX_ARGS];
	char *copies[SDT_MAX_ARGS], *name;
	unsigned int i, nr = 0;

	if (!is_copied(&probe->args[arg]))
		return NULL;
	if (probe->flags & SDT_PROBE_IS_EVENT)
		return xasprintf("%s", probe->args[arg].name);
	for (i = 0; i < probe->nr_args; i++)
		taken[i] = probe->args[i].name;
	for (i = 0; i <= arg; i++) {
		if (!is_copied(&probe->args[i]))
			continue;
		name = xcalloc(SDT_COPY_NAME_SIZE, 1);
		sdt_copy_name(name, probe->args[i].name,
			      probe->args[i].kind == SDT_ARG_BYTES, taken,
			      probe->nr_args + nr);
		taken[probe->nr_args + nr] = name;
		copies[nr++] = name;
	}
	for (i = 0; i + 1 < nr; i++)
		free(copies[i]);
	return copies[nr - 1];
}

uint32_t event_bound_field(const struct probe *probe, unsigned int arg)
{
	const uint32_t bound = probe_bound_arg(&probe->args[arg]);
	uint32_t i;

	if (bound == NO_BOUND_ARG || !(probe->flags & SDT_PROBE_TRANSLATED))
		return bound;
	for (i = 0; i < probe->nr_xlated; i++)
		if (probe->xlated[i].arg == bound)
			return i;
	return NO_BOUND_ARG;
}

/* Words that cannot name a field: one in bpftrace 0.17, the others in 0.23 */
static const char *const reserved[] = {
	"unroll",
	"bool", "buffer", "inet", "int16", "int32", "int64", "int8", "string",
	"uint16", "uint32", "uint64", "uint8",
};

bool event_is_word(const char *name)
{
	const char *c;

	for (c = name; isalnum((unsigned char)*c) || *c == '_'; c++)
		;
	return *name && !*c;
}

bool event_bpftrace_knows(const char *field)
{
	return event_is_word(field) &&
	       !sdt_is_one_of(reserved, sizeof(reserved) / sizeof(reserved[0]), field);
}
