// SPDX-License-Identifier: GPL-2.0-only
/*
 * decode.c - a record of the buffer as a hit
 *
 * Which site fired: with layout=linux, the field __probe_ip has its address; with layout=dtrace
 * it is not known.
 *
 * Messages: libtraceevent formats them by the event's print_fmt, as it does for perf and
 * trace-cmd.
 *
 * Stacks: with the trace option stacktrace, a second record in the same buffer follows each
 * record and has its stack.  Records of an interrupt, with their stacks, can come between the
 * two.  So hits are held until their stacks arrive.  The hits of a CPU that are held at the same
 * time have different contexts: each interrupted the one before it.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hit.h"
#include "source.h"
#include "lib/util.h"

/* More than the number of leading symbols whose address is 0 even for root */
#define MAX_ZERO_SYMBOLS	64

/*
 * The time of the day
 */

/* The clocks cannot be read at the same time: smaller differences, in nanoseconds, are ignored. */
#define MIN_DIFFERENCE	100000
#define MAX_READINGS	5

int64_t wall_clock_ahead(void)
{
	int64_t before, now, after, shortest = INT64_MAX, ahead = 0;
	int i;

	for (i = 0; i < MAX_READINGS && shortest > MIN_DIFFERENCE / 2; i++) {
		before = clock_ns(CLOCK_MONOTONIC);
		now = clock_ns(CLOCK_REALTIME);
		after = clock_ns(CLOCK_MONOTONIC);
		if (after - before < shortest) {
			shortest = after - before;
			ahead = now - (before + shortest / 2);
		}
	}
	return ahead;
}

void decoder_set_clock(struct decoder *decoder)
{
	const int64_t ahead = wall_clock_ahead();

	if (llabs(ahead - decoder->wall_clock) > MIN_DIFFERENCE)
		decoder->wall_clock = ahead;
}

/*
 * The formats of records
 */

/*
 * Can this process see the kernel's addresses?  If not, all symbols have the address 0, which on
 * x86 the first ones, of per-CPU data, have anyway.
 */
static bool sees_symbols(void)
{
	FILE *file = fopen("/proc/kallsyms", "re");
	unsigned long long address = 0;
	unsigned int lines = 0;

	while (file && !address && lines++ < MAX_ZERO_SYMBOLS &&
	       fscanf(file, "%llx%*[^\n]", &address) == 1)
		;
	if (file)
		fclose(file);
	return address;
}

bool kernel_hides_addresses(void)
{
	char *line = file_line("/proc/sys/kernel/kptr_restrict");
	const bool is_hidden = line && atoi(line) > 1;

	free(line);
	return is_hidden || !sees_symbols();
}

bool decoder_is_here(const struct decoder *decoder)
{
	return !decoder->source || decoder->source->is_here;
}

static int report_format(const char *name)
{
	return error_file(name, "libtraceevent does not understand the event's format");
}

/* The end of the last field; a format that was read from a file can be wrong. */
static int end_of_fields(const struct tep_format_field *field)
{
	int end = 0;

	for (; field; field = field->next) {
		if (field->offset < 0 || field->size < 0 || field->offset > INT_MAX - field->size)
			return INT_MAX;
		if (field->offset + field->size > end)
			end = field->offset + field->size;
	}
	return end;
}

static int find_fields(struct traced_event *event)
{
	unsigned int i;
	char *copy;
	int common;

	event->size = end_of_fields(event->format->format.fields);
	common = end_of_fields(event->format->format.common_fields);
	if (common > event->size)
		event->size = common;
	event->ip = tep_find_field(event->format, EVENT_IP_FIELD);
	for (i = 0; i < event->fields->nr_args; i++) {
		event->field[i].value = tep_find_field(event->format,
						       event->fields->args[i].name);
		if (!event->field[i].value)
			return error_file(event->name, "the event has no field %s",
					  event->fields->args[i].name);
		copy = event->ip || event->first->flags & SDT_PROBE_IS_EVENT ?
		       event_copy_field(event->fields, i) : NULL;
		if (copy)
			event->field[i].copy = tep_find_field(event->format, copy);
		free(copy);
	}
	if (event->is_elsewhere)
		event->ip = NULL;
	return 0;
}

/*
 * Selecting single sites, or printing lines, needs the address of the site in the record.  The
 * TRACE_EVENTs of a source can be anyone's, and just have no line.
 */
static int can_choose(const struct decoder *decoder, const struct traced_event *event)
{
	const char *why = NULL;

	if (decoder->is_recorded)
		why = "a file has the hits of all its sites";
	else if (event->is_elsewhere)
		why = "a hit of another boot, or from before the module was loaded again, does not tell which of the event's sites fired";
	else if (!event->ip)
		why = event->first->flags & SDT_PROBE_IS_EVENT ?
		      "a TRACE_EVENT does not tell which of its sites fired" :
		      "with layout=dtrace, an event does not tell which of its sites fired";
	else if (decoder->hides_addresses)
		why = "kptr_restrict=2, or a lack of CAP_SYSLOG, hides which of its sites fired";
	if (why && !event->is_whole)
		return error_file(event->name, "%s: watch them all", why);
	if (why && decoder->with_lines &&
	    !(decoder->source && event->first->flags & SDT_PROBE_IS_EVENT))
		return error_file(event->name, "%s: omit --line", why);
	return 0;
}

/* The address of a symbol in the text of /proc/kallsyms; 0: it is not there */
static unsigned long long address_of(const char *symbols, const char *symbol)
{
	char *line = xasprintf(" T %s\n", symbol);
	const char *found = strstr(symbols, line);

	free(line);
	while (found && found > symbols && found[-1] != '\n')
		found--;
	return found ? strtoull(found, NULL, 16) : 0;
}

/*
 * Reading the kernel's symbols takes longer than the rest of opening a decoder, and most hits do
 * not need them.
 */
static void load_symbols(struct decoder *decoder)
{
	char *text;

	if (decoder->has_symbols || !decoder_is_here(decoder) || decoder->hides_addresses)
		return;
	decoder->has_symbols = true;
	text = file_text(NULL, "/proc/kallsyms");
	if (text) {
		decoder->kernel = address_of(text, "_stext");
		decoder->kernel_end = address_of(text, "_etext");
		tep_parse_kallsyms(decoder->tep, text);
	}
	free(text);
}

/* The name of the function at an address, or NULL */
static const char *function_name(struct decoder *decoder, unsigned long long address)
{
	load_symbols(decoder);
	return tep_find_function(decoder->tep, address);
}

static bool names_functions(const struct traced_event *event)
{
	unsigned int i;

	for (i = 0; i < event->fields->nr_args; i++)
		if (event->fields->args[i].kind == SDT_ARG_FUNCTION)
			return true;
	/* libtraceevent looks up symbols for the "%ps" of a message. */
	return *event->fields->message && strstr(event->format->print_fmt.format, "%p");
}

/* The text of the format was read as the event was found. */
static int open_event(struct decoder *decoder, struct traced_event *event)
{
	if (!event->format && event->text)
		event->format = event_format_parse(decoder->tep, event->system, event->text);
	if (!decoder->source && !decoder->is_recorded) {
		free(event->text);
		event->text = NULL;
	}
	if (!event->format)
		return report_format(event->name);
	if (decoder->source && event->first->flags & SDT_PROBE_IS_EVENT)
		event_take_fields(event, event->format);
	return find_fields(event) || can_choose(decoder, event) ? -1 : 0;
}

bool decoder_names_functions(const struct decoder *decoder)
{
	bool is_needed = decoder->with_stacks;
	size_t i;

	for (i = 0; i < decoder->events.nr && !is_needed; i++)
		is_needed = names_functions(&decoder->events.list[i]);
	return is_needed;
}

static bool finds_sites(const struct decoder *decoder)
{
	const struct traced_event *event = decoder->events.list;
	bool is_needed = false;

	for (; event < decoder->events.list + decoder->events.nr && !is_needed; event++)
		is_needed = event->ip && (!event->is_one_probe || decoder->with_lines);
	return is_needed;
}

bool decoder_needs_symbols(const struct decoder *decoder)
{
	return decoder_names_functions(decoder) || finds_sites(decoder);
}

void decoder_load_symbols(struct decoder *decoder)
{
	if (!decoder->is_recorded && decoder_needs_symbols(decoder))
		load_symbols(decoder);
}

static int open_stacks(struct decoder *decoder)
{
	char *text;

	decoder->nr_cpus = decoder->source ? decoder->source->nr_cpus :
					     (size_t)sysconf(_SC_NPROCESSORS_CONF);
	decoder->held = xcalloc(decoder->nr_cpus, sizeof(*decoder->held));
	if (decoder->source) {
		decoder->stack = decoder->source->stack;
	} else {
		text = tracefs_event_file_read(NULL, "ftrace", "kernel_stack", "format", NULL);
		if (text)
			decoder->stack = event_format_parse(decoder->tep, "ftrace", text);
		free(text);
	}
	decoder->frames = decoder->stack ? tep_find_field(decoder->stack, "caller") : NULL;
	return decoder->frames && decoder->frames->offset >= 0 ? 0 : report_format("kernel_stack");
}

int decoder_open(struct decoder *decoder)
{
	trace_seq_init(&decoder->message);
	decoder->hides_addresses = decoder_is_here(decoder) && kernel_hides_addresses();
	decoder->tep = decoder->source ? decoder->source->tep : tep_alloc();
	if (!decoder->tep)
		out_of_memory();
	if (!decoder->source)
		tep_set_long_size(decoder->tep, sizeof(long));
	decoder->is_foreign = tep_is_file_bigendian(decoder->tep) !=
			      tep_is_local_bigendian(decoder->tep);
	return decoder->with_stacks ? open_stacks(decoder) : 0;
}

/*
 * The site
 *
 * The kernel's symbols name it.  Those of init code are gone, but its address is known.
 */

/* The lowest address of the sections of a module's init code; 0: not known */
static uint64_t init_code(const char *module)
{
	struct name_list sections = { 0 };
	uint64_t lowest = 0, address;
	const char *name;
	char *line;
	size_t i;

	folder_names(&sections, "/sys/module/%s/sections", module);
	for (i = 0; i < sections.nr; i++) {
		name = sections.list[i];
		if (strncmp(name, ".init.text", strlen(".init.text")) && strcmp(name, ".init.plt"))
			continue;
		line = file_line("/sys/module/%s/sections/%s", module, name);
		address = line ? strtoull(line, NULL, 16) : 0;
		if (address && (!lowest || address < lowest))
			lowest = address;
		free(line);
	}
	names_free(&sections);
	return lowest;
}

static const struct event_site *find_init_site(const struct traced_event *event,
					       unsigned long long ip)
{
	const struct probe_site *site;
	size_t i;

	for (i = 0; event->init_code && i < event->nr_sites; i++) {
		site = event->sites[i].site;
		if (site->is_init && event->init_code + site->init_offset == ip)
			return &event->sites[i];
	}
	return NULL;
}

static const struct event_site *find_site(struct decoder *decoder,
					  const struct traced_event *event,
					  unsigned long long ip)
{
	const char *function = function_name(decoder, ip);
	const struct event_site *found = find_init_site(event, ip);
	const char *known;
	char *place;
	size_t i;

	if (found || !function)
		return found;
	place = xasprintf("%s+0x%llx", function,
			  ip - tep_find_function_address(decoder->tep, ip));
	for (i = 0; i < event->nr_sites && !found; i++) {
		known = event->sites[i].site->place;
		if (known && !strcmp(known, place))
			found = &event->sites[i];
	}
	free(place);
	return found;
}

/* The site at an address; each address is looked up once */
static const struct event_site *site_at(struct decoder *decoder, struct traced_event *event,
					unsigned long long ip)
{
	struct event_ip *known;
	size_t i;

	for (i = 0; i < event->nr_ips; i++)
		if (event->ips[i].ip == ip)
			return event->ips[i].site;
	if (!event->nr_ips && decoder_is_here(decoder))
		event->init_code = init_code(event_module(event));
	event->ips = xroom_for_one(event->ips, event->nr_ips, sizeof(*event->ips));
	known = &event->ips[event->nr_ips++];
	known->ip = ip;
	known->site = find_site(decoder, event, ip);
	return known->site;
}

/*
 * Is the record of a hit at a site that was chosen?  The hit gets the site's probe, or NULL
 * if the kernel does not tell which it is of several, and its site, if that is wanted.  A file can
 * lack the kernel's symbols, and then nothing tells the site.
 */
static bool is_chosen(struct decoder *decoder, struct traced_event *event, void *data,
		      struct hit *hit)
{
	const struct event_site *site;
	unsigned long long ip;

	hit->probe = event->is_one_probe ? event->first : NULL;
	if (event->is_one_probe && !decoder->with_lines)
		return true;
	if (!event->ip || tep_read_number_field(event->ip, data, &ip))
		return true;
	site = site_at(decoder, event, ip);
	if (!site && decoder->source && !event->is_whole) {
		decoder->nr_unknown++;
		return false;
	}
	if (!site)
		return true;
	hit->probe = site->probe;
	hit->site = decoder->with_lines ? site->site : NULL;
	return site->chosen;
}

/*
 * Values
 */

/* Has the module been removed since, so that other functions are at its addresses? */
static bool has_moved(const struct decoder *decoder, const struct traced_event *event)
{
	return event->is_elsewhere && decoder_is_here(decoder);
}

/* Numbers of this machine are read here: tep_read_number_field() takes four times as long. */
static unsigned long long read_number(const struct decoder *decoder,
				      struct tep_format_field *field, const void *data)
{
	const char *at = (const char *)data + field->offset;
	unsigned long long number = 0;
	uint32_t number32;
	uint16_t number16;

	switch (decoder->is_foreign ? 0 : field->size) {
	case sizeof(uint8_t):
		return *(const uint8_t *)at;
	case sizeof(number16):
		memcpy(&number16, at, sizeof(number16));
		return number16;
	case sizeof(number32):
		memcpy(&number32, at, sizeof(number32));
		return number32;
	case sizeof(number):
		memcpy(&number, at, sizeof(number));
		return number;
	}
	return tep_read_number_field(field, data, &number) ? 0 : number;
}

/*
 * A __data_loc field has the offset of the data in its low half, the length above.  That of a
 * __rel_loc field counts from the field's end.  Others, of messages, are the data.
 */
static void find_copy(struct arg_value *value, struct tep_format_field *field,
		      const struct tep_record *record)
{
	unsigned long long location;
	size_t offset, length;

	if (!field)
		return;
	if (!(field->flags & TEP_FIELD_IS_DYNAMIC))
		location = (unsigned long long)field->size << 16 | field->offset;
	else if (tep_read_number_field(field, record->data, &location))
		return;
	offset = location & 0xffff;
	if (field->flags & TEP_FIELD_IS_RELATIVE)
		offset += field->offset + field->size;
	length = location >> 16 & 0xffff;
	if (offset + length > (size_t)record->size)
		return;
	value->copy = (const char *)record->data + offset;
	value->length = value->arg->kind == SDT_ARG_STRING ?
			strnlen(value->copy, length) : length;
}

static void find_values(struct decoder *decoder, const struct traced_event *event,
			const struct tep_record *record, struct hit *hit)
{
	unsigned int i;

	for (i = 0; i < event->fields->nr_args; i++) {
		struct arg_value *value = &hit->values[i];

		*value = (struct arg_value){
			.arg = &event->fields->args[i],
			.hides_addresses = decoder->hides_addresses,
		};
		value->value = probe_arg_extend(value->arg,
						read_number(decoder, event->field[i].value,
							    record->data));
		if (value->arg->kind == SDT_ARG_FUNCTION && !has_moved(decoder, event))
			value->function = function_name(decoder, value->value);
		find_copy(value, event->field[i].copy, record);
	}
	hit->nr_values = i;
}

/*
 * The stack
 */

/* The name of the function at an address; caller frees */
static char *function_at(struct decoder *decoder, const struct traced_event *event,
			 unsigned long long address)
{
	const char *name = function_name(decoder, address);
	const bool is_kernel = address >= decoder->kernel && address < decoder->kernel_end;

	if (name && (is_kernel || !has_moved(decoder, event)))
		return xasprintf("%.*s", (int)function_length(name), name);
	return xasprintf("0x%llx", decoder->hides_addresses ? 0 : address);
}

static void free_frames(struct hit *hit)
{
	while (hit->nr_frames)
		free(hit->frames[--hit->nr_frames]);
}

/* The frames before the probe's function are sdt.ko's.  Older kernels end a stack with -1. */
static void find_stack(struct decoder *decoder, const struct traced_event *event,
		       const struct tep_record *stack, struct hit *hit)
{
	const size_t first = decoder->frames->offset, size = stack->size;
	const int width = tep_get_long_size(decoder->tep) == 4 ? 4 : 8;
	unsigned long long address;
	bool is_found = false;
	size_t offset;
	char *function;

	hit->has_stack = true;
	hit->frames = xcalloc(size / width + 1, sizeof(*hit->frames));
	for (offset = first; offset + width <= size; offset += width) {
		address = tep_read_number(decoder->tep, (const char *)stack->data + offset, width);
		if (!address || address == UINT64_MAX >> (64 - 8 * width))
			break;
		function = function_at(decoder, event, address);
		if (!is_found && event_fires_in(event, function)) {
			is_found = true;
			free_frames(hit);
		}
		hit->frames[hit->nr_frames++] = function;
	}
}

/*
 * A record
 */

static struct traced_event *event_of(const struct decoder *decoder, struct tep_record *record)
{
	const unsigned long long id = decoder->type ?
		read_number(decoder, decoder->type, record->data) : decoder->nr_ids;

	return id < decoder->nr_ids ? decoder->by_id[id] : NULL;
}

/* The kernel's numbers of events have 16 bits. */
static void sort_by_id(struct decoder *decoder)
{
	struct traced_event *event = decoder->events.list;
	const struct traced_event *end = event + decoder->events.nr;

	decoder->nr_ids = UINT16_MAX + 1;
	decoder->by_id = xcalloc(decoder->nr_ids, sizeof(*decoder->by_id));
	if (event < end) {	/* All events begin with the same fields. */
		decoder->type = tep_find_common_field(event->format, "common_type");
		decoder->pid = tep_find_common_field(event->format, "common_pid");
		decoder->common_size = end_of_fields(event->format->format.common_fields);
	}
	for (; event < end; event++)
		if ((unsigned int)event->format->id < decoder->nr_ids)
			decoder->by_id[event->format->id] = event;
}

/* The text of a message, as perf and trace-cmd print it */
static void find_message(struct decoder *decoder, struct tep_record *record, struct hit *hit)
{
	struct trace_seq *text = &decoder->message;

	/* libtraceevent shows all addresses; the fields have the values. */
	if (!*hit->traced->fields->message || decoder->hides_addresses ||
	    (has_moved(decoder, hit->traced) && names_functions(hit->traced)))
		return;
	trace_seq_reset(text);
	tep_print_event(decoder->tep, text, record, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(text);
	hit->message = text->buffer;
}

static const char *command_of(struct decoder *decoder, const struct hit *hit)
{
	struct hit_source *source = decoder->source;
	const char *known = NULL;

	if (decoder->without_names)
		return "<...>";
	if (decoder_is_here(decoder))
		return task_name(&decoder->tasks, hit->pid, hit->time);
	if (source->ops->command)
		known = source->ops->command(source, hit->pid);
	return known ? known : "<...>";
}

static bool take_hit(struct decoder *decoder, struct tep_record *record,
		     const struct tep_record *stack)
{
	struct traced_event *event = event_of(decoder, record);
	struct hit hit;
	bool goes_on;

	memset(&hit, 0, offsetof(struct hit, values));
	hit.time = record->ts;
	hit.cpu = record->cpu;
	if (!event || record->size < event->size || !is_chosen(decoder, event, record->data, &hit))
		return true;
	if (decoder->with_wall_clock)
		hit.wall_time = hit.time + decoder->wall_clock;
	hit.pid = decoder->pid ? read_number(decoder, decoder->pid, record->data) : 0;
	hit.comm = command_of(decoder, &hit);
	hit.module = event_module(event);
	hit.traced = event;
	hit.event = event->first;
	find_values(decoder, event, record, &hit);
	find_message(decoder, record, &hit);
	if (stack)
		find_stack(decoder, event, stack, &hit);
	goes_on = decoder->hit(&hit, decoder->data);
	free_frames(&hit);
	free(hit.frames);
	return goes_on;
}

/* Find the event in the source.  Returns whether it is there. */
static bool is_in_source(struct traced_event *event, void *data)
{
	const struct hit_source *source = data;
	const struct source_event *found = source_event(source, event->first);

	if (!found)
		return false;
	event->name = found->name;
	event->format = found->format;
	event->text = found->text ? xasprintf("%s", found->text) : NULL;
	event->has_copies = source_event_has_ip(found) ||
			    event->first->flags & SDT_PROBE_IS_EVENT;
	event->is_elsewhere = !found->is_current && !source->has_symbols;
	return true;
}

struct opening {
	struct decoder *decoder;
	size_t nr_opened, nr_refused;
};

static bool is_opened(struct traced_event *event, void *data)
{
	struct opening *opening = data;
	bool is;

	/* The others would be refused as well. */
	if (!opening->decoder->source && !opening->nr_opened && opening->nr_refused == MAX_REFUSED)
		return false;
	is = !open_event(opening->decoder, event);
	opening->nr_opened += is;
	opening->nr_refused += !is;
	return is;
}

int decoder_choose(struct decoder *decoder, const struct catalog *catalog)
{
	struct traced_events *events = &decoder->events;
	struct opening opening = { .decoder = decoder };

	events_choose(events, catalog);
	if (decoder->source)
		events_keep(events, is_in_source, decoder->source);
	else if (events_find(events) && !events->gone.nr)
		return -1;
	events_keep(events, is_opened, &opening);
	sort_by_id(decoder);
	return opening.nr_refused && !opening.nr_opened ? -1 : 0;
}

/*
 * Hits that are held until their stacks come
 */

struct held_record {
	struct held_record *interrupted;	/* by this one; or NULL */
	struct tep_record record;
};

/* Do two records belong to one hit, or to hits in one context? */
static bool is_same_context(struct tep_handle *tep, struct tep_record *a, struct tep_record *b)
{
	return tep_data_pid(tep, a) == tep_data_pid(tep, b) &&
	       tep_data_flags(tep, a) == tep_data_flags(tep, b) &&
	       tep_data_preempt_count(tep, a) == tep_data_preempt_count(tep, b);
}

static struct held_record *find_held(const struct decoder *decoder, struct tep_record *record)
{
	struct held_record *held = decoder->held[record->cpu];

	while (held && !is_same_context(decoder->tep, &held->record, record))
		held = held->interrupted;
	return held;
}

static struct held_record *unhold(struct decoder *decoder, size_t cpu)
{
	struct held_record *held = decoder->held[cpu];

	if (held)
		decoder->held[cpu] = held->interrupted;
	return held;
}

/* Show the hits of a CPU that are held, down to @last, which has a stack. */
static bool show_held(struct decoder *decoder, size_t cpu, const struct held_record *last,
		      const struct tep_record *stack)
{
	struct held_record *held;
	bool goes_on = true, is_last = false;

	while (goes_on && !is_last && (held = unhold(decoder, cpu))) {
		is_last = held == last;
		goes_on = take_hit(decoder, &held->record, is_last ? stack : NULL);
		free(held);
	}
	return goes_on;
}

static void hold(struct decoder *decoder, const struct tep_record *record)
{
	struct held_record *held = xcalloc(1, sizeof(*held) + record->size);

	held->record = *record;
	held->record.data = memcpy(held + 1, record->data, record->size);
	held->interrupted = decoder->held[record->cpu];
	decoder->held[record->cpu] = held;
}

bool decoder_take(struct decoder *decoder, struct tep_record *record)
{
	struct held_record *held;
	bool goes_on = true, is_stack;

	if (record->size < decoder->common_size)
		return true;
	if (!decoder->with_stacks)
		return take_hit(decoder, record, NULL);
	held = find_held(decoder, record);
	is_stack = tep_data_type(decoder->tep, record) == decoder->stack->id;
	/* If another hit of the same context arrives first, a held one has no stack. */
	if (held)
		goes_on = show_held(decoder, record->cpu, held, is_stack ? record : NULL);
	if (!is_stack)
		hold(decoder, record);
	return goes_on;
}

bool decoder_flush(struct decoder *decoder, size_t cpu)
{
	return show_held(decoder, cpu, NULL, NULL);
}

uint64_t decoder_lost(struct decoder *decoder, size_t cpu, uint64_t records)
{
	const bool has_stacks = decoder->source && decoder->source->stack;

	if (decoder->with_stacks)
		decoder_flush(decoder, cpu);
	/* Some of the lost records may be stacks, so the number of lost hits is not known. */
	return decoder->with_stacks || has_stacks ? 0 : records;
}

void decoder_close(struct decoder *decoder)
{
	struct held_record *held;
	size_t i;

	for (i = 0; i < decoder->nr_cpus; i++)
		while ((held = unhold(decoder, i)))
			free(held);
	free(decoder->held);
	free(decoder->by_id);
	events_free(&decoder->events);
	trace_seq_destroy(&decoder->message);
	if (decoder->tep && !decoder->source)
		tep_free(decoder->tep);
}
