// SPDX-License-Identifier: GPL-2.0-only
/*
 * translation.c - split what an author writes before an argument
 *
 * A type can be followed by a colon and by what clients of the probe see instead:
 *
 *	struct bio * : bufinfo_t *			one argument
 *	struct bio * : (bufinfo_t *, devinfo_t *)	several
 *	int :   or   int : ()				none
 *
 * The types after the colon are those of D programs.  The module need not know them, so only
 * their text matters; they may have a name, like a parameter's type.
 */
#include "rules/rules.h"

/* Deeper brackets do not match. */
#define MAX_DEPTH	64

/* Can a word begin with the character? */
static bool is_word_start(char c)
{
	return sdt_is_word_char(c) && !sdt_is_digit(c);
}

/* The end of the string or character literal that begins at @s */
static const char *skip_literal(const char *s)
{
	const char quote = *s++;

	while (*s && *s != quote)
		s += s[0] == '\\' && s[1] ? 2 : 1;
	return *s ? s + 1 : s;
}

/**
 * sdt_token_end - find the end of a literal, word, number or other character
 * @s: where it begins
 *
 * C23 has numbers like 1'000.
 *
 * Return: the end.
 */
const char *sdt_token_end(const char *s)
{
	const bool is_number = sdt_is_digit(*s);

	if (*s == '"' || *s == '\'')
		return skip_literal(s);
	if (!sdt_is_word_char(*s))
		return s + 1;
	while (sdt_is_word_char(*s) || (is_number && *s == '\'' && sdt_is_word_char(s[1])))
		s++;
	return s;
}

/**
 * sdt_item_end - find the end of an item of a list
 * @s: where it begins
 * @separator: the character between two items
 *
 * Return: the first @separator outside brackets and literals, or the end of the list.
 */
const char *sdt_item_end(const char *s, char separator)
{
	int depth = 0;

	while (*s && (depth > 0 || *s != separator)) {
		if (strchr("([{", *s))
			depth++;
		else if (strchr(")]}", *s))
			depth--;
		s = sdt_token_end(s);
	}
	return s;
}

/**
 * sdt_part_end - find the end of an item of a list that is part of a text
 * @s: where the item begins
 * @end: of the list
 * @separator: the character between two items
 *
 * Return: the separator behind the item, or @end.
 */
const char *sdt_part_end(const char *s, const char *end, char separator)
{
	const char *found = sdt_item_end(s, separator);

	return found < end ? found : end;
}

/**
 * sdt_trimmed - leave out the blanks at both ends of a text
 * @s: the text
 * @end: its end
 *
 * Return: what is between them.
 */
struct sdt_part sdt_trimmed(const char *s, const char *end)
{
	while (s < end && sdt_is_blank(*s))
		s++;
	while (s < end && sdt_is_blank(end[-1]))
		end--;
	return (struct sdt_part){ s, end };
}

/**
 * sdt_find_colon - find where an argument's own type ends
 * @text: what stands before the argument
 *
 * Return: the colon outside brackets that is no part of "::", or the end of @text.
 */
const char *sdt_find_colon(const char *text)
{
	const char *s = sdt_item_end(text, ':');

	while (s[0] && s[1] == ':')
		s = sdt_item_end(s + 2, ':');
	return s;
}

/**
 * sdt_brackets_match - test whether each bracket is closed
 * @text: the text
 *
 * Return: true if they match.
 */
bool sdt_brackets_match(const char *text)
{
	static const char opening[] = "([{", closing[] = ")]}";
	char open[MAX_DEPTH];
	unsigned int depth = 0;
	const char *found;

	while (*text) {
		found = strchr(opening, *text);
		if (found && depth == MAX_DEPTH)
			return false;
		if (found)
			open[depth++] = closing[found - opening];
		else if (strchr(closing, *text) && (!depth || open[--depth] != *text))
			return false;
		text = sdt_token_end(text);
	}
	return !depth;
}

/**
 * sdt_shown_item - get one of the types that an argument is shown as
 * @shown: what follows the colon, without blanks at its ends
 * @nr: which type, from 0
 * @length: set to its length, without blanks at its ends
 *
 * Return: its start in @shown; NULL if there are not so many.
 */
const char *sdt_shown_item(const char *shown, unsigned int nr, size_t *length)
{
	const bool is_list = *shown == '(';
	const char *s = shown + is_list, *end = s + strlen(s), *item_end = NULL;
	struct sdt_part item;
	unsigned int i;

	if (is_list && end > s)
		end--;
	for (i = 0; i <= nr; i++) {
		if (item_end == end)
			return NULL;
		if (item_end)
			s = item_end + 1;
		item_end = sdt_part_end(s, end, ',');
	}
	item = sdt_trimmed(s, item_end);
	*length = item.end - item.s;
	/* Nothing between the parentheses is no type, but a comma has one on each side. */
	return *length || nr || item_end < end ? item.s : NULL;
}

/**
 * sdt_shown_ok - test whether an argument can be shown so
 * @shown: what follows the colon, without blanks at its ends
 *
 * Return: true if it is a type, a list of types in parentheses, or nothing.
 */
bool sdt_shown_ok(const char *shown)
{
	const char *item, *end = shown + strlen(shown);
	unsigned int nr = 0;
	size_t length;

	if (!sdt_brackets_match(shown) ||
	    (*shown == '(' ? sdt_item_end(shown + 1, ')') != end - 1 :
			     *sdt_item_end(shown, ',')))
		return false;
	while ((item = sdt_shown_item(shown, nr++, &length)))
		if (!is_word_start(*item) || sdt_find_colon(item) < item + length)
			return false;
	return nr > 1 || !*shown || *shown == '(';
}
