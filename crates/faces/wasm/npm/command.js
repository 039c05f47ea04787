#!/usr/bin/env node
// The command: the static program in the package of this system, which npm installs with this one.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

const name = `gardener-rootstock-${process.platform}-${process.arch}`;

function program() {
  try {
    return createRequire(import.meta.url).resolve(`${name}/rootstock`);
  } catch {
    console.error(`error: the package ${name} is not installed: there is a command for Linux on x64 and arm64, and npm leaves it out \
with --omit=optional; the module of gardener-rootstock runs everywhere`);
    process.exit(6);
  }
}

const { status, signal, error } = spawnSync(program(), process.argv.slice(2), { stdio: "inherit" });
if (error) {
  console.error(`error: the command cannot be started: ${error.message}`);
  process.exit(6);
}
if (signal) process.kill(process.pid, signal);
process.exit(status);
