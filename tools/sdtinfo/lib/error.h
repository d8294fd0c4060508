/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * error.h - messages, exit codes, and memory that does not run out
 *
 * For every file of sdtinfo.  Every message is one line on stderr.  What a
 * message quotes from a file is made harmless for a terminal on its way out.
 */
#ifndef SDTINFO_ERROR_H
#define SDTINFO_ERROR_H

#include <stdarg.h>
#include <stddef.h>

#define SDTINFO_PRINTF(f, a)	__attribute__((format(printf, f, a)))

/* What sdtinfo exits with; scripts rely on it. */
enum exit_code {
	EXIT_DONE = 0,
	EXIT_FAILED = 1,
	EXIT_USAGE = 2,
	EXIT_NO_PROBES = 3,
	EXIT_DIFFERS = 4,	/* modules differ, or one is not as it should be */
};

/* "sdtinfo: PATH: ..." */
void error_file(const char *path, const char *format, ...)
	SDTINFO_PRINTF(2, 3);

/* error_keep() - from now on tell @keep of error_file()'s messages, too */
void error_keep(void (*keep)(const char *path, const char *message, void *data),
		void *data);

/* "sdtinfo VERB: ... (see 'sdtinfo help VERB')"; returns EXIT_USAGE */
int error_usage(const char *verb, const char *format, ...)
	SDTINFO_PRINTF(2, 3);

/*
 * "FILE:LINE: error: ..." and "FILE:LINE: note: ...": about a driver's source,
 * in the form of the compiler's messages, which editors know.
 */
void error_source(const char *file, unsigned int line, const char *format, ...)
	SDTINFO_PRINTF(3, 4);
void note_source(const char *file, unsigned int line, const char *format, ...)
	SDTINFO_PRINTF(3, 4);

/* The exit code of a run in which one part ended with @a, another with @b. */
enum exit_code exit_worse(enum exit_code a, enum exit_code b);

/* Without memory there is nothing to go on with: a message, and exit. */
void out_of_memory(void) __attribute__((noreturn));

/* Zeroed or grown memory, or out_of_memory() */
void *xcalloc(size_t count, size_t size);
void *xreallocarray(void *old, size_t count, size_t size);
/* Room for one more in a list that grows by powers of two. */
void *xroom_for_one(void *list, size_t count, size_t size);
char *xasprintf(const char *format, ...) SDTINFO_PRINTF(1, 2);

/* xappend() - a text with another one behind it, in place of @text; caller frees */
char *xappend(char *text, const char *format, ...) SDTINFO_PRINTF(2, 3);
char *xvasprintf(const char *format, va_list ap) SDTINFO_PRINTF(1, 0);

#endif /* SDTINFO_ERROR_H */
