/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * out_file.h - output files that appear only when complete, and standard output
 */
#ifndef SDTINFO_OUT_FILE_H
#define SDTINFO_OUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

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

#endif /* SDTINFO_OUT_FILE_H */
