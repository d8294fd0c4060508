/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * histogram_svg.h - distributions as a picture
 *
 * For latency.
 */
#ifndef SDTINFO_HISTOGRAM_SVG_H
#define SDTINFO_HISTOGRAM_SVG_H

#include <stdio.h>

#include "histogram.h"

/*
 * struct svg_panel - a part of the picture, below the one before
 * @title: what it is about
 * @notes: lines that follow it, or ""
 * @histogram: drawn below these; NULL: none
 */
struct svg_panel {
	char *title;
	char *notes;
	const struct histogram *histogram;
};

/* svg_print() - print an SVG document, which refers to nothing else */
void svg_print(FILE *out, const struct svg_panel *panels, size_t nr);

#endif /* SDTINFO_HISTOGRAM_SVG_H */
