/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * utf8.h - check that bytes are UTF-8 text
 *
 * For code that reads or prints data from a file.
 */
#ifndef SDTINFO_UTF8_H
#define SDTINFO_UTF8_H

#include <stddef.h>

/*
 * utf8_printable() - the bytes of the printable UTF-8 character at @text
 *
 * 0 if there is none: a control character (C0, DEL, C1), one that changes the direction
 * of text, or invalid UTF-8, overlong forms included.
 */
size_t utf8_printable(const char *text);

#endif /* SDTINFO_UTF8_H */
