// SPDX-License-Identifier: GPL-2.0-only
/*
 * layout.c - the fields of an event's records
 *
 * Lays out a probe's arguments, or the translated ones, as fields, and describes them to
 * the tracing core.  Knows nothing of sets, sinks and registration.
 *
 * All of this runs in process context.  A layout does not change while it is in use.
 */
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "events/internal.h"

enum sdt_style sdt_style;
unsigned int sdt_string_size = 64;

/* Only kernel memory is copied; reading a device could change its state. */
static bool is_captured(const struct sdt_arg *arg)
{
	return (arg->kind == SDT_ARG_STRING || arg->kind == SDT_ARG_BYTES) &&
	       !arg->is_user && !arg->is_percpu && !arg->is_iomem;
}

/* The form that the parameters of sdt.ko and the arguments require. */
static enum sdt_form wanted_form(const struct sdt_layout *layout)
{
	unsigned int i;

	if (sdt_style == SDT_STYLE_DTRACE)
		return SDT_FORM_DTRACE;
	if (sdt_string_size)
		for (i = 0; i < layout->nr_args; i++)
			if (is_captured(&layout->args[i]))
				return SDT_FORM_LINUX_COPIES;
	return SDT_FORM_LINUX;
}

static int add_copy(struct sdt_layout *layout, unsigned int nr)
{
	const struct sdt_arg *arg = &layout->args[nr];
	bool is_bytes = arg->kind == SDT_ARG_BYTES;
	const char *taken[2 * SDT_MAX_ARGS];
	unsigned int i, nr_taken = 0;
	char name[SDT_COPY_NAME_SIZE], *copy;

	for (i = 0; i < layout->nr_args; i++)
		taken[nr_taken++] = layout->args[i].name;
	for (i = 0; i < layout->nr_copies; i++)
		taken[nr_taken++] = layout->copy_name[i];
	sdt_copy_name(name, arg->name, is_bytes, taken, nr_taken);
	copy = kstrdup(name, GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	layout->is_bounded |= arg->bound;
	layout->copy_is_bytes |= is_bytes << layout->nr_copies;
	layout->copy_arg[layout->nr_copies] = layout->native[nr];
	layout->copy_name[layout->nr_copies++] = copy;
	return 0;
}

/*
 * Add a field for the core, which calculates the same offsets itself, in
 * event_define_fields().
 */
static unsigned int add_field(struct sdt_layout *layout, unsigned int *nr,
			      const char *type, const char *name,
			      unsigned int size, bool is_signed)
{
	struct trace_event_fields field = {
		.type = type,
		{ {
			.name = name,
			.size = size,
			.align = size,
			.is_signed = is_signed,
			.filter_type = FILTER_OTHER,
		} },
	};
	unsigned int offset = ALIGN(layout->size, size);

	memcpy(&layout->fields[(*nr)++], &field, sizeof(field));
	layout->size = offset + size;
	return offset;
}

static int add_copies(struct sdt_layout *layout)
{
	unsigned int i, nr = 0;
	int err = 0;

	for (i = 0; i < layout->nr_args; i++)
		nr += is_captured(&layout->args[i]);
	if (!nr)
		return 0;
	layout->copy_name = kcalloc(nr, sizeof(*layout->copy_name), GFP_KERNEL);
	if (!layout->copy_name)
		return -ENOMEM;
	for (i = 0; i < layout->nr_args && !err; i++)
		if (is_captured(&layout->args[i]))
			err = add_copy(layout, i);
	return err;
}

/* sdt_fill_args() writes all 64 bits of each argument. */
static void make_room(struct sdt_layout *layout)
{
	unsigned int i;

	for (i = 0; i < layout->nr_args; i++)
		layout->size = max_t(unsigned int, layout->size,
				     layout->offset[i] + sizeof(u64));
}

static int make_fields(struct sdt_layout *layout)
{
	unsigned int i, nr = 0;
	int err;

	if (layout->form == SDT_FORM_LINUX_COPIES) {
		err = add_copies(layout);
		if (err)
			return err;
	}

	/* The last one is empty and ends the list. */
	layout->fields = kcalloc(layout->nr_args + 1 + layout->nr_copies + 1,
				 sizeof(*layout->fields), GFP_KERNEL);
	if (!layout->fields)
		return -ENOMEM;

	layout->size = sizeof(struct trace_entry);
	for (i = 0; i < layout->nr_args; i++) {
		const struct sdt_arg *arg = &layout->args[i];

		layout->offset[i] = add_field(layout, &nr, sdt_field_type(arg),
					      arg->name, arg->size,
					      arg->is_signed);
	}
	if (!sdt_layout_has_ip(layout)) {
		make_room(layout);
		return 0;
	}
	layout->ip_offset = add_field(layout, &nr, "unsigned long", SDT_IP_NAME,
				      sizeof(unsigned long), false);
	for (i = 0; i < layout->nr_copies; i++) {
		bool is_bytes = sdt_copy_is_bytes(layout, i);

		add_field(layout, &nr,
			  is_bytes ? "__data_loc u8[]" : "__data_loc char[]",
			  layout->copy_name[i], sizeof(u32), !is_bytes);
	}
	return 0;
}

/* The arguments that clients see. */
static int make_args(struct sdt_layout *layout, const struct sdt_probe *probe)
{
	unsigned int i;

	if (!probe->is_translated) {
		layout->args = probe->args;
		layout->nr_args = probe->nr_args;
		for (i = 0; i < layout->nr_args; i++)
			layout->native[i] = i;
		return 0;
	}
	layout->view = kcalloc(probe->nr_xlated, sizeof(*layout->view),
			       GFP_KERNEL);
	if (!layout->view)
		return -ENOMEM;
	layout->args = layout->view;
	layout->nr_args = probe->nr_xlated;
	for (i = 0; i < layout->nr_args; i++) {
		const struct sdt_xlated *xlated = &probe->xlated[i];

		layout->view[i] = probe->args[xlated->arg];
		layout->view[i].name = xlated->name;
		layout->native[i] = xlated->arg;
	}
	return 0;
}

/**
 * sdt_layout_init - lay out the arguments of a probe
 * @layout: filled; free it with sdt_layout_free()
 * @probe: the probe, whose descriptors must outlive the layout
 *
 * Context: Process context, may sleep.
 * Return: 0 or -ENOMEM.
 */
int sdt_layout_init(struct sdt_layout *layout, const struct sdt_probe *probe)
{
	int err;

	memset(layout, 0, sizeof(*layout));
	err = make_args(layout, probe);
	if (!err) {
		layout->form = wanted_form(layout);
		err = make_fields(layout);
	}
	if (err)
		sdt_layout_free(layout);
	return err;
}

/**
 * sdt_layout_free - free what sdt_layout_init() allocated
 * @layout: a layout that no record and no reader uses any more
 *
 * Context: Process context.
 */
void sdt_layout_free(struct sdt_layout *layout)
{
	unsigned int i;

	kfree(layout->fields);
	for (i = 0; i < layout->nr_copies; i++)
		kfree(layout->copy_name[i]);
	kfree(layout->copy_name);
	kfree(layout->view);
}
