/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * passes.h - the plugin's passes among GCC's
 */
#ifndef SDT_PASSES_H
#define SDT_PASSES_H

void sdt_register_passes (const char *plugin);

#endif /* SDT_PASSES_H */
