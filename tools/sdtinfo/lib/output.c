// SPDX-License-Identifier: GPL-2.0-only
/*
 * output.c - standard output, a screen, columns, text for other programs, output files
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

void out_cell(FILE *out, const struct out_column *column, const char *text)
{
	size_t width = out_width(text);

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

/*
 * A screen: lines are drawn over those that are there, not after clearing the screen,
 * which would flicker
 */

/* If the terminal does not know its size */
#define LINES	24
#define COLUMNS	80

static void on_resize(int signal)
{
	(void)signal;
}

void screen_open(struct screen *screen)
{
	struct sigaction action = { .sa_handler = on_resize, .sa_flags = SA_RESTART };

	*screen = (struct screen){
		.is_there = out_is_terminal(STDOUT_FILENO),
		.lines = SIZE_MAX,
		.columns = SIZE_MAX,
	};
	if (!screen->is_there)
		return;
	sigemptyset(&action.sa_mask);
	sigaction(SIGWINCH, &action, NULL);
	fputs("\033[2J", stdout);
}

static struct winsize current_size(void)
{
	struct winsize size = { 0 };

	ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
	if (!size.ws_row)
		size.ws_row = LINES;
	if (!size.ws_col)
		size.ws_col = COLUMNS;
	return size;
}

size_t screen_columns(void)
{
	return current_size().ws_col;
}

void screen_begin(struct screen *screen)
{
	struct winsize size;

	if (!screen->is_there)
		return;
	size = current_size();
	screen->lines = size.ws_row;
	screen->columns = size.ws_col;
	fputs("\033[H", stdout);
}

void screen_end_line(const struct screen *screen)
{
	fputs(screen->is_there ? "\033[K\n" : "\n", stdout);
}

void screen_end(const struct screen *screen)
{
	if (screen->is_there)
		fputs("\033[J", stdout);
}

/*
 * Files
 */

static int file_failed(struct out_file *file)
{
	error_file(file->path, "cannot write: %s", strerror(errno));
	if (file->stream)
		fclose(file->stream);
	if (file->temporary)
		unlink(file->temporary);
	free(file->temporary);
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
		return file->stream ? 0 : file_failed(file);
	}
	file->temporary = xasprintf("%s.XXXXXX", path);
	fd = mkstemp(file->temporary);
	if (fd < 0) {
		free(file->temporary);
		file->temporary = NULL;
		return file_failed(file);
	}
	file->stream = usual_mode(fd) ? NULL : fdopen(fd, "w");
	if (!file->stream) {
		close(fd);
		return file_failed(file);
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
		return file_failed(file);
	free(file->temporary);
	return 0;
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

int out_finish(void)
{
	static bool failed;	/* report lost output only once */

	if (failed)
		return -1;
	if (fflush(stdout) || ferror(stdout)) {
		failed = true;
		if (errno != EPIPE)
			error_file("standard output", "cannot write: %s",
				   strerror(errno));
		return -1;
	}
	return 0;
}
