#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# dkms.t - DKMS builds and installs sdt.ko, a driver and a module with handlers
#
# All of DKMS's folders are in a temporary one, and so is the key for signing.

. "$(dirname "$0")/lib.sh"

if [ "$(id -u)" -ne 0 ]; then
	echo '1..0 # SKIP dkms needs root'
	exit
fi

release=$(make -s --no-print-directory -C "$sdt" KDIR="$KDIR" kernel-release)
version=$(make -s --no-print-directory -C "$sdt" version)
usr=$tmp/usr
mkdir -p tree "lib/$release"

make --no-print-directory -C "$sdt" KDIR="$KDIR" CC="$kernel_cc" PREFIX="$usr" install >log 2>&1
ok $? 'make install' || note "$(cat log)"
installed=$(cd "$usr" && find . -type f -printf '%P %s %T@ %C@\n' | sort)
for example in revdev handler; do
	cp -r "$usr/share/doc/sdt/examples/$example" "$usr/src/$example-1.0"
done
cat >"$usr/src/handler-1.0/dkms.conf" <<'END'
PACKAGE_NAME="handler"
PACKAGE_VERSION="1.0"
BUILT_MODULE_NAME="handler"
DEST_MODULE_LOCATION="/updates/dkms"
MAKE="make -C $kernel_source_dir M=$dkms_tree/handler/1.0/build sdt-dkms-tree=$dkms_tree"
BUILD_DEPENDS="sdt"
AUTOINSTALL="yes"
END

openssl req -new -x509 -nodes -days 36500 -subj '/CN=key of the test/' -newkey rsa:2048 \
	-keyout mok.key -outform DER -out mok.pub 2>/dev/null

# dkms ACTION [PACKAGE/VERSION]: with the environment that a service has, without a home
# directory.  Sets $log and $status.
dkms()
{
	status=0
	log=$(env -i PATH="$PATH" PKG_CONFIG_PATH="$usr/share/pkgconfig" \
		sign_file="$KDIR/scripts/sign-file" \
		mok_signing_key="$tmp/mok.key" mok_certificate="$tmp/mok.pub" \
		dkms "$@" -k "$release" --dkmstree "$tmp/tree" --sourcetree "$usr/src" \
		--installtree "$tmp/lib" --kernelsourcedir "$KDIR" --no-depmod 2>&1) || status=$?
	[ -z "${2-}" ] || log="$log
$(cat "tree/$2/build/make.log" 2>/dev/null)"
}

# module NAME: where DKMS has installed it
module()
{
	find "lib/$release" -name "$1.ko*"
}

# -- sdt.ko -----------------------------------------------------------------------

dkms add "sdt/$version"
built 'dkms add sdt'
dkms build "sdt/$version" -a riscv64
is "$status" 77 '... which skips another architecture' || note "$log"
dkms build "sdt/$version"
built '... build'
dkms install "sdt/$version"
built '... install'
like "$(module sdt)" 'updates/dkms/sdt\.ko' 'sdt.ko is installed'
like "$(module sdt_raw)" 'updates/dkms/sdt_raw\.ko' '... and sdt_raw.ko'
is "$(modinfo -F version "$(module sdt)")" "$version" '... in this version'
is "$(modinfo -F vermagic "$(module sdt)" | cut -d ' ' -f 1)" "$release" '... for this kernel'
is "$(modinfo -F signer "$(module sdt)")" 'key of the test' "... signed with DKMS's key"

# -- a driver ---------------------------------------------------------------------

dkms add revdev/1.0
built 'dkms add revdev'
dkms install revdev/1.0
built '... install'
is "$(modinfo -F signer "$(module revdev)")" 'key of the test' 'revdev.ko is signed'
"$usr/bin/sdtinfo" verify "$(module revdev)" >log 2>&1
ok $? '... sdtinfo verify accepts it' || note "$(cat log)"
like "$("$usr/bin/sdtinfo" dump "$(module revdev)")" ' 6 probes' '... and it has its probes'
unlike "$(cat tree/revdev/1.0/"$release"/*/log/make.log)" 'SDT ' \
	'the installed plugin was used, none built'
is "$(readelf -SW "$(module revdev)" | grep -c debug_info)" 0 'DKMS has stripped it'

# -- a module with handlers -------------------------------------------------------

dkms uninstall "sdt/$version"
dkms add handler/1.0
dkms build handler/1.0
# DKMS 3.2 refuses by itself.
like "$log" 'missing BUILD_DEPENDS: sdt|handler\.ko calls sdt\.ko, which is not built for .*: install it by DKMS' \
	'a module with handlers does not build while sdt.ko is not installed'
dkms autoinstall
built 'dkms autoinstall builds it after it has installed sdt.ko'
# DKMS packs modules as the kernel's are.
xz -d "$(module handler)" 2>/dev/null
like "$(nm -u "$(module handler)" 2>&1)" sdt_attach 'handler.ko calls sdt.ko'
dkms remove handler/1.0
dkms install handler/1.0
built 'dkms install builds it as well, while sdt.ko is installed'

# -- removal ----------------------------------------------------------------------

for package in handler/1.0 revdev/1.0 "sdt/$version"; do
	dkms remove "$package"
	built "dkms remove $package"
done
is "$(find tree -mindepth 1; find lib -mindepth 1 ! -type d)" '' 'nothing is left'
is "$(cd "$usr" && find . -type f ! -path './src/revdev-*' ! -path './src/handler-*' \
	-printf '%P %s %T@ %C@\n' | sort)" "$installed" 'nothing was written where sdt is installed'

done_testing
