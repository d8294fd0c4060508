/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * back_end_internal.h - functions that the back end's files share
 */
#ifndef SDT_BACK_END_INTERNAL_H
#define SDT_BACK_END_INTERNAL_H

#include "back-end/back_end.h"

/* verbose.cc */
void sdt_report_site (const struct sdt_spot *spot, tree fndecl);

#endif /* SDT_BACK_END_INTERNAL_H */
