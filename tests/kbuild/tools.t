#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# tools.t - plugin and sdtinfo are built by the first module that needs them,
# once, and otherwise left alone

. "$(dirname "$0")/lib.sh"

copy_tree sdt
for dir in one two; do
	mkdir "$dir"
	echo '	DTRACE_PROBE(start);' | main_c >"$dir/$dir.c"
	printf 'obj-m := %s.o\ninclude %s\n' $dir "$tmp/sdt/kbuild/sdt.mk" >"$dir/Kbuild"
done

# The plugin's compiler, which keeps count
cat >cxx <<END
#!/bin/sh
echo "\$*" >>$tmp/cxx.log
exec g++ "\$@"
END
chmod +x cxx

# From nothing, in two folders at a time
for dir in one two; do
	(
		cd $dir || exit 1
		kmake -j4 HOSTCXX="$tmp/cxx"
		echo "$status" >../$dir.status
		echo "$log" >../$dir.log
	) &
done
wait
is "$(cat one.status two.status)" "0
0" "nothing built, two folders at once, -j4: both modules are built" ||
	note "$(cat one.log two.log)"
unlike "$(cat one.log two.log)" 'jobserver|warning|Warning' "... without a warning"
is "$(cat one.log two.log | grep '^  SDT \|HOST')" \
	"  SDT     building the plugin and sdtinfo (once)" "... with one line for both"
like "$(cat one.log two.log)" 'LD.*one.ko' "... one"
is "$(sites one/one.ko; sites two/two.ko)" "\
sdt:one:start:start one.c:6, in .init.text
sdt:two:start:start two.c:6, in .init.text" "... and two have their probes"
is "$(grep -c -e ' -c ' cxx.log)" "$(find sdt/build/plugin -name '*.o' | wc -l)" \
	"... and each object of the plugin was compiled once"

# Finished tools are used where nobody may write, by anybody.
as_another=
if [ "$(id -u)" -eq 0 ]; then
	as_another='setpriv --reuid=65534 --regid=65534 --clear-groups'
fi
mkdir third
cp one/one.c one/Kbuild third
chmod -R a-w sdt
test -z "$as_another" || chown 65534:65534 third
before=$(find sdt -printf '%p %T@ %C@\n' | sort)
cd third || exit 1
status=0
log=$($as_another make --no-print-directory -C "$KDIR" M="$PWD" modules 2>&1) || status=$?
cd ..
built "a tree without write permission: a module is built"
is "$(sites third/one.ko)" "sdt:one:start:start one.c:6, in .init.text" "... has its probe"
is "$(find sdt -printf '%p %T@ %C@\n' | sort)" "$before" "... and the tree is as it was"

# Where nobody may write, there is nothing to be built.
chmod -R u+w sdt
plugin=$(echo sdt/build/plugin/*/sdt_plugin.so)
mv "$plugin" .
chmod -R a-w sdt
cd third || exit 1
status=0
log=$($as_another make --no-print-directory -C "$KDIR" M="$PWD" modules 2>&1) || status=$?
cd ..
is "$(test "$status" -ne 0; echo $?)" 0 "... and no plugin: the build fails"
is "$(printf '%s\n' "$log" | grep -c 'sdt:\|denied\|HOST\|SDT ')" 1 "... with one line of ours"
like "$log" "sdt: .*plugin.* $tmp/${plugin%/*}.*'make -C $tmp/sdt plugin sdtinfo CC=.[^ ]+.'" \
	"... which says what to do"
chmod -R u+w sdt
mv sdt_plugin.so "$plugin"

# Another compiler has a plugin of its own.
other_compiler "$plugin"
before=$(stat -c %y "$plugin")
cd one || exit 1
kmake CC="$tmp/othercc" HOSTCXX="$tmp/cxx"
cd ..
built "another compiler: a module is built"
is "$(grep -c -e '-shared' cxx.log)" 1 "... after a plugin for it"
is "$(echo sdt/build/plugin/*/sdt_plugin.so | wc -w) $(stat -c %y "$plugin")" "2 $before" \
	"... beside the first compiler's"
is "$(cd one && printf '%s\n' "$log" | grep -c 'CC .*[ /]one\.o')" 1 "... and is compiled again"

# What is built can be seen.
touch sdt/tools/sdtinfo/main.c
cd one || exit 1
kmake V=1
cd ..
built "an older sdtinfo, V=1: a module is built"
like "$log" '^  SDT +building sdtinfo \(once\)' "... after sdtinfo"
like "$log" '-c -o main.o main.c' "... whose commands are shown"

# Sources that do not compile
echo '#error broken' >>sdt/tools/sdtinfo/main.c
cd one || exit 1
kmake
like "$log" 'error: #error broken' "sdtinfo cannot be built: the compiler's reason is shown"
like "$log" 'sdt: sdtinfo could not be built' "... and ours"
is "$(test "$status" -ne 0; echo $?)" 0 "... and the build fails"

done_testing
