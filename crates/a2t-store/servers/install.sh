#!/usr/bin/env bash
# Installs PostgreSQL, NATS and Redis for the tests of stores under target/servers, which git ignores. Needs python3.
set -euo pipefail
cd "$(dirname "$0")/../../.."
folder=target/servers
mkdir -p "$folder"
if ! cmp -s crates/a2t-store/servers/requirements.txt "$folder/requirements.txt"; then
    python3 -m venv "$folder/python"
    # The servers alone: what their packages depend on is for programs in Python.
    "$folder/python/bin/pip" install --quiet --disable-pip-version-check --no-deps -r crates/a2t-store/servers/requirements.txt
    cp crates/a2t-store/servers/requirements.txt "$folder/requirements.txt"
fi
