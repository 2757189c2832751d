#!/usr/bin/env bash
# Installs the schemas of Kubernetes under target/interop/containers, which git ignores. Needs python3.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=target/interop/containers
cmp -s tests/containers/requirements.txt "$folder/requirements.txt" && exit
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check -r tests/containers/requirements.txt
cp tests/containers/requirements.txt "$folder/requirements.txt"
