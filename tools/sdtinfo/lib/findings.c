// SPDX-License-Identifier: GPL-2.0-only
/*
 * findings.c - inconsistencies found in a file
 *
 * For the code that reads a module, and for the verbs.
 */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "findings.h"

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
