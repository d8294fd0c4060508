// SPDX-License-Identifier: GPL-2.0-only
/*
 * families_sites.c - sites of probes that families_freebsd.c defines
 */
#include "families.h"

SDT_PROBE_DECLARE(fam, , , untyped);
SDT_PROBE_DECLARE(fam, , , one);
SDT_PROBE_DECLARE(fam, , , three);
SDT_PROBE_DECLARE(fam, , , xlate__two);
SDT_PROBE_DECLARE(fam, , lookup, entry);

unsigned int fire_elsewhere(void)
{
	SDT_PROBE2(fam, , , untyped, val.i + 1, val.s + 1);
	SDT_PROBE1(fam, , , one, val.h);	/* a short is an int, too */
	SDT_PROBE3(fam, , , three, val.i + 1, val.l + 1, NULL);
	SDT_PROBE2(fam, , , xlate__two, val.i + 1, val.l + 1);
	SDT_PROBE1(fam, , lookup, entry, val.i + 1);
	return SDT_PROBE_ENABLED(fam, , , untyped);
}

static noinline int refuse(int err)
{
	return err ? SET_ERROR(err) : 0;
}

/* In conditions, in the operand of another expression, and as a value */
unsigned int fire_errors(void)
{
	int err = -5;

	if (refuse(22) != 22 || (err ? SET_ERROR(err) : 1) + 5 != 0)
		return 1;
	return 0;
}
