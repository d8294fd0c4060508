/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * line_maps.cc - where the author wrote a probe and its arguments
 *
 * A probe reaches the compiler through the macros of <linux/sdt.h> and perhaps
 * through macros of the author's own.  GCC's line maps know for each token of an
 * expansion where it comes from (see struct line_map_macro of GCC's line-map.h):
 * from the macro's body or from one of its arguments, and from which place there.
 * The marker's own location leads to the expansion of __SDT_MARK (), and that to
 * the expansions of __SDT_ARG (), one for each argument.  macro_name.cc uses the maps,
 * too, by the functions of location_internal.h.
 *
 * A source that was preprocessed before has no such maps.  There an argument
 * has the location of its probe.
 */

#include "location/location_internal.h"
#include "settings.h"
#include "tree.h"
#include "vec.h"
#include "cpplib.h"
#include "file-prefix-map.h"

#define MARK_MACRO	"__SDT_MARK"
#define ENABLED_MACRO	"__SDT_ENABLED"
#define ARG_MACRO	"__SDT_ARG"
#define PURE_MACRO	"__SDT_PURE"

static struct expanded
expanded_token (const line_map_macro *map, unsigned token)
{
  const location_t *pair = MACRO_MAP_LOCATIONS (map) + 2 * token;

  return { map, pair[0], pair[1] };
}

static const line_map_macro *
macro_map (location_t loc)
{
  const line_map *map = linemap_lookup (line_table, loc);

  return map && linemap_macro_expansion_map_p (map)
	 ? linemap_check_macro (map) : NULL;
}

static struct expanded
look_up (location_t loc)
{
  const line_map_macro *map;

  if (IS_ADHOC_LOC (loc))
    loc = get_location_from_adhoc_loc (line_table, loc);
  map = macro_map (loc);

  if (!map)
    return { NULL, loc, loc };
  return expanded_token (map, loc - MAP_START_LOCATION (map));
}

static bool
is_macro (const line_map_macro *map, const char *name)
{
  return map && !strcmp (linemap_map_get_macro_name (map), name);
}

/* Did the token come from one of the macro's arguments?  */
static bool
is_passed (const struct expanded &e)
{
  return e.outer != e.body;
}

/* One step from LOC, in a macro's expansion, towards where the author wrote it.  */
static location_t
step_out (location_t loc)
{
  const line_map *map = linemap_lookup (line_table, loc);

  return linemap_unwind_toward_expansion (line_table, loc, &map);
}

/*
 * Where the author wrote the token at LOC: outside the macros that expand to it, but in a
 * macro's argument if it was written in one.
 */
location_t
sdt_author_location (location_t loc)
{
  for (struct expanded e; (e = look_up (loc)).map; )
    if (is_passed (e) && e.outer >= RESERVED_LOCATION_COUNT)
      loc = e.outer;
    else
      loc = step_out (loc);
  return loc;
}

/* The file's name without the "./" of a header found in the current folder.  */
static const char *
skip_dots (const char *file)
{
  while (startswith (file, "./"))
    file += 2;
  return file;
}

/* The length of DIR and the slashes after it if FILE begins with it, else 0.  */
static size_t
prefix_length (const char *file, const char *dir)
{
  size_t len;

  dir = skip_dots (dir);
  len = strlen (dir);
  while (len > 1 && dir[len - 1] == '/')
    len--;
  if (strncmp (file, dir, len) || file[len] != '/')
    return 0;
  return len + strspn (file + len, "/");
}

/*
 * The name of the source file, without the longest of the prefixes that the options
 * name.
 */
const char *
sdt_source_file (location_t loc)
{
  const char *file = LOCATION_FILE (loc);
  size_t len = 0;

  if (!file)
    return "";
  file = skip_dots (remap_macro_filename (file));
  for (const char *dir : sdt_source_prefixes)
    len = MAX (len, prefix_length (file, dir));
  return file + len;
}

/* ---- from a marker to its arguments ---------------------------------- */

/* The headers that an author of probes includes.  Markers are in the first.  */
static const char *const our_headers[] = {
  "linux/sdt.h", "linux/sdt_providers.h", "sys/sdt.h"
};

/* The length of FILE before HEADER at its end, or -1.  */
static int
length_before (const char *file, const char *header)
{
  int length = strlen (file) - strlen (header);

  return length >= 0 && !strcmp (file + length, header) ? length : -1;
}

/*
 * Does the token come from a macro in one of our headers? HEADER is the one with the
 * markers.
 */
static bool
is_ours (const struct expanded &e, const char *header)
{
  const char *file = e.map ? LOCATION_FILE (e.body) : NULL;
  int length = length_before (header, our_headers[0]);

  if (!file || !strcmp (file, header))
    return file != NULL;
  for (const char *ours : our_headers)
    if (length >= 0 && length_before (file, ours) == length
	&& !strncmp (file, header, length))
      return true;
  return false;
}

/* The token of __SDT_MARK () or __SDT_ENABLED () that the marker at LOC begins with.  */
struct expanded
expansion_find_mark (location_t loc)
{
  struct expanded e = look_up (loc);

  /* Tokens of a macro's arguments are in its map, too.  */
  while (e.map && (is_passed (e) || (!is_macro (e.map, MARK_MACRO)
				     && !is_macro (e.map, ENABLED_MACRO))))
    e = look_up (e.outer);
  return e;
}

/*
 * Collects the locations, outside our headers, of the tokens of argument INDEX of the
 * marker at LOC.
 */
static void
find_tokens (location_t loc, unsigned index, vec<location_t> *tokens)
{
  struct expanded mark = expansion_find_mark (loc);
  const line_map_macro *last = NULL;
  unsigned nr_args = 0;

  if (!mark.map)
    return;
  const char *header = LOCATION_FILE (mark.body);
  for (unsigned i = 0; i < MACRO_MAP_NUM_MACRO_TOKENS (mark.map); i++)
    {
      struct expanded e = look_up (expanded_token (mark.map, i).outer);

      if (!is_macro (e.map, ARG_MACRO))
	continue;
      nr_args += e.map != last;
      last = e.map;
      if (nr_args != index + 1 || !is_passed (e))
	continue;
      while (is_ours (e, header) && is_passed (e))
	{
	  loc = e.outer;
	  e = look_up (loc);
	}
      /* Our other tokens only keep tokens apart.  */
      if (loc >= RESERVED_LOCATION_COUNT
	  && (!is_ours (e, header) || is_macro (e.map, PURE_MACRO)))
	tokens->safe_push (loc);
    }
}

/* The location of argument INDEX of the marker at LOC.  */
location_t
sdt_arg_location (location_t loc, unsigned index)
{
  auto_vec<location_t> tokens;

  find_tokens (loc, index, &tokens);
  return sdt_author_location (tokens.is_empty () ? loc : tokens[0]);
}

/* The location of the text of the marker at LOC, the second parameter of __SDT_MARK ().  */
location_t
sdt_text_location (location_t loc)
{
  struct expanded mark = expansion_find_mark (loc);
  location_t names = UNKNOWN_LOCATION;

  for (unsigned i = 0; mark.map && i < MACRO_MAP_NUM_MACRO_TOKENS (mark.map); i++)
    {
      struct expanded e = expanded_token (mark.map, i);

      if (!is_passed (e))
	continue;
      if (names == UNKNOWN_LOCATION)
	names = e.body;
      else if (e.body != names)
	return sdt_author_location (e.outer);
    }
  return sdt_author_location (loc);
}

/* ---- from a macro of the author's own to its body -------------------- */

/*
 * The macro outside our headers whose body contains the probe at LOC; *CALL becomes the
 * place in that body, and *PLACE where the macro was expanded. Null if the probe is in no
 * macro's body.
 */
const line_map_macro *
expansion_enclosing_macro (location_t loc, const char *header, location_t *call,
			   location_t *place)
{
  struct expanded e;

  for (e = look_up (loc); e.map; e = look_up (loc))
    if (is_passed (e))
      loc = e.outer;
    else
      {
	location_t next = step_out (loc);

	if (!is_ours (e, header))
	  {
	    *call = e.body;
	    *place = next;
	    return e.map;
	  }
	loc = next;
      }
  return NULL;
}
