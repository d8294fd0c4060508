/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * error.h - messages
 *
 * Every message is one line on stderr.  Text quoted from a file is escaped,
 * so that it cannot control the terminal.
 */
#ifndef SDTINFO_ERROR_H
#define SDTINFO_ERROR_H

#include "memory.h"

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

#endif /* SDTINFO_ERROR_H */
