#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""metrics.py FILE - what is wrong with metrics

Parses FILE with the parser of Prometheus's own client library, and checks what that does not
look at: that each sample has a HELP and
a TYPE, and that a histogram is one.  Prints a line for each finding, or "no findings".
"""
import sys

from prometheus_client import parser as prometheus


def labels_of(sample):
    return tuple(sorted(pair for pair in sample.labels.items() if pair[0] != "le"))


def check_histogram(family):
    """Buckets grow, in the order of their bounds, up to the count of the same labels"""
    buckets, counts, sums = {}, {}, {}
    for sample in family.samples:
        if sample.name.endswith("_bucket"):
            buckets.setdefault(labels_of(sample), []).append(
                (float(sample.labels["le"]), sample.value))
        elif sample.name.endswith("_count"):
            counts[labels_of(sample)] = sample.value
        else:
            sums[labels_of(sample)] = sample.value
    for labels, pairs in buckets.items():
        if pairs != sorted(pairs) or [n for _, n in pairs] != sorted(n for _, n in pairs):
            yield "%s: buckets are not cumulative" % family.name
        if pairs[-1] != (float("inf"), counts.get(labels)):
            yield "%s: the last bucket is not the count" % family.name
        if labels not in sums:
            yield "%s: no sum" % family.name


def check(family, seen):
    if family.type in ("unknown", "untyped"):
        yield "%s has no type" % family.name
    if not family.documentation:
        yield "%s has no help" % family.name
    for sample in family.samples:
        key = (sample.name, tuple(sorted(sample.labels.items())))
        if key in seen:
            yield "%s is there twice" % sample.name
        seen.add(key)
        if sample.value < 0:
            yield "%s is negative" % sample.name
    if family.type == "histogram":
        yield from check_histogram(family)


def main(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        families = list(prometheus.text_string_to_metric_families(text))
    except ValueError as error:
        return ["not valid: %s" % error]
    seen = set()
    findings = [finding for family in families for finding in check(family, seen)]
    return findings if families else ["no metrics"]


print("\n".join(main(sys.argv[1])) or "no findings")
