// Tests the module of the queries in a separate file, so that it runs in parallel with the other tests.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load as loadQueries } from "gardener-rootstock/queries";

const queries = await loadQueries();

// Functions that only larger modules have.
const ELSEWHERE = ["check", "default", "plan"];

function isJson({ text }) {
  try {
    return text === undefined || JSON.parse(text) instanceof Object;
  } catch {
    return false;
  }
}

test("the module of the queries alone gives the same answers", (t) => {
  const lines = readFileSync("cases.jsonl", "utf8").split("\n").filter(Boolean);
  const queried = lines.map((line) => JSON.parse(line)).filter(({ module }) => module === "queries.wasm");
  const inJson = queried.filter(({ request }) => (JSON.parse(request).documents ?? []).every(isJson));
  assert.ok(inJson.length > 5_000, `${inJson.length} cases in JSON`);
  for (const { request, answer } of inJson) {
    const given = queries.callText(request);
    if (given !== answer) assert.equal(given, answer, request.slice(0, 2000));
  }
  t.diagnostic(`${inJson.length} requests, and ${queried.length - inJson.length} with documents in YAML`);
});

test("what it does without is said", () => {
  for (const name of ELSEWHERE) {
    assert.throws(() => queries.call({ function: name }), {
      kind: "request", message: `queries.wasm has no function \`${name}\`; load rootstock.wasm`,
    });
  }
  const text = readFileSync("profile.yaml", "utf8");
  assert.throws(() => queries.call({ function: "matrix", documents: [{ name: "profile.yaml", text }] }), {
    kind: "documents",
    message: "`profile.yaml` cannot be read: the text is not JSON, and this program is built without support for YAML",
  });
});
