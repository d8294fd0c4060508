/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * suggest.h - what was meant by a word that is not a pattern, or matches nothing
 *
 * The functions return text, or NULL if they know nothing; the caller frees it.
 */
#ifndef SDTINFO_SUGGEST_H
#define SDTINFO_SUGGEST_H

struct catalog;
struct catalog_pattern;

/* suggest_place() - "rev_dev.c:20", "rev_dev.c@20" or "rev_dev.c", as a pattern */
char *suggest_place(const char *text);

/*
 * suggest_event() - an event as other tools name it, "tracepoint:revdev:write_entry",
 *	"revdev/write_entry" or "revdev.write_entry", as a pattern
 */
char *suggest_event(const char *text);

/* suggest_command() - a program, by its path or as the shell finds it, with "--" before it */
char *suggest_command(const char *word);

/* suggest_pattern() - a pattern that matches a probe of the catalog, with one mistake less */
char *suggest_pattern(const struct catalog *catalog, const struct catalog_pattern *wrong);

#endif /* SDTINFO_SUGGEST_H */
