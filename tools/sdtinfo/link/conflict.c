// SPDX-License-Identifier: GPL-2.0-only
/*
 * conflict.c - report conflicts between a module's objects, and tests of probes that there are
 * not, in terms of its source
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

/* Is there a probe of the same event, under another name, or of nearly the same? */
static const struct probe *other_spelling(const struct probe_merge *merge,
					  const struct probe *p)
{
	const struct probe *same = NULL, *near = NULL;
	char *other, *event = probe_event_name(p, merge->module, '_');
	size_t i;

	for (i = 0; i < merge->nr_entries && !same; i++) {
		const struct probe *entry = merge->entries[i];

		if (entry->flags & (SDT_PROBE_IS_ENABLED | SDT_PROBE_IS_ANY |
				    SDT_PROBE_IS_DEFINITION | SDT_PROBE_IS_DECLARATION))
			continue;
		other = probe_event_name(entry, merge->module, '_');
		if (!strcmp(other, event))
			same = entry;
		else if (!near && suggest_is_near(event, other))
			near = entry;
		free(other);
	}
	free(event);
	return same ? same : near;
}

/* Returns -1 for another spelling of a probe that the module has, which is an error. */
static int report_unknown(const struct probe_merge *merge, const struct probe *p)
{
	const struct probe *other = other_spelling(merge, p);
	bool is_default = !strcmp(p->provider, SDT_DEFAULT_PROVIDER);
	char *name = probe_raw_name(p->name);
	char *event = probe_event_name(p, merge->module, '_');
	char *others = other ? probe_event_name(other, merge->module, '_') : NULL;
	const bool is_wrong = other && !strcmp(event, others);
	char *text;

	free(event);
	free(others);
	text = xasprintf("DTRACE_PROBE_ENABLED(%s) in %s() is always false: module %s has no such probe%s%s",
			 name, p->function, merge->module, is_default ? "" : " of provider ",
			 is_default ? "" : p->provider);
	message_source(p->file, p->line, is_wrong ? "error" : "warning", "%s", text);
	free(text);
	free(name);
	if (!other)
		return 0;
	name = probe_raw_name(other->name);
	note_source(other->file, other->line, "did you mean %s, which is here?",
		    name);
	free(name);
	return is_wrong ? -1 : 0;
}

int unknown_report(const struct probe_merge *merge)
{
	int failed = 0;
	size_t i;

	for (i = 0; i < merge->nr_unknown; i++)
		failed |= report_unknown(merge, merge->unknown[i]);
	return failed;
}

/* What the two lines about a conflict are put together from */
struct words {
	const char *module;
	char *probe;		/* the names of the first */
	char *names;		/* the same in FreeBSD's macros */
	char *place;		/* of the second */
};

/* The line about the first place, and the note about the second; both are to be freed */
struct lines {
	char *error;
	char *note;
};

/* Probes of one event that do not agree */
static struct lines disagreement(const struct probe_conflict *c, const struct words *w)
{
	const char *which = c->is_xlated ? "translated argument " : "arg";
	const struct probe *p = c->first, *q = c->second;
	char *x = NULL, *y = NULL;
	struct lines lines = { 0 };

	if (c->kind == CONFLICT_VIEW) {
		x = view_text(p);
		y = view_text(q);
		lines.error = xasprintf("the arguments of probe %s are %s here",
					w->probe, x);
		lines.note = xasprintf("... but %s here%s: " ONE_EVENT "translated arguments",
				       y, w->place);
	} else if (c->kind == CONFLICT_MESSAGE) {
		x = message_text(p);
		y = message_text(q);
		lines.error = xasprintf("probe %s has %s here", w->probe, x);
		lines.note = xasprintf("... but %s here: rename one of them", y);
	} else if (c->kind == CONFLICT_COUNT || c->kind == CONFLICT_ARG) {
		x = claim(c, p);
		y = claim(c, q);
		lines.error = c->kind == CONFLICT_COUNT ?
			xasprintf("probe %s has %s here", w->probe, x) :
			xasprintf("arg%u (%s) of probe %s is %s here", c->arg,
				  p->args[c->arg].name, w->probe, x);
		lines.note = q->flags & SDT_PROBE_IS_DEFINITION ?
			xasprintf("... but its definition has %s", y) :
			xasprintf("... but %s here%s: " ONE_EVENT "types; rename one of them",
				  y, w->place);
	} else {
		lines.error = xasprintf("%s%u of probe %s is named '%s' here", which,
					c->arg, w->probe,
					given_name(p, c->arg, c->is_xlated));
		lines.note = c->kind == CONFLICT_NAME ?
			xasprintf("... but '%s' here%s: " ONE_EVENT "fields; use one name for the argument",
				  given_name(q, c->arg, c->is_xlated), w->place) :
			xasprintf("... and so is %s%u here%s: " ONE_EVENT "fields; rename one of them",
				  which, c->other_arg, w->place);
	}
	free(x);
	free(y);
	return lines;
}

/* A probe that cannot be, or is not there: the line about the first place; caller frees */
static char *mistake_error(const struct probe_conflict *c, const struct words *w)
{
	const struct sdt_names names = probe_rule_names(c->first, w->module);
	char why[SDT_WHY_SIZE] = "";

	switch (c->kind) {
	case CONFLICT_BAD_EVENT:
		sdt_event_ok(&names, why, sizeof(why));
		return xasprintf("probe %s: %s: rename it", w->probe, why);
	case CONFLICT_UNDEFINED:
		return xasprintf("probe %s is not defined in the module", w->probe);
	case CONFLICT_DEFINED_TWICE:
		return xasprintf("probe %s is defined here", w->probe);
	case CONFLICT_QUALIFIED:
		return xasprintf("probe %s is given its function here", w->probe);
	case CONFLICT_COPIED:
		return xasprintf("probe %s was passed to a macro that uses it in several functions",
				 w->probe);
	default:		/* CONFLICT_EVENT */
		return xasprintf("probe %s is event %s here", w->probe, c->first->event);
	}
}

/* The note about the second place, or NULL; caller frees */
static char *mistake_note(const struct probe_conflict *c, const struct words *w)
{
	const struct probe *p = c->first, *q = c->second;

	switch (c->kind) {
	case CONFLICT_BAD_EVENT:
		return NULL;
	case CONFLICT_UNDEFINED:
		return macro_definition(xasprintf("%sone of its files needs ",
						  q ? "it is declared here; " : ""),
					p, w->names);
	case CONFLICT_DEFINED_TWICE:
		return xasprintf(probe_compare_places(p, q) ?
				 "... and here again: a module has one definition of it; replace one by SDT_PROBE_DECLARE(%s)" :
				 "... and here again, in another object: in a header it has to be SDT_PROBE_DECLARE(%s)",
				 w->names);
	case CONFLICT_QUALIFIED:
		return xasprintf("... and has the same one here, without being given it: they would be two events; rename one of them");
	case CONFLICT_COPIED:
		return xasprintf("it is here, too%s: without the compiler plugin, put the probe itself into that macro",
				 w->place);
	default:
		return xasprintf("... and so is probe %s:%s:%s:%s here: rename one of them",
				 q->provider, w->module, q->function, q->name);
	}
}

static bool is_disagreement(enum conflict_kind kind)
{
	return kind == CONFLICT_MESSAGE || kind == CONFLICT_COUNT || kind == CONFLICT_ARG ||
	       kind == CONFLICT_NAME || kind == CONFLICT_NAME_TWICE || kind == CONFLICT_VIEW;
}

static void report_conflict(const char *module, struct probe_conflict c)
{
	const struct probe *p = c.first, *q = c.second ? c.second : c.first;
	struct words words;
	struct lines lines;

	if (c.kind == CONFLICT_QUALIFIED && !(p->flags & SDT_PROBE_QUALIFIED)) {
		p = c.second;
		q = c.first;
	}
	words = (struct words){
		module, probe_names(p, module, p->function), macro_names(p), function_text(q),
	};
	if (is_disagreement(c.kind))
		lines = disagreement(&c, &words);
	else
		lines = (struct lines){ mistake_error(&c, &words), mistake_note(&c, &words) };
	error_source(p->file, p->line, "%s", lines.error);
	if (lines.note)
		note_source(q->file, q->line, "%s", lines.note);
	free(lines.error);
	free(lines.note);
	free(words.probe);
	free(words.names);
	free(words.place);
}

int conflicts_report(const struct probe_merge *merge, const char *module)
{
	size_t i;

	for (i = 0; i < merge->nr_conflicts && i < MAX_CONFLICTS; i++)
		report_conflict(module, merge->conflicts[i]);
	if (i < merge->nr_conflicts)
		error_file(module, "and %zu more such errors",
			   merge->nr_conflicts - i);
	return merge->nr_conflicts ? -1 : 0;
}
