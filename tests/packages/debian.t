#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# debian.t - the Debian packages in a fresh Debian $RELEASE: docs/installing.md's commands
# build and install them, a newcomer follows docs/tutorial.md, an ordinary user builds the
# examples, the probes fire, and purging removes all of it
#
# In packages-$RELEASE, below $ROOTS, are
#
#	base		the release with its kernel, as after an installation; kept
#	build		a copy of it where the packages are built; kept, with what
#			the build needs
#	debs		the packages
#	installed	a copy of base where they are installed; always a new one
#	archives	the packages of Debian that apt has fetched for it; kept
#
# Needs root, for debootstrap and chroot.

. "$(dirname "$0")/../lib/tap.sh"

cd "$(dirname "$0")/../.." || exit 1
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
	tests/kernel/debian --inside "$root" env DEBIAN_FRONTEND=noninteractive "$@" \
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

# fresh NAME: makes the root a copy of base
fresh()
{
	rm -rf --one-file-system "${folder:?}/$1" &&
		cp -a --reflink=auto "$folder/base" "$folder/$1.part" &&
		mv "$folder/$1.part" "$folder/$1"
}

rm -rf --one-file-system "$folder"/*.part
needed tests/kernel/debian "$RELEASE" "$folder/base" >"$log"
# The commands of the documentation ask before they install, and apt, unlike apt-get, then
# removes what it has fetched.
cat >"$folder/base/etc/apt/apt.conf.d/sdt-documented" <<'END'
APT::Get::Assume-Yes "true";
Binary::apt::APT::Keep-Downloaded-Packages "true";
END
needed in_root base apt-get -q update
needed in_root base apt-get -q dist-upgrade
needed in_root base apt-get -q install linux-image-amd64
needed in_root base apt-get clean

# documented WORD: the one of docs/installing.md's commands for the packages that has it
documented()
{
	python3 tests/docs/steps.py block docs/installing.md 'Debian packages' | grep -F "$1"
}

# -- building ---------------------------------------------------------------------

[ -e "$folder/build" ] || needed fresh build
rm -rf "$folder/build/srv" "$folder/debs"
mkdir -p "$folder/build/srv/sdt" "$folder/debs"
tar -c --exclude=./.git --exclude=./build . | tar -x -C "$folder/build/srv/sdt"
echo 'APT::Install-Recommends "false";' >"$folder/build/etc/apt/apt.conf.d/sdt-few"
needed in_root build apt-get -q update
needed in_root build sh -c "cd /srv/sdt && $(documented build-dep)"
needed in_root build apt-get -q install lintian
is "$(find "$folder/build/usr/src" -name 'linux-headers-*')" '' "Debian $RELEASE: no kernel headers"
in_root build sh -c "cd /srv/sdt && $(documented dpkg-buildpackage)"
ok $? 'the packages are built' || { done_testing; exit 1; }
in_root build sh -c 'lintian --allow-root --fail-on error,warning /srv/sdt_*.changes'
ok $? 'lintian finds no error and warns of nothing'
mv "$folder"/build/srv/sdt*.deb "$folder/debs"
rm -f "$folder"/debs/*-dbgsym_*

# -- installing -------------------------------------------------------------------

# contents: the paths that packages put somewhere, without what apt, dpkg and the like
# keep about all packages, and home directories
contents()
{
	(cd "$folder/installed" && find . -xdev \( -path ./dev -o -path ./proc -o -path ./sys \
		-o -path ./tmp -o -path ./home -o -path ./srv -o -path ./var/cache \
		-o -path ./var/log -o -path ./var/lib/apt -o -path ./var/lib/dpkg \) -prune \
		-o -print) | sort
}

fresh installed
in_root installed useradd -m -s /bin/sh author
mkdir "$folder/installed/srv/sdt"
cp "$folder"/debs/* debian/tests/build-drivers "$folder/installed/srv"
find "$folder/archives" -name '*.deb' -exec \
	cp -l -t "$folder/installed/var/cache/apt/archives" {} +
contents >"$folder/before"
in_root installed sh -c "cd /srv/sdt && $(documented 'apt install')"
ok $? 'apt installs them, and what they need'
cp -lf "$folder"/installed/var/cache/apt/archives/*.deb "$folder/archives"
kernel=$(basename "$(find "$folder/installed/boot" -name 'vmlinuz-*' | sort -V | tail -n 1)" |
	sed 's/^vmlinuz-//')
modules=$folder/installed/lib/modules/$kernel
is "$(find "$modules/updates" -name 'sdt.ko*' | wc -l)" 1 "DKMS has built sdt.ko for $kernel"

# -- a newcomer's first hour ------------------------------------------------------

author=$folder/installed/home/author
# guest OPTION... SCRIPT: runs it in a virtual machine, with what is installed.  One
# processor: QEMU before 8.1 can run code that another one has patched since
# (tests/vm/retranslate.py), an Oops in Linux 6.12.
guest()
{
	tests/vm/run --smp 1 --kernel "$kernel" --root "$folder/installed" "$@" >"$log" 2>&1 ||
		{ note "$(cat "$log")"; return 1; }
}

mkdir -p "$author/tutorial/results"
needed python3 tests/docs/steps.py take docs/tutorial.md "$author/tutorial"
in_root installed chown -R author: /home/author/tutorial
in_root installed su - author -c \
	"cd tutorial && KDIR=/lib/modules/$kernel/build sh user.sh ~/tutorial/results"
ok $? 'the commands of docs/tutorial.md: the user'\''s'
guest --out "$author/tutorial/results" --add "$author/tutorial/root.sh" \
	--add "$author/tutorial/hello.ko" --add "$author/tutorial/watch.ko" \
	tests/vm/tutorial.guest.sh
ok $? '... and, in a virtual machine, those of root'
python3 tests/docs/steps.py check docs/tutorial.md "$author/tutorial" >"$log"
ok $? '... print what the page says'
sed 's/^/    /' "$log"

# -- the examples -----------------------------------------------------------------

in_root installed su - author -c 'sh /srv/build-drivers'
ok $? 'an ordinary user builds revdev and handler'
unlike "$(cat "$log")" '^  SDT ' '... with the installed plugin'
is "$(find "$author" -path '*/.cache/*')" '' '... and nothing in the cache'
guest --add "$author/revdev/revdev.ko" --add "$author/handler/handler.ko" \
	--add "$author/revdev/testrevdev" tests/packages/debian.guest.sh
ok $? 'the probes fire in a virtual machine'

# -- removing ---------------------------------------------------------------------

in_root installed apt-get -q purge sdt-dkms sdt-dev sdtinfo
ok $? 'apt purges them'
# What is new and no package owns; its list may name a file by a link to its folder.
sed -E 's#^/(bin|sbin|lib|lib64)/#/usr/\1/#; s#^#.#' "$folder"/installed/var/lib/dpkg/info/*.list |
	cat - "$folder/before" | sort -u >"$folder/accounted"
contents | comm -13 "$folder/accounted" - >"$folder/left"
# DKMS makes itself a key to sign modules with, if there is openssl.
is "$(grep -E '^\./(boot|usr/src|usr/lib/modules|var/lib/dkms)/|sdt' "$folder/left" |
	grep -vxE '\./var/lib/dkms/mok\.(key|pub)')" '' 'no file of theirs is left'
is "$(find "$folder/installed/var/lib/dpkg/info" -name 'sdt*')" '' '... dpkg knows nothing of them'
is "$(grep -ls 'sdt\.ko' "$modules"/modules.*)" '' '... nor does modprobe'
done_testing
