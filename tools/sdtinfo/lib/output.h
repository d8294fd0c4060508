/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * output.h - colours, lines in columns, text for other programs, output files
 */
#ifndef SDTINFO_OUTPUT_H
#define SDTINFO_OUTPUT_H

#include <sys/ioctl.h>

#include "util.h"

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
 * struct out_column - a column of text as wide as its widest cell
 *
 * A cell wider than @limit does not widen the column: it overruns the column, and only
 * its own line is misaligned.
 */
struct out_column {
	size_t limit;
	size_t width;
	bool is_right;		/* aligned there */
};

void out_column_fit(struct out_column *column, const char *text);

/* out_cell() - print @text, then blanks up to the column's end and two more */
void out_cell(FILE *out, const struct out_column *column, const char *text);

/* struct layout - the columns of lines, and what stands in front of them */
struct layout {
	const char *indent;
	struct out_column columns[6];	/* up to one without a limit; what follows is not aligned */
};

/* struct lines - lines that are kept until all widths are known */
struct lines {
	struct line *list;
	size_t count;
	bool printed;		/* were there others? */
};

/*
 * lines_add() - add a line
 * @layout: lines of one layout have the same widths
 * @style: of the line except its indent
 * @format: the cells, each of which ends in a tab, and the rest
 */
void lines_add(struct lines *lines, struct layout *layout, enum out_style style,
	       const char *format, va_list ap) SDTINFO_PRINTF(4, 0);

/* lines_append() - more text, without a style, at the end of the last line */
void lines_append(struct lines *lines, const char *format, ...) SDTINFO_PRINTF(2, 3);

/* lines_print() - print all lines, and free them */
void lines_print(struct lines *lines);
void lines_free(struct lines *lines);

/*
 * out_escaped() - print @text as part of a "string" of C or of a script
 *
 * Printable UTF-8 stays: clang refuses octal escapes in a section's name.
 */
void out_escaped(FILE *out, const char *text);

/*
 * out_quoted() - print a "string" for people: @nr bytes, any of which may be 0
 *
 * Characters outside ASCII are printed as they are in a UTF-8 locale, else escaped.
 */
void out_quoted(FILE *out, const char *bytes, size_t nr);

/* out_decimal() - as printf(), which takes a thousand instructions, for what is printed most */
void out_decimal(FILE *out, uint64_t number, int width, char fill);

/* out_asm_string() - print @text as the assembler's "string" */
void out_asm_string(FILE *out, const char *text);

/* out_comment() - print @text so that it neither ends nor begins a comment */
void out_comment(FILE *out, const char *text);

/* out_terminal_size() - of standard output; 24 lines of 80 columns if it is unknown */
struct winsize out_terminal_size(void);

/*
 * struct out_file - a file that appears only when it is complete
 *
 * It is written under another name in the same folder and renamed; "-" and what is not
 * a regular file (/dev/null, a pipe, a symbolic link) are written to directly.  Functions
 * that return int return 0, or -1 when they have reported why not.
 */
struct out_file {
	FILE *stream;
	const char *path;
	char *temporary;	/* NULL if written to directly */
};

int out_file_open(struct out_file *file, const char *path);
int out_file_commit(struct out_file *file);

/* out_file_fail() - report errno, and drop it */
int out_file_fail(struct out_file *file);

/* out_file_drop() - instead of that: what was there before stays; nothing if it is committed */
void out_file_drop(struct out_file *file);

/* out_is() - do two paths lead to the same file? */
bool out_is(const char *path, const char *other);

/* out_remove() - remove an older output, if @path is a regular file */
void out_remove(const char *path);

/* out_drop() - forget what was printed to stdout and is not written yet */
void out_drop(void);

/*
 * out_finish() - flush stdout; 0 if nothing that was printed there is lost
 *
 * Reports what is wrong, once, unless the reader of a pipe has had enough.
 */
int out_finish(void);

/*
 * out_end() - the same at the end of the program
 *
 * If the reader of a pipe has gone, SIGPIPE ends it, as it ends other programs.  Verbs that have
 * something to clean up ignore the signal until then.
 */
int out_end(void);

/*
 * out_ready() - write a line to @fd that tells a script to go on
 * @fd: then closed, unless it is standard output or error; 0: do nothing
 */
void out_ready(int fd);

#endif /* SDTINFO_OUTPUT_H */
