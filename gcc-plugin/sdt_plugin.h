/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sdt_plugin.h - what the plugin's files know of each other
 *
 * A probe travels through them in this order:
 *
 *   definitions.cc what the unit has declared and defined, and where
 *   recognize.cc  finds the markers of <linux/sdt.h> in a parsed function
 *   marker.cc     reads what a marker says
 *   source.cc     where the author wrote it, through all macros
 *   providers.cc  which provider a name has
 *   event_name.cc checks its name
 *   translation.cc takes apart what the author wrote before an argument, where that
 *                 is "native : translated"
 *   declared.cc   parses what the author wrote before an argument, with reader.cc,
 *                 which reads it word by word
 *   constant.cc   the value of an array's bound in it
 *   types.cc      describes an argument
 *   shown.cc      how it is shown: by a bound, in hexadecimal, as flags
 *   enums.cc      the names of an enum's values
 *   names.cc      what it is called
 *   convert.cc    the value, and a warning if it is not what was declared
 *   effects.cc    warns of an argument that may do something
 *   lower.cc      puts in a marker's place a jump and a cold block
 *   uninit.cc     warns of variables without a value that the block reads
 *   cold.cc       sees to it that the block is cold
 *   weight.cc     ... and of no weight when GCC decides what to inline
 *   loops.cc      ... and nothing that a loop counts for
 *   sink.cc       ... and computes what the hot path does not need
 *   reread.cc     ... and reads again what the hot path does not keep
 *   across.cc     moves statements over the jump to where they are used
 *   calls.cc      makes calls there that disturb no register
 *   kept.cc       ... and use the registers that the hot path keeps
 *   copies.cc     lets GCC remember what it knows of registers
 *   layout.cc     moves cold blocks that GCC left in the hot code
 *   place.cc      names each copy that reached machine code, pairs jump and
 *                 call
 *   site_x86.cc   the instructions of a site
 *   emit.cc       writes site records and the object's table
 *   verbose.cc    tells of sites, for who asks for that
 *
 * Until then the instructions are empty asm statements with a mark, asm.cc, and
 * the passes find the sites in the control flow graph by fork.cc.  Where in GCC's
 * work each pass stands is in passes.cc.
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

/* A name that an enum gives a value.  */
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

/* What is known of an argument; the strings are the plugin's own.  */
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
};

/* Words in a type that say how the value is shown.  */
#define SDT_WORD_HEX	1	/* DTRACE_HEX */
#define SDT_WORD_FLAGS	2	/* DTRACE_FLAGS */

/* What an author wrote before an argument.  */
struct sdt_declaration
{
  const char *text;		/* without the name */
  tree type;			/* null if the text names none that is known */
  bool is_guess;		/* ... but for words like "struct" */
  bool is_unknown;		/* a name in it is none of a type, or it is no type */
  char *unknown;		/* that name, if there is one */
  unsigned flags;		/* of a pointer's target: SDT_ARG_USER, ... */
  char *name;			/* of the argument; null if there is none */
  bool is_definition;		/* ... and it stands in the probe's definition */
  unsigned words;		/* SDT_WORD_*: all in the text */
  char *bound;			/* of the array that the parameter would be: "6",
				   "len"; null if there is none */
};

/* Where a marker stands: in which function, in which blocks of it, the inner
   ones last.  At file scope there is none of them.  */
struct sdt_scope
{
  tree fndecl;
  auto_vec<tree> binds;		/* BIND_EXPRs */
};

/* What clients see of an argument; the strings are the plugin's own.  */
struct sdt_xlated
{
  const char *name;		/* "" if its author gave none */
  const char *type;
  unsigned arg;			/* the native one, from 0 */
};

/* What one place of the source says of a probe: an entry of the table.  */
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
  unsigned translated;		/* bits: arguments with a translation of their own */
  unsigned nr_xlated;
  struct sdt_xlated xlated[SDT_MAX_ARGS];
};

/* A marker in the source.  */
struct sdt_spot : sdt_probe
{
  const char *written_in;	/* the function; mostly the same as the probe's */
  unsigned nr_sites;		/* copies that have reached machine code */
};

/* A definition or declaration of a probe.  */
struct sdt_definition : sdt_probe
{
  bool is_erroneous;		/* the error has been given */
  const char *types[SDT_MAX_ARGS]; /* as written; null where there is none */
};

/* A site record to be written: a copy of a spot that reached machine code.  */
struct sdt_site
{
  unsigned spot;
};

/* A call that an argument makes, in general registers.  */
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

/* Where the control flow graph parts at a site.  */
struct sdt_fork
{
  basic_block jump;		/* ends in the jump */
  basic_block cold;		/* where that leads, and no other edge does */
  basic_block behind;		/* where the hot path goes on: the jump's own block
				   if that is an endless loop */
  bitmap region;		/* the blocks that only the jump leads to */
  bitmap cold_blocks;		/* those that only the jumps of sites lead to */
};

/* plugin.cc */
extern auto_vec<const char *> sdt_source_prefixes;
extern bool sdt_warn_side_effects;
extern bool sdt_warn_unresolved;
extern bool sdt_verbose;

/* Exists while the plugin looks at what the author wrote: tells its errors from those of
   GCC.  */
struct sdt_own_errors
{
  sdt_own_errors ();
  ~sdt_own_errors ();
};
bool sdt_gcc_found_errors (void);

/* definitions.cc */
void sdt_register_attributes (void);
const struct sdt_definition *sdt_find_definition (const struct sdt_probe *probe);
const struct sdt_definition *sdt_find_similar (const struct sdt_probe *probe);
unsigned sdt_nr_definitions (void);
const struct sdt_definition *sdt_get_definition (unsigned definition);

/* recognize.cc */
bool sdt_is_noinstr (tree fndecl);
bool sdt_check_unit (location_t loc);
bool sdt_check_length (location_t loc, const char *name);
bool sdt_check_names (location_t loc, const struct sdt_probe *probe);
void sdt_recognize (void *gcc_data, void *user_data);

/* marker.cc */
enum sdt_marker_kind
{
  SDT_NO_MARKER,
  SDT_PROBE_MARKER,		/* a probe, with a list of pairs */
  SDT_ENABLED_MARKER,
  SDT_USE_MARKER,		/* a probe that is defined elsewhere */
  SDT_USE_ENABLED_MARKER,
  SDT_OWN_MARKER,		/* a probe with all its names, and no types */
  SDT_ANY_ENABLED_MARKER
};

/* What a marker says.  */
struct sdt_marker
{
  enum sdt_marker_kind kind;
  const char *provider;		/* null: it is in the name */
  const char *function;		/* "": that which the marker is in */
  const char *name;
};

bool sdt_read_marker (tree t, struct sdt_marker *marker);
bool sdt_marker_is_erroneous (tree marker);
const char *sdt_skip_item (const char *s, char separator);
char *sdt_copy_trimmed (const char *from, const char *to);
unsigned sdt_marker_types (tree marker, const char *types[SDT_MAX_ARGS]);
tree sdt_marker_args (tree marker);

/* source.cc */
location_t sdt_author_location (location_t loc);
const char *sdt_source_file (location_t loc);
location_t sdt_arg_location (location_t marker_loc, unsigned index);
char *sdt_macro_arg_name (location_t marker_loc, unsigned index, bool is_pair);

/* providers.cc */
bool sdt_check_declared_provider (location_t loc, const struct sdt_probe *probe);
bool sdt_declare_provider (location_t loc, const char *provider);
void sdt_define_provider (const char *provider);
bool sdt_is_defined_provider (const char *provider);
unsigned sdt_nr_defined_providers (void);
const char *sdt_get_defined_provider (unsigned n);
const char *sdt_split_name (const char *written, const char **provider);

/* event_name.cc */
char *sdt_dtrace_name (const char *name);
const char *sdt_full_name (const struct sdt_probe *probe);
const char *sdt_spelled_name (const struct sdt_probe *probe);
bool sdt_is_enabled (const struct sdt_probe *probe);
bool sdt_is_same_event (const struct sdt_probe *a, const struct sdt_probe *b);
bool sdt_is_identifier (const char *s);
bool sdt_check_provider (location_t loc, const char *provider);
bool sdt_check_event_name (location_t loc, const struct sdt_probe *probe);
void sdt_check_enabled (void *gcc_data, void *user_data);

/* translation.cc */
bool sdt_has_colon (const char *text);
const char *sdt_read_slot (location_t loc, const char *text,
			   const struct sdt_scope *scope, struct sdt_probe *probe,
			   unsigned index);
bool sdt_add_xlated (location_t loc, const char *text,
		     const struct sdt_scope *scope, struct sdt_probe *probe,
		     unsigned index);
bool sdt_finish_xlated (location_t loc, struct sdt_probe *probe);

/* types.cc */
bool sdt_is_string (tree type);
bool sdt_is_zero (tree expr);
unsigned sdt_pointer_flags (tree type);
bool sdt_describe_type (location_t loc, const struct sdt_declaration *declaration,
			unsigned index, struct sdt_arg *arg);
bool sdt_describe_arg (location_t loc, tree expr,
		       const struct sdt_declaration *declaration,
		       unsigned index, struct sdt_arg *arg, tree *value);

/* declared.cc */
void sdt_parse_declaration (const char *text, const struct sdt_scope *scope,
			    struct sdt_declaration *declaration);

/* constant.cc */
bool sdt_constant (const char *text, const struct sdt_scope *scope,
		   HOST_WIDE_INT *value);

/* shown.cc */
void sdt_show_arg (location_t loc, tree type,
		   const struct sdt_declaration *declaration, unsigned number,
		   struct sdt_arg *arg);
void sdt_find_bound (location_t loc, struct sdt_probe *probe, unsigned index,
		     const struct sdt_scope *scope);
void sdt_set_bound (struct sdt_arg *arg, unsigned bound);

/* enums.cc */
struct sdt_enum *sdt_enumerators (tree type);

/* names.cc */
bool sdt_name_declared (location_t loc, struct sdt_probe *probe, unsigned index,
			const struct sdt_declaration *declaration);
bool sdt_check_arg_name (location_t loc, const struct sdt_probe *probe,
			 unsigned index, const char *name);
void sdt_name_arg (tree expr, location_t marker_loc, struct sdt_probe *probe,
		   unsigned index, bool is_pair);

/* convert.cc */
tree sdt_convert (location_t loc, tree expr, tree from, tree to,
		  const struct sdt_declaration *declaration, unsigned number);

/* effects.cc */
void sdt_warn_effect (location_t loc, tree expr, unsigned number);

/* lower.cc */
extern tree sdt_fire_decl;

tree sdt_lower_probe (location_t loc, unsigned spot, const tree *values,
		      unsigned nr_values);
tree sdt_lower_enabled (location_t loc, unsigned spot, tree result);

/* asm.cc */
tree sdt_build_operand (const char *constraint, tree value, tree chain);
tree sdt_build_mark (HOST_WIDE_INT mark, unsigned number);
bool sdt_is_jump (const gimple *stmt);
rtx sdt_marked_operands (rtx_insn *insn, HOST_WIDE_INT *mark, unsigned *number);

/* passes.cc: what is called sdt_run_FILE () is FILE.cc's pass */
void sdt_register_passes (const char *plugin);

/* fork.cc */
bool sdt_has_site (function *fun);
edge sdt_cold_edge (basic_block bb);
void sdt_for_each_fork (function *fun,
			void (*visit) (const struct sdt_fork &, void *),
			void *data);
void sdt_find_cold_blocks (function *fun, bitmap cold);
bool sdt_is_shared (tree value);
bool sdt_is_kept (const struct sdt_fork &s, tree value);
void sdt_used_values (const struct sdt_fork &s, vec<tree> *values);
void sdt_replace_in_region (const struct sdt_fork &s, tree from, tree to);

/* uninit.cc */
unsigned int sdt_run_uninit (function *fun);

/* cold.cc */
void sdt_override_gate (void *gcc_data, void *user_data);
unsigned int sdt_run_cold (function *fun);

/* weight.cc */
unsigned int sdt_run_weight (function *fun);
void sdt_weigh_unit (void);

/* kept.cc */
unsigned int sdt_run_kept (function *fun);

/* copies.cc */
unsigned int sdt_run_copies (function *fun);

/* layout.cc */
unsigned int sdt_run_layout (function *fun);

/* loops.cc */
unsigned int sdt_run_loops (function *fun);

/* reread.cc */
unsigned int sdt_run_reread (function *fun);

/* sink.cc */
unsigned int sdt_run_sink (function *fun);

/* across.cc */
unsigned int sdt_run_across (function *fun);

/* calls.cc */
extern const char sdt_address_constraint[];

const struct sdt_call *sdt_get_call (unsigned call);
unsigned int sdt_run_calls (function *fun);

/* place.cc */
unsigned int sdt_run_place (function *fun);

/* site_x86.cc: the architecture's business */
bool sdt_can_keep_registers (tree fntype, unsigned nr_args);
bool sdt_target_check (location_t loc, bool complain);
char *sdt_jump_template (unsigned jump, unsigned site, unsigned label_operand);
bool sdt_is_changed_by_calls (unsigned regno);
char *sdt_fire_template (rtx asm_operands, const HARD_REG_SET &live,
			 unsigned site, const struct sdt_spot *spot);
char *sdt_call_template (rtx asm_operands, const HARD_REG_SET &live,
			 const struct sdt_call *call);

/* emit.cc */
unsigned sdt_add_spot (const struct sdt_spot *spot);
bool sdt_has_spots (void);
const struct sdt_spot *sdt_get_spot (unsigned spot);
unsigned sdt_nr_spots (void);
unsigned sdt_add_site (unsigned spot);
void sdt_emit (void *gcc_data, void *user_data);

/* verbose.cc */
void sdt_tell_site (const struct sdt_spot *spot, tree fndecl);
void sdt_tell_removed (void *gcc_data, void *user_data);

/* What the first operand of our asm statements is: that which jumps to the cold
   block and that which fires there, each with the number of its spot, and a call
   that an argument makes, with its own number.  */
#define SDT_MARK_JUMP	((HOST_WIDE_INT) 0x5344544a << 32)	/* "SDTJ" */
#define SDT_MARK_FIRE	((HOST_WIDE_INT) 0x53445446 << 32)	/* "SDTF" */
#define SDT_MARK_CALL	((HOST_WIDE_INT) 0x53445443 << 32)	/* "SDTC" */
#define SDT_MARK_MASK	((HOST_WIDE_INT) ~0U << 32)

/* The label of a site's record in the assembler's input.  */
#define SDT_SITE_LABEL ".Lsdt_site%u"

#endif /* SDT_PLUGIN_H */
