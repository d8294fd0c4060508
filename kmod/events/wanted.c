// SPDX-License-Identifier: GPL-2.0-only
/*
 * wanted.c - which events are wanted
 *
 * An event is wanted, and so published, if one of these has a pattern that matches any of its
 * probes:
 *
 *  - parameter publish, which has all until it is set;
 *  - parameter enable;
 *  - a file sdt/publish that a program has open.
 *
 * choose.c changes them, with sdt_modules_lock held.
 */
#include "events/internal.h"

struct sdt_patterns *sdt_wanted_publish;
struct sdt_patterns *sdt_wanted_enable;
LIST_HEAD(sdt_wanted_files);

/**
 * sdt_group_is_wanted - test whether the event of a group is to be published
 * @group: the group
 *
 * Context: Process context, with sdt_modules_lock held.
 * Return: true if it is.
 */
bool sdt_group_is_wanted(const struct sdt_group *group)
{
	const struct sdt_wanted_file *wanted;

	lockdep_assert_held(&sdt_modules_lock);
	if (!sdt_wanted_publish || sdt_patterns_match(sdt_wanted_publish, group) ||
	    sdt_patterns_match(sdt_wanted_enable, group))
		return true;
	list_for_each_entry(wanted, &sdt_wanted_files, list)
		if (sdt_patterns_match(wanted->patterns, group))
			return true;
	return false;
}
