#!/usr/bin/env bash
# Installs the conformance suite and the foreign clients of MCP under target/interop/mcp, which git ignores. Needs npm and python3.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=target/interop/mcp
mkdir -p "$folder"
if ! cmp -s tests/mcp-interop/package.json "$folder/package.json"; then
    rm -rf "$folder/node_modules" "$folder/package-lock.json"
    cp tests/mcp-interop/package.json "$folder/package.json"
    (cd "$folder" && npm install --no-audit --no-fund --loglevel=error) || { rm "$folder/package.json"; exit 1; }
fi
if ! cmp -s tests/mcp-interop/requirements.txt "$folder/requirements.txt"; then
    python3 -m venv "$folder/python"
    "$folder/python/bin/pip" install --quiet --disable-pip-version-check -r tests/mcp-interop/requirements.txt
    cp tests/mcp-interop/requirements.txt "$folder/requirements.txt"
fi
