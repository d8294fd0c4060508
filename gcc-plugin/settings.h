/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * settings.h - what the author has set by -fplugin-arg-sdt_plugin-*
 */
#ifndef SDT_SETTINGS_H
#define SDT_SETTINGS_H

#include "compat.h"
#include "vec.h"

extern auto_vec<const char *> sdt_source_prefixes;
extern bool sdt_warn_side_effects;
extern bool sdt_warn_unresolved;
extern bool sdt_warn_messages;
extern bool sdt_verbose;
extern auto_vec<const char *> sdt_left_out_passes;

bool sdt_parse_options (const struct plugin_name_args *info);

#endif /* SDT_SETTINGS_H */
