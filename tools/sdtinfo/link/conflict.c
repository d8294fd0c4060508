// SPDX-License-Identifier: GPL-2.0-only
/*
 * conflict.c - report conflicts between a module's objects in terms of its source
 *
 * Each conflict between two places in the source is reported with both.
 */
#include <stdlib.h>
#include <string.h>

#include "conflict.h"
#include "lib/error.h"
#include "lib/util.h"
#include "probe_xlate.h"
#include "table/event_names.h"
#include "table/probe.h"
#include "text/arg_text.h"

/* Further conflicts are only counted. */
#define MAX_CONFLICTS	20

struct report {
	const char *module;
	const struct probe_merge *merge;
};

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
static char *where(const struct probe *p)
{
	return p->flags & SDT_PROBE_IS_DEFINITION ?
	       xasprintf(", at its definition") :
	       p->flags & SDT_PROBE_QUALIFIED ? xasprintf("%s", "") :
	       xasprintf(", in %s()", p->function);
}

static void report_disagreement(const struct report *report,
				const struct probe_conflict *c)
{
	char *first = claim(c, c->first), *second = claim(c, c->second);
	const struct probe *p = c->first;
	char *place = where(c->second);

	if (c->kind == CONFLICT_COUNT)
		error_source(p->file, p->line,
			     "probe %s:%s:%s:%s has %s here", p->provider,
			     report->module, p->function, p->name, first);
	else
		error_source(p->file, p->line,
			     "arg%u (%s) of probe %s:%s:%s:%s is %s here",
			     c->arg, p->args[c->arg].name, p->provider,
			     report->module, p->function, p->name, first);
	p = c->second;
	if (p->flags & SDT_PROBE_IS_DEFINITION)
		note_source(p->file, p->line, "... but its definition has %s",
			    second);
	else
		note_source(p->file, p->line, "... but %s here%s: probes with the same name are one event and have one set of types; rename one of them",
			    second, place);
	free(place);
	free(first);
	free(second);
}

static void report_names(const struct report *report, const struct probe_conflict *c)
{
	unsigned int other = c->kind == CONFLICT_NAME ? c->arg : c->other_arg;
	const struct probe *p = c->first, *q = c->second;
	char *place = where(q);

	error_source(p->file, p->line, "arg%u of probe %s:%s:%s:%s is named '%s' here",
		     c->arg, p->provider, report->module, p->function, p->name,
		     p->args[c->arg].name);
	if (c->kind == CONFLICT_NAME)
		note_source(q->file, q->line, "... but '%s' here%s: probes with the same name are one event and have one set of fields; use one name for the argument",
			    q->args[other].name, place);
	else
		note_source(q->file, q->line, "... and so is arg%u here%s: probes with the same name are one event and have one set of fields; rename one of them",
			    other, place);
	free(place);
}

static void report_same_event(const struct report *report,
			      const struct probe_conflict *c)
{
	const struct probe *p = c->first;

	error_source(p->file, p->line, "probe %s:%s:%s:%s is event %s here",
		     p->provider, report->module, p->function, p->name, p->event);
	p = c->second;
	note_source(p->file, p->line, "... and so is probe %s:%s:%s:%s here: rename one of them",
		    p->provider, report->module, p->function, p->name);
}

static void report_bad_event(const struct report *report, const struct probe *p)
{
	const struct sdt_names names = probe_rule_names(p, report->module);
	char why[SDT_WHY_SIZE] = "";

	sdt_event_ok(&names, why, sizeof(why));
	error_source(p->file, p->line, "probe %s:%s:%s:%s: %s: rename it",
		     p->provider, report->module, p->function, p->name, why);
}

static void report_view(const struct report *report, const struct probe_conflict *c)
{
	const struct probe *p = c->first, *q = c->second;
	char *first = probe_xlate_text(p), *second = probe_xlate_text(q);
	char *place = where(q);

	if (c->kind == CONFLICT_XLATED_TWICE) {
		error_source(p->file, p->line, "translated argument %u of probe %s:%s:%s:%s is named '%s' here",
			     c->arg, p->provider, report->module, p->function,
			     p->name, p->xlated[c->arg].name);
		note_source(q->file, q->line, "... and so is translated argument %u here%s: probes with the same name are one event and have one set of fields; rename one of them",
			    c->other_arg, place);
	} else if (c->kind == CONFLICT_XLATED_NAME) {
		error_source(p->file, p->line, "translated argument %u of probe %s:%s:%s:%s is named '%s' here",
			     c->arg, p->provider, report->module, p->function,
			     p->name, p->xlated[c->arg].name);
		note_source(q->file, q->line, "... but '%s' here%s: probes with the same name are one event and have one set of fields; use one name for the argument",
			    q->xlated[c->arg].name, place);
	} else {
		error_source(p->file, p->line, "the arguments of probe %s:%s:%s:%s are %s%s here",
			     p->provider, report->module, p->function, p->name,
			     probe_xlate_says(p) ? "translated to " :
						   "not translated",
			     probe_xlate_says(p) ? first : "");
		note_source(q->file, q->line, "... but %s%s here%s: probes with the same name are one event and have one set of translated arguments",
			    probe_xlate_says(q) ? "translated to " :
						  "not translated",
			    probe_xlate_says(q) ? second : "", place);
	}
	free(place);
	free(second);
	free(first);
}

/* "io, , submit_bio, start": the arguments of FreeBSD's macros; caller frees */
static char *macro_names(const struct probe *p)
{
	char *provider = probe_raw_name(p->provider);
	char *name = probe_raw_name(p->name);
	const char *function = p->flags & SDT_PROBE_QUALIFIED ? p->function : "";
	char *text = xasprintf("%s, , %s, %s", provider, function,
			       name);

	free(name);
	free(provider);
	return text;
}

/* "SDT_PROBE_DEFINE1(io, , , start, "struct bio *")"; caller frees */
static char *macro_definition(const struct probe *p)
{
	char *names = macro_names(p), *text;
	unsigned int i;

	text = xasprintf("SDT_PROBE_DEFINE%u(%s", p->nr_args, names);
	for (i = 0; i < p->nr_args; i++)
		text = xappend(text, ", \"%s\"", p->args[i].type);
	free(names);
	return xappend(text, ")");
}

static void report_undefined(const struct report *report,
			     const struct probe_conflict *c)
{
	const struct probe *p = c->first, *q = c->second ? c->second : p;
	char *names = macro_names(p);
	char *definition = p->flags & SDT_PROBE_IS_ENABLED ?
			   xasprintf("SDT_PROBE_DEFINE(%s)", names) :
			   macro_definition(p);

	error_source(p->file, p->line, "probe %s:%s:%s:%s is not defined in the module",
		     p->provider, report->module, p->function, p->name);
	note_source(q->file, q->line, "%sone of its files needs %s",
		    c->second ? "it is declared here; " : "", definition);
	free(definition);
	free(names);
}

static void report_twice(const struct report *report, const struct probe_conflict *c)
{
	const struct probe *p = c->first, *q = c->second;
	char *names = macro_names(p);

	error_source(p->file, p->line, "probe %s:%s:%s:%s is defined here",
		     p->provider, report->module, p->function, p->name);
	if (!strcmp(p->file, q->file) && p->line == q->line)
		note_source(q->file, q->line, "... and here again, in another object: in a header it has to be SDT_PROBE_DECLARE(%s)",
			    names);
	else
		note_source(q->file, q->line, "... and here again: a module has one definition of it; replace one by SDT_PROBE_DECLARE(%s)",
			    names);
	free(names);
}

static void report_qualified(const struct report *report,
			     const struct probe_conflict *c)
{
	const bool is_first = c->first->flags & SDT_PROBE_QUALIFIED;
	const struct probe *p = is_first ? c->first : c->second;
	const struct probe *q = is_first ? c->second : c->first;

	error_source(p->file, p->line, "probe %s:%s:%s:%s is given its function here",
		     p->provider, report->module, p->function, p->name);
	note_source(q->file, q->line, "... and has the same one here, without being given it: they would be two events; rename one of them");
}

static void report_no_site(const struct report *report,
			   const struct probe_conflict *c)
{
	const struct probe *p = c->first;
	char *names = macro_names(p), *place = where(p);

	error_source(p->file, p->line, "SDT_PROBE_ENABLED(%s)%s: the probe has no site in module %s",
		     names, place, report->module);
	free(place);
	p = c->second;
	note_source(p->file, p->line, "it is defined here");
	free(names);
}

static void report_no_probes(const struct report *report, const struct probe *p)
{
	error_source(p->file, p->line, "SDT_PROBES_ENABLED(): module %s has no probes",
		     report->module);
}

/* Is there a probe of the same event, under another name, or of nearly the same? */
static const struct probe *other_spelling(const struct report *report,
					  const struct probe *p)
{
	const struct probe *same = NULL, *near = NULL;
	char *other, *event = probe_event_name(p, '_');
	size_t i;

	for (i = 0; i < report->merge->nr_entries && !same; i++) {
		const struct probe *entry = report->merge->entries[i];

		if (!entry->nr_sites || (entry->flags & SDT_PROBE_IS_ENABLED))
			continue;
		other = probe_event_name(entry, '_');
		if (!strcmp(other, event))
			same = entry;
		else if (!near && suggest_is_near(event, other))
			near = entry;
		free(other);
	}
	free(event);
	return same ? same : near;
}

static void report_no_probe(const struct report *report, const struct probe *p)
{
	const struct probe *other = other_spelling(report, p);
	char *name = probe_raw_name(p->name);

	if (!strcmp(p->provider, SDT_DEFAULT_PROVIDER))
		error_source(p->file, p->line,
			     "DTRACE_PROBE_ENABLED(%s) in %s(): module %s has no such probe",
			     name, p->function, report->module);
	else
		error_source(p->file, p->line,
			     "DTRACE_PROBE_ENABLED(%s) in %s(): module %s has no such probe of provider %s",
			     name, p->function, report->module, p->provider);
	free(name);
	if (!other)
		return;
	name = probe_raw_name(other->name);
	note_source(other->file, other->line, "did you mean %s, which is here?",
		    name);
	free(name);
}

static void report_conflict(const struct report *report,
			    const struct probe_conflict *c)
{
	switch (c->kind) {
	case CONFLICT_COUNT:
	case CONFLICT_ARG:
		report_disagreement(report, c);
		break;
	case CONFLICT_NAME:
	case CONFLICT_NAME_TWICE:
		report_names(report, c);
		break;
	case CONFLICT_EVENT:
		report_same_event(report, c);
		break;
	case CONFLICT_BAD_EVENT:
		report_bad_event(report, c->first);
		break;
	case CONFLICT_NO_PROBE:
		report_no_probe(report, c->first);
		break;
	case CONFLICT_NO_SITE:
		report_no_site(report, c);
		break;
	case CONFLICT_NO_PROBES:
		report_no_probes(report, c->first);
		break;
	case CONFLICT_UNDEFINED:
		report_undefined(report, c);
		break;
	case CONFLICT_DEFINED_TWICE:
		report_twice(report, c);
		break;
	case CONFLICT_VIEW:
	case CONFLICT_XLATED_TWICE:
	case CONFLICT_XLATED_NAME:
		report_view(report, c);
		break;
	case CONFLICT_QUALIFIED:
		report_qualified(report, c);
		break;
	}
}

int conflicts_report(const struct probe_merge *merge, const char *module)
{
	const struct report report = { module, merge };
	size_t i;

	for (i = 0; i < merge->nr_conflicts && i < MAX_CONFLICTS; i++)
		report_conflict(&report, &merge->conflicts[i]);
	if (i < merge->nr_conflicts)
		error_file(module, "and %zu more such errors",
			   merge->nr_conflicts - i);
	return merge->nr_conflicts ? -1 : 0;
}
