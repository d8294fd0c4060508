/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * json.h - the one JSON document of a run of sdtinfo
 *
 * For the verbs.  docs/sdtinfo-json.md describes it.
 */
#ifndef SDTINFO_JSON_H
#define SDTINFO_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "exit_code.h"
#include "findings.h"
#include "table/probe_table.h"

struct json_object;		/* json-c's */

/* What -j and -p ask for */
enum json_form {
	JSON_NONE,
	JSON_COMPACT,
	JSON_PRETTY,
};

/*
 * json_option() - take an option of JSON_OPTIONS (cmd.h)
 * @form: what was asked for so far
 * @verb: whose option it is
 *
 * Returns EXIT_DONE, or EXIT_USAGE when it has reported that both were given.
 */
enum exit_code json_option(enum json_form *form, const char *verb, int letter);

struct json_document {
	enum json_form form;
	struct json_object *root;
	struct json_object *items;
};

/*
 * json_begin() - begin a document
 * @form: how it is to look
 * @verb: whose it is
 * @items: what its main list is called
 *
 * Nothing is done if @form is JSON_NONE.  From now on errors become part of it.
 */
void json_begin(struct json_document *document, enum json_form form,
		const char *verb, const char *items);

/* json_end() - print it and free it */
void json_end(struct json_document *document);

/* json_add_list() - a new, empty list in @object */
struct json_object *json_add_list(struct json_object *object, const char *key);

/* json_add_object() - a new, empty object in @object */
struct json_object *json_add_object(struct json_object *object, const char *key);

/* json_item() - a new, empty object at the end of a list */
struct json_object *json_item(struct json_object *list);

/* What is quoted from files is made valid UTF-8, as out_text() does it. */
void json_add_string(struct json_object *object, const char *key, const char *text);
void json_add_number(struct json_object *object, const char *key, uint64_t number);
void json_add_bool(struct json_object *object, const char *key, bool value);

/* json_module() - a module's object in the main list; @path NULL: a loaded one */
struct json_object *json_module(struct json_document *document,
				const char *path,
				const struct probe_table *table);

/* The same, filled into an object; and of a probe what it is called */
void json_fill_module(struct json_object *object, const char *path,
		      const struct probe_table *table);
void json_fill_probe(struct json_object *object, const struct probe *probe);

/* The name of a provider, whether it was defined, and how stable its probes are */
void json_fill_provider(struct json_object *object,
			const struct probe_provider *provider);

/* json_probe() - a probe's object in a list, with what it is called */
struct json_object *json_probe(struct json_object *list,
			       const struct probe *probe);

/*
 * json_add_args() - a probe's arguments, native and translated
 * @more: adds to each that is a field of the event, if not NULL
 */
void json_add_args(struct json_object *object, const struct probe *probe,
		   void (*more)(struct json_object *arg,
				const struct probe *probe, unsigned int i));

void json_findings(struct json_object *list, const struct findings *findings);

#endif /* SDTINFO_JSON_H */
