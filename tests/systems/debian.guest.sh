#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# debootstrap has unpacked the guest's root: configures its packages, and writes all of it
# to /out/root.tar.
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 INITRD=No

/debootstrap/debootstrap --second-stage || exit
rm -f /var/cache/apt/archives/*.deb
tar -C / --one-file-system --exclude=./test --exclude=./out -cf /out/root.tar .
