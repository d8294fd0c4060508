// SPDX-License-Identifier: GPL-2.0-only
/*
 * output.c - text for people, text for the assembler
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "memory.h"
#include "output.h"
#include "utf8.h"

char *out_safe(const char *text)
{
	char *safe = xcalloc(strlen(text) + 1, strlen("\\xNN"));
	char *to = safe;
	size_t n;

	while (*text) {
		n = utf8_printable(text);
		if (n)
			to = mempcpy(to, text, n);
		else
			to += sprintf(to, "\\x%02x", (unsigned char)*text);
		text += n ? n : 1;
	}
	return safe;
}

/* The length of what is printed as it is, at the beginning of @text */
static size_t plain_length(const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	while (*s >= 0x20 && *s < 0x7f)
		s++;
	return (const char *)s - text;
}

void out_text(FILE *out, const char *text)
{
	const size_t length = plain_length(text);
	char *safe;

	fwrite(text, 1, length, out);
	if (!text[length])
		return;
	safe = out_safe(text + length);
	fputs(safe, out);
	free(safe);
}

/* The number of characters that out_text() prints of @text */
static size_t width_of(const char *text)
{
	size_t n, width = plain_length(text);

	text += width;
	while (*text) {
		n = utf8_printable(text);
		width += n ? 1 : strlen("\\xNN");
		text += n ? n : 1;
	}
	return width;
}

bool out_is_terminal(int fd)
{
	const char *term = getenv("TERM");

	return term && strcmp(term, "dumb") && isatty(fd);
}

static bool has_colours(void)
{
	const char *no_color = getenv("NO_COLOR");

	return !(no_color && *no_color) && out_is_terminal(STDOUT_FILENO);
}

void out_style(enum out_style style)
{
	static const char *const codes[] = {
		[STYLE_NONE] = "0",
		[STYLE_HEAD] = "1",
		[STYLE_NAME] = "36",
		[STYLE_GOOD] = "32",
		[STYLE_BAD] = "31",
		[STYLE_CHANGED] = "33",
	};
	static int colours = -1;

	if (colours < 0)
		colours = has_colours();
	if (colours)
		printf("\033[%sm", codes[style]);
}

static bool progress_shown;

static uint64_t milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000ULL + now.tv_nsec / 1000000;
}

void out_progress(const char *what, size_t done, size_t total)
{
	static uint64_t last;

	if (!out_is_terminal(STDERR_FILENO) ||
	    (progress_shown && milliseconds() - last < 100))
		return;
	fprintf(stderr, "\rsdtinfo: %s: %zu of %zu\033[K", what, done, total);
	progress_shown = true;
	last = milliseconds();
}

void out_progress_end(void)
{
	if (progress_shown)
		fputs("\r\033[K", stderr);
	progress_shown = false;
}

void out_column_fit(struct out_column *column, const char *text)
{
	size_t width = width_of(text);

	if (width > column->width && width <= column->limit)
		column->width = width;
}

void out_cell(FILE *out, const struct out_column *column, const char *text)
{
	size_t width = width_of(text);

	out_text(out, text);
	while (width++ < column->width)
		fputc(' ', out);
	fputs("  ", out);
}

/* Octal: after three digits the escape ends, so any character may follow. */
void out_escaped_bytes(FILE *out, const char *bytes, size_t nr)
{
	const char *const end = bytes + nr;
	const char *plain = bytes;

	for (; bytes < end; bytes++) {
		const unsigned char byte = *bytes;

		if (byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\')
			continue;
		fwrite(plain, 1, bytes - plain, out);
		plain = bytes + 1;
		if (byte == '"' || byte == '\\')
			fprintf(out, "\\%c", byte);
		else
			fprintf(out, "\\%03o", byte);
	}
	fwrite(plain, 1, bytes - plain, out);
}

void out_escaped(FILE *out, const char *text)
{
	out_escaped_bytes(out, text, strlen(text));
}

void out_decimal(FILE *out, uint64_t number, int width, char fill)
{
	char digits[20];
	int nr = 0;

	do {
		digits[sizeof(digits) - ++nr] = '0' + number % 10;
		number /= 10;
	} while (number);
	while (width-- > nr)
		fputc(fill, out);
	fwrite(digits + sizeof(digits) - nr, 1, nr, out);
}

void out_asm_string(FILE *out, const char *text)
{
	fputc('"', out);
	out_escaped(out, text);
	fputc('"', out);
}

void out_comment(FILE *out, const char *text)
{
	char *safe = xcalloc(strlen(text) + 1, 2);
	char *to = safe;

	for (; *text; text++) {
		*to++ = *text;
		if ((text[0] == '*' && text[1] == '/') ||
		    (text[0] == '/' && text[1] == '*'))
			*to++ = ' ';
	}
	out_text(out, safe);
	free(safe);
}
