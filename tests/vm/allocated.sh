# SPDX-License-Identifier: GPL-2.0-only
#
# allocated.sh - what the guest's kernel allocates for a module; sourced in the guest,
# never run
#
# The caller sets count, the number of probes or events of the module.

# allocated: bytes of objects in the kernel's caches, of what is too large for
# these, and of vmalloc
allocated()
{
	sleep 6		# what is freed later is freed every five seconds
	cat /proc/slabinfo > slabs
	awk 'FILENAME == "slabs" && NF == 16 && /^[^#]/ {
			n += $2 * $4; slabs += $15 * $6 * 4096
		}
		$1 == "Slab:" { n += $2 * 1024 - slabs }
		$1 == "VmallocUsed:" { n += $2 * 1024 }
		END { printf "%d\n", n }' slabs /proc/meminfo
}

# by_cache: which caches hold how many bytes more of each than before
by_cache()
{
	awk -v count="$count" '$1 == "#" || NF != 16 { next }
		FILENAME == "slabs.before" { before[$1] = $2; next }
		($2 - before[$1]) * $4 > 20 * count {
			printf "%s %.0f  ", $1, ($2 - before[$1]) * $4 / count
		}' slabs.before slabs
}

# load NAME [FILE]: loads the module from the file, by default NAME.ko, and removes it; sets
# size, what its memory is, more, what was allocated besides, and caches, where
load()
{
	before=$(allocated)
	mv slabs slabs.before
	insmod "${2:-$1.ko}" || ok 1 "$1 loads"
	size=$(cat "/sys/module/$1/coresize")
	more=$(($(allocated) - before - size))
	caches=$(by_cache)
	rmmod "$1"
}
