// SPDX-License-Identifier: GPL-2.0-only
/*
 * message.c - the text of a DTRACE_PRINTF()
 *
 * As the kernel's lib/vsprintf.c prints each conversion, and kmod/events/message.c the event.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "message.h"
#include "rules/rules.h"

#define MAX_ERRNO	4095

/* A conversion that shows an argument */
struct conversion {
	const struct sdt_message_part *part;
	const struct arg_value *value;
	char flags[8];		/* of "-+ #0" */
	const char *letters;	/* what follows its 'p' */
	int width;		/* 0: none; negative: as with '-' */
	int precision;		/* negative: none */
};

static void print_text(FILE *out, const struct conversion *conversion, const char *text,
		       size_t length)
{
	const size_t width = abs(conversion->width);
	const bool is_left = conversion->width < 0 || strchr(conversion->flags, '-');
	const int blanks = width > length ? width - length : 0;

	if (!is_left)
		fprintf(out, "%*s", blanks, "");
	fwrite(text, 1, length, out);
	if (is_left)
		fprintf(out, "%*s", blanks, "");
}

/* Frees @text. */
static void print_made(FILE *out, const struct conversion *conversion, char *text)
{
	print_text(out, conversion, text, strlen(text));
	free(text);
}

/*
 * Numbers and strings
 */

/* How many bits of a number the conversion takes */
static unsigned int nr_bits(const struct sdt_message_part *part)
{
	const size_t length = part->end - part->conversion;

	if (strcspn(part->conversion, "lLzZjt") < length)
		return 64;
	if (part->end[-2] != 'h')
		return 32;
	return part->end[-3] == 'h' ? 8 : 16;
}

/* The kernel's "%#x" shows 0 as "0x0", the C library's as "0". */
static void print_prefixed_zero(FILE *out, const struct conversion *conversion, const char *format)
{
	char *text = xasprintf(format, conversion->width, conversion->precision, 1LL);

	*strrchr(text, '1') = '0';
	fputs(text, out);
	free(text);
}

static void print_number(FILE *out, const struct conversion *conversion)
{
	const char letter = conversion->part->letter;
	const unsigned int unused = 64 - nr_bits(conversion->part);
	const uint64_t value = conversion->value->value << unused;
	const bool is_hex = letter == 'x' || letter == 'X';
	char format[24];

	snprintf(format, sizeof(format), "%%%s*.*ll%c", conversion->flags, letter);
	if (!value && is_hex && strchr(conversion->flags, '#'))
		print_prefixed_zero(out, conversion, format);
	else
		fprintf(out, format, conversion->width, conversion->precision,
			letter == 'd' || letter == 'i' ? (long long)((int64_t)value >> unused) :
							 (long long)(value >> unused));
}

static void print_char(FILE *out, const struct conversion *conversion)
{
	const char c = conversion->value->value;

	print_text(out, conversion, &c, 1);
}

static void print_string(FILE *out, const struct conversion *conversion)
{
	size_t length = conversion->value->length;

	if (conversion->precision >= 0 && length > (size_t)conversion->precision)
		length = conversion->precision;
	print_text(out, conversion, conversion->value->copy, length);
}

/*
 * Addresses
 */

static bool is_hidden(const struct arg_value *value)
{
	return value->hides_addresses && (int64_t)value->value < 0;
}

/* In the form of other arguments: "0xffff888003b2c000" */
static void print_plain_address(FILE *out, const struct arg_value *value)
{
	fprintf(out, "0x%" PRIx64, is_hidden(value) ? 0 : value->value & probe_arg_mask(value->arg));
}

/* As "%p" does: all digits, unless there is a width */
static void print_address(FILE *out, const struct conversion *conversion)
{
	const struct arg_value *value = conversion->value;
	const uint64_t address = is_hidden(value) ? 0 : value->value;

	if (conversion->part->letter != 'p')
		print_plain_address(out, value);
	else if (conversion->part->show == SDT_SHOW_ADDRESS && conversion->width)
		print_made(out, conversion, xasprintf("%" PRIx64, address));
	else
		fprintf(out, "%016" PRIx64, address);
}

/* "revdev_read", "revdev_read+0x1c"; the address if there is no code */
static void print_code(FILE *out, const struct arg_value *value, bool has_offset)
{
	if (!value->function || is_hidden(value))
		print_plain_address(out, value);
	else if (has_offset)
		fprintf(out, "%s+0x%" PRIx64, value->function, value->offset);
	else
		fputs(value->function, out);
}

/* "-ENOENT"; the address if it is no error with a name */
static void print_error(FILE *out, const struct conversion *conversion)
{
	const uint64_t error = -conversion->value->value;
	const char *name = error && error <= MAX_ERRNO ? strerrorname_np(error) : NULL;

	if (name)
		print_made(out, conversion, xasprintf("-%s", name));
	else
		print_plain_address(out, conversion->value);
}

/*
 * Bytes
 */

/* "00:17" with ":" as @joint, which can be "" */
static char *hex_text(const uint8_t *bytes, size_t nr, const char *joint)
{
	char *text = xasprintf("%s", "");
	size_t i;

	for (i = 0; i < nr; i++)
		text = xappend(text, "%s%02x", i ? joint : "", bytes[i]);
	return text;
}

/* M, MF, MR, m, mR */
static char *mac_text(const uint8_t *bytes, const char *letters)
{
	const uint8_t reversed[6] = { bytes[5], bytes[4], bytes[3], bytes[2], bytes[1], bytes[0] };

	return hex_text(letters[1] == 'R' ? reversed : bytes, 6,
			letters[0] == 'm' ? "" : letters[1] == 'F' ? "-" : ":");
}

/* I4, i4 with leading zeros; with 'h' or 'l', a number in the machine's order */
static char *ip4_text(const uint8_t *bytes, const char *letters)
{
	const bool is_little = letters[2] == 'h' || letters[2] == 'l';
	const uint8_t *b = bytes;

	return xasprintf(letters[0] == 'i' ? "%03u.%03u.%03u.%03u" : "%u.%u.%u.%u",
			 b[is_little ? 3 : 0], b[is_little ? 2 : 1], b[is_little ? 1 : 2],
			 b[is_little ? 0 : 3]);
}

/* Where the longest row of two or more zeros begins, the first of several; its length */
static unsigned int find_zeros(const unsigned int words[8], unsigned int nr, unsigned int *length)
{
	unsigned int i, run = 0, first = 0;

	*length = 1;
	for (i = 0; i < nr; i++) {
		run = words[i] ? 0 : run + 1;
		if (run > *length) {
			*length = run;
			first = i + 1 - run;
		}
	}
	return *length > 1 ? first : 8;
}

/* "fe80::1", and "::ffff:1.2.3.4" if it has an address of IPv4 */
static char *ip6_short_text(const uint8_t *bytes)
{
	char *text = xasprintf("%s", ""), *ip4;
	unsigned int words[8], i, length, zeros;
	bool has_ip4, needs_colon = false;

	for (i = 0; i < 8; i++)
		words[i] = bytes[2 * i] << 8 | bytes[2 * i + 1];
	has_ip4 = !memcmp(bytes, "\0\0\0\0\0\0\0\0\0\0\xff\xff", 12) ||
		  (!(words[4] & ~0x200U) && words[5] == 0x5efe);	/* ISATAP */
	zeros = find_zeros(words, has_ip4 ? 6 : 8, &length);
	for (i = 0; i < (has_ip4 ? 6 : 8); i++) {
		if (i == zeros) {
			text = xappend(text, needs_colon || !i ? "::" : ":");
			needs_colon = false;
			i += length - 1;
			continue;
		}
		text = xappend(text, "%s%x", needs_colon ? ":" : "", words[i]);
		needs_colon = true;
	}
	if (!has_ip4)
		return text;
	ip4 = ip4_text(bytes + 12, "I4");
	text = xappend(text, "%s%s", needs_colon ? ":" : "", ip4);
	free(ip4);
	return text;
}

/* I6, i6 without colons, I6c */
static char *ip6_text(const uint8_t *bytes, const char *letters)
{
	char *text = xasprintf("%s", "");
	unsigned int i;

	if (letters[0] == 'I' && letters[2] == 'c') {
		free(text);
		return ip6_short_text(bytes);
	}
	for (i = 0; i < 16; i += 2)
		text = xappend(text, "%s%02x%02x", i && letters[0] == 'I' ? ":" : "", bytes[i],
			       bytes[i + 1]);
	return text;
}

/* Ub, Ul with the first parts in little endian; B and L in capitals */
static char *uuid_text(const uint8_t *bytes, const char *letters)
{
	static const uint8_t big[] = { 0, 1, 2, 3, 4, 5, 6, 7 }, little[] = { 3, 2, 1, 0, 5, 4, 7, 6 };
	const uint8_t *order = letters[1] == 'l' || letters[1] == 'L' ? little : big;
	const bool is_upper = letters[1] == 'B' || letters[1] == 'L';
	char *text = xasprintf("%s", "");
	unsigned int i;

	for (i = 0; i < 16; i++)
		text = xappend(text, is_upper ? "%s%02X" : "%s%02x",
			       i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
			       bytes[i < 8 ? order[i] : i]);
	return text;
}

/* 4cc: "BG12 little-endian (0x32314742)" */
static char *fourcc_text(const uint8_t *bytes)
{
	const uint32_t all = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
	const uint32_t name = all & ~(1U << 31);
	char *text = xasprintf("%s", "");
	unsigned int i;

	for (i = 0; i < 4; i++) {
		const char c = name >> 8 * i;

		text = xappend(text, "%c", c >= 0x20 && c < 0x7f ? c : '.');
	}
	return xappend(text, " %s-endian (0x%08x)", all == name ? "little" : "big", all);
}

/* h, hC, hD, hN */
static char *dump_text(const uint8_t *bytes, size_t nr, const char *letters)
{
	const char *joint = letters[1] == 'C' ? ":" : letters[1] == 'D' ? "-" :
			    letters[1] == 'N' ? "" : " ";

	return hex_text(bytes, nr, joint);
}

/* An address of the machine's in a variable */
static char *variable_text(const uint8_t *bytes)
{
	uint64_t value;

	memcpy(&value, bytes, sizeof(value));
	return xasprintf("0x%016" PRIx64, value);
}

static char *bytes_text(const struct conversion *conversion)
{
	const uint8_t *bytes = (const uint8_t *)conversion->value->copy;
	const char *letters = conversion->letters;

	switch (letters[0]) {
	case 'M':
	case 'm':
		return mac_text(bytes, letters);
	case 'I':
	case 'i':
		return letters[1] == '4' ? ip4_text(bytes, letters) : ip6_text(bytes, letters);
	case 'U':
		return uuid_text(bytes, letters);
	case '4':
		return fourcc_text(bytes);
	case 'a':
		return variable_text(bytes);
	default:
		return dump_text(bytes, conversion->value->length, letters);
	}
}

static void print_bytes(FILE *out, const struct conversion *conversion)
{
	const bool is_dump = conversion->letters[0] == 'h';
	char *text;

	if (!is_dump && conversion->value->length < conversion->part->nr_bytes) {
		print_address(out, conversion);
		return;
	}
	text = bytes_text(conversion);
	if (is_dump)	/* The width is the number of bytes. */
		fputs(text, out);
	else
		print_text(out, conversion, text, strlen(text));
	free(text);
}

/*
 * Messages
 */

static enum sdt_show shows(const struct conversion *conversion)
{
	const enum sdt_show show = sdt_message_shows(conversion->part,
						     conversion->value->arg->kind);
	const bool needs_copy = show == SDT_SHOW_STRING || show == SDT_SHOW_BYTES;

	if ((needs_copy && !conversion->value->copy) ||
	    (show == SDT_SHOW_CHAR && conversion->value->arg->size == 8))
		return SDT_SHOW_ADDRESS;
	return show;
}

static void print_conversion(FILE *out, const struct conversion *conversion)
{
	switch (shows(conversion)) {
	case SDT_SHOW_NUMBER:
		print_number(out, conversion);
		break;
	case SDT_SHOW_CHAR:
		print_char(out, conversion);
		break;
	case SDT_SHOW_STRING:
		print_string(out, conversion);
		break;
	case SDT_SHOW_FUNCTION:
		print_code(out, conversion->value, false);
		break;
	case SDT_SHOW_CODE:
		print_code(out, conversion->value, true);
		break;
	case SDT_SHOW_ERROR:
		print_error(out, conversion);
		break;
	case SDT_SHOW_BYTES:
		print_bytes(out, conversion);
		break;
	default:
		print_address(out, conversion);
	}
}

/* A width or precision: @number, or the value of an argument if @arg is one */
static int bounded(int number, int arg, const struct arg_value *values)
{
	const int64_t value = arg < 0 ? number : (int64_t)values[arg].value;

	if (value > SDT_MAX_STRING)
		return SDT_MAX_STRING;
	return value < -SDT_MAX_STRING ? -SDT_MAX_STRING : value;
}

static struct conversion conversion_of(const struct sdt_message_part *part,
				       const struct arg_value *values)
{
	const bool has_width = part->width >= 0 || part->width_arg >= 0;
	struct conversion conversion = {
		.part = part,
		.value = &values[part->arg],
		.width = has_width ? bounded(part->width, part->width_arg, values) : 0,
		.precision = bounded(part->precision, part->precision_arg, values),
	};
	const size_t nr_flags = strspn(part->conversion + 1, "-+ #0");

	memcpy(conversion.flags, part->conversion + 1,
	       nr_flags < sizeof(conversion.flags) ? nr_flags : sizeof(conversion.flags) - 1);
	conversion.letters = strchr(part->conversion, 'p');
	if (part->letter == 'p')
		conversion.letters++;
	return conversion;
}

char *message_text(const char *message, const struct arg_value *values)
{
	struct sdt_message_part part = { .end = message };
	struct conversion conversion;
	char *text;
	size_t size;
	FILE *out;

	out = open_memstream(&text, &size);
	if (!out)
		out_of_memory();
	while (sdt_message_next(&part)) {
		fwrite(part.text, 1, part.text_length, out);
		if (part.arg >= 0) {
			conversion = conversion_of(&part, values);
			print_conversion(out, &conversion);
		} else if (part.letter == '%') {
			fputc('%', out);
		} else {
			fwrite(part.conversion, 1, part.end - part.conversion, out);
		}
	}
	if (fclose(out))
		out_of_memory();
	return text;
}
