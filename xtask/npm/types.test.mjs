// Tests the package's types with TypeScript's compiler: `cargo xtask npm --test` lays the project out and runs this.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";

const project = process.env.ROOTSTOCK_PROJECT;
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");

test("the example of the README compiles, and what is wrong does not", () => {
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, "--project", project, "--pretty", "false"], { cwd: project, encoding: "utf8" });
  const found = stdout.split("\n").map((line) => /^(\S+)\((\d+),\d+\): error (TS\d+)/.exec(line)).filter(Boolean);
  const lines = readFileSync(join(project, "wrong.mts"), "utf8").split("\n");
  const wanted = lines.map((line, index) => [/\/\/ (TS\d+)$/.exec(line)?.[1], index + 1]).filter(([error]) => error);
  assert.ok(wanted.length > 5, `${wanted.length} errors`);
  assert.deepEqual(
    found.map(([, file, line, error]) => `${file}:${line} ${error}`),
    wanted.map(([error, line]) => `wrong.mts:${line} ${error}`),
    stdout + stderr,
  );
});
