#!/usr/bin/env bash
# Runs each fuzz target on its seeds for so many seconds (10 by default), guided by coverage. This is what cargo-fuzz does
# with `-s none`, by the pinned compiler and without an installation. Needs a C++ compiler.
set -euo pipefail
cd "$(dirname "$0")/../.."
if ! command -v c++ > /dev/null; then
    echo "skipped: the fuzz targets need a C++ compiler"
    exit 0
fi
export SECONDS_EACH=${1:-10} FOLDER=${CARGO_TARGET_DIR:-target}/fuzz
triple=$(rustc --print host-tuple)
export BUILT=$FOLDER/$triple/debug
coverage="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
coverage="$coverage -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1"
# `--target` keeps the flags away from build scripts.
RUSTFLAGS="$coverage --cfg fuzzing" CARGO_PROFILE_DEV_OPT_LEVEL=1 \
    cargo build --locked --manifest-path tests/fuzz/Cargo.toml --target "$triple" --target-dir "$FOLDER"

one() {
    local found="$FOLDER/found/$1" log="$FOLDER/$1.log"
    mkdir -p "$found"
    if "$BUILT/$1" "$found" "tests/fuzz/seeds/$1" -max_total_time="$SECONDS_EACH" -timeout=60 -rss_limit_mb=2048 \
        -artifact_prefix="$FOLDER/$1-" > "$log" 2>&1; then
        echo "$1: $(tail -n 1 "$log"), $(grep -o '[Ss]eed: [0-9]*' "$log" | head -n 1)"
    else
        echo "$1: failed"
        grep -v "NEW\|REDUCE\|pulse" "$log"
        return 1
    fi
}
export -f one
find tests/fuzz/targets -name '*.rs' -exec basename {} .rs \; | sort | xargs -P "$(nproc)" -I '{}' bash -c 'one {}'
