/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * sdt_version.h - the version of the whole project: nothing else states it
 *
 * It names a release.  SDT_ABI_VERSION (<linux/sdt_abi.h>) decides whether sdt.ko and
 * sdtinfo accept a module's table.
 */
#ifndef _LINUX_SDT_VERSION_H
#define _LINUX_SDT_VERSION_H

#define SDT_VERSION	"1.0"

#endif
