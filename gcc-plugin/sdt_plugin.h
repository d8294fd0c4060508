/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sdt_plugin.h - what the plugin's files know of each other
 *
 * A probe travels through them in this order:
 *
 *   recognize.cc  finds the markers of <linux/sdt.h> in a parsed function
 *   marker.cc     reads what a marker says
 *   types.cc      describes an argument: its type, its name, its value
 *   effects.cc    warns of an argument that does something
 *   lower.cc      puts in a marker's place a jump and a cold block
 *   gimple.cc     sees to it that the block is cold, and calls without clobbers
 *   place.cc      names each copy that reached machine code, pairs jump and call
 *   site_x86.cc   the instructions of a site
 *   emit.cc       writes site records and the object's table
 *   verbose.cc    tells of sites, for who asks for that
 *
 * The word "spot" is the plugin's own: a marker in the source.  Inlining,
 * cloning and unrolling make one or more sites of a spot, or none.
 */
#ifndef SDT_PLUGIN_H
#define SDT_PLUGIN_H

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "tree.h"
#include "gimple.h"
#include "rtl.h"
#include "vec.h"
#include "c-family/c-common.h"
#include "diagnostic-core.h"

#include <linux/sdt_abi.h>

/* What is known of an argument; the strings are the plugin's own.  */
struct sdt_arg
{
  const char *name;
  const char *declared;
  const char *type;
  unsigned size;
  enum sdt_arg_kind kind;
  unsigned flags;
};

/* A marker in the source.  */
struct sdt_spot
{
  enum sdt_site_kind kind;
  const char *provider;
  const char *function;
  const char *name;		/* as written: "read__entry" */
  location_t loc;		/* in the author's file, and the same as text: */
  const char *file;
  unsigned line;
  unsigned nr_sites;		/* copies that have reached machine code */
  unsigned nr_args;
  struct sdt_arg args[SDT_MAX_ARGS];
};

/* A site record to be written: a copy of a spot that reached machine code.  */
struct sdt_site
{
  unsigned spot;
};

/* plugin.cc */
extern const char *sdt_source_prefix;
extern bool sdt_warn_side_effects;
extern bool sdt_verbose;

/* recognize.cc */
bool sdt_is_noinstr (tree fndecl);
void sdt_recognize (void *gcc_data, void *user_data);

/* marker.cc */
enum sdt_marker_kind { SDT_NO_MARKER, SDT_PROBE_MARKER, SDT_ENABLED_MARKER };

enum sdt_marker_kind sdt_marker (tree t, const char **name);
unsigned sdt_marker_types (tree marker, char *types[SDT_MAX_ARGS]);
tree sdt_marker_args (tree marker);

/* types.cc */
bool sdt_describe_arg (location_t loc, tree expr, const char *declared,
		       unsigned index, struct sdt_spot *spot, tree *value);

/* effects.cc */
void sdt_warn_effect (location_t loc, tree expr, unsigned number);

/* lower.cc */
extern tree sdt_fire_decl;

tree sdt_build_operand (const char *constraint, tree value, tree chain);
tree sdt_build_mark (HOST_WIDE_INT mark, unsigned spot);
tree sdt_lower_probe (location_t loc, unsigned spot, const tree *values,
		      unsigned nr_values);
tree sdt_lower_enabled (location_t loc, unsigned spot, tree result);

/* gimple.cc */
void sdt_override_gate (void *gcc_data, void *user_data);
opt_pass *sdt_make_cold_pass (gcc::context *ctxt);
opt_pass *sdt_make_fire_pass (gcc::context *ctxt);

/* place.cc */
opt_pass *sdt_make_place_pass (gcc::context *ctxt);

/* site_x86.cc: the architecture's business */
bool sdt_target_check (location_t loc, bool complain);
char *sdt_jump_template (unsigned jump, unsigned site, unsigned label_operand);
char *sdt_call_template (rtx asm_operands, unsigned site,
			 const struct sdt_spot *spot);

/* emit.cc */
unsigned sdt_add_spot (const struct sdt_spot *spot);
const struct sdt_spot *sdt_get_spot (unsigned spot);
unsigned sdt_nr_spots (void);
char *sdt_dtrace_name (const char *name);
unsigned sdt_add_site (unsigned spot);
void sdt_emit (void *gcc_data, void *user_data);

/* verbose.cc */
void sdt_tell_site (const struct sdt_spot *spot, tree fndecl);
void sdt_tell_removed (void *gcc_data, void *user_data);

/* What the first operand of our asm statements is, together with the number of
   their spot: that jumps to the cold block, this calls from there.  */
#define SDT_MARK_JUMP	((HOST_WIDE_INT) 0x5344544a << 32)	/* "SDTJ" */
#define SDT_MARK_CALL	((HOST_WIDE_INT) 0x53445443 << 32)	/* "SDTC" */
#define SDT_MARK_MASK	((HOST_WIDE_INT) ~0U << 32)

/* The label of a site's record in the assembler's input.  */
#define SDT_SITE_LABEL ".Lsdt_site%u"

#endif /* SDT_PLUGIN_H */
