/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * side_effects.cc - warn about probe arguments with side effects
 *
 * An argument is evaluated only while the probe is enabled.  So enabling a probe changes
 * what a program does if an argument changes memory that others can see, calls a function
 * that may do so, or jumps out of the probe.  Local variables of a statement expression
 * do not count, nor does reading, even of volatile objects.
 *
 * The kernel's accessors are inline functions without an attribute that says that they
 * only read.  Therefore the bodies of functions that have been parsed are examined: they
 * are as the front end left them, with only loops and switches lowered.  A function that
 * writes through its parameters has a side effect unless the caller passes the address of
 * its own variable.
 *
 * Where the kernel's code is not conclusive it is taken to be harmless: an asm statement
 * with outputs has no other effect, although it clobbers "memory", as test_bit()'s does.
 * A few functions that the kernel declares without a body and that read a clock or the CPU's
 * number are known by name.  Anything inside DTRACE_PURE () is not checked.
 */

#include "front-end/internal.h"
#include "settings.h"
#include "tree.h"
#include "c-family/c-common.h"
#include "calls.h"
#include "tree-iterator.h"

/*
 * What is known of a function's body: it may have an effect, or may write to what these
 * parameters point to, a bit for each.
 */
struct body
{
  bool has_effect;
  unsigned writes;
};

/* How deep calls are followed.  */
static const unsigned max_depth = 16;

enum effect_kind { EFFECT_WRITE, EFFECT_CALL, EFFECT_ASM, EFFECT_JUMP };

/* An effect: its kind, and the variable or function.  */
struct effect
{
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
static bool search_effect (tree *tp, struct search *s);
static bool writes_own_at (tree address, struct search *s);

static bool
has_effect (tree *tp, struct search *s)
{
  return walk_tree_without_duplicates (tp, find_effect, s) != NULL_TREE;
}

/* ---- what belongs to the walked code itself -------------------------- */

static tree
collect_own (tree *tp, int *walk_subtrees, void *data)
{
  struct search *s = (struct search *) data;

  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  if (TREE_CODE (*tp) == BIND_EXPR)
    {
      for (tree v = BIND_EXPR_VARS (*tp); v; v = DECL_CHAIN (v))
	if (VAR_P (v) && !TREE_STATIC (v) && !DECL_EXTERNAL (v))
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
  s->found.how = how;
  s->found.what = what;
  return true;
}

/* What FNDECL does, whose body has been parsed. Recursive calls add nothing.  */
static struct body
look_into (tree fndecl, unsigned depth)
{
  bool exists;
  struct body body = { false, 0 };
  struct body known = known_bodies.get_or_insert (DECL_UID (fndecl), &exists);

  if (exists)
    return known;
  known_bodies.put (DECL_UID (fndecl), body);

  struct search s (fndecl, depth);
  body.has_effect = search_effect (&DECL_SAVED_TREE (fndecl), &s);
  body.writes = s.writes;
  known_bodies.put (DECL_UID (fndecl), body);
  return body;
}

/* May CALL of FNDECL, whose body has been parsed, have an effect?  */
static bool
body_has_effect (tree call, tree fndecl, struct search *s)
{
  struct body body = look_into (fndecl, s->depth + 1);

  for (int i = 0; i < call_expr_nargs (call) && i < 32; i++)
    if ((body.writes & (1U << i))
	&& !writes_own_at (CALL_EXPR_ARG (call, i), s))
      return true;
  return body.has_effect;
}

/* May a call of GCC's own function FNDECL, not known to be pure, have an effect?  */
static bool
builtin_has_effect (tree call, tree fndecl, struct search *s)
{
  enum built_in_function code = DECL_FUNCTION_CODE (fndecl);

  /* What -fsanitize has added is not the author's.  */
  if (code > BEGIN_SANITIZER_BUILTINS && code < END_SANITIZER_BUILTINS)
    return false;
  switch (code)
    {
    case BUILT_IN_RETURN_ADDRESS:
    case BUILT_IN_FRAME_ADDRESS:
    case BUILT_IN_PREFETCH:
      return false;
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMMOVE:
    case BUILT_IN_MEMSET:
      return !writes_own_at (CALL_EXPR_ARG (call, 0), s);
    case BUILT_IN_ADD_OVERFLOW:
    case BUILT_IN_SUB_OVERFLOW:
    case BUILT_IN_MUL_OVERFLOW:
      return !writes_own_at (CALL_EXPR_ARG (call, 2), s);
    default:
      return true;
    }
}

/*
 * Kernel functions that have no effect, though no attribute says so, or pointers to them:
 * those that authors are likely to use. For others they write DTRACE_PURE ().
 */
static const char *const harmless[] = {
  /* by which inline functions tell KASAN and KCSAN of what they read and write */
  "__kasan_check_read", "__kasan_check_write", "__kcsan_check_access",
  /* <linux/timekeeping.h> */
  "ktime_get", "ktime_get_boot_fast_ns", "ktime_get_coarse_with_offset",
  "ktime_get_mono_fast_ns", "ktime_get_raw", "ktime_get_real_seconds",
  "ktime_get_seconds", "ktime_get_with_offset",
  /* <linux/sched/clock.h> */
  "local_clock", "sched_clock",
  /* <linux/jiffies.h> */
  "__msecs_to_jiffies", "get_jiffies_64", "jiffies_to_msecs", "jiffies_to_usecs",
  /* a pointer to a function, which get_cycles() calls in <clocksource/arm_arch_timer.h> */
  "arch_timer_read_counter",
  /* checks of smp_processor_id() and of per-CPU variables */
  "__this_cpu_preempt_check", "debug_smp_processor_id"
};

/* Is what is called, a function or the pointer to one, one of these?  */
static bool
is_harmless (tree called)
{
  const char *name;

  STRIP_NOPS (called);
  if (TREE_CODE (called) == ADDR_EXPR)
    called = TREE_OPERAND (called, 0);
  if ((!VAR_P (called) || !TREE_PUBLIC (called))
      && TREE_CODE (called) != FUNCTION_DECL)
    return false;
  name = IDENTIFIER_POINTER (DECL_NAME (called));
  for (const char *known : harmless)
    if (!strcmp (name, known))
      return true;
  return false;
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

static bool
call_has_effect (tree call, struct search *s)
{
  tree fndecl = get_callee_fndecl (call);

  /* Functions that do not return are for what cannot happen.  */
  if (!CALL_EXPR_FN (call) || s->ignores_calls
      || (call_expr_flags (call) & (ECF_CONST | ECF_PURE | ECF_NORETURN)))
    return false;
  if (fndecl && fndecl_built_in_p (fndecl, BUILT_IN_NORMAL)
      && !builtin_has_effect (call, fndecl, s))
    return false;
  if (is_harmless (fndecl ? fndecl : CALL_EXPR_FN (call)))
    return false;
  if (fndecl && DECL_SAVED_TREE (fndecl) && s->depth < max_depth
      && !body_has_effect (call, fndecl, s))
    return false;
  return note_effect (s, EFFECT_CALL, fndecl);
}

static bool
asm_has_effect (tree stmt, struct search *s)
{
  for (tree out = ASM_OUTPUTS (stmt); out; out = TREE_CHAIN (out))
    if (!writes_own (TREE_VALUE (out), s))
      return note_effect (s, EFFECT_WRITE, TREE_VALUE (out));

  /* An empty template only affects the compiler: barrier().  */
  if (ASM_OUTPUTS (stmt) || !*TREE_STRING_POINTER (ASM_STRING (stmt)))
    return false;
  for (tree c = ASM_CLOBBERS (stmt); c; c = TREE_CHAIN (c))
    if (!strcmp (TREE_STRING_POINTER (TREE_VALUE (c)), "memory"))
      return note_effect (s, EFFECT_ASM, NULL_TREE);
  return false;
}

/* Does the jump T lead out of the argument?  In a function none does.  */
static bool
jump_has_effect (tree t, struct search *s)
{
  switch (TREE_CODE (t))
    {
    case RETURN_EXPR:
      break;
    case GOTO_EXPR:
      if (TREE_CODE (GOTO_DESTINATION (t)) == LABEL_DECL
	  && s->own.contains (GOTO_DESTINATION (t)))
	return false;
      break;
    case BREAK_STMT:
      if (s->loops || s->switches)
	return false;
      break;
    default:		/* CONTINUE_STMT */
      if (s->loops)
	return false;
    }
  return !s->fndecl && note_effect (s, EFFECT_JUMP, NULL_TREE);
}

/* ---- what is executed at all -------------------------------------------- */

/* The statements of a switch's BODY, if they are one plain list.  */
static tree
switch_statements (tree body)
{
  while (body && TREE_CODE (body) == BIND_EXPR)
    body = BIND_EXPR_BODY (body);
  return body && TREE_CODE (body) == STATEMENT_LIST ? body : NULL_TREE;
}

static bool
case_matches (tree label, tree value)
{
  tree low = CASE_LOW (label), high = CASE_HIGH (label);

  if (!low)
    return false;
  return high ? tree_int_cst_le (low, value) && tree_int_cst_le (value, high)
	      : tree_int_cst_equal (low, value);
}

/*
 * Walks the case that a switch takes for the constant VALUE: the kernel's macros for
 * variables of any size switch on sizeof.
 */
static bool
taken_case_has_effect (tree statements, tree value, struct search *s)
{
  tree_stmt_iterator i, from = tsi_last (statements);
  bool found = false;

  for (i = tsi_start (statements); !tsi_end_p (i) && !found; tsi_next (&i))
    if (TREE_CODE (tsi_stmt (i)) == CASE_LABEL_EXPR
	&& (case_matches (tsi_stmt (i), value) || !CASE_LOW (tsi_stmt (i))))
      {
	from = i;
	found = CASE_LOW (tsi_stmt (i)) != NULL_TREE;
      }
  for (i = from; !tsi_end_p (i); tsi_next (&i))
    {
      enum tree_code code = TREE_CODE (tsi_stmt (i));

      if (code == BREAK_STMT || code == GOTO_EXPR)
	break;
      if (has_effect (tsi_stmt_ptr (i), s))
	return true;
    }
  return false;
}

static bool
switch_has_effect (tree t, struct search *s)
{
  tree cond = TREE_OPERAND (t, 0), body = TREE_OPERAND (t, 1);
  tree statements = switch_statements (body);
  bool result;

  STRIP_NOPS (cond);
  s->switches++;
  if (TREE_CODE (cond) == INTEGER_CST && statements)
    result = taken_case_has_effect (statements, cond, s);
  else
    result = has_effect (&TREE_OPERAND (t, 0), s)
	     || has_effect (&TREE_OPERAND (t, 1), s);
  s->switches--;
  return result;
}

static bool
loop_has_effect (tree t, struct search *s)
{
  bool result = false;

  s->loops++;
  for (int i = 0; i < TREE_OPERAND_LENGTH (t) && !result; i++)
    result = has_effect (&TREE_OPERAND (t, i), s);
  s->loops--;
  return result;
}

static bool
condition_has_effect (tree t, struct search *s)
{
  tree cond = COND_EXPR_COND (t);

  return has_effect (&COND_EXPR_COND (t), s)
	 || (!integer_zerop (cond) && has_effect (&COND_EXPR_THEN (t), s))
	 || (!integer_nonzerop (cond) && has_effect (&COND_EXPR_ELSE (t), s));
}

/* For walk_tree: returns the expression that has an effect.  */
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
      if (is_declared_pure (t))
	*walk_subtrees = 0;
      break;
    case COND_EXPR:
      *walk_subtrees = 0;
      result = condition_has_effect (t, s);
      break;
    case SWITCH_STMT:
    case SWITCH_EXPR:
      *walk_subtrees = 0;
      result = switch_has_effect (t, s);
      break;
    case FOR_STMT:
    case WHILE_STMT:
    case DO_STMT:
      *walk_subtrees = 0;
      result = loop_has_effect (t, s);
      break;
    default:
      if (TYPE_P (t))
	*walk_subtrees = 0;
    }
  return result ? t : NULL_TREE;
}

/* Does *TP, the argument or body that S walks, have an effect?  */
static bool
search_effect (tree *tp, struct search *s)
{
  walk_tree_without_duplicates (tp, collect_own, s);
  return has_effect (tp, s);
}

/* ---- the warning ----------------------------------------------------------- */

/* Explains E, and what to do about it.  */
static void
explain (location_t loc, const struct effect *e)
{
  switch (e->how)
    {
    case EFFECT_WRITE:
      inform (loc, "it changes %qE", e->what);
      break;
    case EFFECT_CALL:
      if (!e->what)
	inform (loc, "it calls a function through a pointer");
      else
	{
	  inform (loc, "it calls %qD, which is not known to be %<pure%>",
		  e->what);
	  inform (loc, "if that has no side effect declare it %<__pure%>, or "
		  "write %<DTRACE_PURE (...)%> around the argument; otherwise "
		  "compute the value before the probe");
	  return;
	}
      break;
    case EFFECT_ASM:
      inform (loc, "it has an %<asm%> statement that may change memory");
      break;
    case EFFECT_JUMP:
      inform (loc, "it jumps out of the probe");
    }
  inform (loc, "compute the value before the probe, or, if it is meant, write "
	  "%<DTRACE_PURE (...)%> around the argument");
}

/*
 * Warns at LOC if argument NUMBER of a probe, EXPR, may have a side effect. Authors of a
 * message expect that its arguments are only evaluated if it is printed, and call functions
 * that format a value.
 */
void
sdt_warn_effect (location_t loc, tree expr, unsigned number, bool is_message)
{
  struct search s (NULL_TREE, 0);
  auto_diagnostic_group group;

  s.ignores_calls = is_message;
  if (!sdt_warn_side_effects || !TREE_SIDE_EFFECTS (expr)
      || !search_effect (&expr, &s))
    return;
  if (warning_at (loc, 0, "probe argument %u may have a side effect, which would "
		  "happen only while the probe is enabled", number))
    explain (loc, &s.found);
}
