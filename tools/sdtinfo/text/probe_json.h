/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probe_json.h - modules, probes and arguments as JSON
 *
 * docs/sdtinfo-json.md describes them.
 */
#ifndef SDTINFO_PROBE_JSON_H
#define SDTINFO_PROBE_JSON_H

#include "lib/json.h"
#include "table/probe.h"
#include "table/probe_table.h"

struct json_object;		/* json-c's */

/* json_module() - a module's object in the main list; @path NULL: a loaded one */
struct json_object *json_module(struct json_document *document,
				const char *path,
				const struct probe_table *table);

/* The same for an object that exists; and a probe's names */
void json_fill_module(struct json_object *object, const char *path,
		      const struct probe_table *table);
void json_fill_probe(struct json_object *object, const struct probe *probe);

/* The name of a provider, whether it was defined, and how stable its probes are */
void json_fill_provider(struct json_object *object,
			const struct probe_provider *provider);

/* json_probe() - a new object for a probe in a list, with the probe's names */
struct json_object *json_probe(struct json_object *list,
			       const struct probe *probe);

/*
 * json_add_args() - a probe's arguments, native and translated
 * @more: adds to each that is a field of the event, if not NULL
 */
void json_add_args(struct json_object *object, const struct probe *probe,
		   void (*more)(struct json_object *arg,
				const struct probe *probe, unsigned int i));

#endif /* SDTINFO_PROBE_JSON_H */
