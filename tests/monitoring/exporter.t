#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# exporter.t - promtool and node-exporter read the metrics of sdtinfo: make check-monitoring
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo tests/vm/modules/twice.ko
# needs: examples/revdev/revdev.ko examples/revdev/testrevdev
# options: --root / --timeout 600
. "$(dirname "$0")/../guest/guest.sh"

# scraped: what Prometheus would get of our metrics
scraped()
{
	python3 -c 'import urllib.request
print(urllib.request.urlopen("http://127.0.0.1:9100/metrics").read().decode())' 2>/dev/null |
		grep -E '^(# (HELP|TYPE) )?(sdt_|node_textfile_scrape_error)'
}

# Each try takes a second or two.
has() { scraped | grep -q "$1"; }

ip link set lo up
mkdir metrics
insmod sdt.ko count='*' && insmod twice.ko && insmod revdev.ko
ok $? 'the modules load'
echo 1 >/sys/module/twice/parameters/fire
./sdtinfo top --prometheus -o metrics/sdt.prom
ok $? 'sdtinfo top writes totals'
printf 'a\nb\n' | ./sdtinfo latency --prometheus --output metrics/sdt-latency.prom revdev: -- ./testrevdev >/dev/null
ok $? 'sdtinfo latency writes histograms'
for file in sdt sdt-latency; do
	is "$(promtool check metrics <metrics/$file.prom 2>&1; echo $?)" 0 "promtool has no objection to $file.prom"
done

prometheus-node-exporter --collector.disable-defaults --collector.textfile \
	--collector.textfile.directory="$PWD/metrics" --web.listen-address=127.0.0.1:9100 \
	>exporter.log 2>&1 &
exporter=$!
wait_for 3 has '^sdt_info'
ok $? 'node-exporter has them' || note "$(cat exporter.log)"
scraped >got
is "$(sed -n 's/^node_textfile_scrape_error //p' got)" 0 '... without an error'
for kind in 'sdt_probe_hits_total counter' 'sdt_info gauge' 'sdt_latency_seconds histogram' \
	'sdt_missed_hits_total counter'; do
	like "$(cat got)" "^# TYPE $kind\$" "... $kind"
done
like "$(cat got)" '^sdt_probe_hits_total\{function="other",module="twice",probe="step",provider="sdt"\} 100$' \
	'... the hits of a probe'
like "$(cat got)" '^sdt_latency_seconds_count\{from=".*:write-entry",to=".*:write-return"\} 2$' \
	'... the number of times'
is "$(grep '^sdt_latency_seconds_bucket.*write-entry' got | sed 's/.*le="//; s/".*//' | wc -l)" 28 \
	'... and the buckets'
echo 2 >/sys/module/twice/parameters/fire
./sdtinfo top --prometheus -o metrics/sdt.prom
wait_for 3 has 'function="other",module="twice",probe="step",provider="sdt"} 300$'
ok $? 'totals grow'
kill $exporter
wait $exporter
rmmod sdt
ok $? 'sdt.ko goes'
no_complaints 'the kernel log'
done_testing
