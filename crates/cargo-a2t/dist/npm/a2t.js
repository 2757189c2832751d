#!/usr/bin/env node
// Runs the program that npm installed for this system, with these arguments, and ends as it ends.
"use strict";

const { spawnSync } = require("node:child_process");

const system = `${process.platform}-${process.arch}`;
const extension = process.platform === "win32" ? ".exe" : "";
let program;
try {
  program = require.resolve(`a2t-cli-${system}/a2t${extension}`);
} catch {
  console.error(
    `a2t: there is no program for ${system}. If this system is listed in the optional dependencies of a2t-cli, ` +
      "install again without --omit=optional; else install Rust and run `cargo install cargo-a2t`.",
  );
  process.exit(2);
}

const { error, signal, status } = spawnSync(program, process.argv.slice(2), { stdio: "inherit", argv0: "a2t" });
if (error) {
  console.error(`a2t: ${program}: ${error.message}`);
  process.exit(2);
}
if (signal) {
  process.kill(process.pid, signal);
}
process.exit(status ?? 2);
