#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
#	arm64.guest.sh build
#	arm64.guest.sh use
#
# In an arm64 machine: builds the packages; or apt installs them, an ordinary user builds
# drivers with them, the probes fire, and apt purges them.
. "$(dirname "$0")/../guest/guest.sh"
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 INITRD=No
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

# shown COMMAND...: prints its output if it fails
shown()
{
	"$@" >log 2>&1 </dev/null || { set -- $?; note "$(tail -n 60 log)"; return "$1"; }
}

# build: leaves the packages in /out
build()
{
	shown sh -ec 'cd /srv/sdt && . /srv/commands'
	ok $? 'the packages are built'
	rm -f /srv/sdt*-dbgsym_*
	cp /srv/sdt*.deb /out
	ok $? '... and kept'
}

use()
{
	kernel=$(uname -r)
	shown sh -c 'cd /srv/sdt && . /srv/install'
	ok $? 'apt installs the packages, and what they need'
	ls /lib/modules/"$kernel"/updates/dkms/sdt.ko* >/dev/null
	ok $? "DKMS has built sdt.ko for $kernel"
	useradd -m -s /bin/sh author
	shown su - author -c 'sh /srv/build-drivers'
	ok $? 'an ordinary user builds revdev and handler'
	unlike "$(cat log)" '^  SDT ' '... with the installed plugin'
	cp /home/author/revdev/revdev.ko /home/author/revdev/testrevdev \
		/home/author/handler/handler.ko .
	. ./probes.sh
	shown apt-get -q -y purge sdt-dkms sdt-dev sdt-doc sdtinfo
	ok $? 'apt purges the packages'
	is "$(ls -d /usr/lib/sdt /usr/share/sdt /usr/src/sdt* /var/lib/dkms/sdt \
		/lib/modules/"$kernel"/updates/dkms/sdt.ko* 2>/dev/null)" '' 'no file of theirs is left'
}

"$@"
done_testing
