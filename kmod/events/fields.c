// SPDX-License-Identifier: GPL-2.0-only
/*
 * fields.c - the fields of an event's records
 *
 * Lays out a probe's arguments, or the translated ones, as fields, and describes them to
 * the tracing core.  Knows nothing of sinks and registration.
 *
 * All of this runs in process context.  The fields of an event do not change.
 */
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "events/events_internal.h"

enum sdt_event_layout sdt_event_layout;
unsigned int sdt_string_size = 64;

static bool is_captured(const struct sdt_arg *arg)
{
	return sdt_is_copied(arg->kind, arg->is_user * SDT_ARG_USER |
			     arg->is_percpu * SDT_ARG_PERCPU | arg->is_iomem * SDT_ARG_IOMEM);
}

/* @taken: the names of the fields so far */
static int add_copy(struct sdt_fields *fields, unsigned int nr, const char **taken)
{
	const struct sdt_arg *arg = &fields->args[nr];
	const struct sdt_fixed_type *fixed =
		sdt_message_fixed(fields->message, fields->args, nr);
	bool is_bytes = arg->kind == SDT_ARG_BYTES;
	unsigned int nr_taken = fields->nr_args + fields->nr_copies + fields->nr_fixed;
	char name[SDT_COPY_NAME_SIZE], *copy;

	sdt_copy_name(name, arg->name, is_bytes, taken, nr_taken);
	copy = kstrdup(name, GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	taken[nr_taken] = copy;
	if (fixed) {
		fields->fixed[fields->nr_fixed++] = (struct sdt_fixed){
			.name = copy,
			.arg = fields->slot[nr].native,
			.size = fixed->size,
		};
		return 0;
	}
	fields->is_bounded |= arg->bound;
	fields->copy_is_bytes |= (u32)is_bytes << fields->nr_copies;
	fields->slot[fields->nr_copies].copy_arg = fields->slot[nr].native;
	fields->copy_name[fields->nr_copies++] = copy;
	return 0;
}

/*
 * Add a field for the core, which calculates the same offsets itself, in
 * event_define_fields().
 */
static unsigned int add_field(struct sdt_fields *fields, unsigned int *nr,
			      const char *type, const char *name,
			      unsigned int size, unsigned int align, bool is_signed)
{
	struct trace_event_fields field = {
		.type = type,
		{ {
			.name = name,
			.size = size,
			.align = align,
			.is_signed = is_signed,
			.filter_type = FILTER_OTHER,
			SDT_FIELD_LEN(align < size ? size / align : 0)
		} },
	};
	unsigned int offset = ALIGN(fields->size, align);

	memcpy(&fields->core_fields[(*nr)++], &field, sizeof(field));
	fields->size = offset + size;
	return offset;
}

static void add_fixed(struct sdt_fields *fields, unsigned int *nr,
		      struct sdt_fixed *fixed)
{
	const struct sdt_fixed_type *type =
		sdt_message_fixed(fields->message, fields->args, fixed->arg);

	fixed->offset = add_field(fields, nr, type->type, fixed->name, type->size,
				  type->align, false);
}

static int add_copies(struct sdt_fields *fields)
{
	unsigned int i, nr = 0;
	const char **taken;
	int err = 0;

	for (i = 0; i < fields->nr_args; i++)
		nr += is_captured(&fields->args[i]);
	if (!nr)
		return 0;
	fields->copy_name = kcalloc(nr, sizeof(*fields->copy_name), GFP_KERNEL);
	if (fields->message)
		fields->fixed = kcalloc(nr, sizeof(*fields->fixed), GFP_KERNEL);
	if (!fields->copy_name || (fields->message && !fields->fixed))
		return -ENOMEM;
	taken = kmalloc_array(fields->nr_args + nr, sizeof(*taken), GFP_KERNEL);
	if (!taken)
		return -ENOMEM;
	for (i = 0; i < fields->nr_args; i++)
		taken[i] = fields->args[i].name;
	for (i = 0; i < fields->nr_args && !err; i++)
		if (is_captured(&fields->args[i]))
			err = add_copy(fields, i, taken);
	kfree(taken);
	return err;
}

/* sdt_fill_args() writes all 64 bits of each argument. */
static void make_room(struct sdt_fields *fields)
{
	unsigned int i;

	for (i = 0; i < fields->nr_args; i++)
		fields->size = max_t(unsigned int, fields->size,
				     fields->slot[i].offset + sizeof(u64));
}

static int make_fields(struct sdt_fields *fields)
{
	unsigned int i, nr = 0;
	int err;

	fields->has_ip = sdt_event_layout != SDT_LAYOUT_DTRACE;
	if (fields->has_ip && sdt_string_size) {
		err = add_copies(fields);
		if (err)
			return err;
	}

	/* The last one is empty and ends the list. */
	fields->core_fields = kcalloc(fields->nr_args + fields->nr_fixed + 1 +
				      fields->nr_copies + 1,
				      sizeof(*fields->core_fields), GFP_KERNEL);
	if (!fields->core_fields)
		return -ENOMEM;

	fields->size = sizeof(struct trace_entry);
	for (i = 0; i < fields->nr_args; i++) {
		const struct sdt_arg *arg = &fields->args[i];

		fields->slot[i].offset = add_field(fields, &nr, sdt_field_type(arg),
					      arg->name, arg->size, arg->size,
					      arg->is_signed);
	}
	for (i = 0; i < fields->nr_fixed; i++)
		add_fixed(fields, &nr, &fields->fixed[i]);
	if (!fields->has_ip) {
		make_room(fields);
		return 0;
	}
	fields->ip_offset = add_field(fields, &nr, "unsigned long", SDT_IP_NAME,
				      sizeof(unsigned long), sizeof(unsigned long),
				      false);
	for (i = 0; i < fields->nr_copies; i++) {
		bool is_bytes = fields->copy_is_bytes & BIT(i);

		add_field(fields, &nr,
			  is_bytes ? "__data_loc u8[]" : "__data_loc char[]",
			  fields->copy_name[i], sizeof(u32), sizeof(u32), !is_bytes);
	}
	return 0;
}

/* The arguments that users see. */
static int make_args(struct sdt_fields *fields, const struct sdt_probe *probe)
{
	unsigned int i;

	if (!probe->is_translated) {
		fields->args = probe->args;
		fields->nr_args = probe->nr_args;
		for (i = 0; i < fields->nr_args; i++)
			fields->slot[i].native = i;
		return 0;
	}
	fields->translated = kcalloc(probe->nr_xlated, sizeof(*fields->translated),
				     GFP_KERNEL);
	if (!fields->translated)
		return -ENOMEM;
	fields->args = fields->translated;
	fields->nr_args = probe->nr_xlated;
	for (i = 0; i < fields->nr_args; i++) {
		const struct sdt_xlated *xlated = &probe->xlated[i];

		fields->translated[i] = probe->args[xlated->arg];
		fields->translated[i].name = xlated->name;
		fields->slot[i].native = xlated->arg;
	}
	return 0;
}

/*
 * Makes the fields of a probe's records in @fields, which is zero.  The probe's descriptors must
 * outlive them.  Returns 0 or -ENOMEM.  To be freed in any case.  Sleeps.
 */
int sdt_fields_init(struct sdt_fields *fields, const struct sdt_probe *probe)
{
	fields->message = *probe->message ? probe->message : NULL;
	return make_args(fields, probe) ?: make_fields(fields);
}

/* The array of a class that has its list of fields, or shall have none */
struct trace_event_fields sdt_no_fields[1];

/*
 * Frees the array from which the core has made its own list of the fields.  The class is left with
 * an empty array.  If memory was short, it has not.
 */
void sdt_fields_listed(struct sdt_fields *fields, struct trace_event_class *class)
{
	if (list_empty(&class->fields))
		return;
	class->fields_array = sdt_no_fields;
	kfree(fields->core_fields);
	fields->core_fields = NULL;
}

static bool is_like_arg(const struct sdt_arg *a, const struct sdt_arg *b)
{
	return !strcmp(a->name, b->name) && !strcmp(sdt_field_type(a), sdt_field_type(b)) &&
	       a->size == b->size && a->is_signed == b->is_signed;
}

static bool is_like_fixed(const struct sdt_fixed *a, const struct sdt_fixed *b)
{
	return !strcmp(a->name, b->name) && a->offset == b->offset && a->arg == b->arg &&
	       a->size == b->size;
}

/*
 * Do records of both have the same form?  The message decides of which type a copy of fixed size
 * is.  Any context.
 */
bool sdt_fields_are_like(const struct sdt_fields *fields, const struct sdt_fields *other)
{
	unsigned int i;

	if (fields->size != other->size || fields->nr_args != other->nr_args ||
	    fields->nr_fixed != other->nr_fixed || fields->nr_copies != other->nr_copies ||
	    fields->is_bounded != other->is_bounded ||
	    fields->copy_is_bytes != other->copy_is_bytes ||
	    memcmp(fields->slot, other->slot, fields->nr_args * sizeof(*fields->slot)) ||
	    strcmp(fields->message ?: "", other->message ?: ""))
		return false;
	for (i = 0; i < fields->nr_args; i++)
		if (!is_like_arg(&fields->args[i], &other->args[i]))
			return false;
	for (i = 0; i < fields->nr_copies; i++)
		if (strcmp(fields->copy_name[i], other->copy_name[i]))
			return false;
	for (i = 0; i < fields->nr_fixed; i++)
		if (!is_like_fixed(&fields->fixed[i], &other->fixed[i]))
			return false;
	return true;
}

/* Frees fields that no record and no reader uses any more. */
void sdt_fields_free(struct sdt_fields *fields)
{
	unsigned int i;

	kfree(fields->core_fields);
	for (i = 0; i < fields->nr_copies; i++)
		kfree(fields->copy_name[i]);
	kfree(fields->copy_name);
	for (i = 0; i < fields->nr_fixed; i++)
		kfree(fields->fixed[i].name);
	kfree(fields->fixed);
	kfree(fields->translated);
}
