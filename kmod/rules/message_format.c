// SPDX-License-Identifier: GPL-2.0-only
/*
 * message_format.c - the text of a message
 *
 * Splits a message into literal text and conversions, and says what each conversion shows.
 * The language is that of the kernel's printk(): lib/vsprintf.c and
 * Documentation/core-api/printk-formats.rst.
 */
#include "rules/rules.h"

static bool is_alnum(char c)
{
	return sdt_is_digit(c) || sdt_is_letter(c);
}

/* Reads a width or precision at @s: a number, or a '*' that takes an argument. */
static const char *read_number(const char *s, struct sdt_message_part *part, int *number,
			       int *arg)
{
	if (*s == '*') {
		*arg = part->nr_args++;
		return s + 1;
	}
	if (!sdt_is_digit(*s))
		return s;
	for (*number = 0; sdt_is_digit(*s); s++)
		if (*number <= SDT_MAX_STRING)
			*number = 10 * *number + (*s - '0');
	return s;
}

/* A pointer, by the letters and digits that follow its 'p': @s is the first of them. */
static enum sdt_show pointer_shows(const char *s, struct sdt_message_part *part)
{
	switch (*s) {
	case 'K':
	case 'x':
		return SDT_SHOW_ADDRESS;
	case 's':
		return SDT_SHOW_FUNCTION;
	case 'S':
	case 'B':
		return SDT_SHOW_CODE;
	case 'e':
		return SDT_SHOW_ERROR;
	case 'M':
	case 'm':
		part->nr_bytes = 6;
		return SDT_SHOW_BYTES;
	case 'I':
	case 'i':
		part->nr_bytes = s[1] == '4' ? 4 : 16;
		return s[1] == '4' || s[1] == '6' ? SDT_SHOW_BYTES : SDT_SHOW_OTHER;
	case 'U':
		part->nr_bytes = 16;
		return SDT_SHOW_BYTES;
	case 'a':
		part->nr_bytes = 8;
		return SDT_SHOW_BYTES;
	case '4':
		part->nr_bytes = 4;
		return s[1] == 'c' && s[2] == 'c' ? SDT_SHOW_BYTES : SDT_SHOW_OTHER;
	case 'h':
		/* The width is the number of bytes, at most 64 of which are shown. */
		part->nr_bytes = part->width_arg >= 0 ? 0 :
				 part->width < 0 ? 1 : part->width > 64 ? 64 : part->width;
		return part->width ? SDT_SHOW_BYTES : SDT_SHOW_OTHER;
	default:
		return is_alnum(*s) ? SDT_SHOW_OTHER : SDT_SHOW_ADDRESS;
	}
}

/* Reads the conversion that begins at @s, with '%', and returns its end. */
static const char *read_conversion(const char *s, struct sdt_message_part *part)
{
	static const char flags[] = SDT_MESSAGE_FLAGS;
	const char *letter;

	part->conversion = s++;
	for (; *s && strchr(flags, *s); s++)
		part->flags |= 1u << (strchr(flags, *s) - flags);
	s = read_number(s, part, &part->width, &part->width_arg);
	if (*s == '.')		/* without a number it means nothing to printk() */
		s = read_number(s + 1, part, &part->precision, &part->precision_arg);
	for (; *s && strchr("hlLzZjt", *s); s++)
		part->size = *s != 'h' ? sizeof(u64) :
			     part->size == sizeof(u32) ? sizeof(u16) :
			     part->size == sizeof(u16) ? sizeof(__u8) : part->size;
	letter = s;
	part->letter = *letter;
	if (*letter)
		s++;
	switch (*letter) {
	case 'd':
	case 'i':
	case 'u':
	case 'x':
	case 'X':
	case 'o':
		part->show = SDT_SHOW_NUMBER;
		break;
	case 'c':
		part->show = SDT_SHOW_CHAR;
		break;
	case 's':
		part->show = part->precision ? SDT_SHOW_STRING : SDT_SHOW_EMPTY;
		break;
	case 'p':
		part->show = pointer_shows(s, part);
		while (is_alnum(*s))
			s++;
		break;
	case 'n':
		part->show = SDT_SHOW_OTHER;
		break;
	default:		/* "%%", or no conversion at all */
		part->show = SDT_SHOW_NOTHING;
		return s;
	}
	part->arg = part->nr_args++;
	return s;
}

/**
 * sdt_message_next - get the next part of a message: literal text and a conversion
 * @part: the part before; for the first one all zero except for @end, the message
 *
 * The last part has no conversion.
 *
 * Return: false at the end.
 */
bool sdt_message_next(struct sdt_message_part *part)
{
	const unsigned int nr_args = part->nr_args;
	const char *s = part->end;

	if (!*s)
		return false;
	memset(part, 0, sizeof(*part));
	part->nr_args = nr_args;
	part->size = sizeof(u32);
	part->arg = -1;
	part->width = -1;
	part->width_arg = -1;
	part->precision = -1;
	part->precision_arg = -1;
	part->text = s;
	s += strcspn(s, "%");
	part->text_length = s - part->text;
	part->conversion = s;
	if (*s)
		s = read_conversion(s, part);
	part->end = s;
	return true;
}

/**
 * sdt_message_shows - tell what a conversion shows of the argument that it has
 * @part: the part of the message
 * @kind: of the argument, enum sdt_arg_kind
 *
 * The compiler only warns about an argument that does not fit.
 *
 * Return: what the conversion shows; SDT_SHOW_ADDRESS, the value in hexadecimal, if the
 * argument has no such thing.
 */
enum sdt_show sdt_message_shows(const struct sdt_message_part *part, unsigned int kind)
{
	switch (part->show) {
	case SDT_SHOW_STRING:
		return kind == SDT_ARG_STRING ? part->show : SDT_SHOW_ADDRESS;
	case SDT_SHOW_BYTES:
		return kind == SDT_ARG_BYTES ? part->show : SDT_SHOW_ADDRESS;
	case SDT_SHOW_FUNCTION:
	case SDT_SHOW_CODE:
	case SDT_SHOW_ERROR:
		return kind >= SDT_ARG_POINTER ? part->show : SDT_SHOW_ADDRESS;
	case SDT_SHOW_OTHER:
		return SDT_SHOW_ADDRESS;
	default:
		return part->show;
	}
}
