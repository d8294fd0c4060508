/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * error.h - exit codes, messages, findings and progress
 *
 * Every message is one line on stderr.  Text quoted from a file is escaped,
 * so that it cannot control the terminal.
 */
#ifndef SDTINFO_ERROR_H
#define SDTINFO_ERROR_H

#include "util.h"

/* What sdtinfo exits with; scripts rely on it. */
enum exit_code {
	EXIT_DONE = 0,
	EXIT_FAILED = 1,
	EXIT_USAGE = 2,
	EXIT_NO_PROBES = 3,
	EXIT_DIFFERS = 4,	/* modules differ, or one is not as it should be */
};

/* The exit code of a run in which one part ended with @a, another with @b. */
enum exit_code exit_worse(enum exit_code a, enum exit_code b);

/* "sdtinfo: PATH: ..."; returns -1 */
int error_file(const char *path, const char *format, ...)
	SDTINFO_PRINTF(2, 3);

/* error_mute() - from now on drop error_file()'s messages, or print them again */
void error_mute(bool is_muted);

/* error_keep() - from now on tell @keep of error_file()'s messages, too */
void error_keep(void (*keep)(const char *path, const char *message, void *data),
		void *data);

/* "sdtinfo VERB: ... (see 'sdtinfo help VERB')", and exit with EXIT_USAGE */
__attribute__((noreturn)) void error_usage(const char *format, ...)
	SDTINFO_PRINTF(1, 2);

/* error_set_verb() - whose command line is parsed from now on */
void error_set_verb(const char *verb);

/*
 * "FILE:LINE: KIND: ..." about a driver's source, in the form of the compiler's errors and
 * notes, which editors know
 */
void message_source(const char *file, unsigned int line, const char *kind,
		    const char *format, ...) SDTINFO_PRINTF(4, 5);
#define error_source(file, line, ...)	message_source(file, line, "error", __VA_ARGS__)
#define warning_source(file, line, ...)	message_source(file, line, "warning", __VA_ARGS__)
#define note_source(file, line, ...)	message_source(file, line, "note", __VA_ARGS__)

/*
 * A finding is an inconsistency in a file.  "sdtinfo verify" prints all findings, other
 * verbs the first one and their number.  A file that cannot be read at all is an error.
 */
struct finding {
	char *where;		/* "revdev_read+0x12", "__sdt_table" */
	char *what;
};

/* Zeroed memory is an empty list. */
struct findings {
	struct finding *list;
	size_t count;
};

/* findings_add() - add one; @where is copied */
void findings_add(struct findings *findings, const char *where,
		  const char *format, ...) SDTINFO_PRINTF(3, 4);
void findings_vadd(struct findings *findings, const char *where,
		   const char *format, va_list ap) SDTINFO_PRINTF(3, 0);

/* findings_report() - the first one as an error of @path, and how many others */
void findings_report(const struct findings *findings, const char *path);
void findings_free(struct findings *findings);

/*
 * out_progress() - show the progress of a long task
 * @what: what is being done
 * @done: how much of it has been done
 * @total: how much there is
 *
 * A line on standard error, if that is a terminal that can erase it.  It stays until
 * out_progress_end(), or until an error is printed.  Call it as often as you like: the
 * line changes at most ten times a second.
 */
void out_progress(const char *what, size_t done, size_t total);
void out_progress_end(void);

#endif /* SDTINFO_ERROR_H */
