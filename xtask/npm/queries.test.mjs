// The module of the queries alone, beside the other tests, so that both processors have something to do.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load as loadQueries } from "rootstock/queries";

const queries = await loadQueries();

test("the module of the queries alone gives the same answers", (t) => {
  const lines = readFileSync("cases.jsonl", "utf8").split("\n").filter(Boolean);
  const cases = lines.map((line) => JSON.parse(line)).filter(({ request }) => JSON.parse(request).function !== "check");
  assert.ok(cases.length > 10_000, `${cases.length} cases`);
  for (const { request, answer } of cases) {
    const given = queries.callText(request);
    if (given !== answer) assert.equal(given, answer, request.slice(0, 2000));
  }
  t.diagnostic(`${cases.length} requests`);
  assert.throws(() => queries.call({ function: "check" }), {
    kind: "request", message: "this is the module of the queries alone; `check` is in the whole one",
  });
});
