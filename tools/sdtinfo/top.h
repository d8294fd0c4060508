/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * top.h - what the files of top share
 *
 *	cmd_top.c	command line, rounds, and who counts
 *	top_show.c	rows as text and JSON
 *	top_totals.c	totals as metrics
 */
#ifndef SDTINFO_TOP_H
#define SDTINFO_TOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "loaded/loaded.h"
#include "measure/measure.h"
#include "select/selection.h"
#include "trace/stream.h"

/* A probe, a site, or hits of a probe with the same values */
struct row {
	char *name;
	uint64_t hits;		/* in this round */
	uint64_t total;
	const struct count_row *values;	/* NULL: sdt.ko counts */
};

/* Standard output that is drawn again and again */
struct screen {
	bool is_there;		/* else output is a file, a pipe, or a plain terminal */
	size_t lines;		/* SIZE_MAX without a screen */
	size_t columns;		/* likewise */
};

struct top {
	struct selection selection;
	double interval;	/* seconds */
	uint64_t rounds;	/* 0: no limit */
	bool by_site;
	bool is_json;
	int ready_fd;
	bool by_events;		/* hits are counted as they come, else by sdt.ko */
	bool has_metrics;	/* instead of rounds */
	const char *from;	/* what has recorded the hits; NULL: watch them */
	const char *output;	/* a file for metrics; NULL: standard output */
	struct hit_counts counts;	/* of sdt.ko */
	struct count_request request;
	struct stream_request events;
	struct stream *stream;
	struct hit_sink *sink;	/* that counts, while the stream is open */
	size_t left_out;	/* events that lack a field */
	uint64_t nr_lost;	/* hits of this round that were lost, */
	bool are_some_lost;	/* and others, whose number is not known */
	struct screen screen;
	size_t by_width;	/* of the values that the probes are counted by; 0: none */
	double begun, before, now;	/* seconds */
	bool is_over;
	struct row *rows;		/* those with hits */
	size_t nr_rows;
};

/* screen_open() - clear it; SIGWINCH then interrupts poll() */
void screen_open(struct screen *screen);

/* screen_was_resized() - since the last call */
bool screen_was_resized(void);

/* top_print() - print the rows of a round */
void top_print(struct top *top);

/* top_print_totals() - print once what sdt.ko counts all the time, as metrics */
enum exit_code top_print_totals(struct top *top);

#endif /* SDTINFO_TOP_H */
