#!/usr/bin/env node
// Runs the program that npm installed for this system, with these arguments, and ends as it ends.
"use strict";

const { spawn } = require("node:child_process");

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

const child = spawn(program, process.argv.slice(2), { stdio: "inherit", argv0: "a2t" });
// A signal to this process ends the program too, such as the server of `a2t mock`.
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
for (const signal of signals) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => {
  console.error(`a2t: ${program}: ${error.message}`);
  process.exit(2);
});
child.on("exit", (status, signal) => {
  if (signal === null) {
    process.exit(status);
  }
  signals.forEach((name) => process.removeAllListeners(name));
  process.kill(process.pid, signal);
});
