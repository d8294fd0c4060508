/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * identifiers.h - names in generated C code
 *
 * For gen_handler.c and gen_libbpf.c.
 */
#ifndef SDTINFO_IDENTIFIERS_H
#define SDTINFO_IDENTIFIERS_H

#include "gen.h"

/*
 * gen_identifiers() - an identifier for each event, by its number
 *
 * From gen_identifier().  Events that then have the same name, in one module or in
 * several, are numbered: "write_entry", "write_entry_2".  An identifier can be a keyword
 * of C, so it needs a prefix.
 */
char **gen_identifiers(const struct gen_events *events);
void gen_identifiers_free(char **names, const struct gen_events *events);

/* gen_identifier() - @name with '_' for all but ASCII letters and digits; caller frees */
char *gen_identifier(const char *name);

#endif /* SDTINFO_IDENTIFIERS_H */
