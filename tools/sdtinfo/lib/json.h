/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * json.h - the one JSON document of a run of sdtinfo, or a line for each thing it sees
 *
 * docs/sdtinfo-json.md describes it.
 */
#ifndef SDTINFO_JSON_H
#define SDTINFO_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"

struct json_object;		/* json-c's */

/* What -j and -p ask for; a verb can also print its document as text */
enum json_form {
	JSON_NONE,
	JSON_TEXT,		/* "name: value" lines */
	JSON_COMPACT,
	JSON_PRETTY,
};

struct json_document {
	enum json_form form;
	struct json_object *root;
	struct json_object *items;
};

/*
 * json_begin() - begin a document
 * @form: compact, indented, or as text
 * @verb: the verb that prints it
 * @items: the name of its main list
 *
 * There is no document if @form is JSON_NONE.  From now on errors are added to it.
 */
void json_begin(struct json_document *document, enum json_form form,
		const char *verb, const char *items);

/* json_end() - print it and free it */
void json_end(struct json_document *document);

/*
 * What is added to no object or list, NULL, is dropped: a verb that prints text need not
 * ask whether there is a document.
 */

/* json_add_list() - a new, empty list in @object */
struct json_object *json_add_list(struct json_object *object, const char *key);

/* json_add_object() - a new, empty object in @object */
struct json_object *json_add_object(struct json_object *object, const char *key);

/* json_item() - a new, empty object at the end of a list */
struct json_object *json_item(struct json_object *list);

/* json_item_string() - a text at the end of a list */
void json_item_string(struct json_object *list, const char *text);

/* Text from files is made valid UTF-8 as by out_text(). */
void json_add_string(struct json_object *object, const char *key, const char *text);
void json_add_number(struct json_object *object, const char *key, uint64_t number);
void json_add_signed(struct json_object *object, const char *key, int64_t number);
/* json_add_thousandths() - a number with three decimals: 1500 is 1.500 */
void json_add_thousandths(struct json_object *object, const char *key, uint64_t number);
void json_add_bool(struct json_object *object, const char *key, bool value);
void json_add_null(struct json_object *object, const char *key);

/* json_add_known() - add a number, or null if it is not known */
void json_add_known(struct json_object *object, const char *key, uint64_t number, bool is_known);

/* json_line() - a new, empty object that is not part of the document */
struct json_object *json_line(void);

/* json_end_text() - its text, in one line without the end; it is freed; caller frees the text */
char *json_end_text(struct json_object *line);

/* json_end_line() - print it as a line, and free it */
void json_end_line(struct json_object *line);

void json_findings(struct json_object *list, const struct findings *findings);

#endif /* SDTINFO_JSON_H */
