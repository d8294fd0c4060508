/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * back_end.h - machine code and the object's table
 *
 *   place.cc    names each copy of a site that reached machine code, pairs jump and call,
 *               and has ../arch write the instructions
 *   object_table.cc    writes site records and the object's table
 *   verbose.cc  reports sites, for -fplugin-arg-sdt_plugin-verbose
 */
#ifndef SDT_BACK_END_H
#define SDT_BACK_END_H

#include "probe.h"

/* place.cc: the last pass */
unsigned int sdt_run_place (function *fun);

/* object_table.cc */
void sdt_emit (void *gcc_data, void *user_data);

/* verbose.cc */
void sdt_report_removed (void *gcc_data, void *user_data);

#endif /* SDT_BACK_END_H */
