/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * reader.h - what the files that read the text of a type share
 */
#ifndef _SDT_RULES_READER_H
#define _SDT_RULES_READER_H

#include "rules/rules.h"

/* reader.c */
bool sdt_reader_step(struct sdt_reader *r);
bool sdt_reader_take(struct sdt_reader *r, const char *word);
bool sdt_reader_expand(struct sdt_reader *r);
bool sdt_reader_skip_brackets(struct sdt_reader *r, unsigned int *flags);
bool sdt_reader_take_qualifier(struct sdt_reader *r, unsigned int *quals, unsigned int *flags);

/* parameter.c */
void *sdt_read_type(struct sdt_reader *r);

#endif /* _SDT_RULES_READER_H */
