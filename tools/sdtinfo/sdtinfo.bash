# SPDX-License-Identifier: GPL-2.0-only
#
# sdtinfo.bash - completes the command lines of sdtinfo in bash; sourced
#
# Offers verbs and options as sdtinfo lists them, modules' files, and the names of probes: of
# the files on the command line, else of the running kernel.  Needs no bash-completion.
#
# Bash splits words at ':' and '@' (COMP_WORDBREAKS), which patterns contain.  The pieces
# are joined here, and bash gets only the last piece of each completion.

# $options: those of the verb $2, as the program $1 tells; those with a value end in '=' and
# its name
_sdtinfo_options()
{
	mapfile -t options < <("$1" help --words "$2" 2>/dev/null)
}

# $text: $1 as the shell would understand it, without its quotes and backslashes
_sdtinfo_unquote()
{
	local rest=$1 quote='' c

	text=
	while [[ $rest ]]; do
		c=${rest:0:1}
		rest=${rest:1}
		if [[ $c == "$quote" ]]; then
			quote=
		elif [[ ! $quote && $c == [\"\'] ]]; then
			quote=$c
		elif [[ $c == \\ && $quote != \' ]]; then
			text+=${rest:0:1}
			rest=${rest:1}
		else
			text+=$c
		fi
	done
}

# $words: the words up to the cursor, as they were typed; $piece: what bash takes for
# the last
_sdtinfo_words()
{
	local line=${COMP_LINE:0:COMP_POINT} blanks i

	words=()
	for ((i = 0; i <= COMP_CWORD; i++)); do
		blanks=${line%%[![:blank:]]*}
		line=${line#"$blanks"}
		piece=${COMP_WORDS[i]}
		piece=${line:0:${#piece}}
		line=${line#"$piece"}
		if [[ $blanks || $i -eq 0 ]]; then
			words+=("$piece")
		else
			words[-1]+=$piece
		fi
	done
}

# Offer the words among $2... that begin with $1.
_sdtinfo_offer()
{
	local start=$1 word

	shift
	for word; do
		[[ $word != "$start"* ]] || COMPREPLY+=("$word")
	done
}

# Is the file $2 of a kind: module, object, any?
_sdtinfo_is()
{
	case $1:$2 in
	module:*.ko | module:*.ko.xz | module:*.ko.zst | module:*.ko.gz) ;;
	object:*.o | any:*) ;;
	*) return 1 ;;
	esac
}

# Offers directories, and the files of a kind.  Bash is told that they are files, to quote
# blanks, unless there are probes as well.
_sdtinfo_files()
{
	local kind=$1 start=$2 mixed=${COMPREPLY[*]} home='' file

	if [[ $start == \~/* ]]; then
		home=$HOME
		start=$HOME${start:1}
	fi
	while IFS= read -r file; do
		if [[ -d $file ]] || _sdtinfo_is "$kind" "$file"; then
			COMPREPLY+=("${home:+"~"}${file#"$home"}")
		fi
	done < <(shopt -u failglob; set +f
		 for file in "$start"*; do
			[[ ! -e $file ]] || printf '%s\n' "$file"
		 done)
	[[ $mixed ]] || compopt -o filenames 2>/dev/null
}

# Does a typed field, which may contain '*' and '?', match a name?
_sdtinfo_field()
{
	# shellcheck disable=SC2053	# a pattern is what it is
	[[ ! $1 || $2 == $1 ]]
}

# Offers the probes on stdin, as sdtinfo prints them, whose fields from number $2 on begin
# with $1.  What was typed stays; the last field and those after it are added.
_sdtinfo_match()
{
	local start=$1 first=$2 typed fields name last i
	local -A seen

	IFS=: read -ra typed <<<"$start:"
	last=$((${#typed[@]} - 1))
	while read -ra fields; do
		fields=("${fields[@]:1+first}")
		for ((i = 0; i < last; i++)); do
			_sdtinfo_field "${typed[i]}" "${fields[i]}" || continue 2
			fields[i]=${typed[i]}
		done
		[[ ${fields[last]} == "${typed[last]}"* ]] || continue
		printf -v name ':%s' "${fields[@]}"
		name=${name:1}
		[[ ${seen[$name]} ]] || COMPREPLY+=("$name")
		seen[$name]=1
	done
}

# Probes as sdtinfo prints them, with module and event only
_sdtinfo_events()
{
	local id provider module name

	while read -r id provider module _ name; do
		[[ $provider == sdt ]] || name=$provider-$name
		printf '%s %s %s\n' "$id" "$module" "${name//-/_}"
	done
}

# Offers all four names of the probes that the command $2... lists; if none begins with
# $1, the last three, two, one, or the module and the event.
_sdtinfo_patterns()
{
	local start=$1 colons=${1//[!:]/} probes first

	shift
	probes=$("$@" 2>/dev/null) || [[ $probes ]] || return
	for ((first = 0; first + ${#colons} < 4 && ! ${#COMPREPLY[@]}; first++)); do
		_sdtinfo_match "$start" $first <<<"${probes#*$'\n'}"
	done
	[[ ${#COMPREPLY[@]} -gt 0 || $colons != : ]] ||
		_sdtinfo_match "$start" 0 < <(_sdtinfo_events <<<"${probes#*$'\n'}")
}

# The loaded modules with probes, as the command $2 lists them
_sdtinfo_modules()
{
	local fields last

	while read -ra fields; do
		[[ ${fields[2]} == "$last" ]] || _sdtinfo_offer "$1" "${fields[2]}"
		last=${fields[2]}
	done < <("$2" list 2>/dev/null | sed 1d)
}

# The recorders, as the command $2 lists them
_sdtinfo_sources()
{
	local name

	while read -r name _; do
		_sdtinfo_offer "$1" "$name"
	done < <("$2" record 2>/dev/null | sed 1d)
}

# The value of an option, by the name that its help gives to it; sees the locals of _sdtinfo()
_sdtinfo_value()
{
	local value=$1 start=$2 release

	case $value in
	RELEASE)
		for release in /lib/modules/*/; do
			release=${release%/}
			_sdtinfo_offer "$start" "${release##*/}"
		done
		[[ $start != */* ]] || _sdtinfo_files folder "$start"
		;;
	SOURCE)
		_sdtinfo_sources "$start" "$command"
		_sdtinfo_files any "$start"
		;;
	FILE | OUT.s)
		_sdtinfo_files any "$start"
		;;
	esac
}

# $value: the name of the value of the option $1; nothing if it has none
_sdtinfo_value_of()
{
	local option

	value=
	for option in "${options[@]}"; do
		[[ $option != "$1="* ]] || value=${option#*=}
	done
}

# Offers verbs; sees the locals of _sdtinfo()
_sdtinfo_verbs()
{
	local verbs

	mapfile -t verbs < <("$command" help --words 2>/dev/null)
	_sdtinfo_offer "$start" "${verbs[@]}"
}

# An argument of the verb; sees the locals of _sdtinfo()
_sdtinfo_argument()
{
	case $verb in
	dump | verify)
		[[ $start == */* ]] || _sdtinfo_modules "$start" "$command"
		_sdtinfo_files module "$start"
		;;
	diff)
		_sdtinfo_files module "$start"
		;;
	link)
		_sdtinfo_files object "$start"
		;;
	list | args | gen)
		# the names of a whole kernel's modules would take too long
		[[ $all || $start == */* ]] ||
			_sdtinfo_patterns "$start" "$command" list -- "${files[@]}"
		[[ $all ]] || _sdtinfo_files module "$start"
		;;
	record | top)
		_sdtinfo_patterns "$start" "$command" list --
		;;
	trace | latency)
		if [[ ! $ended ]]; then
			_sdtinfo_patterns "$start" "$command" list --
		elif [[ ${words[-2]} == -- ]]; then
			mapfile -t COMPREPLY < <(compgen -c -- "$start")
		else
			mapfile -t COMPREPLY < <(compgen -f -- "$start")
		fi
		;;
	help)
		[[ ${#words[@]} -ne 3 ]] || _sdtinfo_verbs
		;;
	esac
}

# $value: the name of the value that comes next; $all, $files, $ended: what else is between
# the verb and the cursor
_sdtinfo_look_back()
{
	local word text

	for word in "${words[@]:2:${#words[@]}-3}"; do
		_sdtinfo_unquote "$word"
		if [[ $value ]]; then
			value=
		elif [[ $ended || $text != -?* ]]; then
			[[ $text != \~/* ]] || text=$HOME${text:1}
			! _sdtinfo_is module "$text" || files+=("$text")
		elif [[ $text == -- ]]; then
			ended=1
		else
			[[ $text == --* ]] || text=-${text: -1}
			_sdtinfo_value_of "$text"
			[[ $text != -a && $text != --all ]] || all=1
		fi
	done
}

_sdtinfo()
{
	local words piece text command start options
	local verb=${COMP_WORDS[1]} value='' all='' ended='' files=()

	COMPREPLY=()
	_sdtinfo_words
	_sdtinfo_unquote "$1"
	command=$text
	[[ $command != \~/* ]] || command=$HOME${command:1}
	_sdtinfo_unquote "${words[-1]}"
	start=$text
	if [[ ${#words[@]} -eq 2 ]]; then
		_sdtinfo_verbs
		[[ $start != -* ]] || _sdtinfo_offer "$start" -h --help -V --version
	else
		_sdtinfo_options "$command" "$verb"
		_sdtinfo_look_back
		if [[ $value ]]; then
			_sdtinfo_value "$value" "$start"
		elif [[ ! $ended && $start == --*=* ]]; then
			_sdtinfo_value_of "${start%%=*}"
			_sdtinfo_value "$value" "${start#*=}"
			COMPREPLY=("${COMPREPLY[@]/#/${start%%=*}=}")
		elif [[ ! $ended && $start == -* ]]; then
			_sdtinfo_offer "$start" "${options[@]%%=*}"
		else
			_sdtinfo_argument
		fi
	fi

	# what precedes the piece that bash replaces
	[[ $piece == *[!@:=]* ]] || piece=
	_sdtinfo_unquote "${words[-1]%"$piece"}"
	COMPREPLY=("${COMPREPLY[@]#"$text"}")
}

complete -F _sdtinfo sdtinfo
