// Tests the module that answers every question.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "gardener-rootstock/everything";

const everything = await load();

test("every question has the answer of the program, byte for byte", (t) => {
  const lines = readFileSync("examples.jsonl", "utf8").split("\n").filter(Boolean);
  assert.ok(lines.length > 20, `${lines.length} questions`);
  for (const { request, answer } of lines.map((line) => JSON.parse(line))) {
    assert.ok(!answer.startsWith('{"error"'), answer);
    assert.equal(everything.callText(request), answer, request.slice(0, 2000));
  }
  t.diagnostic(`${lines.length} questions`);
});

test("a question is asked by its name", () => {
  const documents = everything.hold([]);
  assert.equal(documents.ask("provider", { provider: "aws" }).name, "aws");
  assert.throws(() => documents.ask("provider", { provider: "awss" }), { kind: "question" });
});
