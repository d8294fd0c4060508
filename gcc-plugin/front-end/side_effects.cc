/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * side_effects.cc - warn about probe arguments with side effects
 *
 * An argument is evaluated only while the probe is enabled.  So enabling a probe changes
 * what a program does if an argument changes memory that others can see, or jumps out of
 * the probe.  Only code that visibly does that gets a warning:
 *
 *  - an assignment, "++" or "--", or an output of an asm statement, to anything but a variable
 *    that the argument itself declares
 *  - a call of an inline or other function whose body has been parsed, if that writes to
 *    memory that the argument passes the address of; or, if the function is in the file that
 *    is compiled, to any memory that is not its own
 *  - a jump out of the argument
 *
 * Anything else counts as harmless: a function that is only declared, as most of the
 * kernel's are, and other effects of the kernel's inline functions, such as disabling
 * preemption for a moment. Nothing is examined inside DTRACE_PURE ().
 */

#include "front-end/front_end_internal.h"
#include "settings.h"
#include "tree.h"
#include "c-family/c-common.h"
#include "attr-fnspec.h"
#include "builtins.h"
#include "calls.h"
#include "options.h"

/*
 * What is known about a function's body: whether it writes to memory that others can see,
 * and which parameters it writes through, as bits.
 */
struct body
{
  bool has_effect;
  unsigned writes;
};

/* How deep calls are followed.  */
static const unsigned max_depth = 16;

enum effect_kind { EFFECT_WRITE, EFFECT_CALL, EFFECT_JUMP };

/* An effect: its kind, and the variable or function.  */
struct effect
{
  bool exists;
  enum effect_kind how;
  tree what;
};

/* A walk through an argument or the body of a function.  */
struct search
{
  tree fndecl;			/* null: an argument */
  unsigned depth;		/* of calls */
  bool ignores_calls;
  hash_set<tree> own;		/* its variables, labels and temporaries */
  unsigned loops, switches;	/* that we are inside of */
  unsigned writes;		/* through parameters, a bit for each */
  struct effect found;

  search (tree fndecl, unsigned depth)
    : fndecl (fndecl), depth (depth), ignores_calls (false), loops (0), switches (0),
      writes (0), found () {}
};

/* By DECL_UID.  */
static hash_map<int_hash<unsigned, ~0U, ~0U - 1>, struct body> known_bodies;

static tree find_effect (tree *tp, int *walk_subtrees, void *data);
static void search_effect (tree *tp, struct search *s);
static bool writes_own_at (tree address, struct search *s);

/* ---- what belongs to the walked code itself -------------------------- */

/* A static variable of a function keeps its value for others, that of an argument does not.  */
static tree
collect_own (tree *tp, int *walk_subtrees, void *data)
{
  struct search *s = (struct search *) data;

  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (TREE_CODE (*tp) == BIND_EXPR)
    {
      for (tree v = BIND_EXPR_VARS (*tp); v; v = DECL_CHAIN (v))
	if (VAR_P (v) && !DECL_EXTERNAL (v) && !(s->fndecl && TREE_STATIC (v)))
	  s->own.add (v);
    }
  else if (TREE_CODE (*tp) == TARGET_EXPR)
    s->own.add (TARGET_EXPR_SLOT (*tp));
  else if (TREE_CODE (*tp) == LABEL_EXPR)
    s->own.add (LABEL_EXPR_LABEL (*tp));
  return NULL_TREE;
}

/* Does a write to the lvalue T change one of the walked code's own variables?  */
static bool
writes_own (tree t, struct search *s)
{
  while (handled_component_p (t) || TREE_CODE (t) == NON_LVALUE_EXPR)
    t = TREE_OPERAND (t, 0);
  if (INDIRECT_REF_P (t))
    return writes_own_at (TREE_OPERAND (t, 0), s);
  return s->own.contains (t) || TREE_CODE (t) == COMPOUND_LITERAL_EXPR
	 || (VAR_P (t) && DECL_HARD_REGISTER (t))
	 || (s->fndecl
	     && (TREE_CODE (t) == PARM_DECL || TREE_CODE (t) == RESULT_DECL)
	     && DECL_CONTEXT (t) == s->fndecl);
}

/* The number of the parameter PARM, or -1.  */
static int
parameter_number (tree fndecl, tree parm)
{
  int n = 0;

  for (tree p = DECL_ARGUMENTS (fndecl); p && n < 32; p = DECL_CHAIN (p), n++)
    if (p == parm)
      return n;
  return -1;
}

/*
 * Likewise for a write to what ADDRESS points to, if it is the address of a variable.
 * Writes through parameters are noted, for the caller to judge.
 */
static bool
writes_own_at (tree address, struct search *s)
{
  STRIP_NOPS (address);
  while (TREE_CODE (address) == POINTER_PLUS_EXPR)
    {
      address = TREE_OPERAND (address, 0);
      STRIP_NOPS (address);
    }
  if (TREE_CODE (address) == ADDR_EXPR)
    return writes_own (TREE_OPERAND (address, 0), s);
  if (s->fndecl && TREE_CODE (address) == PARM_DECL)
    {
      int n = parameter_number (s->fndecl, address);

      if (n < 0)
	return false;
      s->writes |= 1U << n;
      return true;
    }
  return false;
}

/* ---- what does something ---------------------------------------------- */

static bool
note_effect (struct search *s, enum effect_kind how, tree what)
{
  s->found = { true, how, what };
  return true;
}

/* The effects of FNDECL, whose body has been parsed. Recursive calls add nothing.  */
static struct body
look_into (tree fndecl, unsigned depth)
{
  const char *file = DECL_SOURCE_FILE (fndecl);
  struct body body = { false, 0 };
  bool exists;
  struct body known = known_bodies.get_or_insert (DECL_UID (fndecl), &exists);

  if (exists)
    return known;
  known_bodies.put (DECL_UID (fndecl), body);

  struct search s (fndecl, depth);
  search_effect (&DECL_SAVED_TREE (fndecl), &s);
  body.has_effect = s.found.exists && file && !strcmp (file, main_input_filename);
  body.writes = s.writes;
  known_bodies.put (DECL_UID (fndecl), body);
  return body;
}

/* Does GCC's own function FNDECL write to what argument I of its calls points to?  */
static bool
builtin_writes (tree fndecl, unsigned i)
{
  const char *name = IDENTIFIER_POINTER (DECL_NAME (fndecl));
  attr_fnspec spec = builtin_fnspec (fndecl);

  if (startswith (name, "__atomic_") || startswith (name, "__sync_"))
    return i == 0 && !strstr (name, "_load") && !strstr (name, "_is_");
  return spec.known_p () && spec.arg_specified_p (i) && spec.arg_maybe_written_p (i);
}

static bool
call_has_effect (tree call, struct search *s)
{
  tree fndecl = get_callee_fndecl (call);
  struct body body = { false, 0 };

  if (!fndecl || s->ignores_calls
      || (call_expr_flags (call) & (ECF_CONST | ECF_PURE | ECF_NORETURN)))
    return false;
  if (fndecl_built_in_p (fndecl, BUILT_IN_NORMAL))
    for (int i = 0; i < call_expr_nargs (call) && i < 32; i++)
      body.writes |= (unsigned) builtin_writes (fndecl, i) << i;
  else if (DECL_SAVED_TREE (fndecl) && s->depth < max_depth)
    body = look_into (fndecl, s->depth + 1);

  for (int i = 0; i < call_expr_nargs (call) && i < 32; i++)
    if ((body.writes & (1U << i))
	&& !writes_own_at (CALL_EXPR_ARG (call, i), s))
      body.has_effect = true;
  return body.has_effect && note_effect (s, EFFECT_CALL, fndecl);
}

static bool
asm_has_effect (tree stmt, struct search *s)
{
  for (tree out = ASM_OUTPUTS (stmt); out; out = TREE_CHAIN (out))
    if (!writes_own (TREE_VALUE (out), s))
      return note_effect (s, EFFECT_WRITE, TREE_VALUE (out));
  return false;
}

/* Does the jump T lead out of the argument?  In a function none does.  */
static bool
jump_has_effect (tree t, struct search *s)
{
  bool stays = s->fndecl || (TREE_CODE (t) != RETURN_EXPR && s->loops)
	       || (TREE_CODE (t) == BREAK_STMT && s->switches);

  if (TREE_CODE (t) == GOTO_EXPR)
    stays = s->fndecl || TREE_CODE (GOTO_DESTINATION (t)) != LABEL_DECL
	    || s->own.contains (GOTO_DESTINATION (t));
  return !stays && note_effect (s, EFFECT_JUMP, NULL_TREE);
}

/* Walks the loop or switch T; COUNT is the number of those that contain it.  */
static bool
inside_has_effect (tree t, unsigned *count, struct search *s)
{
  bool result = false;

  ++*count;
  for (int i = 0; i < TREE_OPERAND_LENGTH (t) && !result; i++)
    result = walk_tree_without_duplicates (&TREE_OPERAND (t, i), find_effect, s);
  --*count;
  return result;
}

/* What DTRACE_PURE () declares around its expression.  */
#define PURE_TAG	"__sdt_pure"

static bool
is_declared_pure (tree bind)
{
  for (tree v = BIND_EXPR_VARS (bind); v; v = DECL_CHAIN (v))
    {
      tree tag = TREE_CODE (v) == TYPE_DECL && !DECL_NAME (v)
		 ? TYPE_NAME (TREE_TYPE (v)) : NULL_TREE;

      if (tag && TREE_CODE (tag) == IDENTIFIER_NODE
	  && !strcmp (IDENTIFIER_POINTER (tag), PURE_TAG))
	return true;
    }
  return false;
}

/*
 * For walk_tree: returns the expression of an argument that has an effect. A function is
 * walked to its end, for what it writes through its parameters.
 */
static tree
find_effect (tree *tp, int *walk_subtrees, void *data)
{
  struct search *s = (struct search *) data;
  tree t = *tp;
  bool result = false;

  switch (TREE_CODE (t))
    {
    case MODIFY_EXPR:
    case PREINCREMENT_EXPR:
    case PREDECREMENT_EXPR:
    case POSTINCREMENT_EXPR:
    case POSTDECREMENT_EXPR:
      result = !writes_own (TREE_OPERAND (t, 0), s)
	       && note_effect (s, EFFECT_WRITE, TREE_OPERAND (t, 0));
      break;
    case CALL_EXPR:
      result = call_has_effect (t, s);
      break;
    case ASM_EXPR:
      result = asm_has_effect (t, s);
      break;
    case RETURN_EXPR:
    case GOTO_EXPR:
    case BREAK_STMT:
    case CONTINUE_STMT:
      result = jump_has_effect (t, s);
      break;
    case BIND_EXPR:
      *walk_subtrees = !is_declared_pure (t);
      break;
    case SWITCH_STMT:
    case FOR_STMT:
    case WHILE_STMT:
    case DO_STMT:
      *walk_subtrees = 0;
      result = inside_has_effect (t, TREE_CODE (t) == SWITCH_STMT ? &s->switches : &s->loops,
				  s);
      break;
    default:
      if (TYPE_P (t))
	*walk_subtrees = 0;
    }
  return result && !s->fndecl ? t : NULL_TREE;
}

/* Searches *TP, the argument or body that S walks, for an effect.  */
static void
search_effect (tree *tp, struct search *s)
{
  walk_tree_without_duplicates (tp, collect_own, s);
  walk_tree_without_duplicates (tp, find_effect, s);
}

/* ---- the warning ----------------------------------------------------------- */

/*
 * Warns at LOC if argument NUMBER of a probe, EXPR, has a side effect. Authors of a message
 * expect that its arguments are only evaluated if it is printed, and call functions that
 * format a value.
 */
void
sdt_warn_effect (location_t loc, tree expr, unsigned number, bool is_message)
{
  struct search s (NULL_TREE, 0);
  auto_diagnostic_group group;

  s.ignores_calls = is_message;
  if (!sdt_warn_side_effects || !TREE_SIDE_EFFECTS (expr))
    return;
  search_effect (&expr, &s);
  if (!s.found.exists
      || !warning_at (loc, 0, "probe argument %u has a side effect, which happens only "
		      "while the probe is enabled", number))
    return;
  if (s.found.how == EFFECT_WRITE)
    inform (loc, "it changes %qE", s.found.what);
  else if (s.found.how == EFFECT_CALL)
    inform (loc, "it calls %qD, which writes to memory", s.found.what);
  else
    inform (loc, "it jumps out of the probe");
  inform (loc, "compute the value before the probe, or, if the effect is "
	  "intended, write %<DTRACE_PURE (...)%> around the argument");
}
