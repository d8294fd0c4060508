/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * scope.cc - what a word of a declaration means at the probe
 *
 * Names of the enclosing blocks hide those of the file.
 */

#include "declaration/internal.h"
#include "tree.h"
#include "c-tree.h"
#include "stringpool.h"

/* The declaration of ID that is visible in SCOPE, or null.  */
static tree
visible_decl (const struct sdt_scope *scope, tree id)
{
  for (unsigned i = scope->binds.length (); i--; )
    for (tree v = BIND_EXPR_VARS (scope->binds[i]); v; v = DECL_CHAIN (v))
      if (DECL_NAME (v) == id)
	return v;
  if (scope->fndecl)
    for (tree v = DECL_ARGUMENTS (scope->fndecl); v; v = DECL_CHAIN (v))
      if (DECL_NAME (v) == id)
	return v;
  return identifier_global_value (id);
}

/*
 * The struct, union or enum with the tag ID that is visible in SCOPE, or null. The
 * front end adds a declaration without a name for each tag of a block.
 */
static tree
visible_tag (const struct sdt_scope *scope, tree id)
{
  for (unsigned i = scope->binds.length (); i--; )
    for (tree v = BIND_EXPR_VARS (scope->binds[i]); v; v = DECL_CHAIN (v))
      if (TREE_CODE (v) == TYPE_DECL && !DECL_NAME (v)
	  && TYPE_NAME (TREE_TYPE (v)) == id)
	return TREE_TYPE (v);
  return identifier_global_tag (id);
}

static tree
token_identifier (const struct reader *r)
{
  char *name = xstrndup (r->token, r->length);
  tree id = r->kind == TOKEN_WORD ? maybe_get_identifier (name) : NULL_TREE;

  free (name);
  return id;
}

/* The struct, union or enum whose tag is the token, or null.  */
tree
scope_tag (const struct reader *r)
{
  tree id = token_identifier (r);

  return id ? visible_tag (r->all->scope, id) : NULL_TREE;
}

/* The type that the token names, or null.  */
tree
scope_typedef (const struct reader *r)
{
  tree id = token_identifier (r);
  tree decl = id ? visible_decl (r->all->scope, id) : NULL_TREE;

  if (decl)
    return TREE_CODE (decl) == TYPE_DECL ? TREE_TYPE (decl) : NULL_TREE;
  /* "bool" is a macro or a keyword.  */
  return reader_is (r, "bool") ? boolean_type_node : NULL_TREE;
}

/* Is the token an enumerator?  Puts its value into *VALUE.  */
bool
scope_enumerator (const struct reader *r, HOST_WIDE_INT *value)
{
  tree id = token_identifier (r);
  tree decl = id ? visible_decl (r->all->scope, id) : NULL_TREE;

  if (!decl || TREE_CODE (decl) != CONST_DECL
      || !tree_fits_shwi_p (DECL_INITIAL (decl)))
    return false;
  *value = tree_to_shwi (DECL_INITIAL (decl));
  return true;
}

bool
scope_keyword (const struct reader *r)
{
  tree id = token_identifier (r);

  return id && C_IS_RESERVED_WORD (id);
}
