// SPDX-License-Identifier: GPL-2.0-only
/*
 * memory.c - allocation that exits on failure
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "exit_code.h"
#include "memory.h"

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
