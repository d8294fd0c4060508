/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * suggest.h - "did you mean": suggest a word for a mistyped one
 *
 * For whatever looks up a word of the command line.
 */
#ifndef SDTINFO_SUGGEST_H
#define SDTINFO_SUGGEST_H

#include <stdbool.h>

/*
 * suggest_is_near() - are two words one typing mistake apart?
 *
 * One character too many, too few or wrong, or two neighbours exchanged.  The
 * words must have something in common, and a word is not near itself.
 */
bool suggest_is_near(const char *word, const char *other);

/* suggest_text() - "; did you mean 'WORD'?", or "" if @word is NULL; caller frees */
char *suggest_text(const char *word);

#endif /* SDTINFO_SUGGEST_H */
