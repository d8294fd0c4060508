/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * output.h - text for people, text for the assembler
 */
#ifndef SDTINFO_OUTPUT_H
#define SDTINFO_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * out_text() - print text that came from a file
 *
 * Control characters and invalid UTF-8 are printed as \xNN, so that a file cannot
 * control the reader's terminal.
 */
void out_text(FILE *out, const char *text);

/* out_safe() - what out_text() prints of @text; caller frees */
char *out_safe(const char *text);

/* out_is_terminal() - is it a terminal that understands escape sequences? */
bool out_is_terminal(int fd);

/*
 * What has a colour on standard output.  Colours need a terminal that supports them, and
 * are off if NO_COLOR is set (https://no-color.org).
 */
enum out_style {
	STYLE_NONE,
	STYLE_HEAD,		/* the head of a column */
	STYLE_NAME,		/* of a probe */
	STYLE_GOOD,
	STYLE_BAD,
	STYLE_CHANGED,
};

/* out_style() - the style of what is printed next; STYLE_NONE ends it */
void out_style(enum out_style style);

/*
 * out_progress() - show the progress of a long task
 * @what: what is being done
 * @done: how much of it has been done
 * @total: how much there is
 *
 * A line on standard error, if that is a terminal that can erase it.  It stays until
 * out_progress_end(), or until an error is printed.  Call it as often as you like: the
 * line changes at most ten times a second.
 */
void out_progress(const char *what, size_t done, size_t total);
void out_progress_end(void);

/*
 * struct out_column - a column of text as wide as its widest cell
 *
 * A cell wider than @limit does not widen the column: it overruns the column, and only
 * its own line is misaligned.
 */
struct out_column {
	size_t limit;
	size_t width;
};

void out_column_fit(struct out_column *column, const char *text);

/* out_cell() - print @text, then blanks up to the column's end and two more */
void out_cell(FILE *out, const struct out_column *column, const char *text);

/* out_escaped() - print @text as part of a "string" of C, of a script or of the assembler */
void out_escaped(FILE *out, const char *text);

/* out_escaped_bytes() - the same with @nr bytes, any of which may be 0 */
void out_escaped_bytes(FILE *out, const char *bytes, size_t nr);

/* out_decimal() - as printf(), which takes a thousand instructions, for what is printed most */
void out_decimal(FILE *out, uint64_t number, int width, char fill);

/* out_asm_string() - print @text as the assembler's "string" */
void out_asm_string(FILE *out, const char *text);

/* out_comment() - print @text so that it neither ends nor begins a comment */
void out_comment(FILE *out, const char *text);

#endif /* SDTINFO_OUTPUT_H */
