// Tests the playground of a server in a real browser: `cargo xtask browser` builds both and runs this.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";

const root = process.env.ROOTSTOCK_ROOT;
const screenshots = process.env.ROOTSTOCK_SCREENSHOTS;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const fixture = (name) => readFileSync(join(root, "fixtures", name), "utf8");
let browser, server, address;

before(async () => {
  server = spawn(process.env.ROOTSTOCK_SERVER, ["--profiles", join(root, "fixtures/profiles/orchard.yaml"), "--playground", process.env.ROOTSTOCK_NPM,
    "--api-address=127.0.0.1:0", "--webhook-address=127.0.0.1:0", "--operations-address=127.0.0.1:0", "--drain-delay=0"]);
  address = await new Promise((resolve, reject) => {
    let log = "";
    server.stderr.on("data", (bytes) => {
      log += bytes;
      const api = /"api":"([^"]+)"/.exec(log);
      if (api && log.includes("profiles and Shoots have been read")) resolve(`http://${api[1]}/playground/`);
    });
    server.on("exit", () => reject(new Error(log)));
  });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
});
after(async () => { await browser?.close(); server?.kill(); });

const fragment = (state) => `#z=${deflateRawSync(JSON.stringify({ day: "2026-06-01", ...state })).toString("base64url")}`;
const broken = () => fragment({ profile: fixture("profiles/local-broken.yaml") });

/** Opens the playground, runs `use` on it, and checks that it reports no error and sends nothing anywhere. */
async function visit(hash, use, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, timezoneId: "UTC", ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(address) || request.method() !== "GET" || request.postData()) complaints.push(`sent ${request.url()}`);
  });
  try {
    await page.goto(address + hash);
    await answered(page);
    await use(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

/** Waits for the first answer. */
const answered = (page) => page.locator("html[data-ready]").waitFor({ timeout: 30_000 });
const shows = (page, text) => page.locator("#status", { hasText: text }).waitFor({ timeout: 10_000 });
const line = (page) => page.evaluate(() => {
  const text = document.querySelector("#text");
  return text.value.slice(0, text.selectionStart).split("\n").length;
});

test("the first finding comes soon from an empty cache at 10 Mbit/s", async () => {
  const times = [];
  let bytes;
  for (let round = 0; round < 3; round++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", { offline: false, latency: 20, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 });
    bytes = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
    await page.addInitScript(() => {
      new MutationObserver(() => { if (document.querySelector("li.finding")) globalThis.first ??= performance.now(); }).observe(document, { subtree: true, childList: true });
    });
    await page.goto(address);
    await page.waitForFunction(() => globalThis.first);
    times.push(Math.round(await page.evaluate(() => globalThis.first)));
    await context.close();
  }
  const best = Math.min(...times);
  console.log(`first finding after ${times.join(", ")} ms, ${bytes} bytes`);
  assert.ok(bytes < 1_100_000, `${bytes} bytes`);
  // The network alone takes 0.7 s; a busy machine adds to it.
  assert.ok(best < 1500, `${times.join(", ")} ms`);
});

describe("findings", () => {
  test("are marked at their lines, and a click leads there", () => visit(broken(), async (page) => {
    await shows(page, "18 errors");
    const count = await page.locator("li.finding").count();
    assert.equal(count, 20);
    assert.ok(await page.locator(".mark.error").count() > 10);
    await page.getByRole("button", { name: "Line 21", exact: true }).first().click();
    assert.equal(await line(page), 21);
  }));
  test("a fix is made by a click, and undone by a key", () => visit(broken(), async (page) => {
    const before = await page.locator("#text").inputValue();
    await page.getByRole("button", { name: /^Fix.*: .*quote/ }).first().click();
    await page.waitForFunction((before) => document.querySelector("#text").value !== before, before);
    assert.match(await page.locator("#text").inputValue(), /- version: "1\.33"/);
    await page.locator("#text").press("Control+z");
    assert.equal(await page.locator("#text").inputValue(), before);
  }));
  test("follow what is typed", () => visit(fragment({ profile: fixture("profiles/local-clean.yaml") }), async (page) => {
    await shows(page, "No findings");
    await page.locator("#text").press("Control+End");
    await page.keyboard.type("  typo: 1\n");
    await shows(page, "1 error");
  }));
  test("are reached by keys alone", () => visit(broken(), async (page) => {
    await page.locator("#text").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("F8");
    const first = await line(page);
    await page.keyboard.press("F8");
    assert.ok(await line(page) > first);
    await page.keyboard.press("Shift+F8");
    assert.equal(await line(page), first);
    const count = await page.locator("li.finding").count();
    await page.keyboard.press("Alt+Enter");
    await page.waitForFunction((count) => document.querySelectorAll("li.finding").length < count, count);
    await page.keyboard.press("Tab");
    assert.notEqual(await page.evaluate(() => document.activeElement.id), "text");
  }));
  test("are explained by the page of their rule, which is loaded only then", () => visit(broken(), async (page) => {
    const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("everything.wasm")));
    assert.equal(await loaded(), false);
    await page.getByRole("button", { name: "capability-duplicate", exact: true }).click();
    await page.locator(".page:visible", { hasText: "A capability is registered more than once." }).waitFor({ timeout: 30_000 });
    assert.equal(await loaded(), true);
  }));
});

describe("answers", () => {
  const orchard = () => fragment({ profile: fixture("profiles/orchard.yaml"), shoots: fixture("shoots/fleet.yaml") });
  test("a cell of the matrix leads to the selection", () => visit(fragment({ profile: fixture("profiles/local-clean.yaml") }), async (page) => {
    await page.getByRole("tab", { name: "Matrix" }).click();
    await page.locator("#matrix td.no button").first().click();
    await page.locator("#selection td.no").first().waitFor();
    assert.match(await page.locator("#selection").textContent(), /capability `/);
  }));
  test("the plan of Shoots", () => visit(orchard(), async (page) => {
    await page.getByRole("tab", { name: "Findings" }).press("ArrowLeft");
    await shows(page, "6 Shoots");
    assert.match(await page.locator("#plan").textContent(), /1\.33\.4 → 1\.33\.5/);
  }));
  test("semantics and day are those of the page", () => visit(broken(), async (page) => {
    await page.locator("#semantics").selectOption("gardener");
    await page.waitForFunction(() => !document.querySelector("#findings").textContent.includes("Gardener’s code accepts"));
    assert.notEqual(await page.locator("#status").textContent(), "18 errors, 1 warning, 1 note");
  }));
  test("what cannot be read is said", () => visit(fragment({ profile: "a: [" }), async (page) => {
    await page.getByRole("tab", { name: "Matrix" }).click();
    await page.locator("#status.failed", { hasText: "cannot be read" }).waitFor();
    assert.equal(await page.locator("#matrix table").count(), 0);
  }));
});

describe("links", () => {
  test("the address has the manifest, and another browser shows it", async () => {
    let hash;
    await visit(broken(), async (page) => {
      await page.locator("#text").press("Control+Home");
      await page.keyboard.type("# shared ü\n");
      await page.waitForFunction((before) => location.hash !== before, broken());
      hash = new URL(page.url()).hash;
    });
    await visit(hash, async (page) => assert.match(await page.locator("#text").inputValue(), /^# shared ü\n/));
  });
  for (const [name, hash] of [
    ["damaged", "#z=AAAA"], ["no JSON", `#p=${Buffer.from("x").toString("base64url")}`], ["another form", "#main"],
    ["no state", `#p=${Buffer.from("[1, null]").toString("base64url")}`],
    ["inflated", `#z=${deflateRawSync(JSON.stringify({ profile: "a".repeat(20 << 20) })).toString("base64url")}`],
  ]) {
    test(`a link that is ${name} shows the example`, () => visit(hash, async (page) => {
      assert.ok((await page.locator("#text").inputValue()).length < 10_000);
    }));
  }
  test("hostile names run nothing", async () => {
    const names = ["<script>window.executed=1</script>", "<img src=x onerror=window.executed=1>", "javascript:window.executed=1"];
    const profile = JSON.stringify({
      apiVersion: "core.gardener.cloud/v1beta1", kind: "CloudProfile", metadata: { name: names[0] },
      spec: {
        type: names[1], [names[0]]: 1,
        machineTypes: names.map((name) => ({ name, cpu: "1", gpu: "0", memory: "1Gi" })),
        machineImages: names.map((name) => ({ name, versions: [{ version: "1.0.0" }, { version: name }] })),
      },
    });
    await visit(fragment({ profile }), async (page) => {
      for (const tab of ["Findings", "Matrix", "Select", "Plan"]) {
        await page.getByRole("tab", { name: tab }).click();
        await page.waitForTimeout(200);
        assert.equal(await page.evaluate(() => globalThis.executed), undefined, tab);
        assert.equal(await page.locator("main script, main img, main a").count(), 0, tab);
      }
    });
  });
});

describe("for everybody", () => {
  for (const [width, colorScheme] of [[360, "light"], [360, "dark"], [900, "dark"], [1440, "light"]]) {
    for (const tab of ["Findings", "Matrix", "Select", "Plan"]) {
      test(`axe finds nothing in ${tab} at ${width}, ${colorScheme}`, () => visit(fragment({ profile: fixture("profiles/local-broken.yaml"), shoots: fixture("shoots/fleet.yaml") }), async (page) => {
        await page.getByRole("tab", { name: tab }).click();
        await page.waitForTimeout(200);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => axe.run());
        assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `${wide} too wide`);
      }, { viewport: { width, height: 800 }, colorScheme, bypassCSP: true }));
    }
  }
});

if (screenshots) {
  for (const [name, width, height, colorScheme] of [["wide", 1280, 760, "light"], ["dark", 900, 700, "dark"], ["phone", 360, 720, "light"]]) {
    test(`screenshot: ${name}`, () => visit(broken(), (page) => page.screenshot({ path: `${screenshots}/playground-${name}.png` }), { viewport: { width, height }, colorScheme }));
  }
}
