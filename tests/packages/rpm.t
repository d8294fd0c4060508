#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# rpm.t - the RPM packages, built by Debian 12's rpm: rpmlint accepts them, they have the
# files of the Debian packages, and rpm installs them into an empty root; where there is
# DKMS, their scriptlets have it build sdt.ko, an ordinary user builds the examples, and the
# probes fire; the package for one kernel has sdt.ko also for headers that say they are RHEL's
#
# There is no Fedora here.  The compiler, the kernel and DKMS are Debian's, and rpm's database
# knows nothing of them: the packages' requirements are compared with a list instead.

cd "$(dirname "$0")/../.." || exit 1
RELEASE=12
. tests/packages/lib.sh

version=$(make -s --no-print-directory version)
builder=$folder/build-rpm
installed=$folder/installed-rpm

# rpm NAME ARG...: Debian's rpm in that root, which otherwise refuses to install a package
rpm()
{
	name=$1
	shift
	in_root "$name" sh -c "rpm --force-debian $*"
}

# plain: the paths of stdin, in order, without what only one of the distributions has
plain()
{
	sed -E 's|^\.?/||; s|\.gz$||; \#^usr/share/(licenses|lintian)/#d
		\#^usr/share/doc/.*/(changelog|copyright|NEWS\.Debian)$#d' | LC_ALL=C sort
}

# -- building ---------------------------------------------------------------------

make_bare
make_builder build-rpm
needed in_root build-rpm sh -c "cd /srv/sdt && $(documented 'Debian packages' build-dep)"
needed in_root build-rpm apt-get -q install rpm rpmlint
keep_fetched build-rpm

# What Fedora's macros define and Debian's do not; flags such as Fedora's
cat >"$builder/root/.rpmmacros" <<'END'
%_topdir /srv/rpm
%_dbpath /var/lib/rpm
%_docdir %{_datadir}/doc
%dist .test
%build_ldflags -Wl,-z,relro -Wl,--as-needed -Wl,-z,now
%_fortify -Wp,-D_FORTIFY_SOURCE=2 -Wp,-D_GLIBCXX_ASSERTIONS
%_stack -fstack-protector-strong -fstack-clash-protection -fcf-protection
%optflags -O2 -fexceptions -g -Wall -Werror=format-security %{_fortify} %{_stack}
END

mkdir "$builder/srv/tree"
tests/lib/files | tar -c -T - | tar -x -C "$builder/srv/tree"
git -C "$builder/srv/tree" init -q
git -C "$builder/srv/tree" add -A
git -C "$builder/srv/tree" -c user.name=test -c user.email=test commit -q -m test
make -C "$builder/srv/tree" dist SNAPSHOT=yes >"$log" 2>&1
ok $? 'make dist' || { note "$(cat "$log")"; done_testing; exit 1; }
mkdir -p "$builder/srv/sdt"
cp "$builder/srv/tree/build/snapshot/sdt-$version.tar.xz" "$builder/srv/sdt"

is "$(sed -n 's/^BuildRequires:[[:space:]]*pkgconfig(\(.*\))/\1/p' sdt.spec |
	while read -r library; do
		in_root build-rpm pkg-config --exists "$library" >/dev/null || echo "$library"
	done)" '' 'pkg-config knows what sdt.spec asks for'
in_root build-rpm sh -c \
	"cd /srv/sdt && $(documented 'RPM packages' 'rpmbuild -ta') --nodeps --noclean"
ok $? 'the packages are built' || { done_testing; exit 1; }
mkdir "$builder/srv/rpms"
cp "$builder"/srv/rpm/RPMS/*/*.rpm "$builder/srv/rpms"
is "$(cd "$builder/srv/rpms" && echo *)" "sdt-devel-$version-1.test.x86_64.rpm \
sdt-dkms-$version-1.test.noarch.rpm sdt-doc-$version-1.test.noarch.rpm \
sdtinfo-$version-1.test.x86_64.rpm" '... these four'
cp tests/packages/rpmlint.toml "$builder/srv"
# One at a time: with several, it reads the source package twice, and finds two spec files.
in_root build-rpm sh -c 'cd /srv && for file in sdt/sdt.spec rpm/SRPMS/*.rpm rpms/*.rpm; do
	rpmlint -c rpmlint.toml $file || exit
done'
ok $? 'rpmlint finds no error'
is "$(grep -c ' 0 errors, 0 warnings' "$log")" 6 '... and warns of nothing'

# -- what is in them --------------------------------------------------------------

in_root build-rpm env DEB_BUILD_OPTIONS=nocheck \
	sh -c "cd /srv/sdt && $(documented 'Debian packages' dpkg-buildpackage)"
ok $? 'the Debian packages are built' || { done_testing; exit 1; }
for packages in sdtinfo:sdtinfo sdt-devel:sdt-dev sdt-dkms:sdt-dkms sdt-doc:sdt-doc; do
	rpm=${packages%:*} deb=${packages#*:}
	dpkg-deb --fsys-tarfile "$builder/srv/${deb}_$version"_*.deb | tar -t | grep -v '/$' |
		plain >"$folder/deb.list"
	needed rpm build-rpm -qlvp "/srv/rpms/$rpm-$version-*.rpm"
	sed -n 's|^-[^/]* /|/|p' "$log" | plain >"$folder/rpm.list"
	is "$(diff "$folder/deb.list" "$folder/rpm.list")" '' \
		"$rpm has the $(wc -l <"$folder/deb.list") files of $deb"
done

mkdir "$builder/srv/empty"
needed in_root build-rpm rpm --root /srv/empty --initdb
rpm build-rpm --root /srv/empty --test -i '/srv/rpms/*.rpm' >/dev/null
is "$(sed -n 's/^[[:space:]]*\(.*\) is needed by .*/\1/p' "$log" | sed 's/(.*//' |
	LC_ALL=C sort -u | tr '\n' ' ')" \
	"/bin/sh /usr/bin/pkg-config dkms >= 3 gcc-c++ gcc-plugin-devel libc.so.6 libdw.so.1 \
libelf.so.1 libgcc_s.so.1 libjson-c.so.5 libm.so.6 libstdc++.so.6 libtracecmd.so.1 \
libtraceevent.so.1 libtracefs.so.1 libzstd.so.1 make rtld " \
	'what they require is known'
unlike "$(cat "$log")" conflicts '... and they do not conflict'
rpm build-rpm --root /srv/empty -i --nodeps --noscripts '/srv/rpms/*.rpm'
ok $? 'rpm installs them into an empty root'
rpm build-rpm --root /srv/empty -Va --nodeps
is "$(cat "$log")" '' '... finds no difference'
rpm build-rpm --root /srv/empty -e --noscripts sdtinfo sdt-devel sdt-doc sdt-dkms
ok $? '... removes them'
is "$(find "$builder/srv/empty" -name '*sdt*')" '' '... and leaves nothing'

# The dkms package once more, as that of another release of the same version
sed -i 's/^\(Release:[[:space:]]*\)1/\12/' "$builder/srv/sdt/sdt.spec"
in_root build-rpm rpmbuild -bb --nodeps --short-circuit --noclean \
	--buildroot "/srv/rpm/BUILDROOT/sdt-$version-1.test.x86_64" /srv/sdt/sdt.spec
ok $? 'an update is packed'
cp "$builder/srv/rpm/RPMS/noarch/sdt-dkms-$version-2.test.noarch.rpm" "$folder"

# ... and as that of another ABI
abi=$(sed -n 's/^%global abi[[:space:]]*//p' sdt.spec)
sed -i "s/^\(Release:[[:space:]]*\)2/\13/; s/^\(%global abi[[:space:]]*\).*/\1$((abi + 1))/" \
	"$builder/srv/sdt/sdt.spec"
needed in_root build-rpm rpmbuild -bb --nodeps --short-circuit \
	--buildroot "/srv/rpm/BUILDROOT/sdt-$version-1.test.x86_64" /srv/sdt/sdt.spec
rpm build-rpm --root /srv/empty -i --nodeps --noscripts "/srv/rpms/sdtinfo-$version-*.rpm"
rpm build-rpm --root /srv/empty --test -i "/srv/rpm/RPMS/noarch/sdt-dkms-$version-3.test.noarch.rpm" \
	>/dev/null
like "$(cat "$log")" "sdt-abi .* $((abi + 1)) conflicts with" 'rpm refuses sdt.ko of another ABI than sdtinfo'

# -- the package for one kernel ---------------------------------------------------

# Debian's headers say that they are RHEL 9.5's, and have the versions of Debian's symbols.
el9=5.14.0-503.11.1.el9_5.x86_64
kdir=/usr/src/kernels/$el9
kmod=kmod-sdt-$el9-$version-1.test.x86_64.rpm
needed in_root build-rpm apt-get -q install linux-headers-amd64
keep_fetched build-rpm
needed in_root build-rpm sh -c "/srv/sdt/tests/lib/copy-kdir /usr/src/linux-headers-*-amd64 $kdir"
sed -i "s/\".*\"/\"$el9\"/" "$builder$kdir/include/generated/utsrelease.h"
sed -i "s/\(KERNELRELEASE *=\).*/\1 $el9/" "$builder$kdir/.kernelvariables"
echo "$el9" >"$builder$kdir/include/config/kernel.release"
cat >"$builder$kdir/include/generated/uapi/linux/version.h" <<'END'
#define LINUX_VERSION_CODE 331264
#define KERNEL_VERSION(a,b,c) (((a) << 16) + ((b) << 8) + ((c) > 255 ? 255 : (c)))
#define RHEL_RELEASE_VERSION(a,b) (((a) << 8) + (b))
#define RHEL_RELEASE_CODE 2309
END

in_root build-rpm rpmbuild -bb --nodeps --with kmod /srv/sdt/sdt.spec >/dev/null
tells "$(grep -m 1 '^error:.*kdir' "$log")" 'error kdir' 'without a kernel, the build says what it needs'
in_root build-rpm sh -c "cd /srv/sdt && $(documented 'A package for one kernel' |
	sed "s|/usr/src/kernels/[^\"]*|$kdir|") --nodeps"
ok $? 'sdt.ko is built for a kernel that says it is RHEL 9.5' || { done_testing; exit 1; }
cp "$builder/srv/rpm/RPMS/x86_64/$kmod" "$builder/srv"
needed rpm build-rpm -qlp "/srv/$kmod"
is "$(grep ^/lib/modules "$log" | LC_ALL=C sort | sed 's|.*/||' | tr '\n' ' ')" \
	'sdt sdt.ko sdt_carrier.ko sdt_raw.ko sdt.symvers ' '... the package has the modules and their symbols'
needed rpm build-rpm -qRp "/srv/$kmod"
like "$(cat "$log")" "^kernel-uname-r = $el9\$" '... and requires that kernel'
in_root build-rpm rpmlint -c /srv/rpmlint.toml "/srv/$kmod"
like "$(cat "$log")" ' 0 errors, 0 warnings' '... rpmlint accepts it' || note "$(cat "$log")"

# -- the scriptlets ---------------------------------------------------------------

# built_module: the paths of sdt.ko that DKMS has installed
built_module()
{
	(cd "$installed/lib/modules/$kernel" && find . -name 'sdt.ko*')
}

# in_guest NAME: the driver and the handler work there
in_guest()
{
	author=$installed/home/author
	tests/guest/start --smp 1 --kernel "$kernel" --root "$installed" \
		--add "$author/revdev/revdev.ko" --add "$author/handler/handler.ko" \
		--add "$author/revdev/testrevdev" --add tests/packages/probes.sh \
		tests/packages/debian.guest.sh >"$log" 2>&1
	ok $? "$1" || note "$(cat "$log")"
}

fresh installed-rpm
needed in_root installed-rpm apt-get -q install --no-install-recommends linux-image-amd64 \
	linux-headers-amd64 dkms g++ gcc-12-plugin-dev make pkgconf rpm \
	libdw1 libelf1 libjson-c5 libtracecmd1 libtracefs1 libzstd1
keep_fetched installed-rpm
cp "$builder/root/.rpmmacros" "$installed/root"
cp -r "$builder/srv/rpms" "$installed/srv"
mv "$folder/sdt-dkms-$version-2.test.noarch.rpm" "$installed/srv"
in_root installed-rpm useradd -m -s /bin/sh author
kernel=$(basename "$(find "$installed/boot" -name 'vmlinuz-*')" | sed 's/^vmlinuz-//')

rpm installed-rpm -i --nodeps '/srv/rpms/*.rpm'
ok $? 'rpm installs them, with scriptlets'
is "$(built_module)" ./updates/dkms/sdt.ko "... DKMS has built sdt.ko for $kernel"
rpm installed-rpm -Va --nodeps
is "$(cat "$log")" '' '... no file has changed'
touch -d yesterday "$installed/lib/modules/$kernel/updates/dkms/sdt.ko"
rpm installed-rpm -U --nodeps "/srv/sdt-dkms-$version-2.test.noarch.rpm"
ok $? 'rpm updates to another release of the same version'
needed rpm installed-rpm -q sdt-dkms
is "$(cat "$log")" "sdt-dkms-$version-2.test.noarch" '... which is the only one'
is "$(built_module)" ./updates/dkms/sdt.ko '... sdt.ko is still there'
is "$(find "$installed/lib/modules/$kernel/updates" -name sdt.ko -mmin +60)" '' '... built again'

cp debian/tests/build-drivers "$installed/srv"
in_root installed-rpm su - author -c 'sh /srv/build-drivers'
ok $? 'an ordinary user builds revdev and handler'
unlike "$(cat "$log")" '^  SDT ' '... with the installed plugin'
in_guest 'the probes fire in a virtual machine'

# As the build of a driver after an update of GCC does
mkdir -p "$installed/var/cache/sdt/version/compiler"
rpm installed-rpm -e sdtinfo sdt-devel sdt-doc sdt-dkms
ok $? 'rpm removes them'
is "$(built_module; cd "$installed" && ls -d usr/bin/sdtinfo usr/lib/sdt usr/share/sdt \
	usr/share/doc/sdt usr/share/licenses/sdt* usr/src/sdt* var/cache/sdt var/lib/dkms/sdt 2>/dev/null)" '' \
	'... leaving nothing'

# -- ... of another kernel, whose symbols have the same versions ------------------

cp "$builder/srv/$kmod" "$installed/srv"
rpm installed-rpm -i --nodeps "/srv/rpms/sdtinfo-$version-*.rpm /srv/$kmod"
ok $? 'rpm installs the package for one kernel'
in_root installed-rpm modinfo -k "$el9" -F vermagic sdt
like "$(cat "$log")" "^$el9 " '... depmod has found the module, for that kernel'
weak=$installed/lib/modules/$kernel/weak-updates	# as weak-modules(8) does
mkdir "$weak"
ln -s "../../$el9/extra/sdt/sdt.ko" "$weak/sdt.ko"
needed in_root installed-rpm depmod "$kernel"
in_guest '... the probes fire with it in the kernel that these headers are of'
rm -r "$weak"
rpm installed-rpm -e sdtinfo "kmod-sdt-$el9"
ok $? '... rpm removes it'
is "$(find "$installed/lib/modules" -name '*sdt*')" '' '... leaving nothing'
done_testing
