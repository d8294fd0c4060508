// SPDX-License-Identifier: GPL-2.0-only
/*
 * list.c - the list of a probe's arguments, or of pairs of a type and an argument
 *
 * <linux/sdt.h> makes a string of what an author wrote (__SDT_WRITTEN() there).  In front of
 * it a message has the line and the file of its macro, as "LINE\1FILE".  Then comes
 * "\2WRITTEN\1EXPANDED" for each item, or "\2ITEM,ITEM,..." for a list that is too long.
 *
 * An item is what the author wrote.  If it is a macro that stands for several items, each
 * of these is what the preprocessor made of it.  The preprocessor ends an item at a comma in
 * braces, too.
 */
#include "rules/rules.h"

/* The first of the separators at @s, or the end */
static const char *find_mark(const char *s, const char *marks)
{
	return s + strcspn(s, marks);
}

/**
 * sdt_list_start - start reading a list
 * @list: set to what precedes the first item
 * @text: the list
 */
void sdt_list_start(struct sdt_list *list, const char *text)
{
	const char *end = find_mark(text, "\2"), *middle = find_mark(text, "\1\2");

	memset(list, 0, sizeof(*list));
	list->line = (struct sdt_part){ text, middle };
	list->file = (struct sdt_part){ middle + (middle < end), end };
	list->next = end;
}

/* Goes to the next thing that the author wrote. */
static void next_written(struct sdt_list *list)
{
	const char *s = list->next + 1;
	const char *middle = find_mark(s, "\1\2"), *end = find_mark(middle, "\2");
	const bool is_whole = *middle != '\1';

	list->next = end;
	list->written = sdt_trimmed(s, middle);
	list->all = is_whole ? list->written : sdt_trimmed(middle + 1, end);
	list->rest = list->all.s;
	list->place = 0;
	list->is_macro = !is_whole && sdt_part_end(list->all.s, list->all.end, ',') < list->all.end;
	list->is_cut |= !is_whole && sdt_item_end(s, '\1') != middle;
}

/**
 * sdt_list_next - go to the next item of a list
 * @list: its @item is set
 *
 * Return: false at the end of the list.
 */
bool sdt_list_next(struct sdt_list *list)
{
	const char *end;

	if (!list->rest) {
		if (!*list->next)
			return false;
		next_written(list);
	} else {
		list->place++;
	}
	end = sdt_part_end(list->rest, list->all.end, ',');
	list->item = sdt_trimmed(list->rest, end);
	list->rest = end < list->all.end ? end + 1 : NULL;
	if (!list->rest && !list->place)
		list->item = list->written;
	return true;
}
