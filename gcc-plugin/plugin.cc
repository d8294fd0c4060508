/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plugin.cc - the plugin's entry: version, options, where each pass stands
 *
 *  PLUGIN_ATTRIBUTES       makes __has_attribute (sdt_plugin) true, by which
 *                          <linux/sdt.h> knows that the plugin is there
 *  PLUGIN_PRE_GENERICIZE   the markers are replaced here, where expressions
 *                          still have the types that the author gave them
 *  after local-fnsummary,  the cold blocks are taken out of what GCC goes by
 *  after fnsummary         when it inlines
 *  after profile_estimate  the cold blocks become "never executed", before
 *                          anything is laid out or allocated by frequency
 *  after optimized         the optimizers are done; calls become what they are
 *  around cprop_hardreg    the cold blocks do not join the hot path again
 *  after bbro              what GCC left of the cold blocks in the hot code moves
 *  before *free_cfg        every copy of a site is final and the control flow
 *                          graph is still there to pair jump and call
 *  PLUGIN_FINISH_UNIT      records and table follow the code
 */

#include "sdt_plugin.h"
#include "context.h"
#include "langhooks.h"
#include "tree-pass.h"

int plugin_is_GPL_compatible;

const char *sdt_source_prefix;
bool sdt_warn_side_effects = true;
bool sdt_note_unresolved = false;

static struct plugin_info sdt_plugin_info = {
  .version = "sdt_plugin, ABI version 2,",
  .help =
    "-fplugin-arg-sdt_plugin-strip=DIR\tname source files relative to DIR\n"
    "-fplugin-arg-sdt_plugin-no-warn-side-effects\tdo not warn of a probe's\n"
    "\targument that assigns or increments\n"
    "-fplugin-arg-sdt_plugin-note-unresolved\ttell of declared types that\n"
    "\tname no type\n",
};

/* The attribute does nothing and applies to nothing: that it exists is all
   that it says.  */
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
}

static bool
parse_options (const struct plugin_name_args *info)
{
  bool good = true;

  for (int i = 0; i < info->argc; i++)
    {
      const struct plugin_argument *arg = &info->argv[i];

      if (!strcmp (arg->key, "strip") && arg->value && *arg->value)
	sdt_source_prefix = arg->value;
      else if (!strcmp (arg->key, "no-warn-side-effects") && !arg->value)
	sdt_warn_side_effects = false;
      else if (!strcmp (arg->key, "note-unresolved") && !arg->value)
	sdt_note_unresolved = true;
      else
	{
	  error ("unknown or incomplete option %<-fplugin-arg-%s-%s%>",
		 info->base_name, arg->key);
	  good = false;
	}
    }
  return good;
}

/* INSTANCE is the number of the reference pass where there are several, 0 is
   all of them.  */
static void
register_pass (const char *name, opt_pass *pass, const char *reference,
	       int instance, enum pass_positioning_ops where)
{
  struct register_pass_info info = { pass, reference, instance, where };

  register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

int
plugin_init (struct plugin_name_args *info, struct plugin_gcc_version *version)
{
  const char *name = info->base_name;

  if (!plugin_default_version_check (version, &gcc_version))
    {
      error ("%s was built for GCC %s (%s), this is GCC %s (%s): remove it "
	     "and build it again with this compiler", info->full_name,
	     gcc_version.basever, gcc_version.datestamp,
	     version->basever, version->datestamp);
      return 1;
    }
  if (!parse_options (info))
    return 1;

  register_callback (name, PLUGIN_INFO, NULL, &sdt_plugin_info);

  /* The macros are C's; no other front end makes the trees that we read.  */
  if (!startswith (lang_hooks.name, "GNU C")
      || startswith (lang_hooks.name, "GNU C++"))
    return 0;

  register_callback (name, PLUGIN_REGISTER_GGC_ROOTS, NULL,
		     const_cast<struct ggc_root_tab *> (sdt_roots));
  register_callback (name, PLUGIN_ATTRIBUTES, register_attributes, NULL);
  register_callback (name, PLUGIN_PRE_GENERICIZE, sdt_recognize, NULL);
  register_callback (name, PLUGIN_OVERRIDE_GATE, sdt_override_gate, NULL);
  register_pass (name, sdt_make_early_weight_pass (g), "local-fnsummary", 0,
		 PASS_POS_INSERT_AFTER);
  register_pass (name, sdt_make_cold_pass (g), "profile_estimate", 1,
		 PASS_POS_INSERT_AFTER);
  register_pass (name, sdt_make_weight_pass (g), "fnsummary", 1,
		 PASS_POS_INSERT_AFTER);
  register_pass (name, sdt_make_calls_pass (g), "optimized", 1,
		 PASS_POS_INSERT_AFTER);
  register_pass (name, sdt_make_copies_pass (g, true), "cprop_hardreg", 1,
		 PASS_POS_INSERT_BEFORE);
  register_pass (name, sdt_make_copies_pass (g, false), "cprop_hardreg", 1,
		 PASS_POS_INSERT_AFTER);
  register_pass (name, sdt_make_layout_pass (g), "bbro", 1,
		 PASS_POS_INSERT_AFTER);
  register_pass (name, sdt_make_place_pass (g), "*free_cfg", 1,
		 PASS_POS_INSERT_BEFORE);
  register_callback (name, PLUGIN_FINISH_UNIT, sdt_emit, NULL);
  return 0;
}
