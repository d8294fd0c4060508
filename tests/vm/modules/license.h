/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * license.h - the license of test modules that are proprietary
 *
 * Such a module may be instrumented, so some are.  But lockdep, and with it the
 * checks of RCU's use, switches itself off for good when one is loaded.
 */
#ifdef CONFIG_LOCKDEP
#define PROPRIETARY	"GPL"
#else
#define PROPRIETARY	"Proprietary"
#endif
