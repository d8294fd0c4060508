/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * screen.h - standard output as a screen that is drawn again and again
 */
#ifndef SDTINFO_SCREEN_H
#define SDTINFO_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

struct screen {
	bool is_there;		/* else output is a file, a pipe, or a plain terminal */
	size_t lines;		/* SIZE_MAX without a screen */
	size_t columns;		/* likewise */
};

/* screen_open() - is there a screen?  A change of its size ends ending_wait(). */
void screen_open(struct screen *screen);

/* screen_columns() - the width of the terminal, or 80 */
size_t screen_columns(void);

/* screen_begin() - begin to draw at the top, with the size that it has now */
void screen_begin(struct screen *screen);

/* screen_end_line() - end a line of what is drawn; also without a screen */
void screen_end_line(const struct screen *screen);

/* screen_end() - what is below was drawn before, and goes */
void screen_end(const struct screen *screen);

#endif /* SDTINFO_SCREEN_H */
