// SPDX-License-Identifier: GPL-2.0-only
/*
 * requests.c - the requests that decide which events are published
 *
 * An event is published while the list of any request has a pattern that matches one of its
 * probes.  Nothing else decides.  controls.c makes the requests: two are the parameters publish
 * and enable, the others are open files sdt/publish.
 *
 * sdt_modules_lock protects the requests.
 */
#include "events/internal.h"

static LIST_HEAD(requests);

/**
 * sdt_request_add - add a request
 * @request: the request; its patterns may be NULL
 *
 * Context: Process context, with sdt_modules_lock held.
 */
void sdt_request_add(struct sdt_request *request)
{
	lockdep_assert_held(&sdt_modules_lock);
	list_add_tail(&request->list, &requests);
}

/**
 * sdt_request_remove - undo sdt_request_add()
 * @request: the request
 *
 * Context: Process context, with sdt_modules_lock held.
 */
void sdt_request_remove(struct sdt_request *request)
{
	lockdep_assert_held(&sdt_modules_lock);
	list_del(&request->list);
}

/**
 * sdt_group_is_wanted - test whether the event of a group is to be published
 * @group: the group
 *
 * Context: Process context, with sdt_modules_lock held.  Sleeps.
 * Return: true if it is.
 */
bool sdt_group_is_wanted(const struct sdt_group *group)
{
	const struct sdt_request *request;

	lockdep_assert_held(&sdt_modules_lock);
	list_for_each_entry(request, &requests, list)
		if (sdt_patterns_match(request->patterns, group))
			return true;
	return false;
}
