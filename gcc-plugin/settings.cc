/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * settings.cc - what the author has set by -fplugin-arg-sdt_plugin-*
 */

#include "settings.h"
#include "tree.h"
#include "diagnostic-core.h"

auto_vec<const char *> sdt_source_prefixes;
bool sdt_warn_side_effects = true;
bool sdt_warn_unresolved = true;
bool sdt_warn_messages = true;
bool sdt_verbose;
auto_vec<const char *> sdt_left_out_passes;

/* Adds VALUE to VALUES; reports an error if the option has none.  */
static bool
take_value (const char *option, const char *value, vec<const char *> *values)
{
  if (!value || !*value)
    {
      error ("option %qs needs a value", option);
      return false;
    }
  values->safe_push (value);
  return true;
}

/* Sets the FLAG of an option; reports an error if it has a value.  */
static bool
take_flag (const char *option, const char *value, bool *flag, bool meaning)
{
  if (value)
    error ("option %qs takes no value", option);
  else
    *flag = meaning;
  return !value;
}

static bool
parse_option (const char *option, const struct plugin_argument *arg)
{
  if (!strcmp (arg->key, "strip"))
    return take_value (option, arg->value, &sdt_source_prefixes);
  if (!strcmp (arg->key, "no-warn-side-effects"))
    return take_flag (option, arg->value, &sdt_warn_side_effects, false);
  if (!strcmp (arg->key, "no-warn-unresolved"))
    return take_flag (option, arg->value, &sdt_warn_unresolved, false);
  if (!strcmp (arg->key, "no-warn-messages"))
    return take_flag (option, arg->value, &sdt_warn_messages, false);
  if (!strcmp (arg->key, "verbose"))
    return take_flag (option, arg->value, &sdt_verbose, true);
  if (!strcmp (arg->key, "without"))
    return take_value (option, arg->value, &sdt_left_out_passes);
  error ("unknown option %qs", option);
  return false;
}

/* Parses the options in INFO; false after an error.  */
bool
sdt_parse_options (const struct plugin_name_args *info)
{
  bool good = true;

  for (int i = 0; i < info->argc; i++)
    {
      char *option = concat ("-fplugin-arg-", info->base_name, "-",
			     info->argv[i].key, NULL);

      if (!parse_option (option, &info->argv[i]))
	good = false;
      free (option);
    }
  return good;
}
