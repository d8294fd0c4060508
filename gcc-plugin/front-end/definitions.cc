/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * definitions.cc - the providers and probes that a unit declares and defines
 *
 * The macros of <sys/sdt.h> and DTRACE_PROVIDER () expand to the declaration of an
 * unused variable with an attribute.  GCC calls the handler in this file when it
 * parses that declaration, so a definition is known before any function after it is
 * parsed.  back-end/object_table.cc writes each definition to the object's table, even if the
 * unit has no site of the probe, and a declaration only if the unit has one.  It
 * ignores the attributes on anything but these variables.
 */

#include "front-end/front_end_internal.h"
#include "unit.h"
#include "tree.h"
#include "diagnostic-core.h"
#include "stringpool.h"
#include "attribs.h"

/* The prefix of the variables' names.  */
#define SAID_PREFIX "__sdt_said_"

static auto_vec<struct sdt_definition *> definitions;

/* The unit's definition of PROBE, else a declaration, else null.  */
const struct sdt_definition *
sdt_find_definition (const struct sdt_probe *probe)
{
  const struct sdt_definition *found = NULL;

  for (const struct sdt_definition *d : definitions)
    if (sdt_is_same_event (d, probe)
	&& (!found || d->flags & SDT_PROBE_IS_DEFINITION))
      {
	found = d;
	if (d->flags & SDT_PROBE_IS_DEFINITION)
	  break;
      }
  return found;
}

/* A definition of PROBE's provider and name with another function, or null.  */
const struct sdt_definition *
sdt_find_similar (const struct sdt_probe *probe)
{
  for (const struct sdt_definition *d : definitions)
    if (!strcmp (d->provider, probe->provider)
	&& !strcmp (d->name, probe->name))
      return d;
  return NULL;
}

unsigned
sdt_nr_definitions (void)
{
  return definitions.length ();
}

const struct sdt_definition *
sdt_get_definition (unsigned definition)
{
  return definitions[definition];
}

/* ---- what an attribute says --------------------------------------------- */

/*
 * Puts into *TEXT the string literal T, as one line; null if T is a null pointer. False
 * if it is neither.
 */
static bool
read_string (tree t, const char **text)
{
  char *copy;

  *text = NULL;
  STRIP_NOPS (t);
  if (TREE_CODE (t) == ADDR_EXPR)
    t = TREE_OPERAND (t, 0);
  if (TREE_CODE (t) != STRING_CST)
    return TREE_CODE (t) == INTEGER_CST && integer_zerop (t);
  if (TYPE_PRECISION (TREE_TYPE (TREE_TYPE (t)))
      != TYPE_PRECISION (char_type_node))
    return false;
  copy = xstrdup (TREE_STRING_POINTER (t));
  for (char *s = copy; *s; s++)
    if (ISCNTRL (*s))
      *s = ' ';
  *text = sdt_copy_trimmed (copy, copy + strlen (copy));
  free (copy);
  return true;
}

/* Takes the first of *ARGS, a name.  */
static const char *
take_name (tree *args)
{
  const char *name;

  if (!*args || !read_string (TREE_VALUE (*args), &name) || !name)
    return "";
  *args = TREE_CHAIN (*args);
  return name;
}

/* Is NODE one of the variables that our macros declare?  */
static bool
is_said (tree node)
{
  return VAR_P (node) && DECL_NAME (node)
	 && startswith (IDENTIFIER_POINTER (DECL_NAME (node)), SAID_PREFIX);
}

static location_t
said_at (tree decl)
{
  return sdt_author_location (DECL_SOURCE_LOCATION (decl));
}

/* ---- probes --------------------------------------------------------------- */

/*
 * A definition or declaration at LOC, depending on FLAGS. Takes the probe's names, the
 * first three of *ARGS.
 */
static struct sdt_definition *
start_definition (location_t loc, unsigned flags, tree *args)
{
  struct sdt_definition *d = XCNEW (struct sdt_definition);

  d->provider = take_name (args);
  d->function = take_name (args);
  d->name = take_name (args);
  d->flags = flags | (*d->function ? SDT_PROBE_QUALIFIED : 0);
  d->loc = loc;
  d->file = xstrdup (sdt_source_file (loc));
  d->line = LOCATION_LINE (loc);
  return d;
}

static bool
check_twice (const struct sdt_definition *d)
{
  const struct sdt_definition *first = sdt_find_definition (d);
  auto_diagnostic_group group;

  if (!first || !(first->flags & SDT_PROBE_IS_DEFINITION))
    return true;
  error_at (d->loc, "probe %qs is defined twice", sdt_full_name (d));
  inform (first->loc, "previous definition is here");
  return false;
}

/* Takes a type of argument INDEX of D, as text or null, from *ARGS.  */
static bool
take_type (const struct sdt_definition *d, unsigned index, tree *args,
	   const char **text)
{
  tree value = TREE_VALUE (*args);
  auto_diagnostic_group group;

  *args = TREE_CHAIN (*args);
  if (error_operand_p (value))
    return false;
  if (read_string (value, text))
    return true;
  error_at (d->loc, "the type of argument %u of probe %qs is not a string",
	    index + 1, d->name);
  inform (d->loc, "put it in quotation marks, or write %<NULL%> to leave it to the sites");
  return false;
}

/*
 * Refuses a translation in TEXT, the native type of argument INDEX of D: the translated
 * type follows it.
 */
static bool
check_native (const struct sdt_definition *d, unsigned index, const char *text)
{
  if (!text || !*sdt_find_colon (text))
    return true;
  error_at (d->loc, "the type of argument %u of probe %qs has a %<:%>; write the "
	    "translated type as a separate string", index + 1, d->name);
  return false;
}

/*
 * Reads the type of argument INDEX of D, and if IS_XLATE also what it is translated to,
 * from *ARGS.
 */
static bool
read_arg (struct sdt_definition *d, unsigned index, bool is_xlate, tree *args)
{
  struct sdt_scope scope;
  struct sdt_declaration declaration;
  const char *text, *shown = NULL;

  scope.fndecl = NULL_TREE;
  if (!take_type (d, index, args, &text)
      || (is_xlate && (!take_type (d, index, args, &shown)
		       || !check_native (d, index, text))))
    return false;
  d->args[index].name = d->args[index].declared = "";
  d->args[index].type = d->args[index].aka = "";
  if (text && *text
      && !(text = sdt_read_slot (d->loc, text, &scope, d, index)))
    return false;
  if (shown && *shown && !sdt_add_xlated (d->loc, shown, &scope, d, index))
    return false;
  if (!text || !*text)
    return true;
  d->types[index] = text;
  sdt_parse_declaration (text, &scope, &declaration);
  return sdt_name_declared (d->loc, d, index, &declaration)
	 && sdt_describe_type (d->loc, &declaration, index, &d->args[index]);
}

static bool
read_args (struct sdt_definition *d, bool is_xlate, tree args)
{
  struct sdt_scope scope;
  bool good = true;

  d->nr_args = list_length (args) >> is_xlate;
  if (d->nr_args > SDT_MAX_ARGS)
    {
      error_at (d->loc, "probe %qs has %u arguments; at most %u are possible",
		d->name, d->nr_args, SDT_MAX_ARGS);
      return false;
    }
  for (unsigned i = 0; i < d->nr_args; i++)
    good &= read_arg (d, i, is_xlate, &args);
  scope.fndecl = NULL_TREE;
  for (unsigned i = 0; good && i < d->nr_args; i++)
    sdt_find_bound (d->loc, d, i, &scope);
  return good && sdt_finish_xlated (d->loc, d);
}

static bool
check_definition (struct sdt_definition *d, bool is_xlate, tree args)
{
  return sdt_check_names (d->loc, UNKNOWN_LOCATION, d)
	 && sdt_check_declared_provider (d->loc, d)
	 && ((d->flags & SDT_PROBE_IS_DECLARATION)
	     || (sdt_check_unit (d->loc) && check_twice (d)
		 && read_args (d, is_xlate, args)));
}

/* Handles SDT_PROBE_DECLARE () and SDT_PROBE_DEFINE (), of KIND, at LOC.  */
static void
add_definition (location_t loc, enum sdt_marker_kind kind, tree args)
{
  unsigned flags = sdt_marker_word (kind)->flags;
  struct sdt_definition *d = start_definition (loc, flags, &args);

  d->is_erroneous = !check_definition (d, kind == SDT_DEFINE_XLATE_MARKER, args);
  /* Several headers may have the same declaration.  */
  if (flags & SDT_PROBE_IS_DEFINITION || !sdt_find_definition (d))
    definitions.safe_push (d);
}

/* ---- the attributes ------------------------------------------------------- */

/* Their names are the words of markers in kmod/rules/written.c.  */
static tree
handle_said (tree *node, tree name, tree args, int, bool *no_add_attrs)
{
  char *word = concat ("#__", IDENTIFIER_POINTER (name), "__", NULL);
  enum sdt_marker_kind kind = sdt_find_marker (word);
  struct sdt_own_errors own;

  free (word);
  *no_add_attrs = true;
  if (!is_said (*node))
    return NULL_TREE;
  if (kind == SDT_PROVIDER_MARKER)
    sdt_declare_provider (said_at (*node), take_name (&args), 0);
  else if (kind == SDT_PROVIDER_TRUSTED_MARKER)
    sdt_declare_provider (said_at (*node), take_name (&args),
			  SDT_PROVIDER_TRUSTED);
  else if (kind != SDT_PROVIDER_DEFINED_MARKER)
    add_definition (said_at (*node), kind, args);
  else if (sdt_check_unit (said_at (*node)))
    sdt_define_provider (take_name (&args));
  return NULL_TREE;
}

#define ATTRIBUTE(name, least, most) \
  { name, least, most, false, false, false, false, handle_said, NULL }

static struct attribute_spec attributes[] = {
  ATTRIBUTE ("sdt_provider", 1, 1), ATTRIBUTE ("sdt_provider_defined", 1, 1),
  ATTRIBUTE ("sdt_provider_trusted", 1, 1),
  ATTRIBUTE ("sdt_declare", 3, 3), ATTRIBUTE ("sdt_define_untyped", 3, 3),
  ATTRIBUTE ("sdt_define", 3, -1), ATTRIBUTE ("sdt_define_xlate", 3, -1)
};

/* PLUGIN_ATTRIBUTES */
void
sdt_register_attributes (void)
{
  for (struct attribute_spec &a : attributes)
    register_attribute (&a);
}
