/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * util.h - memory, lists of names, safe text, time and "did you mean"
 */
#ifndef SDTINFO_UTIL_H
#define SDTINFO_UTIL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

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

/* text_ends_with() - do the first @length characters of a text end in @end? */
bool text_ends_with(const char *text, size_t length, const char *end);

/* A list of names; zeroed memory is an empty one. */
struct name_list {
	char **list;
	size_t nr;
};

/* names_add() - add a copy of a name */
void names_add(struct name_list *names, const char *name);
bool names_have(const struct name_list *names, const char *name);

/* names_text() - "-k req, -k n", with "-k " as @before; caller frees */
char *names_text(const struct name_list *names, const char *before);

/* names_some() - "a, b and 3 more": the first eight; caller frees */
char *names_some(const struct name_list *names);
void names_sort(struct name_list *names);
void names_free(struct name_list *names);

/*
 * out_text() - print text that came from a file
 *
 * Control characters and invalid UTF-8 are printed as \xNN, so that a file cannot
 * control the reader's terminal.
 */
void out_text(FILE *out, const char *text);

/* out_safe() - what out_text() prints of @text; caller frees */
char *out_safe(const char *text);

/*
 * out_width() - the cells of a terminal that out_text() fills with @text
 *
 * A wide character has two.  LC_CTYPE must be one of UTF-8.
 */
size_t out_width(const char *text);

/* out_is_terminal() - is it a terminal that understands escape sequences? */
bool out_is_terminal(int fd);

/*
 * suggest_is_near() - are two words one typing mistake apart?
 *
 * One character too many, too few or wrong, two neighbours exchanged, or letters of the
 * other case.  The words must have something in common, and a word is not near itself.
 */
bool suggest_is_near(const char *word, const char *other);

/* suggest_text() - "; did you mean 'WORD'?", or "" if @word is NULL; caller frees */
char *suggest_text(const char *word);

/* suggest_among() - that text for the first of @names that is near @word; NULL: none is */
char *suggest_among(const struct name_list *names, const char *word);

#define NSEC_PER_SEC	UINT64_C(1000000000)

/* clock_ns() - nanoseconds by a clock of clock_gettime(2) */
uint64_t clock_ns(clockid_t clock);

/* clock_seconds() - seconds since some moment, which nobody sets */
double clock_seconds(void);

/*
 * Of files whose path is formatted as by printf(3); caller frees.
 *
 * file_text() - all of it, and a NUL; @size: its length, unless NULL; NULL with errno
 * file_line() - its first line, "" if it is empty; NULL with errno
 */
char *file_text(size_t *size, const char *format, ...) SDTINFO_PRINTF(2, 3);
char *file_line(const char *format, ...) SDTINFO_PRINTF(1, 2);
bool file_exists(const char *format, ...) SDTINFO_PRINTF(1, 2);

/* file_rest() - what file_text() returns, of an open file from where it is */
char *file_rest(int fd, size_t *size);

/* file_append() - write all of a file to where another one is; 0, or -1 with errno */
int file_append(int to, int from);

/* text_line() - the next line of a text, without its end, which *@rest follows; or NULL */
char *text_line(char **rest);

/* folder_names() - add the names of all files in a folder, sorted; 0, or -1 with errno */
int folder_names(struct name_list *names, const char *format, ...) SDTINFO_PRINTF(2, 3);

/* folder_remove() - remove a folder with its files, as far as that can be done */
void folder_remove(const char *path);

#endif /* SDTINFO_UTIL_H */
