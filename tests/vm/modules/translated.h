/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * translated.h - what translated.c passes to its probes
 */
struct native_pair {
	int a, b;
};
