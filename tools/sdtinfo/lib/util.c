// SPDX-License-Identifier: GPL-2.0-only
/*
 * util.c - memory, lists of names, safe text, time and "did you mean"
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "rules/rules.h"
#include "util.h"

void out_of_memory(void)
{
	fputs("sdtinfo: out of memory\n", stderr);
	exit(EXIT_FAILURE);
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

bool text_ends_with(const char *text, size_t length, const char *end)
{
	const size_t n = strlen(end);

	return length >= n && !strncmp(text + length - n, end, n);
}

void names_add(struct name_list *names, const char *name)
{
	names->list = xroom_for_one(names->list, names->nr, sizeof(*names->list));
	names->list[names->nr++] = xasprintf("%s", name);
}

bool names_have(const struct name_list *names, const char *name)
{
	size_t i;

	for (i = 0; i < names->nr; i++)
		if (!strcmp(names->list[i], name))
			return true;
	return false;
}

char *names_text(const struct name_list *names, const char *before)
{
	char *text = xasprintf("%s", "");
	size_t i;

	for (i = 0; i < names->nr; i++)
		text = xappend(text, "%s%s%s", i ? ", " : "", before, names->list[i]);
	return text;
}

/* How many names a message lists */
#define MAX_LISTED	8

char *names_some(const struct name_list *names)
{
	const size_t nr = names->nr < MAX_LISTED ? names->nr : MAX_LISTED;
	const struct name_list some = { names->list, nr };
	char *text = names_text(&some, "");

	return nr < names->nr ? xappend(text, " and %zu more", names->nr - nr) : text;
}

static int by_name(const void *x, const void *y)
{
	return strcmp(*(char *const *)x, *(char *const *)y);
}

void names_sort(struct name_list *names)
{
	if (names->nr)
		qsort(names->list, names->nr, sizeof(*names->list), by_name);
}

void names_free(struct name_list *names)
{
	while (names->nr)
		free(names->list[--names->nr]);
	free(names->list);
	names->list = NULL;
}

char *out_safe(const char *text)
{
	char *safe = xcalloc(strlen(text) + 1, strlen("\\xNN"));
	char *to = safe;
	size_t n;

	while (*text) {
		n = sdt_printable(text);
		if (n)
			to = mempcpy(to, text, n);
		else
			to += sprintf(to, "\\x%02x", (unsigned char)*text);
		text += n ? n : 1;
	}
	return safe;
}

/* The length of what is printed as it is, at the beginning of @text */
static size_t plain_length(const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	while (*s >= 0x20 && *s < 0x7f)
		s++;
	return (const char *)s - text;
}

void out_text(FILE *out, const char *text)
{
	const size_t length = plain_length(text);
	char *safe;

	fwrite(text, 1, length, out);
	if (!text[length])
		return;
	safe = out_safe(text + length);
	fputs(safe, out);
	free(safe);
}

/* The cells of a character of @n bytes; one if the C library does not know it */
static size_t cells(const char *text, size_t n)
{
	mbstate_t state = { 0 };
	wchar_t c;
	int width;

	width = mbrtowc(&c, text, n, &state) == n ? wcwidth(c) : -1;
	return width < 0 ? 1 : width;
}

size_t out_width(const char *text)
{
	size_t n, width = plain_length(text);

	text += width;
	while (*text) {
		n = sdt_printable(text);
		width += n ? cells(text, n) : strlen("\\xNN");
		text += n ? n : 1;
	}
	return width;
}

bool out_is_terminal(int fd)
{
	const char *term = getenv("TERM");

	return term && strcmp(term, "dumb") && isatty(fd);
}

/* Compare what is left of two words without their common start and end. */
bool suggest_is_near(const char *word, const char *other)
{
	size_t n = strlen(word), m = strlen(other), start = 0, end = 0;

	if (!strcasecmp(word, other))
		return strcmp(word, other);
	while (start < n && start < m && word[start] == other[start])
		start++;
	while (start + end < n && start + end < m &&
	       word[n - 1 - end] == other[m - 1 - end])
		end++;
	if (!start && !end)
		return false;
	word += start;
	other += start;
	n -= start + end;
	m -= start + end;
	if (n == 2 && m == 2)
		return word[0] == other[1] && word[1] == other[0];
	return n <= 1 && m <= 1 && n + m > 0;
}

char *suggest_text(const char *word)
{
	return word ? xasprintf("; did you mean '%s'?", word) :
		      xasprintf("%s", "");
}

char *suggest_among(const struct name_list *names, const char *word)
{
	size_t i;

	for (i = 0; i < names->nr; i++)
		if (suggest_is_near(word, names->list[i]))
			return suggest_text(names->list[i]);
	return NULL;
}

uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * NSEC_PER_SEC + now.tv_nsec;
}

double clock_seconds(void)
{
	return clock_ns(CLOCK_MONOTONIC) / 1e9;
}

/* All that can be read of a file from where it is; with a NUL behind it */
char *file_rest(int fd, size_t *size)
{
	size_t room = 0, used = 0;
	char *bytes = NULL;
	ssize_t n;

	do {
		if (used + 1 >= room) {
			room = 2 * room + BUFSIZ;
			bytes = xreallocarray(bytes, room, 1);
		}
		n = read(fd, bytes + used, room - used - 1);
		if (n > 0)
			used += n;
	} while (n > 0 || (n < 0 && errno == EINTR));
	if (n < 0) {
		free(bytes);
		return NULL;
	}
	bytes[used] = '\0';
	if (size)
		*size = used;
	return bytes;
}

static char *text_of(size_t *size, const char *format, va_list ap)
{
	char *path = xvasprintf(format, ap), *text = NULL;
	int fd = open(path, O_RDONLY | O_CLOEXEC), error;

	if (fd >= 0)
		text = file_rest(fd, size);
	error = errno;
	if (fd >= 0)
		close(fd);
	free(path);
	errno = error;
	return text;
}

char *file_text(size_t *size, const char *format, ...)
{
	va_list ap;
	char *text;

	va_start(ap, format);
	text = text_of(size, format, ap);
	va_end(ap);
	return text;
}

char *file_line(const char *format, ...)
{
	va_list ap;
	char *text;

	va_start(ap, format);
	text = text_of(NULL, format, ap);
	va_end(ap);
	if (text)
		text[strcspn(text, "\n")] = '\0';
	return text;
}

int file_append(int to, int from)
{
	off_t done = 0, size = lseek(from, 0, SEEK_END);
	ssize_t copied;

	while (done < size) {
		copied = copy_file_range(from, &done, to, NULL, size - done, 0);
		/* Not every file system has that. */
		if (copied < 0 && errno != ENOSPC && errno != EIO)
			copied = sendfile(to, from, &done, size - done);
		if (copied <= 0)
			return -1;
	}
	return size < 0 ? -1 : 0;
}

char *text_line(char **rest)
{
	return *rest && **rest ? strsep(rest, "\n") : NULL;
}

bool file_exists(const char *format, ...)
{
	va_list ap;
	char *path;
	bool is;

	va_start(ap, format);
	path = xvasprintf(format, ap);
	va_end(ap);
	is = !access(path, F_OK);
	free(path);
	return is;
}

int folder_names(struct name_list *names, const char *format, ...)
{
	struct dirent *entry;
	va_list ap;
	char *path;
	DIR *folder;

	va_start(ap, format);
	path = xvasprintf(format, ap);
	va_end(ap);
	folder = opendir(path);
	free(path);
	if (!folder)
		return -1;
	while ((entry = readdir(folder)))
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
			names_add(names, entry->d_name);
	closedir(folder);
	names_sort(names);
	return 0;
}

void folder_remove(const char *path)
{
	DIR *files = opendir(path);
	struct dirent *entry;

	while (files && (entry = readdir(files)))
		if (*entry->d_name != '.')
			unlinkat(dirfd(files), entry->d_name, 0);
	if (files)
		closedir(files);
	rmdir(path);
}
