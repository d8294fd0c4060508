/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * front_end.h - what GCC and the later stages call in the front end
 *
 * The front end finds the probes that a unit's author wrote and replaces them by code:
 *
 *   definitions.cc  what the unit has declared and defined at file scope
 *   recognize.cc    finds the markers of <linux/sdt.h> in a parsed function
 *   marker.cc       parses a marker
 *   message_marker.cc      a message: its text, its name, how it shows its arguments
 *   providers.cc    which provider a name has
 *   check.cc        checks the unit and the probe's names
 *   side_effects.cc warns of an argument that may have a side effect
 *   lower.cc        puts a jump and a cold block in the marker's place
 *
 * ../argument describes the arguments.
 */
#ifndef SDT_FRONT_END_H
#define SDT_FRONT_END_H

#include "probe.h"

/* A definition or declaration of a probe.  */
struct sdt_definition : sdt_probe
{
  bool is_erroneous;		/* the error has been reported */
  const char *types[SDT_MAX_ARGS]; /* as written; null where there is none */
};

/* definitions.cc */
void sdt_register_attributes (void);
const struct sdt_definition *sdt_find_definition (const struct sdt_probe *probe);
unsigned sdt_nr_definitions (void);
const struct sdt_definition *sdt_get_definition (unsigned definition);

/* recognize.cc */
void sdt_recognize (void *gcc_data, void *user_data);

/* providers.cc */
unsigned sdt_provider_flags (const char *provider);
unsigned sdt_nr_declared_providers (void);
const char *sdt_get_declared_provider (unsigned n);

/* check.cc */
void sdt_check_enabled (void *gcc_data, void *user_data);

/* lower.cc */
extern tree sdt_fire_decl;

#endif /* SDT_FRONT_END_H */
