#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# whose.t - sdtinfo trace, top and latency for some tasks only, and when they begin
#
# Processes with their threads and children, cgroups; the rate and the time of the day; modules
# that are not loaded yet; a script that waits until hits are not missed.
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/clients/writers
# libraries: libtracefs >= 1.6 libtraceevent
# options: --append slub_debug=- --timeout 900
. "$(dirname "$0")/../guest/guest.sh"

# sdtinfo_ ARG...: runs it; sets $out, $err, $status
sdtinfo_()
{
	status=0
	out=$(./sdtinfo "$@" 2>errors) || status=$?
	err=$(cat errors)
}

# heard: sets $said to what a program says that is ready
heard() { said=$(timeout 60 head -n 1 <&8); }

# begin ARG...: runs it in the background, until it is ready; sets $pid
mkfifo ready
exec 8<>ready
begin()
{
	./sdtinfo "$@" --ready-fd 9 9>&8 >got 2>errors &
	pid=$!
	heard
}

# end: interrupts it; sets $status
end()
{
	kill -INT $pid
	status=0
	wait $pid || status=$?
}

# writers NAME: writers in the background, which wait; sets $writers; NAME is a pipe to them
writers()
{
	rm -f "$1" "$1.out"
	mkfifo "$1"
	./writers <"$1" >"$1.out" &
	writers=$!
	eval "exec $2>$1"
	wait_for 30 grep -q ready "$1.out"
}

# copies: what was written to the device, of the hits that were printed
copies()
{
	sed -n 's/.*buf="\([a-z]*\)".*/\1/p' got | sort | tr '\n' ' '
}

state()
{
	(
		cd $tracefs || exit
		ls instances
		cat set_event set_event_pid tracing_on trace_clock
		grep -v 'users=0 ' $debugfs/sdt/probes
	) 2>&1
}

mkdir -p /run
insmod sdt.ko && insmod revdev.ko
ok $? 'the modules load'
state >before

# -- processes -----------------------------------------------------------------------------
writers one 5
first=$writers
writers two 6
second=$writers
begin trace -p "$first" write-entry
is "$said" ready 'trace says when it is ready'
echo >&6
echo >&5
wait_for 30 grep -q written one.out && wait_for 30 grep -q written two.out
echo >&5
wait $pid
is "$?:$(copies):$(cat errors)" '0:born child later main thread :' \
	'a process with threads and children, old and new; it ends with the process'
exec 5>&- 6>&-
wait "$first" "$second"

writers one 5
first=$writers
writers two 6
begin trace -j -p "$first,$writers" write-return
echo >&5
echo >&6
wait_for 30 grep -q written one.out && wait_for 30 grep -q written two.out
end
is "$status:$(grep -c '"text":"main"' got)$(wc -l <got)" 0:210 'two processes'
exec 5>&- 6>&-
wait "$first" "$writers"

writers one 5
begin top -i 100 -b buf_str -p "$writers" write-entry
is "$said" ready 'top says when it is ready'
printf x >/dev/revdev
echo >&5
wait_for 30 grep -q written one.out
echo >&5
wait $pid
is "$?:$(sed -n 's/.* \([0-9]*  [a-z_]*="[a-z]*"\).*/\1/p' got | sort | tr '\n' ' ')" \
	'0:1  buf_str="born" 1  buf_str="child" 1  buf_str="later" 1  buf_str="main" 1  buf_str="thread" ' \
	'top counts those of a process, and ends with it' || note "$(cat got errors)"
wait "$writers"

writers one 5
begin latency -j -p "$writers" write-entry write-return
is "$said" ready 'latency says when it is ready'
printf x >/dev/revdev
echo >&5
wait_for 30 grep -q written one.out
echo >&5
wait $pid
is "$?:$(grep -o '"count":5,' got | sort -u)" '0:"count":5,' 'latency, too' || note "$(cat got errors)"
wait "$writers"

writers one 5
sdtinfo_ record -p "$writers" write-entry
is "$status:$err" 0: 'record, too'
# listed: the tasks that the kernel records; those that are no more are removed some time later
listed() { cat $tracefs/instances/sdt-record/set_event_pid; }
are_alive() { for task in $(listed); do [ -e "/proc/$task" ] || return; done; }
wait_for 30 are_alive
ok $? '... which leaves the tasks with the kernel, and none of its own' || note "$(listed)"
is "$(listed | grep -cx "$writers")" 1 '... the process is one of them'
printf x >/dev/revdev
echo >&5
wait_for 30 grep -q written one.out
echo >&5
wait "$writers"
printf x >/dev/revdev
./sdtinfo record --show >got
is "$(copies)" 'born child later main thread ' '... its threads and children, also when sdtinfo and they have ended'
gone() { [ -z "$(listed)" ]; }
wait_for 30 gone
ok $? '... which the kernel takes off the list when they end: another process with such a PID is not recorded' ||
	note "$(listed)"
./sdtinfo record --stop 2>/dev/null
exec 5>&-
sdtinfo_ record -p 4000000 write-entry
tells "$status:$out:$err" '1::sdtinfo: --pid 4000000' '... no such process'
is "$(ls $tracefs/instances)" '' '... leaves nothing behind'

sdtinfo_ trace -p 4000000 write-entry
tells "$status:$out:$err" '1::sdtinfo: --pid 4000000' 'no such process'
sdtinfo_ trace -p 1,x write-entry
tells "$status:$err" "2:sdtinfo trace: --pid 'x'" 'no number'
writers one 5
thread=$(ls /proc/"$writers"/task | tail -n 1)
sdtinfo_ trace -p "$thread" write-entry
tells "$status:$err" "1:sdtinfo: --pid $thread thread" 'a thread'
sh -c "trap '' CHLD; exec ./sdtinfo trace -p $writers --ready-fd 9 write-entry" 9>&8 >got 2>errors &
pid=$!
heard
echo >&5
wait_for 30 grep -q written one.out
end
is "$status:$(copies)" '0:born child later main thread ' 'with SIGCHLD ignored'
exec 5>&-
wait "$writers"
sdtinfo_ top --sites -p 1
tells "$status:$err" '2:sdtinfo top: --sites --pid' \
	'sites of a process'
for arguments in '-p 1 write-entry' '-g a write-entry' 'write-entry -- true'; do
	out=$(unshare -p -f ./sdtinfo trace $arguments 2>&1)
	tells "$?:$out" '1:sdtinfo: tasks PID namespace host' \
		"in a PID namespace: $arguments"
done
state >after
is "$(diff before after)" '' 'nothing is left behind'

# -- cgroups ---------------------------------------------------------------------------------
mount -t cgroup2 none /sys/fs/cgroup
mkdir -p /sys/fs/cgroup/a/docker-12ab.scope/inner /sys/fs/cgroup/b/docker-12cd.scope \
	/sys/fs/cgroup/12a
sdtinfo_ trace -g docker write-entry
tells "$status:$err" '1:sdtinfo: --cgroup docker 2 /sys/fs/cgroup/a/docker-12ab.scope /sys/fs/cgroup/b/docker-12cd.scope' \
	'part of the names of several cgroups'
sdtinfo_ trace -g nothing write-entry
tells "$status:$err" '1:sdtinfo: --cgroup nothing /sys/fs/cgroup' 'of none'
for cgroup in 12ab a/docker-12ab.scope /sys/fs/cgroup/a; do
	begin trace -g $cgroup write-entry
	printf nobody >/dev/revdev
	(
		read -r self _ </proc/self/stat
		echo "$self" >/sys/fs/cgroup/a/docker-12ab.scope/inner/cgroup.procs
		# When trace has seen it, it is in the list.
		for list in $tracefs/instances/sdtinfo-*/set_event_pid; do
			wait_for 30 grep -qx "$self" "$list"
		done
		printf inside >/dev/revdev
	)
	end
	is "$status:$(copies):$(cat errors)" '0:inside :' "$cgroup: a task that is moved there"
done
begin trace -g 12a write-entry
rmdir /sys/fs/cgroup/12a
wait $pid
is "$?:$(copies):$(cat errors)" '0::' 'the whole name of one, and part of another; it ends with the cgroup'
state >after
is "$(diff before after)" '' 'nothing is left behind'

# -- the time of the day ---------------------------------------------------------------------
export TZ=UTC-3
since=$(date +%T)
begin trace --wall-clock write-entry
printf hi >/dev/revdev
end
until=$(date +%T)
time=$(awk 'END { print $1 }' got)
like "$time" '^[0-2][0-9]:[0-5][0-9]:[0-5][0-9]\.[0-9]{6}$' 'the time of the day'
expr "$since" \> "$until" >/dev/null ||	# midnight
	is "$(printf '%s\n' "$since" "${time%.*}" "$until" | sort -c 2>&1)" '' "... $since, $time, $until"
since=$(date -u +%FT%T)
begin trace -j --wall-clock write-entry
printf hi >/dev/revdev
end
time=$(sed -n 's/.*"wall_time":"\([^"]*\)".*/\1/p' got)
like "$time" '^[0-9-]{10}T[0-9:]{8}\.[0-9]{9}Z$' 'as JSON, in UTC'
is "$(printf '%s\n' "$since" "${time%.*}" "$(date -u +%FT%T)" | sort -c 2>&1)" '' "... $time"
sdtinfo_ trace --wall-clock -o file write-entry
tells "$status:$err" '2:sdtinfo trace: --output --wall-clock' 'not in a file'

# -- a module that is not loaded yet -------------------------------------------------------
rmmod revdev
for verb in trace 'latency --over 1ns'; do
	: >errors
	./sdtinfo $verb -w 'revdev::write*' --ready-fd 9 9>&8 >got 2>errors &
	pid=$!
	wait_for 30 grep -q waiting errors
	insmod revdev.ko
	heard
	printf hi >/dev/revdev
	end
	tells "$status:$said:$(grep -c 'write-return' got):$(cat errors)" \
		"0:ready:1:sdtinfo: waiting 'revdev::write*'" \
		"$verb waits for a module"
	rmmod revdev
done
: >errors
./sdtinfo top -w -i 100 revdev:: --ready-fd 9 9>&8 >got 2>errors &
pid=$!
wait_for 30 grep -q waiting errors
insmod revdev.ko
heard
printf hi >/dev/revdev
end
is "$status:$said:$(grep -c 'write-return' got)" 0:ready:1 'top, too'
rmmod revdev
: >errors
./sdtinfo trace -w revdev:: 2>errors &
pid=$!
wait_for 30 grep -q waiting errors
kill -TERM $pid
wait $pid
is $? 143 'a signal ends the waiting'
insmod revdev.ko
timeout 3 ./sdtinfo trace -w revdev::wriet-entry 2>errors
tells "$(head -n 1 errors)" "sdtinfo: waiting 'revdev::wriet-entry' 'revdev::write-entry'" \
	'a typing mistake'
sdtinfo_ trace -w revdev:: -- true
tells "$status:$err" '2:sdtinfo trace: --wait COMMAND' 'a command that waits for what waits for it'
sdtinfo_ trace -w -n 1 write-entry -t 0.1
is "$status:$err" 0: 'nothing to wait for'

# -- ready ------------------------------------------------------------------------------------
sdtinfo_ trace --ready-fd 7 write-entry
tells "$status:$err" '2:sdtinfo trace: --ready-fd 7' 'not open'
./sdtinfo trace --ready-fd 1 -t 0.1 write-entry | sed 's/^ *TIME.*/head/' >got
is "$(tr '\n' ' ' <got)" 'head ready ' 'on standard output, which stays open'
./sdtinfo trace --ready-fd 1 -j write-entry -- sh -c 'echo said' >got
is "$(tr '\n' ' ' <got)" 'ready said ' '... for the command as well'
./sdtinfo trace --ready-fd 7 write-entry 7>&8 -- sh -c 'echo $(ls /proc/self/fd)' >got 8>&-
heard
is "$said:$(grep -o '^0 1 2 .*' got | grep -c -w 7)" 'ready:0' 'the command does not get another one'
ok "$(grep -q '^0 1 2 ' got; echo $?)" '... but its own'

rmmod revdev sdt
ok $? 'the modules can go'
no_complaints 'the kernel log has no complaint'
done_testing
