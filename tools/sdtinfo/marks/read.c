// SPDX-License-Identifier: GPL-2.0-only
/*
 * read.c - find the marks in an object
 *
 * Their strings end with a NUL, and lie in the mark.  A mark of a site is one that is in a
 * function: the compiler drops those whose jump label it drops, unless its flags forbid that
 * (-fno-toplevel-reorder, -O0).  Then they are dead, and say only that the source has the probe.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <linux/sdt_abi.h>

#include "marks_internal.h"
#include "lib/error.h"
#include "lib/util.h"

static_assert(__SDT_SITE_VERSION == SDT_ABI_VERSION, "the version of a site record");
static_assert(sizeof(struct __sdt_site) == sizeof(struct sdt_site_record), "its size");
static_assert(offsetof(struct __sdt_site, __sdt_magic) == offsetof(struct sdt_site_record, magic) &&
	      offsetof(struct __sdt_site, __sdt_place) == offsetof(struct sdt_site_record, place) &&
	      offsetof(struct __sdt_site, __sdt_runtime) == SDT_SITE_RUNTIME_OFFSET,
	      "its fields");

/* Takes a string; NULL if there is none before @end. */
static const char *read_string(const char **next, const char *end)
{
	const char *s = *next;
	const char *nul = memchr(s, '\0', end - s);

	if (!nul)
		return NULL;
	*next = nul + 1;
	return s;
}

/* The function that the mark at @place names */
static const char *read_function(struct module_elf *elf, const struct elf_relocs *relocs,
				 uint64_t offset)
{
	const struct elf_reloc *reloc =
		elf_relocs_at(relocs, offset + offsetof(struct __sdt_mark, __sdt_function));

	if (!reloc)
		return "";
	return reloc->kind == ELF_RELOC_ABS64 ?
	       module_elf_string(elf, reloc->target, SIZE_MAX) : NULL;
}

static bool kinds_ok(const unsigned char *kinds, unsigned int nr)
{
	while (nr--)
		if (kinds[nr] >= __SDT_NO_KIND)
			return false;
	return true;
}

/* Is it part of a symbol's name, as sdt.mk makes it of a path? */
static bool id_ok(const char *id)
{
	while (isalnum((unsigned char)*id) || *id == '_' || *id == '$')
		id++;
	return !*id;
}

/* Reads the mark of @size bytes; false if it is none. */
static bool read_mark(struct mark *mark, const char *bytes, const struct __sdt_mark *head)
{
	const char *next = bytes + sizeof(*head);

	if (!head->__sdt_line || head->__sdt_line > SDT_SITE_LINE)
		return false;
	mark->line = head->__sdt_line;
	mark->has_site = *mark->function;
	mark->nr_kinds = head->__sdt_nr_kinds;
	mark->is_text = head->__sdt_flags & __SDT_MARK_TEXT;
	mark->is_dead = head->__sdt_flags & __SDT_MARK_NAMES;
	mark->is_silent = head->__sdt_flags & __SDT_MARK_SILENT;
	mark->end = bytes + head->__sdt_size;
	mark->kinds = (const unsigned char *)next;
	if (mark->has_site) {
		if (head->__sdt_nr_kinds >= head->__sdt_size - sizeof(*head) ||
		    !kinds_ok(mark->kinds, head->__sdt_nr_kinds))
			return false;
		next += head->__sdt_nr_kinds + 1;
	}
	mark->file = read_string(&next, mark->end);
	mark->id = mark->file ? read_string(&next, mark->end) : NULL;
	mark->kind = mark->id && id_ok(mark->id) ? read_string(&next, mark->end) : NULL;
	mark->text = mark->list = mark->types = next;
	if (!mark->has_site)
		return mark->kind;
	mark->text = mark->kind ? read_string(&next, mark->end) : NULL;
	mark->list = mark->text ? read_string(&next, mark->end) : NULL;
	mark->types = mark->list ? read_string(&next, mark->end) : NULL;
	return mark->types;
}

static int read_section(struct marks *marks, struct module_elf *elf, const char *path,
			const struct elf_section *section)
{
	const char *bytes = module_elf_data(elf, section);
	const struct elf_relocs *relocs = module_elf_relocs(elf, section);
	struct __sdt_mark head;
	uint64_t offset = 0;
	struct mark *mark;

	if (!bytes || !relocs)
		return -1;
	while (section->size - offset >= sizeof(head)) {
		memcpy(&head, bytes + offset, sizeof(head));
		if (!head.__sdt_magic) {	/* the linker's, or the compiler's, alignment */
			offset += 8;
			continue;
		}
		marks->list = xroom_for_one(marks->list, marks->nr, sizeof(*marks->list));
		mark = &marks->list[marks->nr++];
		*mark = (struct mark){ .function = read_function(elf, relocs, offset),
				       .place = { section->index, offset } };
		if (head.__sdt_magic != __SDT_MARK_MAGIC || head.__sdt_size < sizeof(head) ||
		    head.__sdt_size > section->size - offset || !mark->function ||
		    !read_mark(mark, bytes + offset, &head))
			return error_file(path, "its section %s has no mark at 0x%llx: compile it again",
					  section->name, (unsigned long long)offset);
		offset += ((uint64_t)head.__sdt_size + 7) & ~7ull;
		if (offset > section->size)
			break;
	}
	return 0;
}

/* The number of a mark, __COUNTER__ where its macro was expanded */
static const char *number_of(const struct mark *mark)
{
	const char *separator = strrchr(mark->id, '$');

	return separator ? separator + 1 : mark->id;
}

int mark_compare_units(const struct mark *a, const struct mark *b)
{
	const size_t n = number_of(a) - a->id, m = number_of(b) - b->id;

	return n == m ? strncmp(a->id, b->id, n) : n < m ? -1 : 1;
}

static int group_by_text(const void *x, const void *y)
{
	return strcmp(*(const char *const *)x, *(const char *const *)y);
}

/* The symbols that stand for the marks of the object's sites, sorted */
static size_t live_symbols(const struct module *object, const char **symbols)
{
	size_t i, nr = 0;

	for (i = 0; i < object->nr_records; i++)
		if (object->records[i].code.section && object->records[i].symbol)
			symbols[nr++] = object->records[i].symbol;
	if (nr)
		qsort(symbols, nr, sizeof(*symbols), group_by_text);
	return nr;
}

static void find_dead(struct marks *marks, const struct module *object)
{
	const char **symbols = xcalloc(object->nr_records + 1, sizeof(*symbols));
	size_t i, nr = live_symbols(object, symbols);
	char *symbol;

	for (i = 0; i < marks->nr; i++) {
		if (!marks->list[i].has_site)
			continue;
		symbol = xasprintf(__SDT_PLACE_SYMBOL "%s", marks->list[i].id);
		marks->list[i].is_dead = !bsearch(&symbol, symbols, nr, sizeof(*symbols), group_by_text);
		free(symbol);
	}
	free(symbols);
}

static int by_unit_and_number(const void *x, const void *y)
{
	const struct mark *a = x, *b = y;
	const unsigned long n = strtoul(number_of(a), NULL, 10);
	const unsigned long m = strtoul(number_of(b), NULL, 10);
	int c = mark_compare_units(a, b);

	if (!c)
		c = (n > m) - (n < m);
	return c ? c : elf_place_compare(a->place, b->place);
}

int marks_find(struct marks *marks, const struct module *object)
{
	const struct elf_section *section = NULL;
	struct module_elf *elf = object->elf;

	*marks = (struct marks){ 0 };
	while ((section = module_elf_section(elf, __SDT_MARK_SECTION, section)))
		if (read_section(marks, elf, object->name, section))
			return -1;
	find_dead(marks, object);
	if (marks->nr)
		qsort(marks->list, marks->nr, sizeof(*marks->list), by_unit_and_number);
	return 0;
}
