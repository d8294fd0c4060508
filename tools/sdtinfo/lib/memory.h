/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * memory.h - allocation that exits on failure
 */
#ifndef SDTINFO_MEMORY_H
#define SDTINFO_MEMORY_H

#include <stdarg.h>
#include <stddef.h>

#define SDTINFO_PRINTF(f, a)	__attribute__((format(printf, f, a)))

/* Print a message and exit. */
__attribute__((noreturn)) void out_of_memory(void);

/* Zeroed or grown memory, or out_of_memory() */
void *xcalloc(size_t count, size_t size);
void *xreallocarray(void *old, size_t count, size_t size);
/* Room for one more in a list that grows by powers of two. */
void *xroom_for_one(void *list, size_t count, size_t size);
char *xasprintf(const char *format, ...) SDTINFO_PRINTF(1, 2);

/* xappend() - append to @text, which the result replaces; caller frees */
char *xappend(char *text, const char *format, ...) SDTINFO_PRINTF(2, 3);
char *xvasprintf(const char *format, va_list ap) SDTINFO_PRINTF(1, 0);

#endif /* SDTINFO_MEMORY_H */
