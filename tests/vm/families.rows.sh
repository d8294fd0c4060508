# SPDX-License-Identifier: GPL-2.0-only
#
# families.rows.sh - the table of all macros, and what comes of each in families.ko;
# sourced, never run
#
# families_rows prints a line for each macro (several, if it is used in several ways):
#
#	MACRO|FUNCTION|PROBE|ARGUMENTS|EVENT|FIELDS
#
# FUNCTION is the one of families_main.c's that uses it.  PROBE is what a handler is told,
# provider, function and name, with the ARGUMENTS as listener.c prints them; EVENT and
# FIELDS are what is in the trace, as a regular expression; of a message, its text.  A macro that says whether a
# probe is enabled has instead the bit of the function's result: MACRO|FUNCTION|BIT.
#
# tests/plugin/macros.t compares the macros with those of the headers.

# The first N values of families_main.c, as a handler and as an event have them, and as
# the translated arguments of families_freebsd.c
arguments_0='' fields_0='' xlated_0=''
arguments_1=' int i=-1' fields_1=' i=-1'
arguments_2="$arguments_1; long int l=2" fields_2="$fields_1 l=2"
arguments_3="$arguments_2; const char * s=\"three\"" fields_3="$fields_2 s=0x[0-9a-f]+"
arguments_4="$arguments_3; unsigned char c=4" fields_4="$fields_3 c=4"
arguments_5="$arguments_4; short int h=-5" fields_5="$fields_4 h=-5"
arguments_6="$arguments_5; long long unsigned int q=6" fields_6="$fields_5 q=6"
arguments_7="$arguments_6; enum colour e=RED" fields_7="$fields_6 e=RED"
arguments_8="$arguments_7; _Bool b=1" fields_8="$fields_7 b=1"
xlated_1=' => id_t i[0]'
xlated_2="$xlated_1; delta_t by[1]"
xlated_3="$xlated_2; string s[2]"
xlated_4="$xlated_3; flags_t c[3]"
xlated_5="$xlated_4; level_t h[4]"
xlated_6="$xlated_5; size_t q[5]"
xlated_7="$xlated_6; colour_t e[6]"

# numbered MACRO N FUNCTION PROVIDER NAME EVENT: a row for the first N values
numbered()
{
	eval "numbered_args=\$arguments_$2 numbered_fields=\$fields_$2"
	[ "$2" -lt 3 ] || numbered_fields="$numbered_fields s_str=\"three\""
	echo "$1|$3|$4:fire_$3:$5|$numbered_args|$6|$numbered_fields"
}

# solaris MACRO PROVIDER FUNCTION PREFIX [UNDERSCORE]: the rows of a provider's macros
solaris()
{
	echo "$1|$3|$2:fire_$3:some| int i=-1; const char * s=\"three\"|$4some| i=-1 s=0x[0-9a-f]+ s_str=\"three\""
	n=0
	for name in zero one two three four five six seven eight; do
		numbered "$1${5-}$n" $n "$3" "$2" $name "$4$name"
		n=$((n + 1))
	done
	echo "$1_ENABLED|$3|1"
}

freebsd()
{
	n=0
	for name in zero one two three four five six seven; do
		eval "xlated=\$xlated_$n"
		numbered SDT_PROBE$n $n freebsd fam $name fam_$name
		numbered SDT_PROBE_DEFINE$n $n freebsd fam $name fam_$name
		numbered SDT_PROBE_DEFINE${n}_XLATE $n freebsd fam xlate-$name fam_xlate_$name |
			awk -F'|' -v OFS='|' -v xlated="$xlated" \
				'{ $4 = $4 xlated; sub(" l=", " by=", $6); print }'
		n=$((n + 1))
	done
}

families_rows()
{
	for provider in sched proc io iscsi nfsv3 nfsv4 smb ip tcp udp sysevent xpv fc srp \
			lockstat; do
		solaris DTRACE_$(echo $provider | tr '[:lower:]' '[:upper:]') $provider $provider ${provider}_
	done
	for provider in iscsi nfsv3 nfsv4 smb fc srp; do
		solaris DTRACE_$(echo $provider | tr '[:lower:]' '[:upper:]') $provider \
			${provider}_underscore ${provider}_ _
	done
	solaris DTRACE_PROBE sdt solaris ''
	freebsd
	cat <<-'END'
	DTRACE_SMB_START|smb_server|smb:fire_smb_server:op-close-start| int i=-1|smb_op_close_start| i=-1
	DTRACE_SMB_DONE|smb_server|smb:fire_smb_server:op-close-done| int i=-1|smb_op_close_done| i=-1
	DTRACE_SMB2_START|smb_server|smb2:fire_smb_server:op-read-start| long int l=2|smb2_op_read_start| l=2
	DTRACE_SMB2_DONE|smb_server|smb2:fire_smb_server:op-read-done| long int l=2|smb2_op_read_done| l=2
	DTRACE_PROVIDER|revdev|six-shooter:fire_revdev:turn| int chamber=0|six_shooter_turn| chamber=0
	DTRACE_PROVIDER_TRUSTED|revdev|saloon:fire_revdev:brawl| struct shooter * shooter=0x0|saloon_brawl| shooter=0x0
	DTRACE_TRUSTED|revdev|sdt:fire_revdev:trusted| struct shooter * shooter=0x0|trusted| shooter=0x0
	DTRACE_PURE|revdev|six-shooter:fire_revdev:turn| int chamber=0|six_shooter_turn| chamber=0
	DTRACE_PROBE2|revdev|sdt:fire_revdev:read-entry| struct file * fp=0x1000; char * text="hello"|read_entry| fp=0x1000 text=0x[0-9a-f]+ text_str="hello"
	DTRACE_IO3|translated|io:fire_translated:start| struct buf * bp=0x2000; struct file * fp=0x1000; int i=-1 => bufinfo_t * bp[0]; devinfo_t * bp_1[0]; fileinfo_t * file[1]|io_start| bp=0x2000 bp_1=0x2000 file=0x1000
	DTRACE_PROBE|translated|sdt:fire_translated:hidden| long int l=2 =>|hidden|
	DTRACE_PROBE1|revdev|sdt:fire_revdev:ioctl-return| char * text="hello"|ioctl_return| text=0x[0-9a-f]+ text_str="hello"
	DTRACE_HEX|revdev|sdt:fire_revdev:shown| long long unsigned int q=6; enum shot shot=3|shown| q=0x6 shot=LOUD[|]FAST
	DTRACE_FLAGS|revdev|sdt:fire_revdev:shown| long long unsigned int q=6; enum shot shot=3|shown| q=0x6 shot=LOUD[|]FAST
	DTRACE_PRINTF|messages|sdt:fire_messages:is-of| const char * s="three"; int i=-1; unsigned char c=4|fire_messages_is_of|three is -1 of 4
	DTRACE_PRINTF_NAMED|messages|sdt:fire_messages:any-name| long long unsigned int q=6|fire_messages_any_name|6 things
	DTRACE_PRINTF_PREFIX|messages|six-shooter:fire_messages:turns| long int l=2|six_shooter_fire_messages_turns|0x2 turns
	DTRACE_PROBE_TEXT|messages|sdt:fire_messages:counted| const char * what="three"; int i=-1|counted|three, not -1
	DTRACE_PRINTF_UNNAMED|messages|sdt:fire_messages:left| unsigned char c=4|fire_messages_left|SIX: 4 left
	SDT_PROVIDER_DECLARE|elsewhere|fam:fire_elsewhere:untyped| int i=0; const char * s="hree"|fam_untyped| i=0 s=0x[0-9a-f]+ s_str="hree"
	SDT_PROVIDER_DEFINE|freebsd|fam:fire_freebsd:one| int i=-1|fam_one| i=-1
	SDT_PROBE_DEFINE|freebsd|fam:fire_freebsd:untyped| int i=-1; const char * s="three"|fam_untyped| i=-1 s=0x[0-9a-f]+ s_str="three"
	SDT_PROBE_DECLARE|elsewhere|fam:fire_elsewhere:one| int i=-5|fam_one| i=-5
	SDT_PROBE_DECLARE|elsewhere|fam:fire_elsewhere:three| int i=0; long int l=3; const char * s=0x0|fam_three| i=0 l=3 s=0x0 s_str="\(null\)"
	SDT_PROBE_DECLARE|elsewhere|fam:fire_elsewhere:xlate-two| int i=0; long int l=3 => id_t i[0]; delta_t by[1]|fam_xlate_two| i=0 by=3
	SDT_PROBE_DEFINE1|freebsd|fam:lookup:entry| int i=-1|fam_lookup_entry| i=-1
	SDT_PROBE_DEFINE1|elsewhere|fam:lookup:entry| int i=0|fam_lookup_entry| i=0
	SDT_PROBE_ENABLED|freebsd|1
	SDT_PROBE_ENABLED|freebsd|2
	SDT_PROBE_ENABLED|elsewhere|1
	SDT_PROBES_ENABLED|freebsd|4
	SDT_PROBE3|receive|ip:ip_input:receive| struct ifnet * rcvif=0x1000; struct ip * ip=0x4000; struct ip6_hdr * ip6=0x0|ip_receive| rcvif=0x1000 ip=0x4000 ip6=0x0
	SDT_PROBE3|receive|ip:ip6_input:receive| struct ifnet * rcvif=0x1000; struct ip * ip=0x0; struct ip6_hdr * ip6=0x6000|ip_receive| rcvif=0x1000 ip=0x0 ip6=0x6000
	SDT_PROBE_DEFINE1|errors|sdt:refuse:set-error| long int err=22|set_error| err=22
	SDT_PROBE_DEFINE1|errors|sdt:fire_errors:set-error| long int err=-5|set_error| err=-5
	SDT_PROBE_DEFINE1|dtrace4linux|sdt:fire_dtrace4linux:set-error| long int err=0|set_error| err=0
	DTRACE_SDT_PROBE|dtrace4linux|hworld:outer:here||hworld_outer_here|
	DTRACE_SDT_PROBE1|dtrace4linux|hworld:inner:n| int n=-1|hworld_inner_n| n=-1
	DTRACE_SDT_PROBE1|dtrace4linux|hworld:inner:n| int n=0|hworld_inner_n| n=0
	DTRACE_SDT_PROBE1|dtrace4linux|hworld:outer:read-text| const char * s="three"|hworld_outer_read_text| s=0x[0-9a-f]+ s_str="three"
	END
}
