// SPDX-License-Identifier: GPL-2.0-only
/*
 * suggest.c - "did you mean": suggest a word for a mistyped one
 *
 * Serves main.c, options.c and whatever else looks up a word.
 */
#include <string.h>

#include "memory.h"
#include "suggest.h"

/* Compare what is left of two words without their common start and end. */
bool suggest_is_near(const char *word, const char *other)
{
	size_t n = strlen(word), m = strlen(other), start = 0, end = 0;

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
