/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * findings.h - inconsistencies found in a file
 *
 * For the code that reads a module, and for the verbs: "sdtinfo verify" prints all
 * findings, other verbs the first one and their number.  A file that cannot be read
 * at all is an error (error.h), not a finding.
 */
#ifndef SDTINFO_FINDINGS_H
#define SDTINFO_FINDINGS_H

#include <stdarg.h>
#include <stddef.h>

#include "memory.h"

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

#endif /* SDTINFO_FINDINGS_H */
