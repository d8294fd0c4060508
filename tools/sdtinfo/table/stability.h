/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stability.h - how stable the probes of a provider are, in DTrace's terms
 *
 * For link, which writes it into a module's table, and for the verbs that show it.
 */
#ifndef SDTINFO_STABILITY_H
#define SDTINFO_STABILITY_H

#include "probe.h"

/* What attributes describe, in the order of the table */
enum stability_of {
	STABILITY_OF_PROVIDER,
	STABILITY_OF_MODULES,
	STABILITY_OF_FUNCTIONS,
	STABILITY_OF_NAMES,
	STABILITY_OF_ARGS,
	NR_STABILITIES,
};

struct attributes {
	uint8_t names;		/* enum sdt_stability_level */
	uint8_t data;		/* likewise */
	uint8_t dependency;	/* enum sdt_dependency */
};

/* stability_set() - give a provider the attributes that are published for its name */
void stability_set(struct probe_provider *provider);

/* stability_get() - the attributes that a table has */
struct attributes stability_get(const struct probe_provider *provider,
				enum stability_of of);

/*
 * stability_of_probes() - those of a provider's probes as "dtrace -lv" shows them
 *
 * The weakest of what the provider, the modules, the functions and the names have.
 */
struct attributes stability_of_probes(const struct probe_provider *provider);

#endif /* SDTINFO_STABILITY_H */
