/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * resolver.cc - what the words of a declaration mean at the probe
 *
 * kmod/rules/parameter.c parses what an author wrote before an argument; this file knows
 * macros, names and GCC's types.  Names of the enclosing blocks hide those of the file.
 * Types that the kernel does not use have no type here either: complex and decimal numbers.
 */

#include "declaration/declaration.h"
#include "tree.h"
#include "c-tree.h"
#include "stringpool.h"
#include "c-family/c-pragma.h"
#include "cpplib.h"

/* What belongs to one text.  */
struct resolution
{
  const struct sdt_scope *scope;
  auto_vec<char *> expansions;	/* of macros; to be freed */
  tree unbounded;		/* an array whose bound is not known: "[n + 1]" */
  bool is_incomplete;		/* the type depends on such a bound */
  HOST_WIDE_INT typedef_bound;	/* of an array that a typedef names, or 0 */
};

static struct resolution *
resolution_of (const struct sdt_reader *r)
{
  return static_cast<struct resolution *> (r->all->data);
}

static tree
as_tree (const void *type)
{
  return static_cast<tree> (const_cast<void *> (type));
}

/* ---- macros ------------------------------------------------------------ */

/*
 * The limit of macro expansions in one text: enough for any, and it stops a macro that
 * expands to itself.
 */
static const unsigned max_expansions = 16;

static cpp_hashnode *
macro_at (const struct sdt_reader *r)
{
  cpp_hashnode *node = cpp_lookup (parse_in, (const unsigned char *) r->token,
				   r->length);

  return node->type == NT_USER_MACRO ? node : NULL;
}

/* What the word expands to, if that is not the word itself.  */
static const char *
macro_body (const struct sdt_reader *r)
{
  cpp_hashnode *node = macro_at (r);
  const char *definition, *body;

  if (!node || node->value.macro->fun_like)
    return NULL;
  /* "NAME tokens"  */
  definition = (const char *) cpp_macro_definition (parse_in, node);
  body = strchr (definition, ' ');
  body = body ? body + 1 : definition + strlen (definition);
  return sdt_reader_is (r, body) ? NULL : body;
}

static const char *
expand (const struct sdt_reader *r, const char *body)
{
  struct resolution *all = resolution_of (r);

  if (all->expansions.length () == max_expansions)
    return NULL;
  all->expansions.safe_push (concat (body, " ", r->next, NULL));
  return all->expansions.last ();
}

static bool
is_call (const struct sdt_reader *r)
{
  cpp_hashnode *node = macro_at (r);

  return node && node->value.macro->fun_like;
}

/* ---- names ------------------------------------------------------------- */

static tree
identifier (const struct sdt_reader *r)
{
  char *name = xstrndup (r->token, r->length);
  tree id = maybe_get_identifier (name);

  free (name);
  return id;
}

/*
 * The tag of the struct, union or enum that V, a variable of a block, declares, or null. The
 * front end adds such a declaration, without a name, for each tag of a block.
 */
static tree
tag_of (tree v)
{
  return TREE_CODE (v) == TYPE_DECL && !DECL_NAME (v) ? TYPE_NAME (TREE_TYPE (v)) : NULL_TREE;
}

/*
 * The declaration of the word that is visible at the probe, or, if IS_TAG, the struct, union or
 * enum with that tag; null if there is none.
 */
static tree
visible (const struct sdt_reader *r, bool is_tag)
{
  const struct sdt_scope *scope = resolution_of (r)->scope;
  tree id = identifier (r);

  if (!id)
    return NULL_TREE;
  for (unsigned i = scope->binds.length (); i--; )
    for (tree v = BIND_EXPR_VARS (scope->binds[i]); v; v = DECL_CHAIN (v))
      if ((is_tag ? tag_of (v) : DECL_NAME (v)) == id)
	return is_tag ? TREE_TYPE (v) : v;
  if (is_tag)
    return identifier_global_tag (id);
  if (scope->fndecl)
    for (tree v = DECL_ARGUMENTS (scope->fndecl); v; v = DECL_CHAIN (v))
      if (DECL_NAME (v) == id)
	return v;
  return identifier_global_value (id);
}

static tree
visible_typedef (const struct sdt_reader *r)
{
  tree decl = visible (r, false);

  if (decl)
    return TREE_CODE (decl) == TYPE_DECL ? TREE_TYPE (decl) : NULL_TREE;
  /* A keyword, for some versions of C.  */
  return sdt_reader_is (r, "bool") ? boolean_type_node : NULL_TREE;
}

static bool
is_type (const struct sdt_reader *r)
{
  return visible_typedef (r);
}

static bool
is_keyword (const struct sdt_reader *r)
{
  tree id = identifier (r);

  return id && C_IS_RESERVED_WORD (id);
}

static bool
read_enumerator (const struct sdt_reader *r, s64 *value)
{
  tree decl = visible (r, false);

  if (!decl || TREE_CODE (decl) != CONST_DECL
      || !tree_fits_shwi_p (DECL_INITIAL (decl)))
    return false;
  *value = tree_to_shwi (DECL_INITIAL (decl));
  return true;
}

static bool
read_size (const struct sdt_reader *r, const void *of, s64 *value)
{
  tree type = as_tree (of);
  tree size = COMPLETE_TYPE_P (type) ? TYPE_SIZE_UNIT (type) : NULL_TREE;

  if (!size || !tree_fits_shwi_p (size))
    return false;
  *value = tree_to_shwi (size);
  return true;
}

/* ---- types -------------------------------------------------------------- */

static void *
basic (const struct sdt_reader *r, enum sdt_basic basic)
{
  const tree types[SDT_NR_BASICS] = {
    NULL_TREE, void_type_node, boolean_type_node, char_type_node,
    signed_char_type_node, unsigned_char_type_node,
    short_integer_type_node, short_unsigned_type_node,
    integer_type_node, unsigned_type_node,
    long_integer_type_node, long_unsigned_type_node,
    long_long_integer_type_node, long_long_unsigned_type_node,
    c_common_type_for_size (128, false), c_common_type_for_size (128, true),
    float_type_node, double_type_node, long_double_type_node
  };

  return types[basic];
}

static void *
named (const struct sdt_reader *r, enum sdt_tag tag)
{
  static const enum tree_code codes[] = { ERROR_MARK, RECORD_TYPE, UNION_TYPE,
					  ENUMERAL_TYPE };
  tree tagged = visible (r, true), type = visible_typedef (r);

  if (tag && tagged && TREE_CODE (tagged) == codes[tag])
    return tagged;
  r->all->is_guess |= tag || (!type && tagged);
  return type ? type : tagged;
}

static tree
with_quals (tree type, unsigned quals)
{
  return c_build_qualified_type (type,
				 (quals & SDT_QUAL_CONST ? TYPE_QUAL_CONST : 0)
				 | (quals & SDT_QUAL_VOLATILE ? TYPE_QUAL_VOLATILE : 0)
				 | (quals & SDT_QUAL_ATOMIC ? TYPE_QUAL_ATOMIC : 0));
}

static void *
qualified (const struct sdt_reader *r, void *unqualified, unsigned quals, unsigned *flags)
{
  tree type = as_tree (unqualified);

  if (type == error_mark_node)
    return NULL;
  if (POINTER_TYPE_P (type))
    *flags = sdt_pointer_flags (type);
  return with_quals (type, quals);
}

static void *
pointer (const struct sdt_reader *r, void *to, unsigned quals)
{
  struct resolution *all = resolution_of (r);

  all->is_incomplete |= to == all->unbounded;
  return with_quals (build_pointer_type (as_tree (to)), quals);
}

static void *
array (const struct sdt_reader *r, void *of, struct sdt_part bound)
{
  struct resolution *all = resolution_of (r);
  char *text = xstrndup (bound.s, bound.end - bound.s);
  tree type = as_tree (of);
  bool is_known;
  s64 nr;

  if (type == all->unbounded)
    {
      all->is_incomplete = true;
      type = integer_type_node;
    }
  is_known = sdt_read_constant (r->all, text, &nr) && IN_RANGE (nr, 1, INT_MAX);
  free (text);
  if (VOID_TYPE_P (type) || TREE_CODE (type) == FUNCTION_TYPE || !COMPLETE_TYPE_P (type))
    return NULL;
  type = build_array_type (type, is_known ? build_index_type (size_int (nr - 1))
			   : NULL_TREE);
  if (bound.s < bound.end && !is_known)
    all->unbounded = type;
  return type;
}

static void *
listed (const struct sdt_reader *r, void *list, void *type)
{
  if (VOID_TYPE_P (as_tree (type)))
    return list ? NULL : void_list_node;
  return list == void_list_node ? NULL
	 : tree_cons (NULL_TREE, as_tree (type), as_tree (list));
}

static void *
function (const struct sdt_reader *r, void *returned, void *list, bool is_open,
	  struct sdt_part written)
{
  tree type = as_tree (returned), parameters = as_tree (list);

  if (TREE_CODE (type) == FUNCTION_TYPE || TREE_CODE (type) == ARRAY_TYPE)
    return NULL;
  if (list && list != void_list_node)
    parameters = chainon (nreverse (parameters), is_open ? NULL_TREE : void_list_node);
  /* A returned value has no qualifiers.  */
  return build_function_type (build_qualified_type (type, TYPE_UNQUALIFIED), parameters);
}

static void *
decayed (const struct sdt_reader *r, void *of)
{
  struct resolution *all = resolution_of (r);
  tree type = as_tree (of);

  all->typedef_bound = 0;
  if (TREE_CODE (type) == FUNCTION_TYPE)
    return build_pointer_type (type);
  if (TREE_CODE (type) != ARRAY_TYPE)
    return type;
  tree domain = TYPE_DOMAIN (type);
  tree last = domain ? TYPE_MAX_VALUE (domain) : NULL_TREE;
  if (last && tree_fits_shwi_p (last))
    all->typedef_bound = tree_to_shwi (last) + 1;
  return build_pointer_type (TREE_TYPE (type));
}

static const struct sdt_resolver resolver = {
  macro_body, expand, is_call, is_type,
  basic, named, qualified, pointer, array, listed, function, decayed,
  is_keyword, read_enumerator, read_size
};

/* ---- texts -------------------------------------------------------------- */

static char *
copy_part (struct sdt_part part)
{
  return part.s && part.s < part.end ? xstrndup (part.s, part.end - part.s) : NULL;
}

/* The text from FROM to TO without blanks at its ends.  */
char *
sdt_copy_trimmed (const char *from, const char *to)
{
  struct sdt_part part = sdt_trimmed (from, to);

  return xstrndup (part.s, part.end - part.s);
}

static void
free_expansions (struct resolution *all)
{
  for (char *expansion : all->expansions)
    free (expansion);
}

/*
 * Parses TEXT in SCOPE as a function's parameter, a type and perhaps a name, into *D.
 * This has the annotations of a pointer's target even if the text names no type.
 */
void
sdt_parse_declaration (const char *text, const struct sdt_scope *scope,
		       struct sdt_declaration *d)
{
  struct resolution all = {};
  struct sdt_parameter p = {};
  char *declared = XNEWVEC (char, strlen (text) + 1);
  bool is_declaration;

  all.scope = scope;
  p.resolver = &resolver;
  p.data = &all;
  memset (d, 0, sizeof (*d));
  is_declaration = sdt_parse_parameter (&p, text);
  d->is_unknown = !is_declaration || p.unknown.s;
  sdt_without_name (declared, text, p.name);
  d->text = declared;
  if (!d->is_unknown && !p.is_opaque && !all.is_incomplete)
    d->type = as_tree (p.type);
  d->is_guess = p.is_guess;
  d->unknown = copy_part (p.unknown);
  d->flags = p.flags;
  d->words = p.words;
  d->name = copy_part (p.name);
  d->bound = copy_part (p.bound);
  if (is_declaration && !d->bound && all.typedef_bound)
    d->bound = xasprintf ("%ld", (long) all.typedef_bound);
  free_expansions (&all);
}

/*
 * Puts the value of TEXT, an integer constant in SCOPE, into *VALUE; false if it is not
 * one, or cannot be evaluated here.
 */
bool
sdt_constant (const char *text, const struct sdt_scope *scope,
	      HOST_WIDE_INT *value)
{
  struct resolution all = {};
  struct sdt_parameter p = {};
  s64 number = 0;
  bool good;

  all.scope = scope;
  p.resolver = &resolver;
  p.data = &all;
  good = sdt_read_constant (&p, text, &number);
  *value = number;
  free_expansions (&all);
  return good;
}
