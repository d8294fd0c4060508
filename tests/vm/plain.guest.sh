# SPDX-License-Identifier: GPL-2.0-only
# revdev, compiled without the plugin: what trace prints of each build.
. "$(dirname "$0")/../guest/guest.sh"

# traced FILE.ko: what a trace of testrevdev has, without what differs between runs
traced()
{
	insmod "$1" || { dmesg | tail -5; return; }
	./sdtinfo trace -s -l 'revdev::' -- ./testrevdev <input 2>trace.err
	cat trace.err
	rmmod revdev
}

echo hello >input
insmod sdt.ko
for form in plugin gcc clang; do
	[ -e $form.ko ] || continue
	echo "# --- $form"
	traced $form.ko | tee $form.trace | sed 's/^/# /'
done
no_complaints 'the kernel log'
done_testing
