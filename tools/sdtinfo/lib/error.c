// SPDX-License-Identifier: GPL-2.0-only
/*
 * error.c - exit codes, messages, findings and progress
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "error.h"

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

static bool progress_shown;

void out_progress(const char *what, size_t done, size_t total)
{
	static double last;

	if (!out_is_terminal(STDERR_FILENO) ||
	    (progress_shown && clock_seconds() - last < 0.1))
		return;
	fprintf(stderr, "\rsdtinfo: %s: %zu of %zu\033[K", what, done, total);
	progress_shown = true;
	last = clock_seconds();
}

void out_progress_end(void)
{
	if (progress_shown)
		fputs("\r\033[K", stderr);
	progress_shown = false;
}

static void print(const char *format, va_list ap)
{
	char *text = xvasprintf(format, ap);

	out_text(stderr, text);
	free(text);
}

static bool is_silent;

void error_mute(bool is_muted)
{
	is_silent = is_muted;
}

static void (*keeper)(const char *path, const char *message, void *data);
static void *keeper_data;

void error_keep(void (*keep)(const char *path, const char *message, void *data),
		void *data)
{
	keeper = keep;
	keeper_data = data;
}

int error_file(const char *path, const char *format, ...)
{
	char *message;
	va_list ap;

	if (is_silent)
		return -1;
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
	return -1;
}

static const char *verb = "";

void error_set_verb(const char *name)
{
	verb = name;
}

void error_usage(const char *format, ...)
{
	const char *blank = *verb ? " " : "";
	va_list ap;

	fprintf(stderr, "sdtinfo%s%s: ", blank, verb);
	va_start(ap, format);
	print(format, ap);
	va_end(ap);
	fprintf(stderr, " (see 'sdtinfo help%s%s')\n", blank, verb);
	exit(EXIT_USAGE);
}

void message_source(const char *file, unsigned int line, const char *kind,
		    const char *format, ...)
{
	va_list ap;

	out_text(stderr, file);
	fprintf(stderr, ":%u: %s: ", line, kind);
	va_start(ap, format);
	print(format, ap);
	va_end(ap);
	fputc('\n', stderr);
}

void findings_vadd(struct findings *findings, const char *where,
		   const char *format, va_list ap)
{
	struct finding *finding;

	findings->list = xroom_for_one(findings->list, findings->count,
				       sizeof(*findings->list));
	finding = &findings->list[findings->count++];
	finding->where = xasprintf("%s", where);
	finding->what = xvasprintf(format, ap);
}

void findings_add(struct findings *findings, const char *where,
		  const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	findings_vadd(findings, where, format, ap);
	va_end(ap);
}

void findings_report(const struct findings *findings, const char *path)
{
	const struct finding *first = findings->list;
	size_t others = findings->count - 1;

	if (!findings->count)
		return;
	if (others)
		error_file(path, "%s: %s (and %zu more: see 'sdtinfo verify')",
			   first->where, first->what, others);
	else
		error_file(path, "%s: %s", first->where, first->what);
}

void findings_free(struct findings *findings)
{
	size_t i;

	for (i = 0; i < findings->count; i++) {
		free(findings->list[i].where);
		free(findings->list[i].what);
	}
	free(findings->list);
	memset(findings, 0, sizeof(*findings));
}
