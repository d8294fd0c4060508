// SPDX-License-Identifier: GPL-2.0-only
/*
 * stability.c - DTrace's words for stability attributes
 */
#include "rules/rules.h"

/**
 * sdt_stability_name - get DTrace's word for a level of stability
 * @level: the level, up to SDT_STABILITY_STANDARD
 *
 * Return: "Evolving", for example.
 */
const char *sdt_stability_name(unsigned int level)
{
	static const char *const words[] = {
		[SDT_STABILITY_INTERNAL] = "Internal",
		[SDT_STABILITY_PRIVATE] = "Private",
		[SDT_STABILITY_OBSOLETE] = "Obsolete",
		[SDT_STABILITY_EXTERNAL] = "External",
		[SDT_STABILITY_UNSTABLE] = "Unstable",
		[SDT_STABILITY_EVOLVING] = "Evolving",
		[SDT_STABILITY_STABLE] = "Stable",
		[SDT_STABILITY_STANDARD] = "Standard",
	};

	return words[level];
}

/**
 * sdt_dependency_name - get DTrace's word for a class of dependency
 * @dependency: the class, up to SDT_DEPENDENCY_COMMON
 *
 * Return: "ISA", for example.
 */
const char *sdt_dependency_name(unsigned int dependency)
{
	static const char *const words[] = {
		[SDT_DEPENDENCY_UNKNOWN] = "Unknown",
		[SDT_DEPENDENCY_CPU] = "CPU",
		[SDT_DEPENDENCY_PLATFORM] = "Platform",
		[SDT_DEPENDENCY_GROUP] = "Group",
		[SDT_DEPENDENCY_ISA] = "ISA",
		[SDT_DEPENDENCY_COMMON] = "Common",
	};

	return words[dependency];
}
