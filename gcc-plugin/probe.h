/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probe.h - what is known of a probe, from its source line to the object's table
 *
 * All stages of the plugin share it.  The word "spot" is the plugin's own: a marker in
 * the source.  Inlining, cloning and unrolling make one or more sites of a spot, or none.
 */
#ifndef SDT_PROBE_H
#define SDT_PROBE_H

#include "compat.h"

#include <linux/sdt_abi.h>

#include "rules/rules.h"

/* An enumerator.  */
struct sdt_enumerator
{
  const char *name;
  unsigned HOST_WIDE_INT value;	/* as it would be passed to a probe */
};

/* The enumerators of an enum, in the order of the source.  */
struct sdt_enum
{
  unsigned nr;
  int first;			/* in the table; -1: not in it (yet) */
  struct sdt_enumerator *list;
};

/* A description of an argument; the plugin owns the strings.  */
struct sdt_arg
{
  const char *name;
  const char *declared;
  const char *type;
  const char *aka;		/* what "type" is without typedefs, or "" */
  unsigned size;
  enum sdt_arg_kind kind;
  unsigned flags;
  struct sdt_enum *enumerators;	/* null if there are none */
  unsigned bound;		/* as in struct sdt_table_arg */
  const char *written_bound;	/* of a pointer that can have one, or null */
  bool has_format;		/* its author chose how it is shown */
};

/* An argument as clients see it; the plugin owns the strings.  */
struct sdt_xlated
{
  const char *name;		/* "" if its author gave none */
  const char *type;
  unsigned arg;			/* the native one, from 0 */
};

/* A probe at one place of the source: an entry of the table.  */
struct sdt_probe
{
  unsigned flags;		/* SDT_PROBE_* */
  const char *provider;		/* the names as written: "read__entry" */
  const char *function;
  const char *name;
  const char *written;		/* with the provider, "__io_start"; or null */
  location_t loc;		/* in the author's file, and the same as text: */
  const char *file;
  unsigned line;
  unsigned nr_args;
  struct sdt_arg args[SDT_MAX_ARGS];
  bool has_other_names;		/* than those written; a warning said so */
  unsigned translated;		/* bits: arguments with a translation of their own */
  unsigned nr_xlated;
  struct sdt_xlated xlated[SDT_MAX_ARGS];
  const char *message;		/* the text of each hit; or null */
};

/* A marker in the source.  */
struct sdt_spot : sdt_probe
{
  const char *written_in;	/* the function; mostly the same as the probe's */
  unsigned nr_sites;		/* copies that have reached machine code */
};

/* A call in an argument, with values in general registers.  */
#define SDT_MAX_CALL_ARGS 6
struct sdt_call
{
  bool has_result;
  bool is_direct;
  unsigned nr_args;
  struct
  {
    unsigned size;
    bool is_signed;
  } args[SDT_MAX_CALL_ARGS];
};

/* probe.cc */
char *sdt_dtrace_name (const char *name, unsigned flags);
struct sdt_names sdt_written_names (const struct sdt_probe *probe);
char *sdt_probe_event (const struct sdt_probe *probe);
const char *sdt_full_name (const struct sdt_probe *probe);
const char *sdt_spelled_name (const struct sdt_probe *probe);
unsigned sdt_probe_message_id (const struct sdt_probe *probe);
bool sdt_is_enabled_test (const struct sdt_probe *probe);
bool sdt_is_same_event (const struct sdt_probe *a, const struct sdt_probe *b);

#endif /* SDT_PROBE_H */
