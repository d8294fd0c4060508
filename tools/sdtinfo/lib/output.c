// SPDX-License-Identifier: GPL-2.0-only
/*
 * output.c - colours, lines in columns, text for other programs, output files
 */
#include <errno.h>
#include <signal.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "error.h"
#include "output.h"
#include "rules/rules.h"

/*
 * Text
 */

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

void out_column_fit(struct out_column *column, const char *text)
{
	size_t width = out_width(text);

	if (width > column->width && width <= column->limit)
		column->width = width;
}

static void out_fill(FILE *out, int width, char fill)
{
	while (width-- > 0)
		putc_unlocked(fill, out);	/* there is one thread */
}

void out_cell(FILE *out, const struct out_column *column, const char *text)
{
	const size_t width = out_width(text);
	const int blanks = width < column->width ? column->width - width : 0;

	if (column->is_right)
		out_fill(out, blanks, ' ');
	out_text(out, text);
	out_fill(out, column->is_right ? 2 : blanks + 2, ' ');
}

struct line {
	struct layout *layout;
	enum out_style style;
	char *text;		/* each cell ends in a NUL */
	char *more;
};

void lines_add(struct lines *lines, struct layout *layout, enum out_style style,
	       const char *format, va_list ap)
{
	struct out_column *column;
	struct line *line;
	char *cell, *tab;

	lines->list = xroom_for_one(lines->list, lines->count, sizeof(*lines->list));
	line = &lines->list[lines->count++];
	*line = (struct line){ layout, style, xvasprintf(format, ap), NULL };
	for (column = layout->columns, cell = line->text; column->limit; column++) {
		tab = strchr(cell, '\t');
		*tab = '\0';
		out_column_fit(column, cell);
		cell = tab + 1;
	}
}

void lines_append(struct lines *lines, const char *format, ...)
{
	struct line *line = &lines->list[lines->count - 1];
	va_list ap;

	va_start(ap, format);
	line->more = xvasprintf(format, ap);
	va_end(ap);
}

static void print_kept_line(const struct line *line)
{
	const struct out_column *column = line->layout->columns;
	const char *text = line->text;

	fputs(line->layout->indent, stdout);
	if (line->style)
		out_style(line->style);
	for (; column->limit; column++, text += strlen(text) + 1)
		out_cell(stdout, column, text);
	out_text(stdout, text);
	if (line->style)
		out_style(STYLE_NONE);
	if (line->more)
		out_text(stdout, line->more);
	putchar('\n');
}

void lines_print(struct lines *lines)
{
	size_t i;

	for (i = 0; i < lines->count; i++)
		print_kept_line(&lines->list[i]);
	lines_free(lines);
	lines->printed = true;
}

void lines_free(struct lines *lines)
{
	struct out_column *column;
	size_t i;

	for (i = 0; i < lines->count; i++) {
		for (column = lines->list[i].layout->columns; column->limit; column++)
			column->width = 0;
		free(lines->list[i].text);
		free(lines->list[i].more);
	}
	free(lines->list);
	memset(lines, 0, sizeof(*lines));
}

/* The bytes of a printable character outside ASCII; 0: there is none */
static size_t wide_character(const char *bytes, const char *end)
{
	char text[5] = "";

	memcpy(text, bytes, end - bytes < 4 ? end - bytes : 4);
	return (unsigned char)*text < 0x80 ? 0 : sdt_printable(text);
}

/* Octal: after three digits the escape ends, so any character may follow. */
static void print_escaped(FILE *out, const char *bytes, size_t nr, bool is_utf8)
{
	const char *const end = bytes + nr;
	const char *plain = bytes;
	size_t n;

	for (; bytes < end; bytes++) {
		const unsigned char byte = *bytes;

		if (byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\')
			continue;
		n = is_utf8 ? wide_character(bytes, end) : 0;
		if (n) {
			bytes += n - 1;
			continue;
		}
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
	print_escaped(out, text, strlen(text), true);
}

/* Not by setlocale(3): the locale of whoever asks need not be installed here. */
static bool has_utf8(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	const char *locale = "";
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]) && !*locale; i++)
		locale = getenv(names[i]) ?: "";
	return strcasestr(locale, "UTF-8") || strcasestr(locale, "UTF8");
}

void out_quoted(FILE *out, const char *bytes, size_t nr)
{
	static int is_utf8 = -1;

	if (is_utf8 < 0)
		is_utf8 = has_utf8();
	fputc('"', out);
	print_escaped(out, bytes, nr, is_utf8);
	fputc('"', out);
}

void out_decimal(FILE *out, uint64_t number, int width, char fill)
{
	char digits[20];
	int nr = 0;

	do {
		digits[sizeof(digits) - ++nr] = '0' + number % 10;
		number /= 10;
	} while (number);
	out_fill(out, width - nr, fill);
	fwrite(digits + sizeof(digits) - nr, 1, nr, out);
}

void out_asm_string(FILE *out, const char *text)
{
	fputc('"', out);
	print_escaped(out, text, strlen(text), false);
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

/* If the terminal does not know its size */
#define LINES	24
#define COLUMNS	80

struct winsize out_terminal_size(void)
{
	struct winsize size = { 0 };

	ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
	if (!size.ws_row)
		size.ws_row = LINES;
	if (!size.ws_col)
		size.ws_col = COLUMNS;
	return size;
}

/*
 * Files
 */

int out_file_fail(struct out_file *file)
{
	if (file->stream == stdout)
		return out_finish();
	error_file(file->path, "cannot write: %s", strerror(errno));
	out_file_drop(file);
	return -1;
}

/* mkstemp() makes a file for its owner only: give it the usual mode. */
static int usual_mode(int fd)
{
	mode_t mask = umask(0);

	umask(mask);
	return fchmod(fd, 0666 & ~mask);
}

int out_file_open(struct out_file *file, const char *path)
{
	struct stat st;
	int fd;

	memset(file, 0, sizeof(*file));
	file->path = path;
	if (!strcmp(path, "-")) {
		file->stream = stdout;
		return 0;
	}
	if (!lstat(path, &st) && !S_ISREG(st.st_mode)) {
		file->stream = fopen(path, "w");
		return file->stream ? 0 : out_file_fail(file);
	}
	file->temporary = xasprintf("%s.XXXXXX", path);
	fd = mkstemp(file->temporary);
	if (fd < 0) {
		free(file->temporary);
		file->temporary = NULL;
		return out_file_fail(file);
	}
	file->stream = usual_mode(fd) ? NULL : fdopen(fd, "w");
	if (!file->stream) {
		close(fd);
		return out_file_fail(file);
	}
	return 0;
}

int out_file_commit(struct out_file *file)
{
	int failed;

	if (file->stream == stdout)
		return out_finish();
	failed = ferror(file->stream);
	failed |= fclose(file->stream);
	file->stream = NULL;
	if (failed || (file->temporary &&
		       rename(file->temporary, file->path)))
		return out_file_fail(file);
	free(file->temporary);
	file->temporary = NULL;
	return 0;
}

void out_file_drop(struct out_file *file)
{
	if (file->stream && file->stream != stdout)
		fclose(file->stream);
	if (file->temporary)
		unlink(file->temporary);
	free(file->temporary);
	file->stream = NULL;
	file->temporary = NULL;
}

bool out_is(const char *path, const char *other)
{
	struct stat a, b;

	return !strcmp(path, other) ||
	       (!stat(path, &a) && !stat(other, &b) && a.st_dev == b.st_dev &&
		a.st_ino == b.st_ino);
}

void out_remove(const char *path)
{
	struct stat st;

	if (!lstat(path, &st) && S_ISREG(st.st_mode))
		unlink(path);
}

void out_drop(void)
{
	__fpurge(stdout);
	clearerr(stdout);
}

void out_ready(int fd)
{
	static const char line[] = "ready\n";
	ssize_t ignored;

	if (!fd)
		return;
	out_finish();
	ignored = write(fd, line, strlen(line));	/* it fails if the script is gone */
	(void)ignored;
	if (fd > STDERR_FILENO)
		close(fd);
}

static bool has_failed, reader_is_gone;	/* of stdout */

int out_finish(void)
{
	if (has_failed)	/* Lost output is reported only once. */
		return -1;
	if (fflush(stdout) || ferror(stdout)) {
		has_failed = true;
		reader_is_gone = errno == EPIPE;
		if (!reader_is_gone)
			error_file("standard output", "cannot write: %s",
				   strerror(errno));
		return -1;
	}
	return 0;
}

int out_end(void)
{
	int failed = out_finish();

	if (reader_is_gone) {
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
	return failed;
}
