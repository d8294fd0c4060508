// SPDX-License-Identifier: GPL-2.0-only
/*
 * no_tracefs.c - a sdtinfo that was built without libtracefs
 *
 * Building modules with probes takes no more of sdtinfo than its verb link.
 */
#include "lib/error.h"
#include "tracefs/tracing.h"

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
