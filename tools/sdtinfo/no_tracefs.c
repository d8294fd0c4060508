// SPDX-License-Identifier: GPL-2.0-only
/*
 * no_tracefs.c - trace, record, latency and top --by of a sdtinfo that was built without libtracefs
 *
 * Building modules with probes takes no more of sdtinfo than its verb link.
 */
#include "measure/measure.h"
#include "recorder/recorder.h"
#include "trace/trace.h"

#ifdef WITHOUT_PKG_CONFIG	/* which would have found libtracefs, if it was there */
#define AND_PKG_CONFIG	"pkg-config and "
#else
#define AND_PKG_CONFIG	""
#endif

bool tracing_is_built_in(void)
{
	return false;
}

bool tracing_is_possible(void)
{
	error_file("libtracefs", "this sdtinfo was built without it: install %slibtracefs-dev, and build sdtinfo again",
		   AND_PKG_CONFIG);
	return false;
}

enum exit_code trace_hits(const struct trace_request *request)
{
	(void)request;
	return EXIT_FAILED;
}

const char *record_check_name(const char *name)
{
	(void)name;
	return NULL;
}

enum exit_code record_start(const struct record_request *request)
{
	(void)request;
	return EXIT_FAILED;
}

bool record_has_lost_all(const struct record_request *request)
{
	(void)request;
	return false;
}

enum exit_code record_show(const struct record_request *request)
{
	(void)request;
	return EXIT_FAILED;
}

enum exit_code record_stop(const struct record_request *request)
{
	(void)request;
	return EXIT_FAILED;
}

enum exit_code record_list(bool is_json)
{
	(void)is_json;
	return EXIT_FAILED;
}

enum exit_code killed_runs_take(const struct killed_runs_request *request)
{
	(void)request;
	return EXIT_FAILED;
}

enum exit_code latency_measure(const struct latency_request *request, struct latencies *result)
{
	(void)request;
	(void)result;
	return EXIT_FAILED;
}

void latencies_free(struct latencies *result)
{
	(void)result;
}

struct aggregation *aggregate_open(const struct aggregate_request *request)
{
	(void)request;
	return NULL;
}

int aggregate_read(struct aggregation *aggregation)
{
	(void)aggregation;
	return -1;
}

const struct aggregate_row *aggregate_rows(const struct aggregation *aggregation, size_t *nr)
{
	(void)aggregation;
	*nr = 0;
	return NULL;
}

size_t aggregate_left_out(const struct aggregation *aggregation)
{
	(void)aggregation;
	return 0;
}

uint64_t aggregate_dropped(const struct aggregation *aggregation)
{
	(void)aggregation;
	return 0;
}

bool aggregate_has_ended(struct aggregation *aggregation)
{
	(void)aggregation;
	return true;
}

void aggregate_close(struct aggregation *aggregation)
{
	(void)aggregation;
}
