#!/usr/bin/env bash
# Unpacks Debian's nginx and HAProxy under target/proxies, which git ignores. Needs apt and dpkg; no root.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=target/proxies
[ -x "$folder/root/usr/sbin/haproxy" ] && exit
mkdir -p "$folder"
cd "$folder"
apt-get download -qq nginx haproxy liblua5.3-0 libopentracing-c-wrapper0 libopentracing1
for package in ./*.deb; do
    dpkg -x "$package" root
done
