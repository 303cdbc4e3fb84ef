#!/usr/bin/env node
// Starts the program that the package of this platform carries, and ends as it ends.
"use strict";
const { spawn } = require("node:child_process");

const name = `@ifmatch/${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/bin/ifmatch${process.platform === "win32" ? ".exe" : ""}`);
} catch {
  console.error(`ifmatch: start the program: the package ${name} is not installed; install it beside this one, without --omit=optional`);
  process.exit(3);
}
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// A terminal sends Ctrl-C to both, and the program then cleans up; other senders know only this process.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("error", (why) => {
  console.error(`ifmatch: start the program: ${why.message}`);
  process.exit(3);
});
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
