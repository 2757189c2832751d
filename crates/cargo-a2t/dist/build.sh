#!/usr/bin/env bash
# Packs a built `cargo-a2t` for npm and PyPI, as the program `a2t`: `build.sh PROGRAM SYSTEM TAG FOLDER` writes two packages of npm
# (that of the system, and the one that users install) and a wheel into FOLDER. SYSTEM is Node's name, such as `linux-x64`; TAG is the
# wheel's, such as `manylinux_2_36_x86_64`. Needs npm, and python3 with the registry of PyPI.
set -euo pipefail
program=$(realpath "$1") system=$2 tag=$3
mkdir -p "$4"
folder=$(realpath "$4")
cd "$(dirname "$0")"

version=$("$program" --version | cut -d' ' -f2)
systems="darwin-arm64 darwin-x64 linux-arm64 linux-x64 win32-x64"
name=a2t
case $system in win32-*) name=a2t.exe ;; esac
case " $systems " in *" $system "*) ;; *) echo "unknown system $system: one of $systems" >&2; exit 2 ;; esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
about="\"version\": \"$version\", \"license\": \"MIT OR Apache-2.0\", \"repository\": \"github:a2t-rs/a2t\""

mkdir "$work/system" "$work/main"
cp "$program" "$work/system/$name"
cp ../../../LICENSE-* "$work/system"
cat > "$work/system/package.json" <<JSON
{
  "name": "a2t-cli-$system", $about,
  "description": "The program of a2t-cli for $system",
  "os": ["${system%-*}"], "cpu": ["${system#*-}"],
  "files": ["$name", "LICENSE-APACHE", "LICENSE-MIT"]
}
JSON

optional=
for other in $systems; do
    optional+="${optional:+, }\"a2t-cli-$other\": \"$version\""
done
cp npm/a2t.js npm/README.md ../../../LICENSE-* "$work/main"
cat > "$work/main/package.json" <<JSON
{
  "name": "a2t-cli", $about,
  "description": "Approve and check the tools that your AI agents use (A2T and MCP)",
  "bin": { "a2t": "a2t.js" },
  "engines": { "node": ">=18" },
  "files": ["a2t.js", "README.md", "LICENSE-APACHE", "LICENSE-MIT"],
  "optionalDependencies": { $optional }
}
JSON
for package in system main; do
    (cd "$work/$package" && npm pack --silent --pack-destination "$folder")
done

mkdir -p "$work/wheel/program"
cp pypi/* npm/README.md ../../../LICENSE-* "$work/wheel"
cp "$program" "$work/wheel/program/$name"
A2T_VERSION=$version A2T_WHEEL_TAG=$tag python3 -m pip wheel --quiet --disable-pip-version-check --no-deps \
    --wheel-dir "$folder" "$work/wheel"
