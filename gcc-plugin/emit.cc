/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * emit.cc - writes the site records and the object's table
 *
 * Collects spots and sites while the unit is compiled and writes them behind
 * its code, in the layout of <linux/sdt_abi.h>.  A spot without a site, because
 * its function was never used or its code removed, is not written.
 */

#include "sdt_plugin.h"
#include "output.h"

static auto_vec<sdt_spot> spots;
static auto_vec<sdt_site> sites;

/* Strings of which each is written once, in the order of their first use.  */
struct string_list
{
  auto_vec<const char *> strings;
  hash_map<nofree_string_hash, unsigned> offsets;
  unsigned size;
};

/* What the table refers to by offset, and the file names, which are data of
   the module.  */
static string_list table_strings;
static string_list file_names;

/* Remembers a spot; returns its number.  */
unsigned
sdt_add_spot (const struct sdt_spot *spot)
{
  spots.safe_push (*spot);
  return spots.length () - 1;
}

/* Is there anything to do for the passes?  */
bool
sdt_has_spots (void)
{
  return !spots.is_empty ();
}

const struct sdt_spot *
sdt_get_spot (unsigned spot)
{
  return &spots[spot];
}

unsigned
sdt_nr_spots (void)
{
  return spots.length ();
}

/* Remembers a site of a spot; returns its number.  */
unsigned
sdt_add_site (unsigned spot)
{
  spots[spot].nr_sites++;
  sites.safe_push ({ spot });
  return sites.length () - 1;
}

/* The offset of S in LIST.  */
static unsigned
add_string (string_list &list, const char *s)
{
  bool known;
  unsigned &offset = list.offsets.get_or_insert (s, &known);

  if (!known)
    {
      offset = list.size;
      list.size += strlen (s) + 1;
      list.strings.safe_push (s);
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

/* The label of a file name, by its offset.  */
#define FILE_LABEL ".Lsdt_file%u"

static void
emit_record (unsigned i)
{
  const struct sdt_spot *s = &spots[sites[i].spot];

  fprintf (asm_out_file, SDT_SITE_LABEL ":\n", i);
  fputs ("\t.quad 0, 0\n", asm_out_file);
  fprintf (asm_out_file, "\t.ascii \"" SDT_SITE_MAGIC "\"\n\t.byte %d\n",
	   SDT_ABI_VERSION);
  if (s->is_enabled)
    fprintf (asm_out_file, "\t.long " SDT_ENABLED_SYMBOL "%s..%s - .\n",
	     s->provider, s->name);
  else
    fprintf (asm_out_file, "\t.long " SDT_PROBE_SYMBOL "%s.%s.%s - .\n",
	     s->provider, s->function, s->name);
  fprintf (asm_out_file, "\t.long " FILE_LABEL " - .\n",
	   add_string (file_names, s->file));
  fprintf (asm_out_file, "\t.long %#x\n",
	   s->line | (s->is_enabled ? SDT_SITE_IS_ENABLED : 0));
  fputs ("\t.quad 0\n", asm_out_file);
}

/* ---- the object's table ---------------------------------------------- */

/* The index of the provider NAME in PROVIDERS.  */
static unsigned
add_provider (vec<const char *> &providers, const char *name)
{
  unsigned i = 0;

  while (i < providers.length () && strcmp (providers[i], name))
    i++;
  if (i == providers.length ())
    providers.safe_push (name);
  return i;
}

/* A provider of which nobody has said how stable it is.  */
static void
emit_table_provider (const char *name)
{
  fprintf (asm_out_file, "\t.long %u\n\t.zero 16\n",
	   add_string (table_strings, name));
}

static void
emit_table_probe (const struct sdt_spot *s, unsigned index, unsigned provider,
		  unsigned first_arg)
{
  fprintf (asm_out_file, "\t.long %u, %u, %u, %u, %u, 0, %u\n",
	   index, provider, add_string (table_strings, s->function),
	   add_string (table_strings, sdt_dtrace_name (s->name)),
	   first_arg, s->nr_sites);
  fprintf (asm_out_file, "\t.byte %u, 0\n\t.value %u\n", s->nr_args,
	   s->is_enabled ? SDT_PROBE_IS_ENABLED : 0);
}

static void
emit_table_place (const struct sdt_spot *s)
{
  fprintf (asm_out_file, "\t.long %u, %u\n",
	   add_string (table_strings, s->file), s->line);
}

static void
emit_table_arg (const struct sdt_arg *a)
{
  const struct sdt_enum *e = a->enumerators;

  fprintf (asm_out_file, "\t.long %u, %u, %u, %u, %u\n"
	   "\t.byte %u, %u, %u, %u\n",
	   add_string (table_strings, a->name),
	   add_string (table_strings, a->declared),
	   add_string (table_strings, a->type),
	   add_string (table_strings, a->aka), e ? e->first : 0,
	   e ? e->nr : 0, a->size, a->kind, a->flags);
}

static void
emit_table_enum (const struct sdt_enum *e)
{
  for (unsigned i = 0; i < e->nr; i++)
    fprintf (asm_out_file, "\t.long %u, %#x, %#x\n",
	     add_string (table_strings, e->list[i].name),
	     (unsigned) e->list[i].value, (unsigned) (e->list[i].value >> 32));
}

/* Gives the enumerators of S's arguments places in the table, behind the NR that
   ENUMS has already; returns how many ENUMS has then.  */
static unsigned
add_enums (vec<struct sdt_enum *> &enums, const struct sdt_spot *s, unsigned nr)
{
  for (unsigned i = 0; i < s->nr_args; i++)
    {
      struct sdt_enum *e = s->args[i].enumerators;

      if (!e || e->first >= 0)
	continue;
      e->first = nr;
      nr += e->nr;
      enums.safe_push (e);
    }
  return nr;
}

static void
emit_table (void)
{
  unsigned nr_probes = 0, nr_args = 0, nr_enumerators = 0;
  unsigned index = 0, first_arg = 0;
  auto_vec<struct sdt_enum *> enums;
  auto_vec<const char *> providers;

  for (unsigned i = 0; i < spots.length (); i++)
    if (spots[i].nr_sites)
      {
	add_provider (providers, spots[i].provider);
	nr_probes++;
	nr_args += spots[i].nr_args;
	nr_enumerators = add_enums (enums, &spots[i], nr_enumerators);
      }

  add_string (table_strings, "");
  fputs ("\t.section " SDT_OBJECT_SECTION ",\"\",@progbits\n"
	 "\t.balign 4\n"
	 ".Lsdt_table:\n", asm_out_file);
  fprintf (asm_out_file, "\t.long %#x\n\t.value %u, %u\n", SDT_TABLE_MAGIC,
	   SDT_ABI_VERSION, SDT_TABLE_OBJECT);
  fprintf (asm_out_file, "\t.long .Lsdt_end - .Lsdt_table, %u, %u, %u, 0, %u, "
	   "%u\n\t.long .Lsdt_strings_end - .Lsdt_strings, 0, 0\n",
	   providers.length (), nr_probes, nr_args, nr_enumerators,
	   sites.length ());
  for (const char *provider : providers)
    emit_table_provider (provider);
  for (unsigned i = 0; i < spots.length (); i++)
    if (spots[i].nr_sites)
      {
	emit_table_probe (&spots[i], index++,
			  add_provider (providers, spots[i].provider), first_arg);
	first_arg += spots[i].nr_args;
      }
  for (unsigned i = 0; i < spots.length (); i++)
    if (spots[i].nr_sites)
      emit_table_place (&spots[i]);
  for (unsigned i = 0; i < spots.length (); i++)
    for (unsigned a = 0; spots[i].nr_sites && a < spots[i].nr_args; a++)
      emit_table_arg (&spots[i].args[a]);
  for (const struct sdt_enum *e : enums)
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

/* PLUGIN_FINISH_UNIT: the code has been written.  */
void
sdt_emit (void *, void *)
{
  if (!sites.length () || seen_error () || !asm_out_file)
    return;

  fputs ("\t.section " SDT_SITES_SECTION ",\"aw\",@progbits\n"
	 "\t.balign 8\n", asm_out_file);
  for (unsigned i = 0; i < sites.length (); i++)
    emit_record (i);
  /* Not where strings are merged: the assembler would keep the labels.  */
  fputs ("\t.section .rodata,\"a\",@progbits\n", asm_out_file);
  for (const char *s : file_names.strings)
    {
      fprintf (asm_out_file, FILE_LABEL ":\n", add_string (file_names, s));
      emit_string (s);
    }
  emit_table ();
}
