// SPDX-License-Identifier: GPL-2.0-only
/*
 * message_text.c - the text of a message
 *
 * The text of its records is the author's message.  tracefs shows what printk() would,
 * except for pointers ("%p", "%pS", and "%pe" of an error without a name).  perf and trace-cmd
 * print with libtraceevent, so the print_fmt has only what that understands: of the flags '-',
 * '0' and '#', one '*', no "%c".
 *
 * The bytes that "%pI4" and the like show are in a field of their own, of exactly that size, for
 * which libtraceevent has the same conversions.
 */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/string.h>

#include "events/text.h"
#include "rules/rules.h"

/* A conversion in the print_fmt; libtraceevent takes up to 30 bytes */
#define SPEC_SIZE	31

/* The numbers of errors that have names are below this. */
#define NR_ERRORS	1024

/* The name that follows the 'p', and the letters that can follow the name */
struct pointer {
	const char *name;
	const char *options;
	struct sdt_fixed_type fixed;
};

static const struct pointer pointers[] = {
	{ "M", "FR", { "u8[6]", 6, 1 } },
	{ "m", "FR", { "u8[6]", 6, 1 } },
	{ "I4", "hnbl", { "u8[4]", 4, 1 } },
	{ "i4", "hnbl", { "u8[4]", 4, 1 } },
	{ "I6", "c", { "u8[16]", 16, 1 } },
	{ "i6", "", { "u8[16]", 16, 1 } },
	{ "U", "bBlL", { "u8[16]", 16, 1 } },
	{ "a", "", { "u64", 8, 8 } },
	{ "4cc", "", { "u32", 4, 4 } },
	{ "h", "CDN", {} },
};

/* The flags, width and precision of a conversion */
struct look {
	unsigned int flags;		/* SDT_FLAG_* */
	int width, precision;		/* -1: none */
	int width_arg, precision_arg;	/* -1: none */
};

static struct look look_of(const struct sdt_message_part *part)
{
	return (struct look){
		.flags = part->flags,
		.width = min_t(int, part->width, SDT_MAX_STRING),
		.precision = min_t(int, part->precision, SDT_MAX_STRING),
		.width_arg = part->width_arg,
		.precision_arg = part->precision_arg,
	};
}

/* Write the conversion that ends with @letters. */
static const char *write_spec(char *spec, const struct look *look, const char *letters)
{
	static const char flags[] = SDT_MESSAGE_FLAGS;
	unsigned int i;
	size_t len = 0;

	spec[len++] = '%';
	for (i = 0; flags[i]; i++)
		if (look->flags & BIT(i))
			spec[len++] = flags[i];
	if (look->width_arg >= 0)
		len += scnprintf(spec + len, SPEC_SIZE - len, "*");
	else if (look->width > 0)
		len += scnprintf(spec + len, SPEC_SIZE - len, "%d", look->width);
	if (look->precision_arg >= 0)
		len += scnprintf(spec + len, SPEC_SIZE - len, ".*");
	else if (look->precision >= 0)
		len += scnprintf(spec + len, SPEC_SIZE - len, ".%d", look->precision);
	scnprintf(spec + len, SPEC_SIZE - len, "%s", letters);
	return spec;
}

static bool is_decimal(const struct sdt_message_part *part)
{
	return part->letter == 'd' || part->letter == 'i';
}

static bool is_hex(const struct sdt_message_part *part)
{
	return part->letter == 'x' || part->letter == 'X';
}

static u64 sign_bit(unsigned int size)
{
	return BIT_ULL(8 * size - 1);
}

static u64 mask(unsigned int size)
{
	return GENMASK_ULL(8 * size - 1, 0);
}

/* The kind of pointer that a conversion with 'p' shows; NULL: another one */
static const struct pointer *pointer_of(const struct sdt_message_part *part, char *option)
{
	const char *letters = strchr(part->conversion, 'p') + 1;
	unsigned int i;

	*option = '\0';
	for (i = 0; i < ARRAY_SIZE(pointers); i++) {
		const size_t len = strlen(pointers[i].name);

		if (strncmp(letters, pointers[i].name, len))
			continue;
		if (letters + len < part->end && strchr(pointers[i].options, letters[len]))
			*option = letters[len];
		return &pointers[i];
	}
	return NULL;
}

/*
 * Returns the type of the field of fixed size that an argument's bytes have, or NULL if the copy
 * has another form.  @message can be NULL.
 */
const struct sdt_fixed_type *sdt_message_fixed(const char *message,
					       const struct sdt_arg *args, unsigned int nr)
{
	struct sdt_message_part part = { .end = message ?: "" };
	const struct pointer *pointer;
	char option;

	while (sdt_message_next(&part)) {
		if (part.arg != (int)nr || part.show != SDT_SHOW_BYTES)
			continue;
		pointer = pointer_of(&part, &option);
		return pointer && pointer->fixed.size &&
		       pointer->fixed.size == args[nr].bound ? &pointer->fixed : NULL;
	}
	return NULL;
}

static const struct sdt_fixed *find_fixed(const struct sdt_fields *fields, unsigned int arg)
{
	unsigned int i;

	for (i = 0; i < fields->nr_fixed; i++)
		if (fields->fixed[i].arg == arg)
			return &fields->fixed[i];
	return NULL;
}

/* The number of the argument's copy, or -1 */
static int find_copy(const struct sdt_fields *fields, unsigned int arg)
{
	unsigned int i;

	for (i = 0; i < fields->nr_copies; i++)
		if (fields->slot[i].copy_arg == arg)
			return i;
	return -1;
}

static bool has_bytes(const struct sdt_fields *fields, const struct sdt_message_part *part)
{
	char option;

	if (pointer_of(part, &option)->fixed.size)
		return find_fixed(fields, part->arg);
	return find_copy(fields, part->arg) >= 0;
}

/* What a conversion shows if the record may lack the copy */
static enum sdt_show shows(const struct sdt_fields *fields,
			   const struct sdt_message_part *part)
{
	enum sdt_show show;

	if (part->arg < 0)
		return SDT_SHOW_NOTHING;
	show = sdt_message_shows(part, fields->args[part->arg].kind);
	if ((show == SDT_SHOW_STRING && find_copy(fields, part->arg) < 0) ||
	    (show == SDT_SHOW_BYTES && !has_bytes(fields, part)))
		return SDT_SHOW_ADDRESS;
	return show;
}

/* -- print_fmt ----------------------------------------------------------------------- */

/* Likewise in the print_fmt: libtraceevent would take eight bytes for a string's address. */
static enum sdt_show plain_shows(const struct sdt_fields *fields,
				 const struct sdt_message_part *part)
{
	const enum sdt_show show = shows(fields, part);

	return show == SDT_SHOW_CHAR && fields->args[part->arg].size == sizeof(u64) ?
	       SDT_SHOW_ADDRESS : show;
}

/* libtraceevent ends a string at a byte that is not ASCII. */
static void put_literal(struct sdt_text *text, const char *from, size_t len)
{
	for (; len; from++, len--) {
		u8 c = *from;

		if (c == '"' || c == '\\')
			sdt_put(text, "\\%c", c);
		else if (c == '%')
			sdt_put(text, "%%%%");
		else if (isascii(c))
			sdt_put(text, "%c", c);
		else if (c >= 0xc0)
			sdt_put(text, "?");
	}
}

/* For the number, in a conversion to a signed one, libtraceevent needs the field's size. */
static const char *number_letters(const struct sdt_arg *arg,
				  const struct sdt_message_part *part, char *letters)
{
	unsigned int size = part->size;

	if (is_decimal(part) && arg->is_signed)
		size = min_t(unsigned int, size, arg->size);
	snprintf(letters, 4, "%s%c", size == 1 ? "hh" : size == 2 ? "h" : size == 4 ? "" : "ll",
		 part->letter);
	return letters;
}

/*
 * printk() writes "0x0" for "%#x", and the C library "0".  Both write the same with the prefix
 * in the text, where no blanks precede it.
 */
static bool has_literal_prefix(const struct look *look, const struct sdt_message_part *part)
{
	return look->flags & SDT_FLAG_PREFIX && is_hex(part) && look->width_arg < 0 &&
	       look->precision_arg < 0 &&
	       (look->flags & SDT_FLAG_LEFT ||
		(look->flags & SDT_FLAG_ZEROS && look->precision < 0) ||
		look->width <= max(look->precision, 1) + 2);
}

/* A "+" or " " that the print_fmt has as text, before a number without a width */
static bool has_literal_sign(const struct look *look, const struct sdt_message_part *part)
{
	return look->flags & (SDT_FLAG_PLUS | SDT_FLAG_BLANK) && is_decimal(part) &&
	       look->width <= 0 && look->width_arg < 0;
}

static void put_number_format(struct sdt_text *text, const struct sdt_arg *arg,
			      const struct sdt_message_part *part, struct look look)
{
	char spec[SPEC_SIZE], letters[4];

	if (has_literal_sign(&look, part))
		sdt_put(text, "%%s");
	look.flags &= ~(SDT_FLAG_PLUS | SDT_FLAG_BLANK);
	if (has_literal_prefix(&look, part)) {
		sdt_put(text, "0%c", part->letter);
		look.flags &= ~SDT_FLAG_PREFIX;
		look.width = max(look.width - 2, 0);
	}
	sdt_put(text, "%s", write_spec(spec, &look, number_letters(arg, part, letters)));
}

static void put_address_format(struct sdt_text *text, const struct sdt_message_part *part,
			       const struct look *look)
{
	char spec[SPEC_SIZE];

	if (part->letter != 'p')
		sdt_put(text, "0x%%lx");
	else if (part->show == SDT_SHOW_ADDRESS && (look->width > 0 || look->width_arg >= 0))
		sdt_put(text, "%s", write_spec(spec, look, "lx"));
	else
		sdt_put(text, "%%016lx");
}

static void put_bytes_format(struct sdt_text *text, const struct sdt_message_part *part)
{
	char option[2] = "";
	const struct pointer *pointer = pointer_of(part, option);

	switch (pointer->name[0]) {
	case 'a':
		sdt_put(text, "0x%%016llx");
		break;
	case '4':
		sdt_put(text, "%%s%%s (0x%%08x)");
		break;
	case 'h':
		sdt_put(text, "%%*ph%s", option);
		break;
	default:
		sdt_put(text, "%%p%s%s", pointer->name, option);
	}
}

/* libtraceevent has one '*' in a conversion, and no flags of addresses and strings but '-'. */
static struct look plain_look(const struct sdt_message_part *part, enum sdt_show show)
{
	struct look look = look_of(part);

	if (show != SDT_SHOW_NUMBER) {
		look = (struct look){
			.flags = look.flags & SDT_FLAG_LEFT,
			.width = look.width,
			.width_arg = look.width_arg,
			.precision = -1,	/* copies are cut off already */
			.precision_arg = -1,
		};
	}
	if (look.width_arg >= 0)
		look.precision_arg = -1;
	return look;
}

static void put_format(struct sdt_text *text, const struct sdt_fields *fields,
		       const struct sdt_message_part *part)
{
	const enum sdt_show show = plain_shows(fields, part);
	const struct look look = plain_look(part, show);
	char spec[SPEC_SIZE];

	switch (show) {
	case SDT_SHOW_NUMBER:
		put_number_format(text, &fields->args[part->arg], part, look);
		break;
	case SDT_SHOW_CHAR:
	case SDT_SHOW_STRING:
	case SDT_SHOW_EMPTY:
	case SDT_SHOW_ERROR:
		sdt_put(text, "%s", write_spec(spec, &look, "s"));
		break;
	case SDT_SHOW_FUNCTION:
		sdt_put(text, "%%ps");
		break;
	case SDT_SHOW_CODE:
		sdt_put(text, "%%pS");
		break;
	case SDT_SHOW_BYTES:
		put_bytes_format(text, part);
		break;
	case SDT_SHOW_NOTHING:
		put_literal(text, part->conversion, part->letter == '%' ? 1 :
			    part->end - part->conversion);
		break;
	default:
		put_address_format(text, part, &look);
	}
}

/* A negative or large value is not used as a width: libtraceevent does not take '-' from it. */
static void put_star(struct sdt_text *text, const struct sdt_fields *fields,
		     const struct look *look)
{
	int nr = look->width_arg >= 0 ? look->width_arg : look->precision_arg;
	const char *name;

	if (nr < 0)
		return;
	name = fields->args[nr].name;
	sdt_put(text, ", (REC->%s & 0xffffff80) ? 0 : REC->%s", name, name);
}

/* libtraceevent does not extend a field's sign. */
static void put_number(struct sdt_text *text, const struct sdt_arg *arg,
		       const struct sdt_message_part *part, const struct look *look)
{
	const unsigned int size = part->size;
	unsigned int signed_size = arg->is_signed ? min_t(unsigned int, size, arg->size) : size;

	if (has_literal_sign(look, part))
		sdt_put(text, ", (REC->%s & 0x%llx) ? \"\" : \"%s\"", arg->name,
			sign_bit(signed_size), look->flags & SDT_FLAG_PLUS ? "+" : " ");
	if (!arg->is_signed || arg->size >= size || is_decimal(part))
		sdt_put(text, ", REC->%s", arg->name);
	else
		sdt_put(text, ", (REC->%s & 0x%llx) ? (REC->%s | 0x%llx) : REC->%s",
			arg->name, sign_bit(arg->size), arg->name, ~mask(arg->size),
			arg->name);
}

/* Its name, or "": "-ENOMEM" */
static void error_name(u64 value, char *name, size_t size)
{
	*name = '\0';
	if (IS_ERR_VALUE((unsigned long)value))
		snprintf(name, size, "%pe", (void *)(uintptr_t)value);
	if (name[0] != '-' || name[1] != 'E')
		*name = '\0';
}

static void put_error_names(struct sdt_text *text)
{
	char name[32];
	long error;

	for (error = 1; error < NR_ERRORS; error++) {
		error_name(-error, name, sizeof(name));
		if (*name)
			sdt_put(text, ", { 0x%lx, \"%s\" }", -error, name);
	}
}

/* All errors for __print_symbolic(): making them takes longer than all else of an event. */
static char *error_names;

/* Prepares for events of messages.  Returns 0 or -ENOMEM.  Sleeps. */
int __init sdt_messages_init(void)
{
	struct sdt_text text = { .len = 0 };

	put_error_names(&text);
	error_names = sdt_text_alloc(&text);
	if (!error_names)
		return -ENOMEM;
	put_error_names(&text);
	return 0;
}

/* Undoes sdt_messages_init(), without any event. */
void sdt_messages_exit(void)
{
	kvfree(error_names);
}

static void put_bytes(struct sdt_text *text, const struct sdt_fields *fields,
		      const struct sdt_message_part *part)
{
	const struct sdt_fixed *fixed = find_fixed(fields, part->arg);
	const char *name = fixed ? fixed->name :
				   fields->copy_name[find_copy(fields, part->arg)];
	char option;

	switch (pointer_of(part, &option)->name[0]) {
	case '4':
		sdt_put(text, ", REC->%s, (REC->%s & 0x80000000) ? \" big-endian\" : \" little-endian\", REC->%s",
			name, name, name);
		break;
	case 'h':
		sdt_put(text, ", __get_dynamic_array_len(%s), __get_dynamic_array(%s)",
			name, name);
		break;
	default:
		sdt_put(text, ", REC->%s", name);
	}
}

static void put_args(struct sdt_text *text, const struct sdt_fields *fields,
		     const struct sdt_message_part *part)
{
	const enum sdt_show show = plain_shows(fields, part);
	const struct look look = plain_look(part, show);
	const struct sdt_arg *arg = part->arg < 0 ? NULL : &fields->args[part->arg];

	switch (show) {
	case SDT_SHOW_NUMBER:
		put_star(text, fields, &look);
		put_number(text, arg, part, &look);
		break;
	case SDT_SHOW_CHAR:	/* libtraceevent shows the field's bytes up to a NUL. */
		put_star(text, fields, &look);
		sdt_put(text, ", REC->%s", arg->name);
		break;
	case SDT_SHOW_STRING:
		put_star(text, fields, &look);
		sdt_put(text, ", __get_str(%s)",
			fields->copy_name[find_copy(fields, part->arg)]);
		break;
	case SDT_SHOW_EMPTY:
		put_star(text, fields, &look);
		sdt_put(text, ", \"\"");
		break;
	case SDT_SHOW_ERROR:
		put_star(text, fields, &look);
		sdt_put(text, ", __print_symbolic(REC->%s%s)", arg->name, error_names);
		break;
	case SDT_SHOW_FUNCTION:
	case SDT_SHOW_CODE:
		sdt_put(text, ", (void *)REC->%s", arg->name);
		break;
	case SDT_SHOW_BYTES:
		put_bytes(text, fields, part);
		break;
	case SDT_SHOW_NOTHING:
		break;
	default:
		if (part->show == SDT_SHOW_ADDRESS)
			put_star(text, fields, &look);
		sdt_put(text, ", (unsigned long)REC->%s", arg->name);
	}
}

/* Adds the message of @fields as a print_fmt. */
void sdt_message_put(struct sdt_text *text, const struct sdt_fields *fields)
{
	struct sdt_message_part part = { .end = fields->message };

	sdt_put(text, "\"");
	while (sdt_message_next(&part)) {
		put_literal(text, part.text, part.text_length);
		put_format(text, fields, &part);
	}
	sdt_put(text, "\"");
	part = (struct sdt_message_part){ .end = fields->message };
	while (sdt_message_next(&part))
		put_args(text, fields, &part);
}

/* -- tracefs --------------------------------------------------------------------------- */

static int star(const struct sdt_fields *fields, int arg, const void *entry)
{
	int value = sdt_field_value(fields, arg, entry);	/* for printk() it is an int */

	return clamp(value, -SDT_MAX_STRING, SDT_MAX_STRING);
}

/* Instead of a '*', the value of its argument, as printk() understands it */
static struct look full_look(const struct sdt_fields *fields,
			     const struct sdt_message_part *part, const void *entry)
{
	struct look look = look_of(part);
	int value;

	if (look.width_arg >= 0) {
		value = star(fields, look.width_arg, entry);
		look.flags |= value < 0 ? SDT_FLAG_LEFT : 0;
		look.width = abs(value);
		look.width_arg = -1;
	}
	if (look.precision_arg >= 0) {
		look.precision = max(star(fields, look.precision_arg, entry), 0);
		look.precision_arg = -1;
	}
	return look;
}

static void print_number(const struct sdt_message_part *part, u64 value,
			 const struct look *look, struct trace_seq *seq)
{
	const unsigned int size = part->size;
	char spec[SPEC_SIZE], letters[4] = { 'l', 'l', part->letter };

	value &= mask(size);
	if (is_decimal(part))
		value = (value ^ sign_bit(size)) - sign_bit(size);
	trace_seq_printf(seq, write_spec(spec, look, letters), value);
}

static void print_string(const char *string, struct look look, struct trace_seq *seq)
{
	char spec[SPEC_SIZE];

	trace_seq_printf(seq, write_spec(spec, &look, "s"), string);
}

/* printk() does not dereference such an address, but says what is wrong with it. */
static bool is_no_address(u64 value)
{
	return value < PAGE_SIZE || IS_ERR_VALUE((unsigned long)value);
}

/* printk() shows all digits if there is no width.  Those of a secret address are no number. */
static void print_address(const struct sdt_message_part *part, u64 value,
			  struct look look, struct trace_seq *seq)
{
	char digits[SDT_ADDRESS_DIGITS + 1], spec[SPEC_SIZE];

	if (part->letter != 'p') {
		sdt_print_address(value, seq);
		return;
	}
	sdt_address_digits(value, digits);
	if (part->show != SDT_SHOW_ADDRESS || look.width < 0) {
		look.width = SDT_ADDRESS_DIGITS;
		look.flags |= SDT_FLAG_ZEROS;
	}
	if (kstrtou64(digits, 16, &value))
		print_string(digits, look, seq);
	else
		trace_seq_printf(seq, write_spec(spec, &look, "llx"), value);
}

static void print_error(u64 value, struct look look, struct trace_seq *seq)
{
	char name[32];

	error_name(value, name, sizeof(name));
	if (*name)
		print_string(name, look, seq);
	else
		sdt_print_address(value, seq);
}

static void print_pointer(const struct sdt_message_part *part, const void *bytes,
			  const struct look *look, struct trace_seq *seq)
{
	char spec[SPEC_SIZE], letters[8], option[2] = "";
	const struct pointer *pointer = pointer_of(part, option);

	scnprintf(letters, sizeof(letters), "p%s%s", pointer->name, option);
	trace_seq_printf(seq, write_spec(spec, look, letters), bytes);
}

static void print_bytes(const struct sdt_fields *fields, const struct sdt_message_part *part,
			const void *entry, unsigned int size, struct trace_seq *seq)
{
	const struct sdt_fixed *fixed = find_fixed(fields, part->arg);
	const struct look look = full_look(fields, part, entry);
	const u64 value = sdt_field_value(fields, part->arg, entry);
	struct sdt_copy copy;
	char option;

	if (fixed || (is_no_address(value) && look.width)) {
		print_pointer(part, is_no_address(value) ? (void *)(uintptr_t)value :
			      entry + fixed->offset, &look, seq);
		return;
	}
	pointer_of(part, &option);
	copy = sdt_copy_at(fields, find_copy(fields, part->arg), entry, size);
	sdt_print_bytes(&copy, option == 'C' ? ":" : option == 'D' ? "-" :
			option == 'N' ? "" : " ", seq);
}

static void print_conversion(const struct sdt_fields *fields,
			     const struct sdt_message_part *part, const void *entry,
			     unsigned int size, struct trace_seq *seq)
{
	const enum sdt_show show = shows(fields, part);
	struct look look;
	struct sdt_copy copy;
	u64 value;

	if (show == SDT_SHOW_NOTHING) {
		trace_seq_putmem(seq, part->conversion, part->letter == '%' ? 1 :
				 part->end - part->conversion);
		return;
	}
	look = full_look(fields, part, entry);
	value = sdt_field_value(fields, part->arg, entry);
	switch (show) {
	case SDT_SHOW_NUMBER:
		print_number(part, value, &look, seq);
		break;
	case SDT_SHOW_CHAR:
		look.precision = -1;
		print_string((char []){ value, '\0' }, look, seq);
		break;
	case SDT_SHOW_STRING:
		if (is_no_address(value)) {
			print_string((char *)(uintptr_t)value, look, seq);
			break;
		}
		copy = sdt_copy_at(fields, find_copy(fields, part->arg), entry, size);
		look.precision = copy.len;
		print_string(copy.data, look, seq);
		break;
	case SDT_SHOW_EMPTY:
		print_string("", look, seq);
		break;
	case SDT_SHOW_FUNCTION:
		sdt_print_function(value, seq);
		break;
	case SDT_SHOW_CODE:
		sdt_print_code(value, seq);
		break;
	case SDT_SHOW_ERROR:
		print_error(value, look, seq);
		break;
	case SDT_SHOW_BYTES:
		print_bytes(fields, part, entry, size, seq);
		break;
	default:
		print_address(part, value & mask(fields->args[part->arg].size), look, seq);
	}
}

/*
 * Prints a record as its message describes.  @size is at least that of the fields.  Called in a
 * reader of a trace; with tp_printk, in any context.
 */
void sdt_message_print(const struct sdt_fields *fields, const void *entry,
		       unsigned int size, struct trace_seq *seq)
{
	struct sdt_message_part part = { .end = fields->message };

	while (sdt_message_next(&part)) {
		trace_seq_putmem(seq, part.text, part.text_length);
		print_conversion(fields, &part, entry, size, seq);
	}
}
