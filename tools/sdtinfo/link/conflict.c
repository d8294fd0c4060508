// SPDX-License-Identifier: GPL-2.0-only
/*
 * conflict.c - report conflicts between a module's objects in terms of its source
 *
 * Each conflict between two places in the source is reported with both.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/util.h"
#include "link.h"
#include "table/event_names.h"
#include "text/arg_text.h"

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
static char *place_text(const struct probe *p)
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

/* "SDT_PROBE_DEFINE1(io, , , start, "struct bio *")" of a probe with @names; caller frees */
static char *macro_definition(const struct probe *p, const char *names)
{
	unsigned int i;
	char *text;

	if (p->flags & SDT_PROBE_IS_ENABLED)
		return xasprintf("SDT_PROBE_DEFINE(%s)", names);
	text = xasprintf("SDT_PROBE_DEFINE%u(%s", p->nr_args, names);
	for (i = 0; i < p->nr_args; i++)
		text = xappend(text, ", \"%s\"", p->args[i].type);
	return xappend(text, ")");
}

/* Is there a probe of the same event, under another name, or of nearly the same? */
static const struct probe *other_spelling(const struct probe_merge *merge,
					  const struct probe *p)
{
	const struct probe *same = NULL, *near = NULL;
	char *other, *event = event_name(p);
	size_t i;

	for (i = 0; i < merge->nr_entries && !same; i++) {
		const struct probe *entry = merge->entries[i];

		if (!entry->nr_sites || (entry->flags & SDT_PROBE_IS_ENABLED))
			continue;
		other = event_name(entry);
		if (!strcmp(other, event))
			same = entry;
		else if (!near && suggest_is_near(event, other))
			near = entry;
		free(other);
	}
	free(event);
	return same ? same : near;
}

static void report_no_probe(const struct probe_merge *merge, const char *module,
			    const struct probe *p)
{
	const struct probe *other = other_spelling(merge, p);
	bool is_default = !strcmp(p->provider, SDT_DEFAULT_PROVIDER);
	char *name = probe_raw_name(p->name);

	error_source(p->file, p->line,
		     "DTRACE_PROBE_ENABLED(%s) in %s(): module %s has no such probe%s%s",
		     name, p->function, module, is_default ? "" : " of provider ",
		     is_default ? "" : p->provider);
	free(name);
	if (!other)
		return;
	name = probe_raw_name(other->name);
	note_source(other->file, other->line, "did you mean %s, which is here?",
		    name);
	free(name);
}

static void report_conflict(const struct probe_merge *merge, const char *module,
			    const struct probe_conflict *c)
{
	const struct probe *p = c->first, *q = c->second;
	const char *which = c->is_xlated ? "translated argument " : "arg";
	char *probe, *other, *names, *place, *error, *x = NULL, *y = NULL, *note = NULL;

	if (c->kind == CONFLICT_QUALIFIED && !(p->flags & SDT_PROBE_QUALIFIED)) {
		p = c->second;
		q = c->first;
	}
	probe = probe_names(p, module, p->function);
	other = q ? probe_names(q, module, q->function) : NULL;
	names = macro_names(p);
	place = place_text(q ? q : p);
	switch (c->kind) {
	case CONFLICT_COUNT:
	case CONFLICT_ARG:
		x = claim(c, p);
		y = claim(c, q);
		error = c->kind == CONFLICT_COUNT ?
			xasprintf("probe %s has %s here", probe, x) :
			xasprintf("arg%u (%s) of probe %s is %s here", c->arg,
				  p->args[c->arg].name, probe, x);
		note = q->flags & SDT_PROBE_IS_DEFINITION ?
		       xasprintf("... but its definition has %s", y) :
		       xasprintf("... but %s here%s: " ONE_EVENT "types; rename one of them",
				 y, place);
		break;
	case CONFLICT_NAME:
	case CONFLICT_NAME_TWICE:
		error = xasprintf("%s%u of probe %s is named '%s' here", which, c->arg,
				  probe, given_name(p, c->arg, c->is_xlated));
		note = c->kind == CONFLICT_NAME ?
		       xasprintf("... but '%s' here%s: " ONE_EVENT "fields; use one name for the argument",
				 given_name(q, c->arg, c->is_xlated), place) :
		       xasprintf("... and so is %s%u here%s: " ONE_EVENT "fields; rename one of them",
				 which, c->other_arg, place);
		break;
	case CONFLICT_EVENT:
		x = event_name(p);
		error = xasprintf("probe %s is event %s here", probe, x);
		note = xasprintf("... and so is probe %s here: rename one of them", other);
		break;
	case CONFLICT_BAD_EVENT:
		x = event_problem(p);
		error = xasprintf("probe %s: %s: rename it", probe, x);
		break;
	case CONFLICT_NO_SITE:
		free(place);
		place = place_text(p);
		error = xasprintf("SDT_PROBE_ENABLED(%s)%s: the probe has no site in module %s",
				  names, place, module);
		note = xasprintf("it is defined here");
		break;
	case CONFLICT_NO_PROBES:
		error = xasprintf("SDT_PROBES_ENABLED(): module %s has no probes", module);
		break;
	case CONFLICT_UNDEFINED:
		x = macro_definition(p, names);
		error = xasprintf("probe %s is not defined in the module", probe);
		note = xasprintf("%sone of its files needs %s",
				 q ? "it is declared here; " : "", x);
		break;
	case CONFLICT_DEFINED_TWICE:
		error = xasprintf("probe %s is defined here", probe);
		note = !strcmp(p->file, q->file) && p->line == q->line ?
		       xasprintf("... and here again, in another object: in a header it has to be SDT_PROBE_DECLARE(%s)",
				 names) :
		       xasprintf("... and here again: a module has one definition of it; replace one by SDT_PROBE_DECLARE(%s)",
				 names);
		break;
	case CONFLICT_VIEW:
		x = view_text(p);
		y = view_text(q);
		error = xasprintf("the arguments of probe %s are %s here", probe, x);
		note = xasprintf("... but %s here%s: " ONE_EVENT "translated arguments",
				 y, place);
		break;
	case CONFLICT_QUALIFIED:
		error = xasprintf("probe %s is given its function here", probe);
		note = xasprintf("... and has the same one here, without being given it: they would be two events; rename one of them");
		break;
	default:		/* CONFLICT_NO_PROBE */
		error = NULL;
		report_no_probe(merge, module, p);
		break;
	}
	if (error)
		error_source(p->file, p->line, "%s", error);
	if (note)
		note_source((q ? q : p)->file, (q ? q : p)->line, "%s", note);
	free(probe);
	free(other);
	free(names);
	free(place);
	free(error);
	free(note);
	free(x);
	free(y);
}

int conflicts_report(const struct probe_merge *merge, const char *module)
{
	size_t i;

	for (i = 0; i < merge->nr_conflicts && i < MAX_CONFLICTS; i++)
		report_conflict(merge, module, &merge->conflicts[i]);
	if (i < merge->nr_conflicts)
		error_file(module, "and %zu more such errors",
			   merge->nr_conflicts - i);
	return merge->nr_conflicts ? -1 : 0;
}
