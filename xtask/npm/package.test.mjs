// Tests the package in an empty project: `cargo xtask npm --test` installs it there and runs this.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load, RootstockError } from "gardener-rootstock";

const rootstock = await load();

test("the example of the README prints what the README shows", () => {
  const printed = execFileSync(process.execPath, ["example.mjs"], { encoding: "utf8" });
  assert.equal(printed, readFileSync("example.txt", "utf8"));
});

test("every answer is that of the program, byte for byte", (t) => {
  const lines = readFileSync("cases.jsonl", "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line))
    .filter(({ module }) => module !== "everything.wasm");
  assert.ok(lines.length > 30_000, `${lines.length} cases`);
  let answered = 0;
  for (const { request, answer } of lines) {
    const given = rootstock.callText(request);
    if (given !== answer) assert.equal(given, answer, request.slice(0, 2000));
    answered += Number(!answer.startsWith('{"error"'));
  }
  assert.ok(answered > lines.length / 2, `${answered} of ${lines.length} have an answer`);
  t.diagnostic(`${lines.length} requests, ${answered} of them with an answer`);
});

test("what is held is asked about until it is released", () => {
  const object = {
    apiVersion: "core.gardener.cloud/v1beta1", kind: "CloudProfile", metadata: { name: "held" },
    spec: { type: "local", kubernetes: { versions: [{ version: "1.33.1" }] } },
  };
  const documents = rootstock.hold([{ name: "profile", object }], { at: "2026-06-01T00:00:00Z" });
  assert.equal(documents.versions().kubernetes[0].version, "1.33.1");
  assert.equal(documents.versions({}, { semantics: "gardener" }).settings.semantics, "gardener");
  documents.release();
  assert.throws(() => documents.versions(), { name: "RootstockError", kind: "request" });
});

test("what has no answer says why", () => {
  const why = (request) => {
    try { rootstock.call(request); } catch (error) { assert.ok(error instanceof RootstockError); return [error.kind, error.message]; }
    return assert.fail("there is an answer");
  };
  assert.deepEqual(why({ function: "matrx" }), ["request", "there is no function `matrx`; did you mean `matrix`?"]);
  assert.deepEqual(why({ function: "matrix" }), ["documents", "the documents have no CloudProfile and no NamespacedCloudProfile"]);
  assert.equal(why({ function: "matrix", documents: [{ name: "a", text: "{" }] })[0], "documents");
});

test("memory does not grow with the number of calls", () => {
  const request = JSON.stringify({ function: "versions", at: "2026-06-01T00:00:00Z", documents: [{ name: "a", text: "x".repeat(1e6) }] });
  for (let call = 0; call < 20; call += 1) rootstock.callText(request);
  const before = process.memoryUsage().arrayBuffers;
  for (let call = 0; call < 200; call += 1) rootstock.callText(request);
  assert.ok(process.memoryUsage().arrayBuffers - before < 5e7);
});
