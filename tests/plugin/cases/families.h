/* SPDX-License-Identifier: GPL-2.0-only */
/* families.h - declarations in a header */
#include <sys/sdt.h>

SDT_PROVIDER_DECLARE(header);
SDT_PROBE_DECLARE(header, , , probe);
