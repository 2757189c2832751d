#!/usr/bin/env bash
# Installs the tools that check the OpenAPI document under target/interop/openapi, which git ignores. Needs npm and python3.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=target/interop/openapi
mkdir -p "$folder"
if ! cmp -s tests/openapi-interop/package.json "$folder/package.json"; then
    rm -rf "$folder/node_modules" "$folder/package-lock.json"
    cp tests/openapi-interop/package.json "$folder/package.json"
    (cd "$folder" && npm install --no-audit --no-fund --loglevel=error) || { rm "$folder/package.json"; exit 1; }
fi
if ! cmp -s tests/openapi-interop/requirements.txt "$folder/requirements.txt"; then
    python3 -m venv "$folder/python"
    "$folder/python/bin/pip" install --quiet --disable-pip-version-check -r tests/openapi-interop/requirements.txt
    cp tests/openapi-interop/requirements.txt "$folder/requirements.txt"
fi
