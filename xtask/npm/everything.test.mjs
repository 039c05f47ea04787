// Tests the module that answers every question.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "gardener-rootstock/everything";

const everything = await load();

const linesOf = (file) => readFileSync(file, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));

test("every question has the answer of the program, byte for byte", (t) => {
  const lines = linesOf("examples.jsonl");
  assert.ok(lines.length > 20, `${lines.length} questions`);
  for (const { request, answer } of lines) {
    assert.ok(!answer.startsWith('{"error"'), answer);
    assert.equal(everything.callText(request), answer, request.slice(0, 2000));
  }
  t.diagnostic(`${lines.length} questions`);
});

test("it answers the cases that smaller modules cannot", (t) => {
  const lines = linesOf("cases.jsonl").filter(({ module }) => module === "everything.wasm");
  assert.ok(lines.length > 0);
  for (const { request, answer } of lines) assert.equal(everything.callText(request), answer, request.slice(0, 2000));
  t.diagnostic(`${lines.length} requests`);
});

test("a question is asked by its name", () => {
  const documents = everything.hold([]);
  assert.equal(documents.ask("provider", { provider: "aws" }).name, "aws");
  assert.throws(() => documents.ask("provider", { provider: "awss" }), { kind: "question" });
});
