#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The probes fire with what the packages and a user of theirs have built.
. "$(dirname "$0")/../guest/guest.sh"
. ./probes.sh
done_testing
