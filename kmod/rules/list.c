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

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* The first of the separators at @s, or the end */
static const char *find_mark(const char *s, const char *marks)
{
	return s + strcspn(s, marks);
}

/* The text from @s to @end without blanks at its ends */
static struct sdt_part trimmed(const char *s, const char *end)
{
	while (s < end && is_blank(*s))
		s++;
	while (s < end && is_blank(end[-1]))
		end--;
	return (struct sdt_part){ s, end };
}

/* The end of the item at @s, which is part of a text up to @end */
static const char *item_end(const char *s, const char *end)
{
	const char *found = sdt_item_end(s, ',');

	return found < end ? found : end;
}

/**
 * sdt_list_start - start reading a list
 * @list: set to what precedes the first item
 * @text: the list
 *
 * Context: Any context.
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
	list->written = trimmed(s, middle);
	list->all = is_whole ? list->written : trimmed(middle + 1, end);
	list->rest = list->all.s;
	list->place = 0;
	list->is_macro = !is_whole && item_end(list->all.s, list->all.end) < list->all.end;
	list->is_cut |= !is_whole && sdt_item_end(s, '\1') != middle;
}

/**
 * sdt_list_next - go to the next item of a list
 * @list: its @item is set
 *
 * Context: Any context.
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
	end = item_end(list->rest, list->all.end);
	list->item = trimmed(list->rest, end);
	list->rest = end < list->all.end ? end + 1 : NULL;
	if (!list->rest && !list->place)
		list->item = list->written;
	return true;
}
