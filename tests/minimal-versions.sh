#!/usr/bin/env bash
# Checks our crates with the oldest versions of their dependencies that their manifests allow, in a copy below `target`.
# Needs a nightly compiler, which only chooses the versions, and the network.
set -euo pipefail
cd "$(dirname "$0")/.."
copy=${CARGO_TARGET_DIR:-$PWD/target}/minimal-versions
rm -rf "$copy" && mkdir -p "$copy"
git ls-files -z -- 'a2t-*' crates docs src Cargo.toml README.md rust-toolchain.toml | tar --null --files-from=- -c | tar -x -C "$copy"
# Tests and examples ask for less than our crates, as their readers do.
sed -i -E '/^    "((examples|tests)\/|xtask")/d' "$copy/Cargo.toml"
find "$copy" -name Cargo.toml -exec sed -i '/^\[.*dev-dependencies.*\]$/,/^\[lints\]$/{/^\[lints\]$/!d}' {} +
cd "$copy"
cargo +nightly update --quiet -Z direct-minimal-versions
CARGO_TARGET_DIR=$copy/target cargo check --locked -p a2t -p cargo-a2t --all-features
