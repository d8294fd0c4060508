// SPDX-License-Identifier: GPL-2.0-only
/*
 * histogram_svg.c - distributions as a picture
 *
 * The bars are those of histogram_print(), side by side.  The colours are to be seen on white
 * and on black.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "histogram_svg.h"
#include "lib/util.h"

/* In pixels */
#define WIDTH		760
#define MARGIN		16
#define LINE		18
#define LEFT		72		/* of the bars, beside the counts */
#define RIGHT		(WIDTH - 40)
#define MARKS		44		/* above the bars */
#define HEIGHT		160		/* of the highest bar */
#define BOUNDS		28		/* below the bars */
#define GAP		22		/* between panels */
#define MAX_BAR_WIDTH	64
#define MIN_BOUND_WIDTH	64

static const char style[] =
	"text { font: 12px system-ui, \"DejaVu Sans\", sans-serif; fill: #7a838c }\n"
	".title { font-weight: bold; font-size: 14px }\n"
	".end { text-anchor: end }\n"
	".middle { text-anchor: middle }\n"
	".bar { fill: #4a90d9 }\n"
	".line { stroke: #7a838c; stroke-opacity: 0.35 }\n"
	".mark { stroke: #d9730d; stroke-dasharray: 4 3 }\n"
	".label { fill: #d9730d }\n";

/* As out_text(), and so that it is no markup */
static void print_xml(FILE *out, const char *text)
{
	char *safe = out_safe(text), *c;

	for (c = safe; *c; c++)
		switch (*c) {
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '&':
			fputs("&amp;", out);
			break;
		default:
			fputc(*c, out);
		}
	free(safe);
}

static void print_text(FILE *out, const char *class, double x, double y, const char *text)
{
	fprintf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, x, y);
	print_xml(out, text);
	fputs("</text>\n", out);
}

static void print_line(FILE *out, const char *class, double x, double y, double to_x, double to_y)
{
	fprintf(out, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
		class, x, y, to_x, to_y);
}

/*
 * A histogram
 */

struct chart {
	const struct histogram *histogram;
	struct histogram_bar bars[MAX_HISTOGRAM_BARS];
	size_t nr;
	double width;		/* of a bar */
	double bottom;
	uint64_t most;
};

static double height_of(const struct chart *chart, uint64_t count)
{
	return (double)count / chart->most * HEIGHT;
}

/* Lines for up to five counts: multiples of 1, 2 or 5 times a power of ten */
static void print_counts(FILE *out, const struct chart *chart)
{
	static const unsigned int factors[] = { 1, 2, 5 };
	uint64_t power = 1, step = 1, count;
	size_t i = 0;
	char *text;

	while (chart->most / step > 4) {
		i = (i + 1) % 3;
		power *= i ? 1 : 10;
		step = power * factors[i];
	}
	for (count = 0; count <= chart->most; count += step) {
		const double y = chart->bottom - height_of(chart, count);

		print_line(out, "line", LEFT, y, RIGHT, y);
		text = xasprintf("%" PRIu64, count);
		print_text(out, "end", LEFT - 8, y + 4, text);
		free(text);
		if (count > UINT64_MAX - step)
			break;
	}
}

static void print_bound(FILE *out, const struct chart *chart, size_t nr, uint64_t value)
{
	const double x = LEFT + nr * chart->width;
	char *text = histogram_value(chart->histogram, value);

	print_line(out, "line", x, chart->bottom, x, chart->bottom + 5);
	print_text(out, "middle", x, chart->bottom + LINE, text);
	free(text);
}

static void print_bounds(FILE *out, const struct chart *chart)
{
	const size_t step = 1 + (size_t)(MIN_BOUND_WIDTH / (chart->width + 0.5));
	size_t i;

	for (i = 0; i < chart->nr; i += step)
		print_bound(out, chart, i, chart->bars[i].from);
	if (i == chart->nr || step == 1)
		print_bound(out, chart, chart->nr, chart->bars[chart->nr - 1].to);
}

static void print_bars(FILE *out, const struct chart *chart)
{
	size_t i;

	for (i = 0; i < chart->nr; i++) {
		const struct histogram_bar *bar = &chart->bars[i];
		const double height = height_of(chart, bar->count);
		const double shown = bar->count && height < 1 ? 1 : height;
		char *from = histogram_value(chart->histogram, bar->from);
		char *to = histogram_value(chart->histogram, bar->to);

		fprintf(out, "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">"
			"<title>%s .. %s: %" PRIu64 "</title></rect>\n",
			LEFT + i * chart->width + 1, chart->bottom - shown, chart->width - 2,
			shown, from, to, bar->count);
		free(to);
		free(from);
	}
}

/* Where a value is, as if those of a bar were evenly distributed */
static double place_of(const struct chart *chart, uint64_t value)
{
	const struct histogram_bar *bar = chart->bars;

	while (bar < chart->bars + chart->nr - 1 && value - bar->from >= bar->to - bar->from)
		bar++;
	return LEFT + (bar - chart->bars) * chart->width +
	       (double)(value - bar->from) / (double)(bar->to - bar->from) * chart->width;
}

static void print_mark(FILE *out, const struct chart *chart, unsigned int line, double percent)
{
	const uint64_t value = histogram_percentile(chart->histogram, percent);
	const double x = place_of(chart, value);
	const bool is_left = x > (LEFT + RIGHT) / 2.0;
	const double y = chart->bottom - HEIGHT - MARKS + LINE * line;
	char *shown = histogram_value(chart->histogram, value);
	char *text = xasprintf("p%.0f %s", percent, shown);

	print_line(out, "mark", x, y - LINE + 8, x, chart->bottom);
	print_text(out, is_left ? "label end" : "label", is_left ? x - 4 : x + 4, y, text);
	free(text);
	free(shown);
}

static void print_chart(FILE *out, const struct histogram *histogram, double y)
{
	struct chart chart = { .histogram = histogram, .bottom = y + MARKS + HEIGHT };
	size_t i;

	chart.nr = histogram_bars(histogram, chart.bars);
	for (i = 0; i < chart.nr; i++)
		if (chart.bars[i].count > chart.most)
			chart.most = chart.bars[i].count;
	chart.width = (double)(RIGHT - LEFT) / chart.nr;
	if (chart.width > MAX_BAR_WIDTH)
		chart.width = MAX_BAR_WIDTH;
	print_counts(out, &chart);
	print_bars(out, &chart);
	print_bounds(out, &chart);
	print_mark(out, &chart, 1, 50);
	print_mark(out, &chart, 2, 99);
}

/*
 * Panels
 */

static bool has_chart(const struct svg_panel *panel)
{
	return panel->histogram && panel->histogram->count;
}

static unsigned int lines_in(const char *notes)
{
	unsigned int nr = 0;

	for (; *notes; nr++) {
		notes += strcspn(notes, "\n");
		notes += *notes == '\n';
	}
	return nr;
}

static double height_of_panel(const struct svg_panel *panel)
{
	return LINE * (1 + lines_in(panel->notes)) + (panel->histogram ? LINE : 0) +
	       (has_chart(panel) ? MARKS + HEIGHT + BOUNDS : 0) + GAP;
}

static void print_panel(FILE *out, const struct svg_panel *panel, double y)
{
	char *copy = xasprintf("%s", panel->notes), *rest = copy, *line;

	print_text(out, "title", MARGIN, y += LINE, panel->title);
	while (*panel->notes && (line = strsep(&rest, "\n")))
		print_text(out, "note", MARGIN, y += LINE, line);
	free(copy);
	if (!panel->histogram)
		return;
	line = has_chart(panel) ? histogram_sum_text(panel->histogram) :
				  xasprintf("nothing was measured");
	print_text(out, "note", MARGIN, y += LINE, line);
	free(line);
	if (has_chart(panel))
		print_chart(out, panel->histogram, y);
}

void svg_print(FILE *out, const struct svg_panel *panels, size_t nr)
{
	double y = MARGIN;
	size_t i;

	for (i = 0; i < nr; i++)
		y += height_of_panel(&panels[i]);
	fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" viewBox=\"0 0 %d %.0f\" role=\"img\">\n<title>",
		WIDTH, y, WIDTH, y);
	print_xml(out, panels[0].title);
	fprintf(out, "</title>\n<style>\n%s</style>\n", style);
	y = MARGIN / 2;
	for (i = 0; i < nr; i++) {
		print_panel(out, &panels[i], y);
		y += height_of_panel(&panels[i]);
	}
	fputs("</svg>\n", out);
}
