#!/usr/bin/env bash
# Installs servers of MCP under target/interop/mcp-servers, which git ignores. Needs npm and python3.
set -euo pipefail
cd "$(dirname "$0")/../.."
sources=tests/mcp-servers
folder=target/interop/mcp-servers
mkdir -p "$folder"
if ! cmp -s "$sources/package.json" "$folder/package.json"; then
    cp "$sources/package.json" "$folder/package.json"
    (cd "$folder" && npm install --no-audit --no-fund --loglevel=error) || { rm "$folder/package.json"; exit 1; }
fi
if ! cmp -s "$sources/requirements.txt" "$folder/requirements.txt"; then
    python3 -m venv "$folder/python"
    "$folder/python/bin/pip" install --quiet --disable-pip-version-check -r "$sources/requirements.txt"
    cp "$sources/requirements.txt" "$folder/requirements.txt"
fi
