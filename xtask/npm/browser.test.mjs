// Tests the package in a real browser: `cargo xtask npm --test` lays everything out and runs this.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const project = process.env.ROOTSTOCK_PROJECT;
/** The sampling interval of requests: Node tests all of them. */
const STEP = 60;
const TYPES = { html: "text/html", js: "text/javascript", wasm: "application/wasm", json: "application/json" };
/** The minimal policy of a page that uses the module. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
let server, browser, page;
const complaints = [];

before(async () => {
  server = createServer(({ url }, response) => {
    const name = url.slice(1);
    const path = name.startsWith("rootstock/") ? join("node_modules", `gardener-${name}`) : name;
    const body = name === "" ? "<!doctype html><title>Rootstock</title>" : readFileSync(join(project, path));
    response.setHeader("content-type", name === "" ? TYPES.html : TYPES[name.split(".").at(-1)]);
    response.setHeader("content-security-policy", POLICY);
    response.end(body);
  });
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  page = await browser.newPage();
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && !message.text().includes("favicon") && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
});
after(async () => { await browser?.close(); server?.close(); });

test("answers are those of the program, byte for byte", async (t) => {
  const lines = readFileSync(join(project, "cases.jsonl"), "utf8").split("\n").filter(Boolean);
  const cases = lines.filter((_, index) => index % STEP === 0).map((line) => JSON.parse(line))
    .filter(({ module }) => module !== "everything.wasm");
  assert.ok(cases.length > 50, `${cases.length} cases`);
  const answers = await page.evaluate(async (requests) => {
    const { load } = await import("/rootstock/index.js");
    const rootstock = await load();
    return requests.map((request) => rootstock.callText(request));
  }, cases.map(({ request }) => request));
  cases.forEach(({ request, answer }, index) => assert.equal(answers[index], answer, request.slice(0, 2000)));
  t.diagnostic(`${cases.length} requests`);
});

test("the matrix of the large profile has every cell", async (t) => {
  const { cells, fastest, held } = await page.evaluate(async () => {
    const { load } = await import("/rootstock/index.js");
    const rootstock = await load();
    const text = await (await fetch("/large.json")).text();
    const start = performance.now();
    const documents = rootstock.hold([{ name: "large.json", text }]);
    const held = performance.now() - start;
    const rounds = Array.from({ length: 10 }, () => {
      const start = performance.now();
      const matrix = documents.matrix();
      const count = (lists) => lists.reduce((sum, list) => sum + list.length, 0);
      const cells = count(matrix.rows.map((row) => row.machineTypes)) * count(matrix.columns.map((column) => column.versions));
      return { cells, took: performance.now() - start };
    });
    return { cells: rounds[0].cells, fastest: Math.min(...rounds.map(({ took }) => took)), held };
  });
  assert.equal(cells, 237600);
  // Benchmarks bound the time: here, it depends on the machine.
  t.diagnostic(`read in ${held.toFixed(0)} ms, the matrix in ${fastest.toFixed(1)} ms`);
});

test("nothing is complained about", () => assert.deepEqual(complaints, []));
