#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# install.t - what "make install" installs builds drivers, for any user and compiler,
# and "make uninstall" removes all of it

. "$(dirname "$0")/lib.sh"

# top ARG...: make in the project's folder, for which the machine's libraries are found; sets
# $log and $status
top()
{
	status=0
	log=$(env -u PKG_CONFIG_LIBDIR -u PKG_CONFIG_SYSROOT_DIR make --no-print-directory -C "$sdt" KDIR="$KDIR" CC="$kernel_cc" \
		DESTDIR="$tmp/root" PREFIX=/usr "$@" 2>&1) || status=$?
}

# contents: what is in the tree, with times
contents()
{
	find "$tmp/root" -type f -printf '%P %s %T@ %C@\n' | sort
}

top -n install KDIR=
built 'make -n install, without kernel headers'
ok "$(test ! -e "$tmp/root"; echo $?)" '... installs nothing'
top install
built 'make install'
usr=$tmp/root/usr
PKG_CONFIG_LIBDIR=$usr/share/pkgconfig
PKG_CONFIG_SYSROOT_DIR=$tmp/root
export PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR
version=$(make -s -C "$sdt" version)
is "$("$usr/bin/sdtinfo" --version)" "sdtinfo $version" 'sdtinfo tells the version'
is "$(pkg-config --modversion sdt)" "$version" '... pkg-config the same'
sdtmk=$(pkg-config --define-variable=prefix="$usr" --variable=sdtmk sdt)
is "$sdtmk" "$usr/share/sdt/kbuild/sdt.mk" "... and where sdt.mk is"
echo '#include <linux/sdt.h>' >include.c
ok "$($kernel_cc -fsyntax-only $(pkg-config --define-variable=prefix="$usr" --cflags sdt) include.c
	echo $?)" 'its flags find <linux/sdt.h>'
ok "$(mandoc -Tlint -Werror "$usr/share/man/man1/sdtinfo.1" >/dev/null; echo $?)" 'the manual page is there'
is "$(python3 "$here/../docs/links.py" --installed "$tmp/root" 2>&1)" '' 'the pages link to installed files only'
is "$(cd "$sdt" && find docs examples README.md -path docs/internals -prune -o \
	-name '*.md' -exec test ! -e "$usr/share/doc/sdt/{}" \; -print)" '' '... and no page is missing'
ok "$(test ! -e "$usr/share/doc/sdt/docs/internals"; echo $?)" '... pages about the code stay in the sources'
like "$(cat "$usr/share/doc/sdt/CONTRIBUTING.md")" '(^| )kmod \(kmod/main\.h\)\.' \
	'... a link to a source becomes its path'
like "$(cat "$usr/share/doc/sdt/docs/compatibility.md")" 'in sdt_abi\.h\. ' '... or the file'\''s name'

# -- a driver, by a user who may not write there ---------------------------------

as_another=
if [ "$(id -u)" -eq 0 ]; then
	as_another='setpriv --reuid=65534 --regid=65534 --clear-groups'
fi
find "$usr" -type d -exec chmod a-w {} +
mkdir home
cp -r "$usr/share/doc/sdt/examples/revdev" "$usr/share/doc/sdt/examples/handler" .
sed -i "s|^include .*|include $sdtmk|" revdev/Kbuild handler/Kbuild
chmod -R u+w revdev handler
test -z "$as_another" || chown -R 65534:65534 revdev handler home
before=$(contents)

# drive FOLDER VARIABLE...: builds the driver as that user; sets $log and $status
drive()
{
	folder=$1
	shift
	status=0
	log=$(cd "$folder" && $as_another env -u XDG_CACHE_HOME HOME="$tmp/home" "$@" \
		make --no-print-directory -C "$KDIR" M="$PWD" ${cc:+CC="$cc"} modules 2>&1) ||
		status=$?
}

cc=
drive revdev
built 'a driver builds'
is "$("$usr/bin/sdtinfo" dump revdev/revdev.ko | sed -n '1s/.*, \(6 probes\).*/\1/p')" '6 probes' '... with its probes'
unlike "$log" 'SDT ' '... with the installed plugin'
is "$(find home -type f)" '' "... and nothing in the user's home"
drive handler
like "$log" "sdt: handler.ko .*sdt.ko.* DKMS .*'make modules_install'" \
	'a handler without sdt.ko: one line says what to do'
is "$(printf '%s\n' "$log" | grep -F '***' | grep -vE 'sdt: handler\.ko|\] Error [0-9]+$')" '' \
	'... and nothing else'

# -- a compiler that the installed plugin is not for ------------------------------

other_compiler "$(echo "$usr"/lib/sdt/"$version"/*/sdt_plugin.so)"
cc=$tmp/othercc
drive revdev HOSTCXX="$tmp/cxx"
built 'another compiler: the driver builds'
is "$(printf '%s\n' "$log" | grep -c '^  SDT     building the plugin (once)$')" 1 '... after a plugin for it'
is "$(cd home && echo .cache/sdt/"$version"-*/*/sdt_plugin.so | wc -w)" 1 "... in the user's cache"
touch revdev/rev_dev.c
drive revdev HOSTCXX=false
built 'once more: the driver builds'
unlike "$log" 'SDT ' '... with that plugin'
drive revdev HOSTCXX="$tmp/cxx" XDG_CACHE_HOME="$tmp/home/elsewhere"
ok "$(test -e home/elsewhere/sdt/"$version"-*; echo $?)" 'XDG_CACHE_HOME names another cache'

drive revdev HOME=/nonexistent
like "$log" "sdt: .*plugin.* $cc.* /nonexistent/.cache/sdt/.* XDG_CACHE_HOME" \
	'a cache that cannot be written: one line says what to do'
drive revdev HOME=
like "$log" "sdt: .*plugin.* $cc.* home directory.* XDG_CACHE_HOME" \
	'... no home: likewise'
drive revdev XDG_CACHE_HOME="$tmp/home/a b"
like "$log" "sdt: .*plugin.* $cc.* '$tmp/home/a b'.* XDG_CACHE_HOME" \
	'... a space in its name: likewise'
mkdir -p home/mine/sdt
chown root home/mine/sdt
chmod 777 home/mine/sdt
drive revdev XDG_CACHE_HOME="$tmp/home/mine"
[ -z "$as_another" ] ||
	like "$log" "sdt: .*plugin.* $cc.* $tmp/home/mine/sdt .*user.* XDG_CACHE_HOME" \
		'... one of another user: likewise'
cc=

ln -s "$usr/share/sdt" link
sed -i "s|^include .*|include $tmp/link/kbuild/sdt.mk|" revdev/Kbuild
drive revdev
built 'sdt.mk by way of a symbolic link: the driver builds'

is "$(contents)" "$before" 'nothing was written where sdt is installed'

# -- sdt.ko -----------------------------------------------------------------------

find "$usr" -type d -exec chmod u+w {} +
top modules_install DESTDIR="$(realpath --relative-to="$sdt" "$tmp/root")"
built 'make modules_install'
release=$(make -s --no-print-directory -C "$sdt" KDIR="$KDIR" kernel-release)
is "$(find "root/lib/modules/$release" -name 'sdt.ko*' -o -name 'sdt_*.ko*' | wc -l)" 3 '... installs sdt.ko, sdt_raw.ko and sdt_carrier.ko'
drive handler INSTALL_MOD_PATH="$tmp/root"
built 'a handler builds'
like "$(nm -u handler/handler.ko)" 'sdt_attach' '... and calls sdt.ko'

# -- DKMS's source ----------------------------------------------------------------

source=$usr/src/sdt-$version
is "$(bash -c ". $source/dkms.conf && echo \$PACKAGE_NAME \$PACKAGE_VERSION")" "sdt $version" \
	"DKMS's source tells its version"
cp -r "$source" dkms
make -C "$KDIR" M="$tmp/dkms/kmod" modules >dkms.log 2>&1
ok $? '... and builds alone' || note "$(cat dkms.log)"
is "$(modinfo -F version dkms/kmod/sdt.ko)" "$version" '... with the version in the module'
dkms/kmod/keep-symvers "$tmp/kept"
ok "$(cmp kept/Module.symvers dkms/kmod/Module.symvers; echo $?)" "... and keeps sdt.ko's symbols"

# -- uninstall --------------------------------------------------------------------

top uninstall
built 'make uninstall'
is "$(find root -name '*sdt*')" '' '... removes all'

# -- what cannot be ---------------------------------------------------------------

for prefix in relative '/a b' '/a&b' ''; do
	for target in install uninstall; do
		top $target PREFIX="$prefix"
		like "$log" "PREFIX=$prefix *is not an absolute path" "make $target PREFIX='$prefix': one line"
	done
done
top install DESTDIR="$tmp/a b"
like "$log" "DESTDIR=$tmp/a b has a space in it" 'a DESTDIR with a space: likewise'
(umask 077 && top install modules_install && exit "$status") >/dev/null
ok $? 'make install modules_install with umask 077'
is "$(find root/usr root/lib ! -perm -044 ! -type l)" '' '... all can be read by others'

done_testing
