/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * object_table.cc - write the site records and the object's table
 *
 * They follow the unit's code, in the layout of <linux/sdt_abi.h>.  A spot has no site
 * if its function was never used or its code was removed.  The table has all definitions of
 * definitions.cc, the declarations of probes that have sites here, or had, but no definition,
 * and all declared providers.
 */

#include "back-end/back_end.h"
#include "arch/arch.h"
#include "front-end/front_end.h"
#include "unit.h"
#include "diagnostic-core.h"
#include "output.h"

/* Strings, each written once, in the order of their first use.  */
struct string_list
{
  auto_vec<const char *> strings;
  hash_map<nofree_string_hash, unsigned> offsets;
  unsigned size;
};

static string_list table_strings;

/* The offset of S in the table's strings.  */
static unsigned
add_string (const char *s)
{
  bool known;
  unsigned &offset = table_strings.offsets.get_or_insert (s, &known);

  if (!known)
    {
      offset = table_strings.size;
      table_strings.size += strlen (s) + 1;
      table_strings.strings.safe_push (s);
    }
  return offset;
}

static void
emit_string (const char *s)
{
  fputs ("\t.string \"", asm_out_file);
  for (; *s; s++)
    if (*s == '"' || *s == '\\')
      fprintf (asm_out_file, "\\%c", *s);
    else if (ISPRINT (*s))
      fputc (*s, asm_out_file);
    else
      fprintf (asm_out_file, "\\%03o", (unsigned char) *s);
  fputs ("\"\n", asm_out_file);
}

/* ---- site records ---------------------------------------------------- */

static unsigned
line_flags (const struct sdt_spot *s)
{
  return (sdt_is_enabled_test (s) ? SDT_SITE_IS_ENABLED : 0)
	 | (s->flags & SDT_PROBE_IS_ANY ? SDT_SITE_IS_ANY : 0);
}

/* The symbol of S: "sdtinfo link" defines it as the number of its probe and file.  */
static void
emit_symbol (const struct sdt_spot *s)
{
  if (s->flags & SDT_PROBE_IS_ANY)
    fputs (SDT_ANY_ENABLED_SYMBOL SDT_SYMBOL_SEPARATOR, asm_out_file);
  else if (s->flags & SDT_PROBE_IS_ENABLED)
    fprintf (asm_out_file, SDT_ENABLED_SYMBOL "%s$%s$%s$", s->provider,
	     s->flags & SDT_PROBE_QUALIFIED ? s->function : "", s->name);
  else
    fprintf (asm_out_file, SDT_PROBE_SYMBOL "%s$%s$%s$", s->provider,
	     s->function, s->name);
  if (s->message && s->flags & SDT_PROBE_QUALIFIED)
    fprintf (asm_out_file, "%08x$", sdt_probe_message_id (s));
  fprintf (asm_out_file, "%08x", sdt_symbol_id (0, s->file, 0));
}

static void
emit_record (unsigned i)
{
  const struct sdt_spot *s = sdt_get_site_spot (i);

  fprintf (asm_out_file, SDT_SITE_LABEL ":\n", i);
  fprintf (asm_out_file, "\t.long 0\n\t.ascii \"" SDT_SITE_MAGIC "\"\n"
	   "\t.byte %d\n\t.quad 0\n\t.long ", SDT_ABI_VERSION);
  emit_symbol (s);
  fprintf (asm_out_file, "\n\t.long %#x\n\t.quad 0\n",
	   s->line | line_flags (s));
}

/* ---- the object's table ---------------------------------------------- */

/* An entry of the table.  */
struct entry
{
  const struct sdt_probe *probe;
  unsigned provider;		/* in the table */
};

/* What the table consists of.  */
struct table
{
  auto_vec<entry> entries;
  auto_vec<const char *> providers; /* as written */
  auto_vec<struct sdt_enum *> enums;
  unsigned nr_extras;
  unsigned nr_args;
  unsigned nr_xlated;
  unsigned nr_enumerators;
};

/* The index of the provider NAME in the table.  */
static unsigned
add_provider (struct table &t, const char *name)
{
  unsigned i = 0;

  while (i < t.providers.length () && strcmp (t.providers[i], name))
    i++;
  if (i == t.providers.length ())
    t.providers.safe_push (name);
  return i;
}

/* Gives the enumerators of P's arguments places in the table.  */
static void
add_enums (struct table &t, const struct sdt_probe *p)
{
  for (unsigned i = 0; i < p->nr_args; i++)
    {
      struct sdt_enum *e = p->args[i].enumerators;

      if (!e || e->first >= 0)
	continue;
      e->first = t.nr_enumerators;
      t.nr_enumerators += e->nr;
      t.enums.safe_push (e);
    }
}

/* Does P have a message or translated arguments, which only some probes have?  */
static bool
has_extra (const struct sdt_probe *p)
{
  return p->message || p->nr_xlated;
}

static void
add_entry (struct table &t, const struct sdt_probe *p)
{
  t.entries.safe_push ({ p, add_provider (t, p->provider) });
  t.nr_extras += has_extra (p);
  t.nr_args += p->nr_args;
  t.nr_xlated += p->nr_xlated;
  add_enums (t, p);
}

/* Is D a definition, or a declaration that "sdtinfo link" may have to refer to?  */
static bool
is_wanted (const struct sdt_definition *d)
{
  if (d->flags & SDT_PROBE_IS_DEFINITION)
    return true;
  if (sdt_find_definition (d) != d)
    return false;
  for (unsigned i = 0; i < sdt_nr_spots (); i++)
    {
      const struct sdt_spot *s = sdt_get_spot (i);

      if (s->nr_sites && (s->flags & SDT_PROBE_IS_USE)
	  && sdt_is_same_event (s, d))
	return true;
    }
  return false;
}

/* Adds the probes that GCC has removed with the code that they were in, as declarations.  */
static void
add_removed (struct table &t)
{
  for (unsigned i = 0; i < sdt_nr_spots (); i++)
    {
      const struct sdt_spot *s = sdt_get_spot (i);
      struct sdt_probe *p;

      if (s->nr_sites || (s->flags & ~SDT_PROBE_IS_PREFIXED))
	continue;
      p = XCNEW (struct sdt_probe);
      p->flags = SDT_PROBE_IS_DECLARATION;
      p->provider = s->provider;
      p->function = "";
      p->name = s->name;
      p->file = s->file;
      p->line = s->line;
      add_entry (t, p);
    }
}

/*
 * Providers that are only declared, perhaps in a header, are written if there is anything
 * else.
 */
static void
collect (struct table &t)
{
  bool is_empty;

  for (unsigned i = 0; i < sdt_nr_spots (); i++)
    if (sdt_get_spot (i)->nr_sites)
      add_entry (t, sdt_get_spot (i));
  add_removed (t);
  for (unsigned i = 0; i < sdt_nr_definitions (); i++)
    if (is_wanted (sdt_get_definition (i)))
      add_entry (t, sdt_get_definition (i));
  is_empty = !t.entries.length ();
  for (unsigned i = 0; i < sdt_nr_declared_providers (); i++)
    is_empty &= !sdt_provider_flags (sdt_get_declared_provider (i));
  for (unsigned i = 0; i < sdt_nr_declared_providers () && !is_empty; i++)
    add_provider (t, sdt_get_declared_provider (i));
}

/* A provider; its stability is not known here.  */
static void
emit_table_provider (const char *name)
{
  fprintf (asm_out_file, "\t.long %u\n\t.zero 15\n\t.byte %u\n",
	   add_string (sdt_dtrace_name (name, 0)), sdt_provider_flags (name));
}

static void
emit_table_probe (const struct entry &e, unsigned first_arg)
{
  const struct sdt_probe *p = e.probe;

  fprintf (asm_out_file, "\t.long %u, %u, %u, %u\n\t.byte %u, %u\n\t.short %u\n",
	   add_string (p->function), add_string (sdt_dtrace_name (p->name, p->flags)),
	   add_string (p->file), first_arg, p->nr_args, e.provider, p->flags);
}

static void
emit_table_extra (const struct sdt_probe *p, unsigned index,
		  unsigned first_xlated)
{
  fprintf (asm_out_file, "\t.long %u, %u, %u, %u\n", index,
	   add_string (p->message ? p->message : ""),
	   p->nr_xlated ? first_xlated : 0, p->nr_xlated);
}

static void
emit_table_arg (const struct sdt_arg *a)
{
  const struct sdt_enum *e = a->enumerators;

  fprintf (asm_out_file, "\t.long %u, %u, %u, %u, %u\n"
	   "\t.byte %u, %u, %u, %u\n",
	   add_string (a->name),
	   add_string (a->declared),
	   add_string (a->type),
	   add_string (a->aka), e ? e->first : a->bound,
	   e ? e->nr : 0, a->size, a->kind, a->flags);
}

static void
emit_table_xlated (const struct sdt_xlated *x)
{
  fprintf (asm_out_file, "\t.long %u, %u\n\t.byte %u, 0, 0, 0\n",
	   add_string (x->name),
	   add_string (x->type), x->arg);
}

static void
emit_table_enum (const struct sdt_enum *e)
{
  for (unsigned i = 0; i < e->nr; i++)
    fprintf (asm_out_file, "\t.long %u, %#x, %#x\n",
	     add_string (e->list[i].name),
	     (unsigned) e->list[i].value, (unsigned) (e->list[i].value >> 32));
}

static void
emit_head (const struct table &t)
{
  fputs ("\t.section " SDT_OBJECT_SECTION ",\"\",@progbits\n"
	 "\t.balign 4\n"
	 ".Lsdt_table:\n", asm_out_file);
  fprintf (asm_out_file, "\t.long %#x\n\t.short %u, %u\n", SDT_TABLE_MAGIC,
	   SDT_ABI_VERSION, SDT_TABLE_OBJECT);
  fprintf (asm_out_file, "\t.long .Lsdt_end - .Lsdt_table, %u, %u, %u, 0, %u, %u, "
	   "%u, %u\n\t.long .Lsdt_strings_end - .Lsdt_strings, 0\n",
	   t.providers.length (), t.entries.length (), t.nr_extras, t.nr_args,
	   t.nr_xlated, t.nr_enumerators, sdt_nr_sites ());
}

static void
emit_table (struct table &t)
{
  unsigned index = 0, first_arg = 0, first_xlated = 0;

  add_string ("");
  emit_head (t);
  for (const entry &e : t.entries)
    {
      emit_table_probe (e, first_arg);
      first_arg += e.probe->nr_args;
    }
  for (const char *provider : t.providers)
    emit_table_provider (provider);
  for (const entry &e : t.entries)
    {
      if (has_extra (e.probe))
	emit_table_extra (e.probe, index, first_xlated);
      first_xlated += e.probe->nr_xlated;
      index++;
    }
  for (const entry &e : t.entries)
    fprintf (asm_out_file, "\t.long %u\n", e.probe->line);
  for (const entry &e : t.entries)
    for (unsigned i = 0; i < e.probe->nr_args; i++)
      emit_table_arg (&e.probe->args[i]);
  for (const entry &e : t.entries)
    for (unsigned i = 0; i < e.probe->nr_xlated; i++)
      emit_table_xlated (&e.probe->xlated[i]);
  for (const struct sdt_enum *e : t.enums)
    emit_table_enum (e);
  fputs (".Lsdt_strings:\n", asm_out_file);
  for (const char *s : table_strings.strings)
    emit_string (s);
  fprintf (asm_out_file,
	   "\t.balign 4\n"
	   ".Lsdt_strings_end:\n"
	   "\t.long %#x\n"
	   ".Lsdt_end:\n", SDT_TABLE_MAGIC);
}

static void
emit_records (void)
{
  fputs ("\t.section " SDT_SITES_SECTION ",\"aw\",@progbits\n"
	 "\t.balign 8\n"
	 "\t.type " SDT_SITES_SYMBOL ", %object\n"
	 SDT_SITES_SYMBOL ":\n", asm_out_file);
  for (unsigned i = 0; i < sdt_nr_sites (); i++)
    emit_record (i);
  fputs ("\t.size " SDT_SITES_SYMBOL ", . - " SDT_SITES_SYMBOL "\n", asm_out_file);
}

/* PLUGIN_FINISH_UNIT: the code has been written.  */
void
sdt_emit (void *, void *)
{
  struct table t = {};

  if (seen_error () || !asm_out_file)
    return;
  collect (t);
  if (t.providers.length () > SDT_MAX_PROVIDERS)
    {
      error ("this file has probes of %u providers; at most %u are possible",
	     t.providers.length (), SDT_MAX_PROVIDERS);
      return;
    }
  if (sdt_nr_sites ())
    emit_records ();
  if (t.entries.length () || t.providers.length ())
    emit_table (t);
}
