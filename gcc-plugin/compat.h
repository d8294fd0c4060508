/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * compat.h - the differences between GCC versions
 *
 * Only this file includes gcc-plugin.h and asks for the version of GCC.  The rest of the
 * plugin reads as if there were one GCC: the newest.
 */
#ifndef SDT_COMPAT_H
#define SDT_COMPAT_H

#include "gcc-plugin.h"
#include "bversion.h"

#if BUILDING_GCC_VERSION < 12000

#include "tree.h"

static inline bool
startswith (const char *str, const char *prefix)
{
  return strncmp (str, prefix, strlen (prefix)) == 0;
}

/* GCC 11 has one bit for all warnings about a declaration or an expression.  */
static inline bool
warning_suppressed_p (const_tree expr, int)
{
  return TREE_NO_WARNING (expr);
}

static inline void
suppress_warning (tree expr, int)
{
  TREE_NO_WARNING (expr) = true;
}

/* It has no -ftrivial-auto-var-init, so no statement calls this.  */
#define IFN_DEFERRED_INIT IFN_LAST

#endif /* BUILDING_GCC_VERSION < 12000 */

/* The pass that warns about uninitialized variables in code that is always executed.  */
#if BUILDING_GCC_VERSION < 12000
#define SDT_EARLY_UNINIT "*early_warn_uninitialized"
#else
#define SDT_EARLY_UNINIT "early_uninit"
#endif

/* The settings of -mbranch-protection, before a second target had them as well.  */
#if BUILDING_GCC_VERSION < 13000
#define aarch_ra_sign_scope aarch64_ra_sign_scope
#define AARCH_FUNCTION_NONE AARCH64_FUNCTION_NONE
#endif

/* What ipa-prop.h needs.  */
#if __has_include ("ipa-cp.h")
#define SDT_IPA_CP_H "ipa-cp.h"
#else
#define SDT_IPA_CP_H "value-range.h"
#endif

#endif /* SDT_COMPAT_H */
