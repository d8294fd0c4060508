// SPDX-License-Identifier: GPL-2.0-only
/*
 * screen.c - standard output that is drawn again and again
 *
 * Lines are drawn over those that are there, not after clearing the screen, which would
 * flicker.
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "output.h"
#include "screen.h"
#include "util.h"

/* It only interrupts stop_wait(). */
static void on_resize(int signal)
{
	(void)signal;
}

void screen_open(struct screen *screen)
{
	struct sigaction action = { .sa_handler = on_resize, .sa_flags = SA_RESTART };

	*screen = (struct screen){
		.is_there = out_is_terminal(STDOUT_FILENO),
		.lines = SIZE_MAX,
		.columns = SIZE_MAX,
	};
	if (!screen->is_there)
		return;
	sigemptyset(&action.sa_mask);
	sigaction(SIGWINCH, &action, NULL);
	fputs("\033[2J", stdout);
}

void screen_begin(struct screen *screen)
{
	struct winsize size;

	if (!screen->is_there)
		return;
	size = out_terminal_size();
	screen->lines = size.ws_row;
	screen->columns = size.ws_col;
	fputs("\033[H", stdout);
}

void screen_end_line(const struct screen *screen)
{
	fputs(screen->is_there ? "\033[K\n" : "\n", stdout);
}

void screen_end(const struct screen *screen)
{
	if (screen->is_there)
		fputs("\033[J", stdout);
}
