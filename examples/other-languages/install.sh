#!/usr/bin/env bash
# Installs what the two vendors need under target/interop/other-languages, which git ignores. Needs npm and python3.
set -euo pipefail
cd "$(dirname "$0")/../.."
sources=examples/other-languages
folder=target/interop/other-languages
mkdir -p "$folder"
if ! cmp -s "$sources/express/package.json" "$folder/package.json"; then
    cp "$sources/express/package.json" "$folder/package.json"
    (cd "$folder" && npm install --no-audit --no-fund --loglevel=error) || { rm "$folder/package.json"; exit 1; }
fi
if ! cmp -s "$sources/fastapi/requirements.txt" "$folder/requirements.txt"; then
    python3 -m venv "$folder/python"
    "$folder/python/bin/pip" install --quiet --disable-pip-version-check -r "$sources/fastapi/requirements.txt"
    cp "$sources/fastapi/requirements.txt" "$folder/requirements.txt"
fi
