/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * screen.h - standard output that is drawn again and again
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

/* screen_open() - clear it; SIGWINCH then interrupts poll(), and does nothing else */
void screen_open(struct screen *screen);

/* screen_begin() - begin to draw, at the top; its size is what it is now */
void screen_begin(struct screen *screen);

/* screen_end_line() - end a line, and what was drawn behind it before */
void screen_end_line(const struct screen *screen);

/* screen_end() - end what was drawn below before */
void screen_end(const struct screen *screen);

#endif /* SDTINFO_SCREEN_H */
