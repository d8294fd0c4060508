/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * site_text.h - sites, users and hits, for people and for programs
 *
 * For list, dump and verify.
 */
#ifndef SDTINFO_SITE_TEXT_H
#define SDTINFO_SITE_TEXT_H

#include "lib/output.h"
#include "table/probe.h"

/* site_fit() - widen the column of places for the sites */
void site_fit(struct out_column *places, const struct probe_site *sites,
	      size_t count);

/*
 * site_print() - print a site, without the end of its line
 * @is_loaded: is it a site in memory, so that it can be on?
 */
void site_print(const struct out_column *places, const struct probe_site *site,
		bool is_loaded);

/* sites_print_sum() - print "6 probes, 7 sites, 1 is-enabled" */
void sites_print_sum(size_t nr_probes, const struct site_count *count);

/* use_print() - print a line with the users of a probe, and its hits */
void use_print(const struct probe_use *use);

/* The same as keys of a JSON object */
void site_add(struct json_object *object, const struct probe_site *site,
	      bool is_loaded);
void sites_add_sum(struct json_object *object, const struct site_count *count);
void use_add(struct json_object *object, const struct probe_use *use);

#endif /* SDTINFO_SITE_TEXT_H */
