/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * error.c - messages, exit codes, and memory that does not run out
 *
 * Serves every file of sdtinfo.  Knows nothing of ELF, tables or verbs.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "error.h"
#include "output.h"

static void print(const char *format, va_list ap)
{
	char *text = xvasprintf(format, ap);

	out_text(stderr, text);
	free(text);
}

static void (*keeper)(const char *path, const char *message, void *data);
static void *keeper_data;

void error_keep(void (*keep)(const char *path, const char *message, void *data),
		void *data)
{
	keeper = keep;
	keeper_data = data;
}

void error_file(const char *path, const char *format, ...)
{
	char *message;
	va_list ap;

	va_start(ap, format);
	message = xvasprintf(format, ap);
	va_end(ap);
	fflush(stdout);	/* in the order in which it was found */
	out_progress_end();
	fputs("sdtinfo: ", stderr);
	out_text(stderr, path);
	fputs(": ", stderr);
	out_text(stderr, message);
	fputc('\n', stderr);
	if (keeper)
		keeper(path, message, keeper_data);
	free(message);
}

int error_usage(const char *verb, const char *format, ...)
{
	va_list ap;

	fprintf(stderr, "sdtinfo%s%s: ", verb ? " " : "", verb ? verb : "");
	va_start(ap, format);
	print(format, ap);
	va_end(ap);
	fprintf(stderr, " (see 'sdtinfo help%s%s')\n", verb ? " " : "",
		verb ? verb : "");
	return EXIT_USAGE;
}

static void print_source(const char *file, unsigned int line, const char *what,
			 const char *format, va_list ap)
{
	out_text(stderr, file);
	fprintf(stderr, ":%u: %s: ", line, what);
	print(format, ap);
	fputc('\n', stderr);
}

void error_source(const char *file, unsigned int line, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	print_source(file, line, "error", format, ap);
	va_end(ap);
}

void note_source(const char *file, unsigned int line, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	print_source(file, line, "note", format, ap);
	va_end(ap);
}

enum exit_code exit_worse(enum exit_code a, enum exit_code b)
{
	static const int badness[] = {
		[EXIT_DONE] = 0,
		[EXIT_NO_PROBES] = 1,
		[EXIT_DIFFERS] = 2,
		[EXIT_FAILED] = 3,
		[EXIT_USAGE] = 4,
	};

	return badness[a] < badness[b] ? b : a;
}

void out_of_memory(void)
{
	fputs("sdtinfo: out of memory\n", stderr);
	exit(EXIT_FAILED);
}

static void *checked(void *memory)
{
	if (!memory)
		out_of_memory();
	return memory;
}

void *xcalloc(size_t count, size_t size)
{
	return checked(calloc(count ? count : 1, size));
}

void *xreallocarray(void *old, size_t count, size_t size)
{
	return checked(reallocarray(old, count ? count : 1, size));
}

void *xroom_for_one(void *list, size_t count, size_t size)
{
	if (count & (count - 1))
		return list;
	return xreallocarray(list, count ? 2 * count : 1, size);
}

char *xvasprintf(const char *format, va_list ap)
{
	char *text;

	return checked(vasprintf(&text, format, ap) < 0 ? NULL : text);
}

char *xasprintf(const char *format, ...)
{
	va_list ap;
	char *text;

	va_start(ap, format);
	text = xvasprintf(format, ap);
	va_end(ap);
	return text;
}

char *xappend(char *text, const char *format, ...)
{
	char *more, *both;
	va_list ap;

	va_start(ap, format);
	more = xvasprintf(format, ap);
	va_end(ap);
	both = xasprintf("%s%s", text, more);
	free(more);
	free(text);
	return both;
}
