#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# debian.t - the Debian packages in a fresh Debian $RELEASE: docs/installing.md's commands
# build and install them, a newcomer follows docs/tutorial.md, an ordinary user builds the
# examples, the probes fire, apt upgrades them to another ABI at once, and purging removes all
# of it

cd "$(dirname "$0")/../.." || exit 1
. tests/packages/lib.sh

# -- building ---------------------------------------------------------------------

make_bare
make_builder build
needed in_root build sh -c "cd /srv/sdt && $(documented 'Debian packages' build-dep)"
is "$(find "$folder/build/usr/src" -name 'linux-headers-*')" '' "Debian $RELEASE: no kernel headers"
in_root build sh -c "cd /srv/sdt && $(documented 'Debian packages' dpkg-buildpackage)"
ok $? 'the packages are built' || { done_testing; exit 1; }
lintian build 'sdt_*.changes'
keep_packages build "$folder/debs"

# Those of a later version, with another ABI: a package archive for apt
later=$(make -s --no-print-directory version).1
abi=$(sed -n 's/^#define SDT_ABI_VERSION[[:space:]]*//p' kbuild/include/linux/sdt_abi.h)
for file in changelog NEWS; do
	sed "1s/(.*)/($later)/; s/^\(  The ABI version .*\) $abi\./\1 $((abi + 1))./; /^ --/q" \
		debian/$file | cat - debian/$file >"$folder/build/srv/sdt/debian/$file"
done
(cd "$folder/build/srv/sdt/kbuild/include/linux" &&
	sed -i "s/^\(#define SDT_ABI_VERSION\|#define __SDT_SITE_VERSION\)\([[:space:]]*\).*/\1\2$((abi + 1))/" \
		sdt_abi.h sdt_sites.h &&
	sed -i "s/^\(#define SDT_VERSION.*\)\".*\"/\1\"$later\"/" sdt_version.h)
in_root build env DEB_BUILD_OPTIONS=nocheck \
	sh -c "cd /srv/sdt && $(documented 'Debian packages' dpkg-buildpackage)"
ok $? 'packages of another ABI are built' || { done_testing; exit 1; }
keep_packages build "$folder/build/srv/later"
needed in_root build sh -c 'cd /srv/later && dpkg-scanpackages . >Packages'

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
needed in_root installed apt-get -q install linux-image-amd64
in_root installed useradd -m -s /bin/sh author
mkdir "$folder/installed/srv/sdt"
cp "$folder"/debs/* debian/tests/build-drivers "$folder/installed/srv"
contents >"$folder/before"
in_root installed sh -c "cd /srv/sdt && $(documented 'Debian packages' 'apt install')"
ok $? 'apt installs them, and what they need'
keep_fetched installed
kernel=$(basename "$(find "$folder/installed/boot" -name 'vmlinuz-*' | sort -V | tail -n 1)" |
	sed 's/^vmlinuz-//')
modules=$folder/installed/lib/modules/$kernel
is "$(find "$modules/updates" -name 'sdt.ko*' | wc -l)" 1 "DKMS has built sdt.ko for $kernel"
is "$(python3 tests/docs/links.py --installed "$folder/installed/usr/share/doc/sdt" 2>&1)" '' \
	'the pages link to installed files only'

# -- a newcomer's first hour ------------------------------------------------------

author=$folder/installed/home/author
# guest OPTION... SCRIPT: runs it in a virtual machine, with what is installed.  One
# processor: QEMU before 8.1 can run code that another one has patched since
# (tests/guest/retranslate.py), an Oops in Linux 6.12.
guest()
{
	tests/guest/start --smp 1 --kernel "$kernel" --root "$folder/installed" "$@" >"$log" 2>&1 ||
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
	--add "$author/revdev/testrevdev" --add tests/packages/probes.sh tests/packages/debian.guest.sh
ok $? 'the probes fire in a virtual machine'

# -- an upgrade to another ABI ----------------------------------------------------

# same_abi PLAN NAME: passes if apt's plan has a later sdtinfo only with a later sdt-dkms, or
# with none
same_abi()
{
	is "$(printf '%s\n' "$1" | sed -nE "s/^Inst (sdtinfo|sdt-dkms) .*\($later .*/\1/p
		s/^Remv sdt-dkms .*/sdt-dkms/p" | sort -u | tr '\n' ' ')" 'sdt-dkms sdtinfo ' "$2" ||
		note "$1"
}

cp -r "$folder/build/srv/later" "$folder/installed/srv"
in_root installed dpkg -i "/srv/later/sdtinfo_${later}_amd64.deb" >/dev/null
like "$(cat "$log")" 'sdtinfo breaks sdt-abi' 'dpkg does not install one package of another ABI'
in_root installed apt-get -s install "/srv/later/sdtinfo_${later}_amd64.deb"
same_abi "$(cat "$log")" '... nor does apt, without the others'
echo 'deb [trusted=yes] file:/srv/later ./' >"$folder/installed/etc/apt/sources.list.d/later.list"
needed in_root installed apt-get -q update
for package in sdtinfo sdt-dkms sdt-dev; do
	in_root installed apt-get -s install $package
	same_abi "$(cat "$log")" "... it upgrades the others with $package"
done
mkdir -p "$folder/older"
cp "$(find "$modules/updates" -name 'sdt.ko*')" "$folder/older"
needed in_root installed apt-get -q install apt-listchanges
in_root installed sh -c 'apt-listchanges --which=news --frontend=text /srv/later/*.deb'
like "$(cat "$log")" "ABI version of modules is $((abi + 1))" \
	'apt-listchanges tells that modules must be built again'
in_root installed apt-get -q install sdtinfo
needed in_root installed dpkg-query -W -f '${Package} ${Version}\n' sdt-dev sdt-dkms sdtinfo
is "$(cat "$log")" "sdt-dev $later
sdt-dkms $later
sdtinfo $later" 'apt upgrades sdtinfo, and what else has the ABI'
is "$(modinfo -F version "$(find "$modules/updates" -name 'sdt.ko*')")" "$later" '... DKMS has built that sdt.ko'
in_root installed sdtinfo verify /home/author/revdev/revdev.ko >/dev/null
like "$(cat "$log")" "ABI version $abi, .* $((abi + 1)) only: build both with the same SDT" \
	'sdtinfo says what to do with a module that was built before'
guest --add "$folder"/older/sdt.ko* --add "$author/revdev/revdev.ko" tests/packages/upgraded.guest.sh
ok $? '... in the running kernel, too, as does sdt.ko'

# -- removing ---------------------------------------------------------------------

# As the build of a driver after an update of GCC does
mkdir -p "$folder/installed/var/cache/sdt/version/compiler"
in_root installed apt-get -q purge sdt-dkms sdt-dev sdt-doc sdtinfo
ok $? 'apt purges them'
# What is new and no package owns; its list may name a file by a link to its folder.
sed -E 's#^/(bin|sbin|lib|lib64)/#/usr/\1/#; s#^#.#' "$folder"/installed/var/lib/dpkg/info/*.list |
	cat - "$folder/before" | sort -u >"$folder/accounted"
contents | comm -13 "$folder/accounted" - >"$folder/left"
# DKMS makes itself a key to sign modules with, if there is openssl.
is "$(grep -E '^\./(boot|usr/src|usr/lib/modules|var/lib/dkms)/|sdt' "$folder/left" |
	grep -vxE '\./var/lib/dkms/mok\.(key|pub)'; ls "$folder/installed/var/cache" | grep sdt)" '' \
	'no file of theirs is left'
is "$(find "$folder/installed/var/lib/dpkg/info" -name 'sdt*')" '' '... dpkg knows nothing of them'
is "$(grep -ls 'sdt\.ko' "$modules"/modules.*)" '' '... nor does modprobe'
done_testing
