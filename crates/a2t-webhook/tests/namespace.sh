#!/usr/bin/env bash
# Runs the hostile URLs in a network namespace whose loopback also has private, link-local and other
# special addresses, with listeners at each. Needs `unshare` and `ip`; the namespace goes when it ends.
set -euo pipefail
cd "$(dirname "$0")/../../.."
cargo test -p a2t-webhook --test it --no-run
addresses=10.0.0.1,100.100.100.200,168.63.129.16,169.254.169.254,172.16.0.1,172.31.255.255,192.0.0.192,192.168.1.1
addresses+=,fd00:ec2::254,fc00::1,64:ff9b::a00:1,2002:a00:1::1,::a00:1,2001:db8::1
export A2T_ALIASES=$addresses
unshare --net --map-root-user bash -euc '
    ip link set lo up
    for address in ${A2T_ALIASES//,/ }; do
        case $address in *:*) length=128 ;; *) length=32 ;; esac
        ip addr add "$address/$length" dev lo
    done
    exec cargo test --offline -p a2t-webhook --test it -- hostile:: --nocapture'
