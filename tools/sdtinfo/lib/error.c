// SPDX-License-Identifier: GPL-2.0-only
/*
 * error.c - messages, one line each, on stderr
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "error.h"
#include "exit_code.h"
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
