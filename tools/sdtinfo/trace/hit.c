// SPDX-License-Identifier: GPL-2.0-only
/*
 * hit.c - copies of hits, and what hits are compared and counted by
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "hit.h"
#include "lib/util.h"

/*
 * A copy, and behind it the texts that it points to
 */

static size_t text_size(const char *text)
{
	return text ? strlen(text) + 1 : 0;
}

static const char *put(char **at, const char *bytes, size_t size)
{
	char *copy = *at;

	if (!bytes)
		return NULL;
	memcpy(copy, bytes, size);
	*at += size;
	return copy;
}

struct hit *hit_copy(const struct hit *hit)
{
	const size_t size = offsetof(struct hit, values) + hit->nr_values * sizeof(*hit->values);
	size_t room = size + text_size(hit->comm) + text_size(hit->message);
	struct hit *copy;
	unsigned int i;
	char *at;

	for (i = 0; i < hit->nr_values; i++)
		room += hit->values[i].copy ? hit->values[i].length : 0;
	copy = xreallocarray(NULL, room, 1);
	memcpy(copy, hit, size);
	at = (char *)copy + size;
	for (i = 0; i < hit->nr_values; i++)
		copy->values[i].copy = put(&at, hit->values[i].copy, hit->values[i].length);
	copy->comm = put(&at, hit->comm, text_size(hit->comm));
	copy->message = put(&at, hit->message, text_size(hit->message));
	copy->has_stack = false;
	copy->nr_frames = 0;
	copy->frames = NULL;
	return copy;
}

/*
 * Fields
 */

struct hit_key hit_field_key(const struct hit_field *field, const struct hit *hit)
{
	const struct arg_value *value = &hit->values[field->arg];

	switch (field->kind) {
	case HIT_VALUE:
		return (struct hit_key){ .number = value->value & ~field->unused };
	case HIT_COPY:
		return (struct hit_key){ .bytes = value->copy ?: "", .length = value->length };
	case HIT_COMM:
		return (struct hit_key){ .bytes = hit->comm, .length = strlen(hit->comm) };
	case HIT_PID:
		return (struct hit_key){ .number = hit->pid };
	case HIT_CPU:
		return (struct hit_key){ .number = hit->cpu };
	case HIT_STACK:
		break;
	}
	return (struct hit_key){ 0 };
}

int hit_key_compare(const struct hit_key *a, const struct hit_key *b)
{
	if (!a->bytes != !b->bytes)
		return a->bytes ? 1 : -1;
	if (!a->bytes)
		return a->number < b->number ? -1 : a->number > b->number;
	if (a->length != b->length)
		return a->length < b->length ? -1 : 1;
	return memcmp(a->bytes, b->bytes, a->length);
}

static bool is_signed(const struct hit_field *field)
{
	return field->type->flags & SDT_ARG_SIGNED;
}

void hit_fields_match(struct hit_field *a, struct hit_field *b)
{
	if (a->kind != HIT_VALUE || b->kind != HIT_VALUE || is_signed(a) == is_signed(b))
		return;
	if ((is_signed(a) ? b : a)->type->size == sizeof(uint32_t) &&
	    (is_signed(a) ? a : b)->type->size <= sizeof(uint32_t))
		a->unused = b->unused = ~(uint64_t)UINT32_MAX;
}

struct hit_key hit_field_shown(const struct hit_field *field, const struct hit *hit)
{
	const struct arg_value *value = &hit->values[field->arg];

	if (field->kind != HIT_VALUE && field->kind != HIT_COPY)
		return hit_field_key(field, hit);
	if (value->copy)
		return (struct hit_key){ .bytes = value->copy, .length = value->length };
	if (probe_arg_is_pointer(value->arg) && value->hides_addresses &&
	    (int64_t)value->value < 0)
		return (struct hit_key){ 0 };
	if (value->function)
		return (struct hit_key){ .bytes = value->function,
					 .length = strlen(value->function) };
	return (struct hit_key){ .number = value->value };
}

/* A function a line */
static char *stack_text(const struct hit *hit)
{
	char *text = xasprintf("%s", hit->nr_frames ? hit->frames[0] : "");
	size_t i;

	for (i = 1; i < hit->nr_frames; i++)
		text = xappend(text, "\n%s", hit->frames[i]);
	return text;
}

/* A string is what a text of it is wanted for, not the pointer to it. */
static struct by_value value_text_of(const struct arg_value *value)
{
	if (value->arg->kind == SDT_ARG_STRING && value->copy)
		return (struct by_value){ xasprintf("%.*s", (int)value->length, value->copy),
					  VALUE_STRING };
	return (struct by_value){ value_text(value), value_is_number(value->arg) ? VALUE_NUMBER :
										   VALUE_PLAIN };
}

struct by_value hit_field_text(const struct hit_field *field, const struct hit *hit)
{
	switch (field->kind) {
	case HIT_VALUE:
	case HIT_COPY:
		return value_text_of(&hit->values[field->arg]);
	case HIT_COMM:
		return (struct by_value){ xasprintf("%s", hit->comm), VALUE_STRING };
	case HIT_PID:
		return (struct by_value){ xasprintf("%" PRIu64, hit->pid), VALUE_NUMBER };
	case HIT_CPU:
		return (struct by_value){ xasprintf("%" PRIu64, hit->cpu), VALUE_NUMBER };
	case HIT_STACK:
		break;
	}
	return (struct by_value){ stack_text(hit), VALUE_STACK };
}
