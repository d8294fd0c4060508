/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * text.h - what text.c and message_text.c share: pieces of a print_fmt, single values as text
 */
#ifndef _SDT_TEXT_H
#define _SDT_TEXT_H

#include "events/events_internal.h"

/* Text that is written to @buf, or only measured if @buf is NULL. */
struct sdt_text {
	char *buf;
	size_t size;
	size_t len;
};

/* A copy in a record */
struct sdt_copy {
	const char *data;
	unsigned int len;
};

#define SDT_ADDRESS_DIGITS	(2 * sizeof(u64))

/* value.c */
__printf(2, 3) void sdt_put(struct sdt_text *text, const char *fmt, ...);
char *sdt_text_alloc(struct sdt_text *text);
u64 sdt_field_value(const struct sdt_fields *fields, unsigned int nr,
		    const void *entry);
struct sdt_copy sdt_copy_at(const struct sdt_fields *fields, unsigned int nr,
			    const void *entry, unsigned int size);
void sdt_address_digits(u64 value, char *digits);
void sdt_print_address(u64 value, struct trace_seq *seq);
void sdt_print_code(unsigned long ip, struct trace_seq *seq);
void sdt_print_function(u64 value, struct trace_seq *seq);
void sdt_print_bytes(const struct sdt_copy *copy, const char *joint,
		     struct trace_seq *seq);

/* message_text.c */
void sdt_message_put(struct sdt_text *text, const struct sdt_fields *fields);
void sdt_message_print(const struct sdt_fields *fields, const void *entry,
		       unsigned int size, struct trace_seq *seq);

#endif /* _SDT_TEXT_H */
