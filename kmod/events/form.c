// SPDX-License-Identifier: GPL-2.0-only
/*
 * form.c - what events have in common: the fields of their records, and their text
 *
 * Events of a module share a form if their probes have the same arguments, which the module's table
 * has only once, or if they are TRACE_EVENTs of one class.  The tracing core then has one list of
 * fields for all of them: it makes the list with the first of these events, and frees it with any of
 * them.  So an event that is removed while others stay leaves their class before.
 *
 * Without the gate, each event has a form of its own: offer.c has the core call a function for each.
 *
 * The fields, the text and the functions of a TRACE_EVENT's class are those that the kernel's macros
 * have made in the module.
 *
 * Process context.  Events of one module that are kept (event.c) are freed while others of it still
 * go, so a mutex protects the lists of forms and the numbers of their events.  Nothing else is locked
 * under it.
 */
#include <linux/hash.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sdt_event_class.h>

#include "events/events_internal.h"

#define HASH_BITS	6

static DEFINE_MUTEX(forms_lock);

/* What decides about a form: pointers to what the table has once */
static struct sdt_form_key key_of(const struct sdt_group *group)
{
	const struct sdt_probe *probe = &group->probes[0]->pub;

	if (group->class)
		return (struct sdt_form_key){ .of = group->class };
	return (struct sdt_form_key){
		.of = probe->args,
		.xlated = probe->xlated,
		.message = probe->message,
		.nr_args = probe->nr_args,
		.nr_xlated = probe->nr_xlated,
		.is_translated = probe->is_translated,
	};
}

static struct hlist_head *bucket(struct sdt_module_probes *mp, const struct sdt_form_key *key)
{
	return &mp->forms[hash_ptr(key->of, HASH_BITS)];
}

/*
 * TRACE_DEFINE_ENUM()
 *
 * A client does not know the enumerators in a text, so they become numbers, as in the kernel's own
 * events.  A number takes no more room than the name, or the name stays.
 */

static size_t word_length(const char *text)
{
	size_t length = 0;

	while (sdt_is_word_char(text[length]))
		length++;
	return length;
}

static const struct sdt_enumerator *find_enum(const struct sdt_module_probes *mp, const char *text,
					      size_t *length)
{
	const struct sdt_enumerator *e = mp->event_enums;
	const size_t word = word_length(text);

	for (; e < mp->event_enums + mp->nr_event_enums; e++) {
		*length = strlen(e->name);	/* "sizeof(x)" is more than a word */
		if (*length >= word && !strncmp(text, e->name, *length) &&
		    (*length == word || !sdt_is_word_char(e->name[*length - 1])))
			return e;
	}
	*length = word ?: 1;
	return NULL;
}

/* Is what begins here a member of a structure, as in REC->name? */
static bool is_member(const char *text, const char *begin)
{
	return text > begin && (text[-1] == '.' ||
				(text - begin > 1 && text[-2] == '-' && text[-1] == '>'));
}

/*
 * Copies a text to itself, with numbers in place of names outside of quotes.  What is written is never
 * ahead of what is read, so the characters before a name are still there.
 */
static void replace_enums(const struct sdt_module_probes *mp, char *text)
{
	const char *begin = text;
	const struct sdt_enumerator *e;
	bool is_quoted = false;
	char number[24], *to = text;
	size_t length, digits;

	while (*text) {
		e = is_quoted ? NULL : find_enum(mp, text, &length);
		if (is_quoted)
			length = text[0] == '\\' && text[1] ? 2 : 1;
		if (length == 1 && *text == '"')
			is_quoted = !is_quoted;
		digits = e ? snprintf(number, sizeof(number), "%lld", (s64)e->value) : 0;
		if (e && digits <= length && !is_member(text, begin)) {
			memcpy(to, number, digits);
			to += digits;
		} else {
			memmove(to, text, length);
			to += length;
		}
		text += length;
	}
	*to = '\0';
}

static int fill(struct sdt_form *form, const struct sdt_group *group)
{
	struct sdt_event_class *made = group->class;

	if (made) {
		replace_enums(group->probes[0]->mp, made->print_fmt);
		form->print_fmt = made->print_fmt;
		form->class.fields_array = made->fields;
		form->made = made;
		return 0;
	}
	if (sdt_fields_init(&form->fields, &group->probes[0]->pub))
		return -ENOMEM;
	form->print_fmt = sdt_fields_print_fmt(&form->fields);
	form->class.fields_array = form->fields.core_fields;
	return form->print_fmt ? 0 : -ENOMEM;
}

static void free_form(struct sdt_form *form)
{
	if (!form->made) {
		kvfree(form->print_fmt);
		sdt_fields_free(&form->fields);
	}
	kfree(form->removed);
	kfree(form);
}

static struct sdt_form *create(struct sdt_group *group, const struct sdt_form_key *key,
			       struct trace_event_class *class)
{
	const unsigned int nr_args = group->class ? 0 : key->is_translated ? key->nr_xlated :
								       key->nr_args;
	struct sdt_form *form = kzalloc(struct_size(form, fields.slot, nr_args), GFP_KERNEL);

	if (!form)
		return NULL;
	form->key = *key;
	form->class = *class;
	INIT_LIST_HEAD(&form->class.fields);
	if (fill(form, group)) {
		free_form(form);
		return NULL;
	}
	return form;
}

static struct sdt_form *find(struct sdt_module_probes *mp, const struct sdt_form_key *key)
{
	struct sdt_form *form;

	hlist_for_each_entry(form, bucket(mp, key), node)
		if (!memcmp(&form->key, key, sizeof(*key)))
			return form;
	return NULL;
}

static struct sdt_form *find_or_create(struct sdt_group *group, struct trace_event_class *class)
{
	struct sdt_module_probes *mp = group->probes[0]->mp;
	const struct sdt_form_key key = key_of(group);
	struct sdt_form *form;

	if (!mp->forms)
		mp->forms = kcalloc(1 << HASH_BITS, sizeof(*mp->forms), GFP_KERNEL);
	if (!mp->forms)
		return NULL;
	form = sdt_has_gate ? find(mp, &key) : NULL;
	if (form && !form->removed) {
		form->removed = kmemdup(&form->class, sizeof(form->class), GFP_KERNEL);
		if (!form->removed)
			return NULL;
		INIT_LIST_HEAD(&form->removed->fields);
		form->removed->fields_array = sdt_no_fields;
	}
	if (!form) {
		form = create(group, &key, class);
		if (!form)
			return NULL;
		hlist_add_head(&form->node, bucket(mp, &key));
	}
	form->nr_events++;
	form->nr_staying++;
	return form;
}

/**
 * sdt_form_get - get the form of a group's event
 * @group: the group
 * @class: what the core's class of the event begins with, without fields
 *
 * Return: the form, to be given back with sdt_form_put(), or NULL if out of memory.
 */
struct sdt_form *sdt_form_get(struct sdt_group *group, struct trace_event_class *class)
{
	struct sdt_form *form;

	mutex_lock(&forms_lock);
	form = find_or_create(group, class);
	mutex_unlock(&forms_lock);
	return form;
}

/* Gives back the form of an event that is freed. */
void sdt_form_put(struct sdt_event *event)
{
	struct sdt_form *form = event->form;

	mutex_lock(&forms_lock);
	form->nr_staying -= !event->has_left;
	if (!--form->nr_events)
		hlist_del_init(&form->node);
	else
		form = NULL;
	mutex_unlock(&forms_lock);
	if (form)
		free_form(form);
}

/*
 * To be called before the core removes an event that it has, with event_mutex held or before the
 * core's module notifier: the core frees the list of fields with the last event only.  Another one may
 * be about to be published.
 */
void sdt_form_leave(struct sdt_event *event)
{
	mutex_lock(&forms_lock);
	event->has_left = true;
	if (--event->form->nr_staying)
		WRITE_ONCE(event->call.class, event->form->removed);
	mutex_unlock(&forms_lock);
}

/* The core has not removed the event after all. */
void sdt_form_stay(struct sdt_event *event)
{
	mutex_lock(&forms_lock);
	event->has_left = false;
	event->form->nr_staying++;
	WRITE_ONCE(event->call.class, &event->form->class);
	mutex_unlock(&forms_lock);
}

/* The core has an event, and the list of its fields. */
void sdt_form_listed(struct sdt_form *form)
{
	if (!form->made)
		sdt_fields_listed(&form->fields, &form->class);
}

/* Do records of both have the same form and text?  Any context. */
bool sdt_forms_are_like(const struct sdt_form *form, const struct sdt_form *other)
{
	return !form->made && !other->made && !strcmp(form->print_fmt, other->print_fmt) &&
	       sdt_fields_are_like(&form->fields, &other->fields);
}

/* Frees the list of a module's forms.  Those of events that are kept stay as long as these. */
void sdt_forms_forget(struct sdt_module_probes *mp)
{
	unsigned int i;

	mutex_lock(&forms_lock);
	for (i = 0; mp->forms && i < 1 << HASH_BITS; i++)
		while (!hlist_empty(&mp->forms[i]))
			hlist_del_init(mp->forms[i].first);
	kfree(mp->forms);
	mp->forms = NULL;
	mutex_unlock(&forms_lock);
}
