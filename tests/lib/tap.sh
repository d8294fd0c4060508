# SPDX-License-Identifier: GPL-2.0-only
#
# tap.sh - TAP for tests that are shell scripts; sourced, never run
#
#	. "$(dirname "$0")/../lib/tap.sh"
#	is "$(sdtinfo --version)" "sdtinfo 1.0" "prints its version"
#	done_testing
#
# A script that ends without done_testing prints no plan, which is a failure to
# readers of TAP.

tap_count=0
tap_failed=0

# note TEXT...: a line for people, not for the verdict
note()
{
	printf '%s\n' "$*" | sed 's/^/# /'
}

# needs_libraries LIBRARY...: skips the whole test unless pkg-config finds them; each can be followed
# by '>=' and a version
needs_libraries()
{
	pkg-config --exists "$@" || { echo "1..0 # SKIP no $* here"; exit; }
}

# needs_two_processors: skips the whole test if $SMP does not allow them
needs_two_processors()
{
	[ "${SMP:-2}" -ge 2 ] || {
		echo '1..0 # SKIP needs two processors, with which QEMU before 8.1 can oops this kernel'
		exit
	}
}

# ok STATUS NAME: STATUS 0 passes
ok()
{
	tap_count=$((tap_count + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $tap_count - $2"
	else
		tap_failed=$((tap_failed + 1))
		echo "not ok $tap_count - $2"
	fi
	return "$1"
}

# is GOT WANTED NAME: equal strings pass
is()
{
	if [ "$1" = "$2" ]; then
		ok 0 "$3"
	else
		ok 1 "$3"
		note "got:    $1"
		note "wanted: $2"
		return 1
	fi
}

# like GOT REGEX NAME: passes if a line of GOT matches the extended REGEX
like()
{
	if grep -Eq -e "$2" <<END
$1
END
	then
		ok 0 "$3"
	else
		ok 1 "$3"
		note "got: $1"
		note "no line matches: $2"
		return 1
	fi
}

# unlike GOT REGEX NAME: passes if no line of GOT matches the extended REGEX, which must be one
unlike()
{
	tap_matches=0
	grep -Eq -e "$2" <<END || tap_matches=$?
$1
END
	if [ $tap_matches -eq 1 ]; then
		ok 0 "$3"
	else
		ok 1 "$3"
		note "got: $1"
		note "a line matches: $2"
		return 1
	fi
}

# tells GOT WORDS NAME: passes if GOT begins with the first of the WORDS and has the others, in
# whatever order.  It is for messages: a test names the status, the stream and what the message
# is about, not how that is worded.
tells()
{
	tap_lacks=$(
		set -f
		text=" $1 " before=' '
		for word in $2; do
			case $text in
			$before"$word"[!a-zA-Z0-9_]*) ;;
			*) printf '%s ' "$word" ;;
			esac
			before='*[!a-zA-Z0-9_]'
		done
	)
	if [ -z "$tap_lacks" ]; then
		ok 0 "$3"
	else
		ok 1 "$3"
		note "got:   $1"
		note "lacks: $tap_lacks"
		return 1
	fi
}

# advise FINDINGS NAME: passes if there are none, and is expected to fail otherwise: what a
# reviewer of a change should see, but may decline
advise()
{
	[ -n "$1" ] || { ok 0 "$2"; return; }
	tap_count=$((tap_count + 1))
	echo "not ok $tap_count - $2 # TODO advice"
	note "$1"
}

# done_testing: prints the plan; the last command of a script
done_testing()
{
	echo "1..$tap_count"
	[ "$tap_failed" -eq 0 ]
}
