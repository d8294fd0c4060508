/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plugin.cc - the plugin's entry: version, options, what GCC calls
 *
 *  PLUGIN_ATTRIBUTES       adds the attribute sdt_plugin, by which <linux/sdt.h>
 *                          detects the plugin, and those of declarations and
 *                          definitions
 *  PLUGIN_PRE_GENERICIZE   replaces the markers while expressions still have the
 *                          author's types
 *  PLUGIN_OVERRIDE_GATE    turns off passes of GCC's in functions with sites: cold.cc
 *  passes                  see passes.cc
 *  PLUGIN_FINISH_UNIT      writes records and table after the code
 */

#include "back-end/back_end.h"
#include "front-end/front_end.h"
#include "middle-end/middle_end.h"
#include "passes.h"
#include "settings.h"
#include "plugin-version.h"
#include "tree.h"
#include "c-family/c-common.h"
#include "langhooks.h"
#include "diagnostic.h"

#define SDT_STRINGIFY_1(x) #x
#define SDT_STRINGIFY(x) SDT_STRINGIFY_1 (x)

int plugin_is_GPL_compatible;

static struct plugin_info sdt_plugin_info = {
  .version = "sdt_plugin, ABI version " SDT_STRINGIFY (SDT_ABI_VERSION) ",",
  .help =
    "-fplugin-arg-sdt_plugin-strip=DIR\tname source files relative to DIR; of\n"
    "\tseveral DIRs that hold a file, to the innermost\n"
    "-fplugin-arg-sdt_plugin-no-warn-side-effects\tdo not warn about probe\n"
    "\targuments with side effects\n"
    "-fplugin-arg-sdt_plugin-no-warn-unresolved\tdo not warn about declared\n"
    "\ttypes that name none\n"
    "-fplugin-arg-sdt_plugin-no-warn-messages\tdo not warn about what a\n"
    "\tDTRACE_PRINTF cannot show\n"
    "-fplugin-arg-sdt_plugin-verbose\treport every site, at the line of\n"
    "\tits probe\n"
    "-fplugin-arg-sdt_plugin-without=PASS\tleave out a pass that keeps the hot\n"
    "\tpath short, to measure what it gains\n",
};

/* The attribute has no effect: __has_attribute () tests whether it exists.  */
static struct attribute_spec sdt_attribute = {
  "sdt_plugin", 0, 0, false, false, false, false, NULL, NULL
};

/* Trees that the plugin keeps from one function to the next.  */
static const struct ggc_root_tab sdt_roots[] = {
  { &sdt_fire_decl, 1, sizeof (sdt_fire_decl), &gt_ggc_mx_tree_node,
    &gt_pch_nx_tree_node },
  LAST_GGC_ROOT_TAB
};

static void
register_attributes (void *, void *)
{
  register_attribute (&sdt_attribute);
  sdt_register_attributes ();
}

/* The target that a compiler was configured for, null if it does not say.  */
static const char *
target_of (const struct plugin_gcc_version *version)
{
  static const char option[] = "--target=";
  const char *target = strstr (version->configuration_arguments, option);

  if (!target)
    return NULL;
  target += sizeof (option) - 1;
  return xstrndup (target, strcspn (target, " "));
}

/*
 * Reports the first difference between the two compilers. Calls only error (): the
 * other GCC may lack the other functions.
 */
static void
refuse_version (const char *plugin, const struct plugin_gcc_version *ours,
		const struct plugin_gcc_version *theirs)
{
  const char *our_target = target_of (ours), *their_target = target_of (theirs);
  bool has_targets = our_target && their_target;
  struct { const char *what, *ours, *theirs; } const parts[] = {
    { "target", has_targets ? our_target : "", has_targets ? their_target : "" },
    { "version", ours->basever, theirs->basever },
    { "date", ours->datestamp, theirs->datestamp },
    { "phase", ours->devphase, theirs->devphase },
    { "revision", ours->revision, theirs->revision }
  };
  const char *driver = getenv ("COLLECT_GCC");

  if (!driver)
    driver = "gcc";
  for (auto &part : parts)
    if (strcmp (part.ours, part.theirs))
      {
	error ("%qs was built for another GCC: its %s is %qs, but that of this "
	       "GCC is %qs; build the plugin for it with %<make -C gcc-plugin CC=%s%>", plugin,
	       part.what, part.ours, part.theirs, driver);
	return;
      }
  error ("%qs was built for another GCC, which has the same version but was "
	 "configured differently; build the plugin for this one with %<make -C gcc-plugin CC=%s%>", plugin,
	 driver);
}

int
plugin_init (struct plugin_name_args *info, struct plugin_gcc_version *version)
{
  const char *name = info->base_name;

  if (!plugin_default_version_check (version, &gcc_version))
    {
      refuse_version (info->full_name, &gcc_version, version);
      return 1;
    }
  if (!sdt_parse_options (info))
    return 1;

  register_callback (name, PLUGIN_INFO, NULL, &sdt_plugin_info);

  /* The macros are for C; other front ends make other trees.  */
  if (!startswith (lang_hooks.name, "GNU C")
      || startswith (lang_hooks.name, "GNU C++"))
    return 0;

  /* Preprocessed source keeps the macros (-dD): a type or a bound may be one.  */
  if (flag_preprocess_only && !flag_dump_macros)
    flag_dump_macros = 'D';

  register_callback (name, PLUGIN_REGISTER_GGC_ROOTS, NULL,
		     const_cast<struct ggc_root_tab *> (sdt_roots));
  register_callback (name, PLUGIN_ATTRIBUTES, register_attributes, NULL);
  register_callback (name, PLUGIN_PRE_GENERICIZE, sdt_recognize, NULL);
  register_callback (name, PLUGIN_OVERRIDE_GATE, sdt_override_gate, NULL);
  sdt_register_passes (name);
  sdt_forbid_copies ();
  register_callback (name, PLUGIN_FINISH_UNIT, sdt_check_enabled, NULL);
  register_callback (name, PLUGIN_FINISH_UNIT, sdt_emit, NULL);
  register_callback (name, PLUGIN_FINISH_UNIT, sdt_report_removed, NULL);
  return 0;
}
