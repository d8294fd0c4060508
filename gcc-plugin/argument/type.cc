/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * type.cc - what kind of value an argument's type has
 */

#include "argument/argument_internal.h"
#include "c-tree.h"

/* Is TYPE a pointer to what C's string functions work on?  */
bool
sdt_is_string (tree type)
{
  return TREE_CODE (type) == POINTER_TYPE
	 && TYPE_MAIN_VARIANT (TREE_TYPE (type)) == char_type_node;
}

static bool
arg_kind (tree type, enum sdt_arg_kind *kind)
{
  switch (TREE_CODE (type))
    {
    case INTEGER_TYPE:
      *kind = SDT_ARG_INTEGER;
      return true;
    case BOOLEAN_TYPE:
      *kind = SDT_ARG_BOOL;
      return true;
    case ENUMERAL_TYPE:
      *kind = SDT_ARG_ENUM;
      return true;
    case POINTER_TYPE:
      *kind = TREE_CODE (TREE_TYPE (type)) == FUNCTION_TYPE ? SDT_ARG_FUNCTION
	      : sdt_is_string (type) ? SDT_ARG_STRING
	      : SDT_ARG_POINTER;
      return true;
    default:
      return false;
    }
}

/* Reports an error if TYPE is not one of integers or pointers, of any size.  */
bool
sdt_check_kind (location_t loc, tree type, unsigned number)
{
  auto_diagnostic_group group;

  if (SCALAR_FLOAT_TYPE_P (type) || TREE_CODE (type) == COMPLEX_TYPE)
    {
      error_at (loc, "probe argument %u has type %qT: a floating-point "
		"value cannot be passed to a probe", number, type);
      inform (loc, "kernel code has no floating-point values; pass an integer");
      return false;
    }
  if (AGGREGATE_TYPE_P (type) || VECTOR_TYPE_P (type))
    {
      error_at (loc, "probe argument %u has type %qT: only scalar values can "
		"be passed to a probe", number, type);
      inform (loc, "pass its address, or one of its members");
      return false;
    }
  if (VOID_TYPE_P (type))
    {
      error_at (loc, "probe argument %u has no value", number);
      return false;
    }
  if (!INTEGRAL_TYPE_P (type) && TREE_CODE (type) != POINTER_TYPE)
    {
      error_at (loc, "probe argument %u has type %qT, which cannot be passed "
		"to a probe", number, type);
      return false;
    }
  return true;
}

/* Reports an error if a value of TYPE cannot be passed in 64 bits.  */
bool
sdt_check_type (location_t loc, tree type, unsigned number)
{
  auto_diagnostic_group group;

  if (!sdt_check_kind (loc, type, number))
    return false;
  if (TYPE_PRECISION (type) <= 64)
    return true;
  error_at (loc, "probe argument %u has type %qT: more than 64 bits cannot be "
	    "passed to a probe", number, type);
  inform (loc, "pass it in two halves, or declare a 64-bit type");
  return false;
}

/* Describes in ARG a value of TYPE.  */
void
sdt_describe_value (tree type, struct sdt_arg *arg)
{
  if (!arg_kind (type, &arg->kind))
    gcc_unreachable ();
  arg->type = sdt_type_name (type);
  arg->aka = sdt_type_aka (type, arg->type);
  arg->size = tree_to_uhwi (TYPE_SIZE_UNIT (type));
  if (!TYPE_UNSIGNED (type))
    arg->flags |= SDT_ARG_SIGNED;
  if (arg->kind == SDT_ARG_POINTER && RECORD_OR_UNION_TYPE_P (TREE_TYPE (type))
      && COMPLETE_TYPE_P (TREE_TYPE (type)))
    arg->flags |= SDT_ARG_STRUCT;
  if (arg->kind == SDT_ARG_ENUM)
    arg->enumerators = sdt_enumerators (type);
}
