// SPDX-License-Identifier: GPL-2.0-only
/*
 * events.c - the events of the chosen probes, and their sites
 *
 * An event stands for all probes of a module with its name, in whatever functions.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "events.h"
#include "lib/util.h"

/*
 * Which events
 */

/* The probes of a module, those of an event in a row */
struct event_order {
	const struct module *module;
	const struct probe **probes;
	bool *are_taken;	/* at the first probe of an event: it is in the list */
	size_t nr;
};

static int by_event(const void *x, const void *y)
{
	const struct probe *a = *(const struct probe *const *)x;
	const struct probe *b = *(const struct probe *const *)y;
	const int order = probe_compare_events(a, b);

	return order ? order : a < b ? -1 : a > b;
}

static void free_order(struct event_order *order)
{
	free(order->probes);
	free(order->are_taken);
}

/* The probes of a catalog come module by module. */
static void order_events(struct event_order *order, const struct module *module)
{
	size_t i;

	if (order->module == module)
		return;
	free_order(order);
	order->module = module;
	order->nr = module->table.nr_probes;
	order->probes = xcalloc(order->nr, sizeof(*order->probes));
	order->are_taken = xcalloc(order->nr, sizeof(*order->are_taken));
	for (i = 0; i < order->nr; i++)
		order->probes[i] = &module->table.probes[i];
	qsort(order->probes, order->nr, sizeof(*order->probes), by_event);
}

/* The first probe of an event */
static size_t first_of(const struct event_order *order, const struct probe *probe)
{
	size_t low = 0, high = order->nr, middle;

	while (low < high) {
		middle = (low + high) / 2;
		if (probe_compare_events(order->probes[middle], probe) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void add_event_site(struct traced_event *event, const struct catalog *catalog,
			   const struct probe *probe, const struct probe_site *site)
{
	struct event_site *added;

	event->sites = xroom_for_one(event->sites, event->nr_sites, sizeof(*event->sites));
	added = &event->sites[event->nr_sites++];
	added->probe = probe;
	added->site = site;
	added->chosen = catalog_has_site(catalog, event->module, probe, site);
	event->is_whole &= added->chosen;
	event->is_one_probe &= added->chosen && probe == event->sites[0].probe;
}

/* All sites of the event, chosen or not: a record can come from any of them. */
static void add_event_sites(struct traced_event *event, const struct catalog *catalog,
			    const struct event_order *order, size_t first)
{
	const struct probe_site *sites;
	const struct probe *probe;
	size_t i, nr;

	for (; first < order->nr; first++) {
		probe = order->probes[first];
		if (probe_compare_events(probe, event->first))
			break;
		sites = module_sites(event->module, probe, &nr);
		for (i = 0; i < nr; i++)
			if (!sites[i].is_enabled)
				add_event_site(event, catalog, probe, &sites[i]);
	}
}

void events_choose(struct traced_events *events, const struct catalog *catalog)
{
	const struct catalog_probe *chosen = catalog->probes;
	struct event_order order = { 0 };
	struct traced_event *event;
	size_t first;

	for (; chosen < catalog->probes + catalog->nr_probes; chosen++) {
		order_events(&order, chosen->module);
		first = first_of(&order, chosen->probe);
		if (order.are_taken[first])
			continue;
		order.are_taken[first] = true;
		events->list = xroom_for_one(events->list, events->nr, sizeof(*events->list));
		event = &events->list[events->nr++];
		*event = (struct traced_event){
			.module = chosen->module,
			.system = chosen->probe->group,
			.first = chosen->probe,
			.room = xcalloc(1, sizeof(*event->room)),
			.is_one_probe = true,
			.is_whole = true,
		};
		event->fields = event_fields(event->first, event->room);
		add_event_sites(event, catalog, &order, first);
	}
	free_order(&order);
}

void filter_free(struct filter *filter)
{
	if (!filter)
		return;
	filter_free(filter->left);
	filter_free(filter->right);
	free(filter->text);
	free(filter);
}

static void free_event(struct traced_event *event)
{
	probe_table_free(&event->made);
	free(event->filter);
	filter_free(event->wanted);
	free(event->text);
	free(event->room);
	free(event->sites);
	free(event->ips);
}

void events_free(struct traced_events *events)
{
	while (events->nr)
		free_event(&events->list[--events->nr]);
	free(events->list);
	names_free(&events->gone);
}

size_t function_length(const char *place)
{
	const char *cold = strstr(place, ".cold");

	return cold ? (size_t)(cold - place) : strcspn(place, "+");
}

bool event_fires_in(const struct traced_event *event, const char *function)
{
	const size_t length = strlen(function);
	const char *place;
	size_t i;

	for (i = 0; i < event->nr_sites; i++) {
		place = event->sites[i].site->place;
		if (place && function_length(place) == length && !strncmp(place, function, length))
			return true;
	}
	return false;
}

const struct probe_arg *event_arg(const struct traced_event *event, const char *name)
{
	unsigned int i;

	for (i = 0; i < event->fields->nr_args; i++)
		if (!strcmp(event->fields->args[i].name, name))
			return &event->fields->args[i];
	return NULL;
}

static const struct {
	const char *name;
	const char *kernel_name;	/* that the kernel's histograms have for it */
	enum hit_field_kind kind;
} common_fields[] = {
	{ "comm", "", HIT_COMM },
	{ "pid", "common_pid", HIT_PID },
	{ "cpu", "common_cpu", HIT_CPU },
	{ "stack", "", HIT_STACK },
};

#define NR_COMMON	(sizeof(common_fields) / sizeof(common_fields[0]))

static bool find_arg(struct hit_field *field, const struct traced_event *event, const char *name)
{
	const struct probe *fields = event->fields;
	unsigned int i;
	char *copy;

	for (i = 0; i < fields->nr_args; i++) {
		*field = (struct hit_field){ .arg = i, .type = &fields->args[i] };
		copy = event->has_copies ? event_copy_field(fields, i) : NULL;
		if (copy && !strcmp(copy, name))	/* of a TRACE_EVENT, the field itself */
			field->kind = HIT_COPY;
		free(copy);
		if (field->kind == HIT_COPY || !strcmp(fields->args[i].name, name))
			return true;
	}
	return false;
}

bool hit_field_find(struct hit_field *field, const struct traced_event *event, const char *name)
{
	size_t i;

	if (find_arg(field, event, name))
		return true;
	*field = (struct hit_field){ 0 };
	for (i = 0; i < NR_COMMON; i++)
		if (!strcmp(common_fields[i].name, name) ||
		    !strcmp(common_fields[i].kernel_name, name)) {
			field->kind = common_fields[i].kind;
			return true;
		}
	return false;
}

bool hit_field_find_by(struct hit_field *field, const struct traced_event *event, const char *name)
{
	if (!hit_field_find(field, event, name))
		return false;
	if (field->kind == HIT_VALUE && event->has_copies &&
	    (field->type->kind == SDT_ARG_STRING || field->type->kind == SDT_ARG_BYTES))
		field->kind = HIT_COPY;
	return true;
}

void hit_field_names(struct name_list *names)
{
	size_t i;

	for (i = 0; i < NR_COMMON; i++)
		names_add(names, common_fields[i].name);
}

char *event_names(const struct traced_event *event)
{
	const struct probe *only = NULL;
	bool are_several = false;
	size_t i;

	for (i = 0; i < event->nr_sites; i++) {
		if (!event->sites[i].chosen)
			continue;
		are_several |= only && only != event->sites[i].probe;
		only = event->sites[i].probe;
	}
	return probe_names(event->first, event_module(event), only && !are_several ? only->function : "");
}

/*
 * In tracefs
 */

/* What became of an event */
enum event_state {
	EVENT_FOUND,
	EVENT_GONE,		/* with its module */
	EVENT_MISSING,
	EVENT_FOREIGN,		/* another one has its name */
	EVENT_CLOSED,		/* its format cannot be read */
	NR_EVENT_STATES,
};

/* The events of a module that are in one state */
struct unusable {
	struct name_list names;
	int error;
};

/*
 * A field as a line of an event's format has it: "\tfield:int n;\toffset:8;\tsize:4;\tsigned:1;"
 */
static bool is_field(const char *line, const struct probe_arg *arg)
{
	const size_t length = strlen(arg->name), end = strcspn(line, ";");
	unsigned int size, is_signed;

	return end > length && line[end - length - 1] == ' ' &&
	       !strncmp(line + end - length, arg->name, length) &&
	       sscanf(line + end, "; offset:%*u; size:%u; signed:%u;", &size, &is_signed) == 2 &&
	       size == arg->size && is_signed == !!(arg->flags & SDT_ARG_SIGNED);
}

/*
 * Does a format have the event's fields, as sdt.ko lays them out?  The arguments come first,
 * behind the fields of every event and an empty line.  With layout=dtrace there are no more.
 * Else __probe_ip is among the others, which no TRACE_EVENT has; of a kprobe, it is the first.
 */
static bool has_fields(const struct traced_event *event, const char *format)
{
	const char *line = strstr(format, "\n\n");
	const char *ip = strstr(format, " " EVENT_IP_FIELD ";");
	unsigned int i;

	if (event->first->flags & SDT_PROBE_IS_EVENT)
		return line && !ip;
	for (i = 0; line && i < event->fields->nr_args; i++) {
		line = strstr(line, "\tfield:");
		if (!line || !is_field(line, &event->fields->args[i]))
			return false;
		line += strlen("\tfield:");
	}
	return line && (ip ? ip > line : !strstr(line, "\tfield:"));
}

void event_take_fields(struct traced_event *event, struct tep_event *format)
{
	struct probe *probe = &event->room->probe;

	probe_table_free(&event->made);
	*probe = *event->first;
	probe->nr_args = 0;
	if (format)
		format_probe(&event->made, probe, format);
	event->fields = probe;
}

static void read_fields(struct traced_event *event)
{
	struct tep_handle *tep = tep_alloc();
	char *text = xasprintf("%s", event->text);

	if (!tep)
		out_of_memory();
	tep_set_long_size(tep, sizeof(long));
	event_take_fields(event, event_format_parse(tep, event->system, text));
	free(text);
	tep_free(tep);
}

ino_t event_inode(struct tracefs_instance *instance, const char *system, const char *name)
{
	char *folder = xasprintf("events/%s/%s", system, name);
	char *path = tracefs_instance_get_file(instance, folder);
	struct stat st = { 0 };

	if (!path || stat(path, &st))
		st.st_ino = 0;
	tracefs_put_tracing_file(path);
	free(folder);
	return st.st_ino;
}

static ino_t folder_of(const struct traced_event *event)
{
	return event_inode(NULL, event->system, event->name);
}

ino_t module_load(const char *module)
{
	char *path = xasprintf("/sys/module/%s/initstate", module);
	struct stat st;
	const ino_t load = stat(path, &st) ? 0 : st.st_ino;

	free(path);
	return load;
}

bool event_exists(const struct traced_event *event)
{
	return event->folder && folder_of(event) == event->folder &&
	       module_load(event_module(event)) == event->load;
}

/* An event with this name can be a TRACE_EVENT of the module, or anyone's kprobe. */
static enum event_state state_of(struct traced_event *event)
{
	const struct probe_use *use = module_use(event->module, event->first);

	/* The folder before the format, which is to be this event's */
	event->name = event->first->event;
	event->load = module_load(event_module(event));
	event->folder = folder_of(event);
	event->has_copies = event->folder;
	if (!event->folder) {
		event->name = event->first->dtrace_event;
		event->folder = folder_of(event);
	}
	event->text = tracefs_event_file_read(NULL, event->system, event->name, "format", NULL);
	if (!event->text)
		return errno == ENOENT || errno == ENODEV ? EVENT_MISSING : EVENT_CLOSED;
	if (event->first->flags & SDT_PROBE_IS_EVENT)
		read_fields(event);
	return (!use || use->is_published) && has_fields(event, event->text) ? EVENT_FOUND :
									       EVENT_FOREIGN;
}

bool module_is_gone(const char *module)
{
	char *state = file_line("/sys/module/%s/initstate", module);
	const bool is_gone = state ? !strcmp(state, "going") : file_exists("/sys/module");

	free(state);
	return is_gone;
}

void report_gone(const char *module, size_t nr)
{
	error_file(module, "the module was removed, with %zu traced event%s", nr,
		   nr == 1 ? "" : "s");
}

/* Report the events of a module that are in one state. */
static void report_unusable(struct traced_events *events, const char *module,
			    enum event_state state, const struct unusable *unusable)
{
	char *names = names_some(&unusable->names);

	if (state == EVENT_GONE) {
		report_gone(module, unusable->names.nr);
		names_add(&events->gone, module);
	} else if (state == EVENT_FOREIGN) {
		report_foreign(module, names);
	} else if (state == EVENT_CLOSED) {
		error_file(module, "left out: the format of event %s cannot be read: %s", names,
			   strerror(unusable->error));
	} else {
		error_file(module, "the kernel has no event %s: see the kernel log, or add %s:%s to /sys/module/sdt/parameters/publish",
			   names, module, unusable->names.list[0]);
	}
	free(names);
}

static void report_all_unusable(struct traced_events *events, const char *module,
				struct unusable *unusable)
{
	unsigned int state;

	for (state = EVENT_FOUND + 1; state < NR_EVENT_STATES; state++) {
		if (unusable[state].names.nr)
			report_unusable(events, module, state, &unusable[state]);
		names_free(&unusable[state].names);
		unusable[state] = (struct unusable){ 0 };
	}
}

static enum event_state find_event(struct traced_event *event, struct unusable *unusable)
{
	enum event_state state = state_of(event);

	unusable[state].error = errno;
	if ((state == EVENT_MISSING || state == EVENT_FOREIGN) && module_is_gone(event_module(event)))
		state = EVENT_GONE;
	names_add(&unusable[state].names, event->first->event);
	return state;
}

int events_find(struct traced_events *events)
{
	struct unusable unusable[NR_EVENT_STATES] = { 0 };
	size_t i, nr = 0;

	for (i = 0; i < events->nr; i++) {
		struct traced_event *event = &events->list[i];
		const char *module = event_module(event);
		/* Those of a module come in a row. */
		const bool is_last = i + 1 == events->nr || event[1].module != event->module;

		if (find_event(event, unusable) == EVENT_FOUND)
			events->list[nr++] = *event;
		else
			free_event(event);
		if (is_last)
			report_all_unusable(events, module, unusable);
	}
	names_free(&unusable[EVENT_FOUND].names);
	events->nr = nr;
	return nr || !i ? 0 : -1;
}

void events_keep(struct traced_events *events,
		 bool (*is_kept)(struct traced_event *event, void *data), void *data)
{
	size_t i, nr = 0;

	for (i = 0; i < events->nr; i++)
		if (is_kept(&events->list[i], data))
			events->list[nr++] = events->list[i];
		else
			free_event(&events->list[i]);
	events->nr = nr;
}

static bool is_found(struct traced_event *event, void *data)
{
	(void)data;
	return state_of(event) == EVENT_FOUND;
}

void events_find_some(struct traced_events *events)
{
	events_keep(events, is_found, NULL);
}

/*
 * The kernel answers to a wrong filter with two lines in the file: the filter and below it
 * a '^' where it is wrong.  Then comes the reason.
 */
static void report_filter(const struct traced_event *event, struct tracefs_instance *instance,
			  const char *filter, int error)
{
	char *answer = tracefs_event_file_read(instance, event->system, event->name, "filter",
					       NULL);
	char *caret = answer ? strrchr(answer, '^') : NULL;
	const char *why = caret ? strchr(caret, '\n') : NULL;
	size_t position = 0, length = strlen(filter);

	if (why) {
		while (caret > answer && caret[-1] != '\n') {
			caret--;
			position++;
		}
		why++;
		why += strncmp(why, "parse_error: ", 13) ? 0 : 13;
		error_file(event->name, "--filter '%s': %.*s, at '%s'", filter,
			   (int)strcspn(why, "\n"), why,
			   position < length ? filter + position : "");
	} else {
		error_file(event->name, "--filter '%s': %s", filter, strerror(error));
	}
	free(answer);
}

static int event_filter(const struct traced_event *event, struct tracefs_instance *instance)
{
	if (tracefs_event_file_write(instance, event->system, event->name, "filter",
				     event->filter) >= 0)
		return 0;
	if (!event_exists(event))
		return 0;	/* it went with its module */
	report_filter(event, instance, event->filter, errno);
	return -1;
}

static int event_enable(struct traced_event *event, struct tracefs_instance *instance)
{
	if (event->filter && event_filter(event, instance))
		return -1;
	if (tracefs_event_file_write(instance, event->system, event->name, "enable", "1") >= 0)
		return 0;
	/* Its module is going, which is reported when the event has gone. */
	if (module_is_gone(event_module(event)) || !event_exists(event))
		return 0;
	return error_file(event->name, "the event cannot be enabled: %s", strerror(errno));
}

int events_enable(struct traced_events *events, struct tracefs_instance *instance,
		  bool with_filter)
{
	size_t i, nr = 0, nr_refused = 0;
	struct traced_event *event;

	for (i = 0; i < events->nr; i++) {
		event = &events->list[i];
		if (event->is_gone || (with_filter && !event->filter))
			continue;
		event->is_gone = event_enable(event, instance);
		nr += !event->is_gone;
		nr_refused += event->is_gone;
		if (!nr && nr_refused == MAX_REFUSED)
			break;
	}
	return nr_refused && !nr ? -1 : 0;
}

/*
 * Do they begin and end something, by their names?
 */

static const struct {
	const char *begin;
	const char *end;
	bool is_call;		/* of a function: the same task hits both */
} suffixes[] = {
	{ "entry", "return", true },
	{ "enter", "exit", true },
	{ "begin", "end", false },
	{ "start", "done", false },
	{ "start", "end", false },
	{ "start", "stop", false },
	{ "issue", "complete", false },
};

#define NR_SUFFIXES	(sizeof(suffixes) / sizeof(suffixes[0]))

/*
 * The length of "ioctl-" in "ioctl-entry"; -1: the name does not end in @suffix.  TRACE_EVENTs, and
 * probes that are made from an event's format, have '_' there.
 */
static int stem_length(const char *name, const char *suffix)
{
	const size_t length = strlen(name), end = strlen(suffix);

	if (length < end || strcmp(name + length - end, suffix))
		return -1;
	return length == end || strchr("-_", name[length - end - 1]) ? (int)(length - end) : -1;
}

int pair_stem(const struct traced_event *from, const struct traced_event *to, bool *is_call)
{
	const char *begin = from->first->name, *end = to->first->name;
	int stem;
	size_t i;

	if (from->module != to->module || strcmp(from->first->provider, to->first->provider))
		return -1;
	for (i = 0; i < NR_SUFFIXES; i++) {
		stem = stem_length(begin, suffixes[i].begin);
		if (stem >= 0 && stem == stem_length(end, suffixes[i].end) &&
		    !strncmp(begin, end, stem)) {
			*is_call = suffixes[i].is_call;
			return stem;
		}
	}
	return -1;
}
