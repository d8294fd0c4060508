#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# arm64.t - the Debian packages for arm64: docs/installing.md's commands build them in a
# Debian 12 on amd64, or with NATIVE=yes in an arm64 machine; in such a machine with Debian
# 12, apt installs them, DKMS builds sdt.ko, an ordinary user builds the examples, and the
# probes fire
#
# The machines have no network: apt finds the packages that it asks for in its cache.

cd "$(dirname "$0")/../.." || exit 1
RELEASE=12
. tests/packages/lib.sh

# -- an arm64 machine -------------------------------------------------------------

foreign=${ROOTS:-/var/cache/sdt-roots}/arm64
needed tests/systems/foreign arm64 "$foreign"
export ARCH=arm64 GUEST_ROOT="$foreign/root" KDIR="$foreign/kdir"

# apt COMMAND...: this machine's apt-get, with the configuration and the packages of $root
apt()
{
	cat >"$root.conf" <<END
Dir "$root";
Dir::State::status "$root/var/lib/dpkg/status";
APT::Architecture "arm64";
APT::Architectures "arm64";
APT::Sandbox::User "root";
END
	APT_CONFIG=$root.conf apt-get -q -y "$@" >"$log" 2>&1
	set -- $?
	rm "$root.conf"
	[ "$1" = 0 ] || note "$(cat "$log")"
	return "$1"
}

# It takes a guest to upgrade it; then it can be made again as well.
root=$folder/base-arm64
needed tests/systems/debian --foreign arm64 12 "$root" >"$log"
needed apt update
needed apt -s dist-upgrade
if grep -q '^Inst ' "$log"; then
	rm -rf --one-file-system "$root"
	needed tests/systems/debian --foreign arm64 12 "$root" >"$log"
fi
answers "$root"

# machine NAME OPTION... SCRIPT: runs the script in a machine that has this root
machine()
{
	root=$folder/$1
	shift
	kernel=$(basename "$root"/boot/vmlinuz-*)
	kernel=${kernel#vmlinuz-}
	tests/guest/start --kernel "$kernel" --root "$root" --memory 6144 "$@" >"$log" 2>&1
	set -- $?
	sed 's/^/    /' "$log"
	return "$1"
}

# -- building ---------------------------------------------------------------------

# cross_build: on amd64
cross_build()
{
	make_bare
	make_builder build-arm64
	documented 'Built for arm64 on amd64' >"$folder/build-arm64/srv/commands"
	needed test -s "$folder/build-arm64/srv/commands"
	in_root build-arm64 sh -c 'cd /srv/sdt && sh -e /srv/commands'
	ok $? 'the packages for arm64 are built on amd64' || { done_testing; exit 1; }
	lintian build-arm64 'sdt_*_arm64.changes'
	keep_packages build-arm64 "$folder/debs-arm64"
}

# native_build: in a machine, which takes an hour
native_build()
{
	needed fresh native-arm64 base-arm64
	root=$folder/native-arm64
	copy_sources "$root"
	for word in build-dep dpkg-buildpackage; do
		documented 'Debian packages' $word
	done >"$root/srv/commands"
	needed apt update
	needed apt --download-only build-dep "$root/srv/sdt"
	keep_fetched native-arm64
	rm -rf "$folder/debs-arm64"
	mkdir "$folder/debs-arm64"
	machine native-arm64 --timeout 14400 --out "$folder/debs-arm64" \
		tests/packages/arm64.guest.sh build
	ok $? 'an arm64 machine builds the packages' || { done_testing; exit 1; }
}

if [ "${NATIVE-}" = yes ]; then
	native_build
else
	cross_build
fi
content=$folder/content-arm64
for package in sdtinfo sdt-dev; do
	mkdir -p "$content"
	dpkg -x "$folder/debs-arm64/${package}"_*_arm64.deb "$content"
done
is "$(cd "$content" && find . -type f -exec readelf -h {} + 2>/dev/null |
	grep Machine: | uniq -c | tr -s ' ')" ' 2 Machine: AArch64' 'sdtinfo and the plugin are programs of arm64'
rm -rf "$content"
like "$(dpkg-deb -f "$folder"/debs-arm64/sdtinfo_*_arm64.deb Depends)" '\<libtracefs1\>' \
	'... and sdtinfo can trace'

# -- installing -------------------------------------------------------------------

fresh installed-arm64 base-arm64
root=$folder/installed-arm64
mkdir -p "$root/srv/sdt"
cp "$folder"/debs-arm64/* debian/tests/build-drivers "$root/srv"
documented 'Debian packages' 'apt install' >"$root/srv/install"
needed test -s "$root/srv/install"
needed apt update
needed apt --download-only install "$root"/srv/*.deb
keep_fetched installed-arm64
machine installed-arm64 --timeout 3000 --add tests/packages/probes.sh \
	tests/packages/arm64.guest.sh use
ok $? "an arm64 machine with Debian 12, $kernel, installs, uses and removes them"
done_testing
