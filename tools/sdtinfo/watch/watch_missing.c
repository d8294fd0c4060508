// SPDX-License-Identifier: GPL-2.0-only
/*
 * watch_missing.c - watch.h of a sdtinfo that was built without libtracefs
 *
 * Building modules with probes takes no more of sdtinfo than its verb link.
 */
#include "lib/error.h"
#include "watch.h"

bool watch_is_possible(void)
{
	error_file("libtracefs", "this sdtinfo was built without it: install libtracefs-dev, and build sdtinfo again");
	return false;
}

enum exit_code watch(const struct watch_request *request)
{
	(void)request;
	return EXIT_FAILED;
}
