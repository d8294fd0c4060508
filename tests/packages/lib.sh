# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2034 # variables of the scripts that include this
#
# lib.sh - what the tests of the packages share
#
# In packages-$RELEASE, below $ROOTS, are
#
#	bare		the release's essential packages and apt; kept
#	build		a copy of it where the packages are built: always a new one, so
#			that it has what debian/control asks for and nothing else
#	debs		the packages
#	installed	a copy of bare with the release's kernel, where they are
#			installed; always a new one
#	archives	the packages of Debian that apt has fetched for them; kept
#
# For arm64 there are build-arm64, a copy of bare, since it is amd64 that builds there,
# debs-arm64, base-arm64, which is a release with its kernel, and native-arm64 and
# installed-arm64, copies of that.
#
# Needs root, for debootstrap and chroot.

. tests/lib/tap.sh

folder=${ROOTS:-/var/cache/sdt-roots}/packages-${RELEASE:=12}
mkdir -p "$folder/archives" || exit 1
exec 9>"$folder/lock"
flock -n 9 || { echo "Bail out! another run is using $folder"; exit 1; }
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT

# in_root NAME COMMAND...: runs it in that root; prints its output if it fails
in_root()
{
	root=$folder/$1
	shift
	tests/systems/debian --inside "$root" env DEBIAN_FRONTEND=noninteractive "$@" \
		>"$log" 2>&1 </dev/null && return
	set -- $?
	note "$(tail -n 60 "$log")"
	return "$1"
}

# needed COMMAND...: without it there is nothing to test
needed()
{
	"$@" || { echo "Bail out! $*"; exit 1; }
}

# fresh NAME [BASE]: makes the root a copy of bare, with what apt has fetched before
fresh()
{
	rm -rf --one-file-system "${folder:?}/$1" &&
		cp -a --reflink=auto "$folder/${2-bare}" "$folder/$1.part" &&
		find "$folder/archives" -name '*.deb' \
			-exec cp -l -t "$folder/$1.part/var/cache/apt/archives" {} + &&
		mv "$folder/$1.part" "$folder/$1"
}

# keep_fetched NAME: for the next run
keep_fetched()
{
	find "$folder/$1/var/cache/apt/archives" -name '*.deb' \
		-exec cp -lf -t "$folder/archives" {} +
}

# documented HEADING [WORD]: the commands of docs/installing.md below that heading, or the
# one that has the word
documented()
{
	python3 tests/docs/steps.py block docs/installing.md "$1" | grep -F -e "${2-}"
}

# answers ROOT: the commands of the documentation ask before they install, and apt, unlike
# apt-get, then removes what it has fetched.
answers()
{
	cat >"$1/etc/apt/apt.conf.d/sdt-documented" <<'END'
APT::Get::Assume-Yes "true";
Binary::apt::APT::Keep-Downloaded-Packages "true";
END
}

make_bare()
{
	needed tests/systems/debian "$RELEASE" "$folder/bare" >"$log"
	answers "$folder/bare"
	needed in_root bare apt-get -q update
	needed in_root bare apt-get -q dist-upgrade
	needed in_root bare apt-get clean
}

# copy_sources ROOT: to /srv/sdt there
copy_sources()
{
	mkdir -p "$1/srv/sdt"
	tar -c --exclude=./.git --exclude=./build . | tar -x -C "$1/srv/sdt"
}

# make_builder NAME: the root to build in, with the sources in /srv/sdt
make_builder()
{
	needed fresh "$1"
	copy_sources "$folder/$1"
	echo 'APT::Install-Recommends "false";' >"$folder/$1/etc/apt/apt.conf.d/sdt-few"
	needed in_root "$1" apt-get -q update
}

# lintian NAME CHANGES: of what was built in a root; installed only now, so that nothing of
# it hides a missing build dependency
lintian()
{
	needed in_root "$1" apt-get -q install lintian
	keep_fetched "$1"
	in_root "$1" sh -c "lintian --allow-root --fail-on error,warning /srv/$2"
	ok $? 'lintian finds no error and warns of nothing'
}

# keep_packages NAME FOLDER: those that were built in a root, but not their debugging symbols
keep_packages()
{
	rm -rf "$2"
	mkdir "$2"
	mv "$folder/$1"/srv/sdt*.deb "$2"
	rm -f "$2"/*-dbgsym_*
}

rm -rf --one-file-system "$folder"/*.part
