// SPDX-License-Identifier: GPL-2.0-only
/*
 * conflict.c - report conflicts between a module's objects, and probable mistakes, in terms of
 * its source
 *
 * Each conflict between two places in the source is reported with both.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/util.h"
#include "link.h"
#include "text/arg.h"

/* Further conflicts are only counted. */
#define MAX_CONFLICTS	20

#define ONE_EVENT	"probes with the same name are one event and have one set of "

/* What @probe says about the thing in conflict; caller frees. */
static char *claim(const struct probe_conflict *c, const struct probe *probe)
{
	const struct probe *other = probe == c->first ? c->second : c->first;

	if (c->kind == CONFLICT_COUNT)
		return xasprintf("%u argument%s", probe->nr_args,
				 probe->nr_args == 1 ? "" : "s");
	return arg_claim(c->how, &probe->args[c->arg], &other->args[c->arg]);
}

/*
 * ", in f()", or what it is instead; caller frees.  A function that the author named
 * need not contain the probe.
 */
static char *function_text(const struct probe *p)
{
	if (p->flags & SDT_PROBE_IS_DEFINITION)
		return xasprintf(", at its definition");
	if (p->flags & SDT_PROBE_QUALIFIED)
		return xasprintf("%s", "");
	return xasprintf(", in %s()", p->function);
}

/* "translated to (bufinfo_t *, devinfo_t *)"; caller frees */
static char *view_text(const struct probe *probe)
{
	char *text = xasprintf(probe->flags & SDT_PROBE_TRANSLATED ?
			       "translated to (" : "not translated");
	unsigned int i;

	if (!(probe->flags & SDT_PROBE_TRANSLATED))
		return text;
	for (i = 0; i < probe->nr_xlated; i++)
		text = xappend(text, "%s%s", i ? ", " : "", probe->xlated[i].type);
	return xappend(text, ")");
}

/* 'message "buffer %d too small"'; caller frees */
static char *message_text(const struct probe *probe)
{
	return *probe->message ? xasprintf("message \"%s\"", probe->message) :
				 xasprintf("no message");
}

/* "io, , submit_bio, start": the arguments of FreeBSD's macros; caller frees */
static char *macro_names(const struct probe *p)
{
	char *provider = probe_raw_name(p->provider);
	char *name = probe_raw_name(p->name);
	char *text = xasprintf("%s, , %s, %s", provider,
			       p->flags & SDT_PROBE_QUALIFIED ? p->function : "", name);

	free(name);
	free(provider);
	return text;
}

/* Appends "SDT_PROBE_DEFINE1(io, , , start, "struct bio *")" of a probe with @names to @text. */
static char *macro_definition(char *text, const struct probe *p, const char *names)
{
	unsigned int i;

	if (p->flags & SDT_PROBE_IS_ENABLED)
		return xappend(text, "SDT_PROBE_DEFINE(%s)", names);
	text = xappend(text, "SDT_PROBE_DEFINE%u(%s", p->nr_args, names);
	for (i = 0; i < p->nr_args; i++)
		text = xappend(text, ", \"%s\"", p->args[i].type);
	return xappend(text, ")");
}

/*
 * Is there a probe of the same event, under another name, or of nearly the same?
 * @is_same: set if it is the same one
 */
static const struct probe *other_spelling(const struct probe_merge *merge,
					  const struct probe *p, bool *is_same)
{
	char *other, *event = probe_event_name(p, merge->module, '_');
	const struct probe *found = NULL;
	size_t i;

	*is_same = false;
	for (i = 0; i < merge->nr_entries && !*is_same; i++) {
		const struct probe *entry = merge->entries[i];

		if (entry->flags & (SDT_PROBE_IS_ENABLED | SDT_PROBE_IS_ANY |
				    SDT_PROBE_IS_DEFINITION | SDT_PROBE_IS_DECLARATION))
			continue;
		other = probe_event_name(entry, merge->module, '_');
		*is_same = !strcmp(other, event);
		if (*is_same || (!found && suggest_is_near(event, other)))
			found = entry;
		free(other);
	}
	free(event);
	return found;
}

/* Returns -1 for another spelling of a probe that the module has, which is an error. */
static int report_unknown(const struct probe_merge *merge, const struct probe *p)
{
	bool is_same, is_default = !strcmp(p->provider, SDT_DEFAULT_PROVIDER);
	const struct probe *other = other_spelling(merge, p, &is_same);
	char *name = probe_raw_name(p->name);

	message_source(p->file, p->line, is_same ? "error" : "warning",
		       "DTRACE_PROBE_ENABLED(%s) in %s() is always false: module %s has no such probe%s%s",
		       name, p->function, merge->module, is_default ? "" : " of provider ",
		       is_default ? "" : p->provider);
	free(name);
	if (!other)
		return 0;
	name = probe_raw_name(other->name);
	note_source(other->file, other->line, "did you mean %s, which is here?", name);
	free(name);
	return is_same ? -1 : 0;
}

/*
 * Conflicts
 */

/* What the two lines about a conflict are put together from */
struct report {
	const struct probe_conflict *conflict;
	const char *module;
	const struct probe *p, *q;	/* the places of the error and of the note */
	char *probe;		/* the names of @p */
	char *names;		/* the same in FreeBSD's macros */
	char *place;		/* of @q */
};

#define error_here(r, ...)	error_source((r)->p->file, (r)->p->line, __VA_ARGS__)
#define note_there(r, ...)	note_source((r)->q->file, (r)->q->line, __VA_ARGS__)

static void report_view(const struct report *r)
{
	char *x = view_text(r->p), *y = view_text(r->q);

	error_here(r, "the arguments of probe %s are %s here", r->probe, x);
	note_there(r, "... but %s here%s: " ONE_EVENT "translated arguments", y, r->place);
	free(x);
	free(y);
}

static void report_message(const struct report *r)
{
	char *x = message_text(r->p), *y = message_text(r->q);

	error_here(r, "probe %s has %s here", r->probe, x);
	note_there(r, "... but %s here: rename one of them", y);
	free(x);
	free(y);
}

/* Another type, or another number of arguments */
static void report_args(const struct report *r)
{
	const struct probe_conflict *c = r->conflict;
	char *x = claim(c, r->p), *y = claim(c, r->q);

	if (c->kind == CONFLICT_COUNT)
		error_here(r, "probe %s has %s here", r->probe, x);
	else
		error_here(r, "arg%u (%s) of probe %s is %s here", c->arg,
			   r->p->args[c->arg].name, r->probe, x);
	if (r->q->flags & SDT_PROBE_IS_DEFINITION)
		note_there(r, "... but its definition has %s", y);
	else
		note_there(r, "... but %s here%s: " ONE_EVENT "types; rename one of them",
			   y, r->place);
	free(x);
	free(y);
}

static void report_names(const struct report *r)
{
	const struct probe_conflict *c = r->conflict;
	const char *which = c->is_xlated ? "translated argument " : "arg";

	error_here(r, "%s%u of probe %s is named '%s' here", which, c->arg, r->probe,
		   given_name(r->p, c->arg, c->is_xlated));
	if (c->kind == CONFLICT_NAME)
		note_there(r, "... but '%s' here%s: " ONE_EVENT "fields; use one name for the argument",
			   given_name(r->q, c->arg, c->is_xlated), r->place);
	else
		note_there(r, "... and so is %s%u here%s: " ONE_EVENT "fields; rename one of them",
			   which, c->other_arg, r->place);
}

static void report_event(const struct report *r)
{
	error_here(r, "probe %s is event %s here", r->probe, r->p->event);
	note_there(r, "... and so is probe %s:%s:%s:%s here: rename one of them",
		   r->q->provider, r->module, r->q->function, r->q->name);
}

static void report_bad_event(const struct report *r)
{
	const struct sdt_names names = probe_rule_names(r->p, r->module);
	char why[SDT_WHY_SIZE] = "";

	sdt_event_ok(&names, why, sizeof(why));
	error_here(r, "probe %s: %s: rename it", r->probe, why);
}

static void report_undefined(const struct report *r)
{
	char *note = xasprintf("%sone of its files needs ",
			       r->conflict->second ? "it is declared here; " : "");

	note = macro_definition(note, r->p, r->names);
	error_here(r, "probe %s is not defined in the module", r->probe);
	note_there(r, "%s", note);
	free(note);
}

static void report_defined_twice(const struct report *r)
{
	error_here(r, "probe %s is defined here", r->probe);
	note_there(r, probe_compare_places(r->p, r->q) ?
		   "... and here again: replace one definition with SDT_PROBE_DECLARE(%s)" :
		   "... and here again, in another object: a header needs SDT_PROBE_DECLARE(%s)",
		   r->names);
}

static void report_qualified(const struct report *r)
{
	error_here(r, "probe %s names its function here", r->probe);
	note_there(r, "... but not here, in that function: they would be two events; rename one of them");
}

static void report_copied(const struct report *r)
{
	error_here(r, "probe %s was passed to a macro that uses it in several functions",
		   r->probe);
	note_there(r, "it is also here%s: without the compiler plugin, put the probe into that macro",
		   r->place);
}

static void report_conflict(const char *module, const struct probe_conflict *c)
{
	static void (*const reports[])(const struct report *r) = {
		[CONFLICT_MESSAGE] = report_message,
		[CONFLICT_COUNT] = report_args,
		[CONFLICT_ARG] = report_args,
		[CONFLICT_NAME] = report_names,
		[CONFLICT_NAME_TWICE] = report_names,
		[CONFLICT_EVENT] = report_event,
		[CONFLICT_BAD_EVENT] = report_bad_event,
		[CONFLICT_UNDEFINED] = report_undefined,
		[CONFLICT_DEFINED_TWICE] = report_defined_twice,
		[CONFLICT_VIEW] = report_view,
		[CONFLICT_QUALIFIED] = report_qualified,
		[CONFLICT_COPIED] = report_copied,
	};
	const bool is_reversed = c->kind == CONFLICT_QUALIFIED &&
				 !(c->first->flags & SDT_PROBE_QUALIFIED);
	const struct probe *second = c->second ? c->second : c->first;
	struct report r = {
		.conflict = c, .module = module,
		.p = is_reversed ? second : c->first, .q = is_reversed ? c->first : second,
	};

	r.probe = probe_names(r.p, module, r.p->function);
	r.names = macro_names(r.p);
	r.place = function_text(r.q);
	reports[c->kind](&r);
	free(r.probe);
	free(r.names);
	free(r.place);
}

/*
 * Names that begin with a provider
 *
 * "__foo_start" is probe start of provider foo only below DTRACE_PROVIDER(foo) in its file
 * (kmod/rules/providers.c); elsewhere it is probe foo_start of provider sdt.  If the module has
 * a provider foo, the author probably meant that.
 */

/* The providers of the module, as written */
static struct name_list all_providers(const struct probe_merge *merge)
{
	struct name_list names = { 0 };
	char *raw;
	size_t i;

	for (i = 0; i < merge->nr_added; i++) {
		raw = probe_raw_name(merge->added[i].name);
		if (!names_have(&names, raw))
			names_add(&names, raw);
		free(raw);
	}
	return names;
}

/* The provider that @entry would have if its file declared all of @providers */
static const char *possible_provider(const struct probe *entry, const struct name_list *providers)
{
	const bool is_default = !strcmp(entry->provider, SDT_DEFAULT_PROVIDER);
	char *provider = probe_raw_name(entry->provider), *name = probe_raw_name(entry->name);
	char *written = xasprintf("__%s%s%s", is_default ? "" : provider, is_default ? "" : "_",
				  name);
	const char *possible;

	sdt_split_provider(written, (const char *const *)providers->list, providers->nr, &possible);
	if (!strcmp(possible, provider))
		possible = NULL;
	free(written);
	free(name);
	free(provider);
	return possible;
}

static int by_place(const void *x, const void *y)
{
	const struct probe *a = *(const struct probe **)x;
	const struct probe *b = *(const struct probe **)y;
	int c = probe_compare_places(a, b);

	return c ? c : strcmp(a->name, b->name);
}

/* Sets @entries to those whose names could begin with a provider, by place. */
static size_t find_prefixed(const struct probe_merge *merge, const struct probe **entries)
{
	size_t i, nr = 0;

	for (i = 0; i < merge->nr_entries; i++)
		if (merge->entries[i]->flags & SDT_PROBE_IS_PREFIXED)
			entries[nr++] = merge->entries[i];
	if (nr)
		qsort(entries, nr, sizeof(*entries), by_place);
	return nr;
}

static void report_missed_providers(const struct probe_merge *merge)
{
	const struct probe **entries = xcalloc(merge->nr_entries + 1, sizeof(*entries));
	struct name_list providers = all_providers(merge), told = { 0 };
	size_t i, nr = find_prefixed(merge, entries);

	for (i = 0; i < nr; i++) {
		const struct probe *entry = entries[i];
		const char *possible = possible_provider(entry, &providers);

		if (i && strcmp(entries[i - 1]->file, entry->file))
			names_free(&told);
		if (!possible || names_have(&told, possible))
			continue;
		names_add(&told, possible);
		warning_source(entry->file, entry->line,
			       "probe %s is of provider %s, not %s: write DTRACE_PROVIDER(%s); above it%s",
			       entry->name, entry->provider, possible, possible,
			       strcmp(entry->provider, SDT_DEFAULT_PROVIDER) ? "" :
			       ", or its name without '__'");
	}
	names_free(&providers);
	names_free(&told);
	free(entries);
}

int merge_report(const struct probe_merge *merge)
{
	int failed = merge->nr_conflicts ? -1 : 0;
	size_t i;

	report_missed_providers(merge);
	for (i = 0; i < merge->nr_unknown; i++)
		failed |= report_unknown(merge, merge->unknown[i]);
	for (i = 0; i < merge->nr_conflicts && i < MAX_CONFLICTS; i++)
		report_conflict(merge->module, &merge->conflicts[i]);
	if (i < merge->nr_conflicts)
		error_file(merge->module, "and %zu more such errors", merge->nr_conflicts - i);
	return failed;
}
