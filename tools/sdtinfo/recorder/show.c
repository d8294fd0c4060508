// SPDX-License-Identifier: GPL-2.0-only
/*
 * show.c - print the hits that an instance holds
 *
 * Recording goes on meanwhile.  What the instance has so far is moved to files (pages.c) and
 * printed from there, so that it can be printed again.
 */
#include <stdlib.h>

#include "show.h"
#include "trace/sink.h"

struct show {
	struct buffers buffers;
	struct pages pages;
	struct decoder decoder;
	struct hit_sink *sink;
};

static bool on_hit(const struct hit *hit, void *data)
{
	struct show *show = data;

	return show->sink->ops->hit(show->sink, hit);
}

static bool on_record(struct tep_record *record, void *data)
{
	struct show *show = data;

	return decoder_take(&show->decoder, record);
}

static void on_lost(int cpu, unsigned long long number, void *data)
{
	struct show *show = data;

	show->sink->ops->lost(show->sink, cpu, decoder_lost(&show->decoder, cpu, number));
}

static int print_hits(struct show *show, const struct show_request *request)
{
	size_t i;

	if (decoder_open(&show->decoder) ||
	    decoder_choose(&show->decoder, request->catalog) ||
	    buffers_open(&show->buffers, request->instance) ||
	    pages_take(&show->pages, request->instance, &show->buffers))
		return -1;
	buffers_replay(&show->buffers, show->pages.cpus);
	sink_probes(show->sink, request->catalog);
	sink_begin(show->sink);
	buffers_read(&show->buffers);
	for (i = 0; i < show->decoder.nr_cpus && !ferror(stdout); i++)
		decoder_flush(&show->decoder, i);
	return 0;
}

int show_hits(const struct show_request *request)
{
	struct show show = {
		.decoder.with_stacks = tracefs_option_is_enabled(request->instance,
								 TRACEFS_OPTION_STACKTRACE),
		.decoder.with_lines = request->with_lines,
		.decoder.is_late = true,
		.decoder.past = request->is_past ? tracefs_instance_get_name(request->instance) :
						   NULL,
		.decoder.hit = on_hit,
		.decoder.data = &show,
		.buffers.record = on_record,
		.buffers.lost = on_lost,
		.buffers.data = &show,
		.sink = request->is_json ? json_lines_open() :
					   columns_open(request->with_lines, false),
	};
	int failed = print_hits(&show, request);

	pages_close(&show.pages);
	buffers_close(&show.buffers);
	decoder_close(&show.decoder);
	sink_close(show.sink);
	return failed;
}
