/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * variant.h - what a DTRACE_PROBE of the corpus is compiled to
 *
 * The Kbuild file says which one it is:
 *  nothing		<linux/sdt.h>'s own: the probe with the plugin, no code
 *			without it
 */
#ifndef CORPUS_VARIANT_H
#define CORPUS_VARIANT_H

#include <linux/sdt.h>

#endif
