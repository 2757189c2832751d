#!/usr/bin/env bash
# Installs the published libraries of Standard Webhooks under target/interop/webhook, which git ignores.
# Needs npm and python3.
set -euo pipefail
cd "$(dirname "$0")/../../.."
folder=target/interop/webhook
mkdir -p "$folder"
cp crates/a2t-webhook/interop/package.json "$folder/package.json"
(cd "$folder" && npm install --no-audit --no-fund --loglevel=error)
[ -d "$folder/python" ] || python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check -r crates/a2t-webhook/interop/requirements.txt
