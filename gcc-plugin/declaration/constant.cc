/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * constant.cc - the value of a bound
 *
 * "6", "ETH_ALEN", "(IFNAMSIZ + 1)", "sizeof (struct in6_addr)": evaluates an integer
 * constant expression of C, with macros and enumerators, which it reads with tokens.cc.
 * Macros with parameters and conditional expressions are not supported.
 */

#include "declaration/internal.h"
#include "tree.h"
#include "fold-const.h"

typedef HOST_WIDE_INT number;

static bool read_binary (struct reader *r, unsigned lowest, number *value);

/* "0x10UL"  */
static bool
read_number (struct reader *r, number *value)
{
  char *text = xstrndup (r->token, r->length), *end;

  errno = 0;
  *value = strtoull (text, &end, 0);
  end += strspn (end, "uUlL");
  bool good = !errno && *value >= 0 && !*end;
  free (text);
  reader_advance (r);
  return good;
}

/* A type and the closing bracket after it; null if there is none.  */
static tree
read_type (struct reader *r)
{
  tree type = declaration_type (r);

  return type && reader_take (r, ")") ? type : NULL_TREE;
}

/* The operand of "sizeof": only a type in brackets, no expression.  */
static bool
read_size (struct reader *r, number *value)
{
  tree type, size;

  if (!reader_take (r, "(") || !(type = read_type (r)))
    return false;
  size = COMPLETE_TYPE_P (type) ? TYPE_SIZE_UNIT (type) : NULL_TREE;
  if (!size || !tree_fits_shwi_p (size))
    return false;
  *value = tree_to_shwi (size);
  return true;
}

static bool
cast (tree type, number *value)
{
  tree result = fold_convert (type, build_int_cst (long_long_integer_type_node,
						   *value));

  if (!tree_fits_shwi_p (result))
    return false;
  *value = tree_to_shwi (result);
  return true;
}

static bool
read_unary (struct reader *r, number *value)
{
  if (reader_take (r, "+"))
    return read_unary (r, value);
  if (reader_take (r, "-") || reader_is (r, "~"))
    {
      bool is_not = reader_take (r, "~");

      if (!read_unary (r, value))
	return false;
      *value = is_not ? ~*value : -(unsigned HOST_WIDE_INT) *value;
      return true;
    }
  if (reader_take (r, "("))
    {
      tree type;

      if (!declaration_begins (r))
	return read_binary (r, 0, value) && reader_take (r, ")");
      type = read_type (r);
      return type && INTEGRAL_TYPE_P (type) && read_unary (r, value)
	     && cast (type, value);
    }
  if (reader_take (r, "sizeof"))
    return read_size (r, value);
  if (r->kind == TOKEN_NUMBER)
    return read_number (r, value);
  /* A macro hides an enumerator of its name.  */
  if (reader_expand (r))
    return read_unary (r, value);
  if (!scope_enumerator (r, value))
    return false;
  reader_advance (r);
  return true;
}

static const struct
{
  const char *sign;
  unsigned precedence;
} operators[] = {
  { "|", 1 }, { "^", 2 }, { "&", 3 }, { "<", 4 }, { ">", 4 },
  { "+", 5 }, { "-", 5 }, { "*", 6 }, { "/", 6 }, { "%", 6 }
};

/*
 * Applies the operator SIGN to *A and B; "<" and ">" are shifts. False if the result is
 * undefined.
 */
static bool
apply (char sign, number *a, number b)
{
  unsigned HOST_WIDE_INT u = *a;

  switch (sign)
    {
    case '|':
      *a |= b;
      break;
    case '^':
      *a ^= b;
      break;
    case '&':
      *a &= b;
      break;
    case '+':
      *a = u + b;
      break;
    case '-':
      *a = u - b;
      break;
    case '*':
      *a = u * b;
      break;
    case '<':
    case '>':
      if (b < 0 || b >= HOST_BITS_PER_WIDE_INT)
	return false;
      *a = sign == '<' ? (number) (u << b) : *a >> b;
      break;
    default:
      if (b <= 0)
	return false;
      *a = sign == '/' ? *a / b : *a % b;
    }
  return true;
}

/* Operands and operators, of at least the precedence LOWEST.  */
static bool
read_binary (struct reader *r, unsigned lowest, number *value)
{
  if (!read_unary (r, value))
    return false;
  for (;;)
    {
      unsigned i = 0;
      number right;

      while (r->kind == TOKEN_WORD && reader_expand (r))
	;
      while (i < ARRAY_SIZE (operators) && !reader_is (r, operators[i].sign))
	i++;
      if (i == ARRAY_SIZE (operators) || operators[i].precedence < lowest)
	return true;
      reader_advance (r);
      /* A token is one character here: "<<" is two.  */
      if (operators[i].precedence == 4 && !reader_take (r, operators[i].sign))
	return false;
      if (!read_binary (r, operators[i].precedence + 1, &right)
	  || !apply (*operators[i].sign, value, right))
	return false;
    }
}

/*
 * Puts the value of TEXT, an integer constant in SCOPE, into *VALUE; false if it is not
 * one, or cannot be evaluated here.
 */
bool
sdt_constant (const char *text, const struct sdt_scope *scope,
	      HOST_WIDE_INT *value)
{
  struct reading all = {};
  struct reader r = { &all, text, TOKEN_END, text, 0 };

  all.scope = scope;
  reader_advance (&r);
  bool good = read_binary (&r, 0, value) && r.kind == TOKEN_END
	      && !all.is_unknown && !all.is_guess && !all.is_opaque;
  free (all.unknown);
  for (char *expansion : all.expansions)
    free (expansion);
  return good;
}
