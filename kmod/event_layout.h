/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * event_layout.h - the form that a probe's arguments have as a trace event
 *
 * Between events.c, which has to do with the tracing core, and
 * event_layout.c, which knows what a record looks like.
 */
#ifndef _SDT_EVENT_LAYOUT_H
#define _SDT_EVENT_LAYOUT_H

#include <linux/sdt_handler.h>
#include <linux/trace_events.h>
#include <linux/trace_seq.h>

#define SDT_STRING_SIZE		64	/* of a captured string, with its NUL */

/*
 * A record is
 *
 *	struct trace_entry			the core's
 *	the arguments				each naturally aligned
 *	unsigned long __probe_ip
 *	u32 [nr_strings]			__data_loc of the captured copies
 *	the copies				without gaps, each with a NUL
 */
struct sdt_layout {
	const struct sdt_arg *args;
	unsigned int nr_args;
	unsigned int nr_strings;
	unsigned int ip_offset;
	unsigned int size;			/* without the copies */
	u16 offset[SDT_MAX_ARGS];		/* by argument */
	u8 string_arg[SDT_MAX_ARGS];		/* by string: its argument */
	char **string_name;			/* by string: its field's name */
	struct trace_event_fields *fields;	/* for the core */
	char *print_fmt;
};

/* Copies of a hit's strings, in the current context's buffer of this CPU. */
struct sdt_strings {
	unsigned int size;			/* of all together */
	u8 len[SDT_MAX_ARGS];			/* with the NUL */
	char text[SDT_MAX_ARGS][SDT_STRING_SIZE];
};

int sdt_strings_init(void);
void sdt_strings_exit(void);

int sdt_layout_init(struct sdt_layout *layout, const struct sdt_probe *probe);
void sdt_layout_free(struct sdt_layout *layout);
const struct sdt_strings *sdt_layout_capture(const struct sdt_layout *layout,
					     const struct sdt_hit *hit);
void sdt_layout_fill(const struct sdt_layout *layout,
		     const struct sdt_hit *hit,
		     const struct sdt_strings *strings, void *entry);
void sdt_layout_print(const struct sdt_layout *layout, const void *entry,
		      unsigned int size, struct trace_seq *seq);

/**
 * sdt_record_size - size of a record
 * @layout: its layout
 * @strings: what sdt_layout_capture() returned
 *
 * Return: bytes, the core's header included.
 */
static inline unsigned int sdt_record_size(const struct sdt_layout *layout,
					   const struct sdt_strings *strings)
{
	return layout->size + (strings ? strings->size : 0);
}

#endif /* _SDT_EVENT_LAYOUT_H */
