/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * view.h - modules, providers, probes and sites: lines for people, or a JSON document
 *
 * For the verbs.  A verb goes through its data once: lines are dropped in a JSON document,
 * and what is added to no object (NULL) in text.  docs/sdtinfo-json.md describes the keys.
 */
#ifndef SDTINFO_VIEW_H
#define SDTINFO_VIEW_H

#include "lib/json.h"
#include "lib/output.h"
#include "table/probe.h"
#include "table/probe_table.h"

struct view {
	struct json_document json;
	struct lines lines;
	bool verbose;
};

/* A line without columns */
extern struct layout plain_line;

/* view_line() - lines_add() in text */
void view_line(struct view *view, struct layout *layout, enum out_style style,
	       const char *format, ...) SDTINFO_PRINTF(4, 5);

/* view_module() - a module as an object of the main list; @file NULL: a loaded one */
struct json_object *view_module(struct view *view, const char *file,
				const struct probe_table *table);

/* view_add_provider() - a provider, with the stability of its probes */
void view_add_provider(struct json_object *object, const struct probe_provider *provider);

/* view_use() - who listens to a probe; @use can be NULL */
void view_use(struct view *view, struct json_object *object, const struct probe_use *use);

/*
 * view_site() - a site
 * @site: its first NOP
 * @nr_nops: how many it has; not known if it is one in memory
 * @shows_state: it is one in memory, of which is known whether it is on
 */
void view_site(struct view *view, struct json_object *object, const struct probe_site *site,
	       size_t nr_nops, bool shows_state);

/* view_sum_text() - "6 probes, 7 sites, 1 is-enabled"; caller frees */
char *view_sum_text(size_t nr_probes, const struct site_count *count);

/* As keys of a JSON object: the same, a module's names, and a probe's */
void view_add_sum(struct json_object *object, const struct site_count *count);
void view_add_module(struct json_object *object, const char *file, const struct probe_table *table);
void view_add_probe(struct json_object *object, const struct probe *probe);

/* view_message() - the text of a message, if the probe has one, as a line for people */
void view_message(struct view *view, const struct probe *probe);

/*
 * view_add_args() - a probe's arguments, native and translated
 * @more: adds to each that is a field of the event, if not NULL
 */
void view_add_args(struct json_object *object, const struct probe *probe,
		   void (*more)(struct json_object *arg, const struct probe *probe,
				unsigned int i));

#endif /* SDTINFO_VIEW_H */
