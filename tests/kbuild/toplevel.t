#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# toplevel.t - the messages of the top Makefile when it cannot build

. "$(dirname "$0")/lib.sh"

# top ARG...: make in the top folder; sets $log and $status
top()
{
	status=0
	log=$(env -u KDIR make --no-print-directory -C "$sdt" "$@" 2>&1) || status=$?
}

top KDIR=/nonexistent
is $status 2 'a KDIR that is none: make fails'
like "$log" 'KDIR=/nonexistent .*no Makefile' '... and says so'

mkdir empty
top KDIR="$tmp/empty"
like "$log" "KDIR=$tmp/empty .*no Makefile" 'an empty KDIR: likewise'

mkdir -p arm64/include/generated arm64/include/config
touch arm64/Makefile arm64/include/generated/autoconf.h
echo CONFIG_ARM64=y > arm64/include/config/auto.conf
top KDIR="$tmp/arm64" CC="$kernel_cc"
like "$log" "$tmp/arm64 .*arm64, .*$kernel_cc .* ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu-" \
	'a kernel of another architecture: the compiler does not fit'

# Where there are no headers: a make that finds none.
mkdir tests
cp "$sdt/Makefile" .
cp "$sdt/tests/Makefile" tests
sed 's:/usr/src/linux-headers-:/nonexistent/:; s:/lib/modules/:/nonexistent/:' \
	"$sdt/kernel.mk" > kernel.mk
status=0
log=$(env -u KDIR make --no-print-directory all 2>&1) || status=$?
is $status 2 'no kernel headers: make fails'
like "$log" 'no kernel headers: install linux-headers-.* or linux-headers-amd64' '... and says what to install'

# Of several kernels: the newest that is for everybody.
sed "s:/usr/src/:$tmp/src/:; s:/lib/modules/:/nonexistent/:" "$sdt/kernel.mk" > kernel.mk
headers() {
	for kernel; do
		mkdir -p src/linux-headers-$kernel/include/generated
		touch src/linux-headers-$kernel/Makefile \
			src/linux-headers-$kernel/include/generated/autoconf.h
	done
}
headers 6.1.0-10-rt-amd64
is "$(env -u KDIR make -s kdir)" "$tmp/src/linux-headers-6.1.0-10-rt-amd64" \
	'only the headers of an RT kernel: they are taken'
headers 6.1.0-9-amd64 6.1.0-10-amd64 6.1.0-10-cloud-amd64 6.1.0-11-rt-amd64
is "$(env -u KDIR make -s kdir)" "$tmp/src/linux-headers-6.1.0-10-amd64" \
	'several: the newest, but neither an RT nor a cloud kernel'
log=$(env -u KDIR make -n check-rt SETUP=no 2>&1)
like "$log" "KDIR=$tmp/src/linux-headers-6.1.0-11-rt-amd64" 'check-rt: the newest RT kernel'
rm -r src/*-rt-amd64
log=$(env -u KDIR make -s check-rt SETUP=no 2>&1)
is $? 2 'check-rt without such headers: make fails'
like "$log" 'no headers of a PREEMPT_RT kernel: *install linux-headers-rt-amd64' \
	'... and says what to install'

mkdir 'a folder'
cp "$sdt/Makefile" "$sdt/kernel.mk" 'a folder'
log=$(make --no-print-directory -C 'a folder' all 2>&1)
is $? 2 'a path with a space: make fails'
like "$log" 'cannot build in .*a folder.*: the path has a space or a colon in it' '... and says why'

# Not root, something missing; not Debian.
mkdir ci
cp "$sdt/.ci/setup" ci
echo 'no-such-package' > ci/packages
echo 'no-such-kernel  rt' >> ci/packages
chmod -R a+rX ci
log=$(setpriv --reuid=65534 --clear-groups ci/setup 2>&1)
is $? 2 'not root: setup exits 2'
like "$log" 'missing packages; as root: .*no-such-package' '... and names the packages'
echo 'no-such-package @target' > ci/packages
log=$(setpriv --reuid=65534 --clear-groups ci/setup other 2>&1)
is "$?$log" 0 'a package that only another target needs: not missing'
log=$(setpriv --reuid=65534 --clear-groups ci/setup target 2>&1)
like "$log" 'missing packages; .*no-such-package' '... but for that target'
echo 'no-such-package' > ci/packages
echo 'ID=other PRETTY_NAME="Another system"' > os-release
sed "s:/etc/os-release:$tmp/os-release:g" "$sdt/.ci/setup" > ci/setup
log=$(ci/setup 2>&1)
is $? 2 'not Debian: setup exits 2'
like "$log" 'Another system is not Debian: install .*no-such-package' '... and names the packages'

top torture KERNEL=other SETUP=no
is $status 2 'a KERNEL that is none: make fails'
like "$log" 'KERNEL=other.* KERNEL=debug' '... and says so'

top check-debian RELEASE=99 SETUP=no
is $status 2 'a RELEASE that is none: make fails'
like "$log" '99 is no release of Debian that the tests know: 11, 12, 13, 13-backports, sid, experimental' '... and says so'

top -n demo SETUP=no MAKE=true
like "$log" 'tests/guest/start ' 'make -n demo prints what boots the guest'
unlike "$log" 'write_entry' '... and does not boot it'

top help
for target in all demo check check-clients check-rt torture debug-kernel clean; do
	like "$log" "^  $target " "help tells of $target"
done
like "$log" '^  KERNEL=debug ' '... and of the variables of both makefiles'

# The names of what failed end a run.
mkdir -p runs/tests/some
cat > runs/tests/some/bad.t <<'END'
#!/bin/sh
echo 'ok 1 - this holds'
echo 'not ok 2 - that holds'
echo 'not ok 3 - a reviewer may decline # TODO advice'
echo 1..3
exit 1
END
printf '#!/bin/sh\necho ok 1 - it starts\n' > runs/tests/some/short.t
printf '#!/bin/sh\necho ok 1 - it ends\necho 1..1\n' > runs/tests/some/good.t
chmod +x runs/tests/some/*.t
log=$(cd runs && "$sdt/tests/lib/run-tests" --tap tap tests/some/*.t 2>/dev/null)
is $? 1 'a test fails: run-tests does'
is "$(echo "$log" | sed '1,/^Failed:/d')" 'tests/some/bad.t: not ok 2 - that holds
tests/some/short.t: ended early
    ok 1 - it starts' '... and ends with the names'
is "$(echo "$log" | sed -n '/^CPU seconds:/,/^Failed:/s/^ *[0-9.]* tests/tests/p' | sort)" \
	"$(cd runs && ls tests/some/*.t)" '... after the CPU times'
is "$(cat runs/tap/some.good.tap)" 'ok 1 - it ends
1..1' '... and keeps the output of each test'
printf '#!/bin/sh\necho ok 1\necho 1..1\nexit 3\n' > runs/tests/some/exit.t
printf '#!/bin/sh\necho "Bail out!"\nexit 1\n' > runs/tests/some/bail.t
chmod +x runs/tests/some/*.t
(cd runs && "$sdt/tests/lib/run-tests" --verbose --tap tap tests/some/exit.t tests/some/bail.t \
	tests/some/good.t) >/dev/null 2>&1
is "$(cat runs/tap/some.exit.tap)" 'ok 1
1..1

# exit status 3' '... or how it ended'
is "$(cat runs/tap/some.good.tap)" '' '... which may be before it began'
log=$(cd runs && "$sdt/tests/lib/run-tests" tests/some/good.t)
is $? 0 'no test fails: nor does run-tests'
done_testing
