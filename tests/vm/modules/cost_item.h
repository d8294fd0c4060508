/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cost_item.h - what the functions of cost.c read for arguments
 *
 * tests/bench/figures.sh has the offsets, for the events of kprobes.
 */
#ifndef TESTS_COST_ITEM_H
#define TESTS_COST_ITEM_H

struct cost_item {
	long c, d, e, f, g, h;
	char *text;
};

#endif
