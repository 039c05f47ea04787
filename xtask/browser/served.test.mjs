// Tests the pages of a server in a real browser: `cargo xtask browser` builds it and runs this.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { chromium } from "playwright-core";

const root = process.env.ROOTSTOCK_ROOT;
const pages = process.env.ROOTSTOCK_PAGES;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "rootstock-served-"));
const shoots = mkdtempSync(join(tmpdir(), "rootstock-served-shoots-"));
const profile = join(folder, "orchard.yaml");
const at = "at=2026-06-01T00:00:00Z";
let browser, server, address;

before(async () => {
  copyFileSync(join(root, "fixtures/profiles/orchard.yaml"), profile);
  const list = JSON.parse(readFileSync(join(pages, "hostile.json"), "utf8"));
  const of = (kind) => JSON.stringify({ ...list, items: list.items.filter((item) => item.kind === kind) });
  writeFileSync(join(folder, "hostile.json"), of("CloudProfile"));
  writeFileSync(join(shoots, "shoots.json"), of("Shoot"));
  server = spawn(process.env.ROOTSTOCK_SERVER, ["--profiles", folder, "--shoots", join(root, "fixtures/shoots/fleet.yaml"), "--shoots", join(shoots, "shoots.json"),
    "--api-address=127.0.0.1:0", "--webhook-address=127.0.0.1:0", "--operations-address=127.0.0.1:0", "--drain-delay=0"]);
  address = await new Promise((resolve, reject) => {
    let log = "";
    server.stderr.on("data", (bytes) => {
      log += bytes;
      const api = /"api":"([^"]+)"/.exec(log);
      if (api && log.includes("profiles and Shoots have been read")) resolve(`http://${api[1]}`);
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

/** Opens a page, runs `use` on it, and checks that it reports no error and sends no request to another server. */
async function visit(path, use, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, timezoneId: "UTC", ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && !message.text().includes("404 (Not Found)") && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => { complaints.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => { if (!request.url().startsWith(address)) complaints.push(`asked for ${request.url()}`); });
  try {
    await page.goto(address + path);
    await use(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

const open = (page) => page.locator(".panel.open").getAttribute("id");

test("from the list to a profile, by a search to a version and to a Shoot", () => visit(`/?${at}`, async (page) => {
  await page.getByRole("link", { name: "orchard", exact: true }).click();
  assert.equal(await open(page), "p0-overview");
  await page.locator("#search").fill("1.34.1");
  await page.keyboard.press("Enter");
  await page.locator("main a", { hasText: "Kubernetes 1.34.1" }).first().click();
  assert.equal(await open(page), "p0-lifecycles");
  await page.locator("#search").fill("garden-dev/forced");
  await page.keyboard.press("Enter");
  await page.locator("main a", { hasText: "garden-dev/forced" }).click();
  assert.equal(await open(page), "fleet");
}));

test("each part has its answer as JSON", () => visit(`/profiles/orchard?${at}`, async (page) => {
  const links = await page.locator(".raw a").evaluateAll((links) => links.map((link) => link.href));
  assert.ok(links.length >= 6, links.join(" "));
  for (const link of links) {
    const answer = await page.request.get(link);
    assert.equal(answer.status(), 200, link);
    assert.match((await answer.json()).schema, /^rootstock\./);
  }
}));

test("a page follows the state without a reload, and filters and place stay", () => visit(`/profiles/orchard?${at}#p0-lifecycles`, async (page) => {
  await page.evaluate(() => { window.isTheSame = true; });
  await page.locator("#p0-lifecycles input").fill("1.3");
  const text = readFileSync(profile, "utf8");
  writeFileSync(profile, text.replace("version: 1.34.1", "version: 1.34.7"));
  await page.locator("#p0-lifecycles th", { hasText: "1.34.7" }).waitFor({ timeout: 10_000 });
  assert.equal(await page.evaluate(() => window.isTheSame), true);
  assert.equal(await open(page), "p0-lifecycles");
  assert.equal(await page.locator("#p0-lifecycles input").inputValue(), "1.3");
  assert.equal(await page.locator("#p0-lifecycles tbody tr:visible", { hasText: "2.1.0" }).count(), 0);
  writeFileSync(profile, text);
}));

describe("for everybody", () => {
  for (const path of [`/?${at}`, `/?search=a&${at}`, `/profiles/none?${at}`, `/profiles/orchard?${at}#fleet`, `/profiles/orchard?${at}#p0-compatibility`]) {
    test(`axe finds nothing at ${path}`, () => visit(path, async (page) => {
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => axe.run());
      assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${wide} too wide`);
    }, { viewport: { width: 360, height: 800 } }));
  }
});

test("hostile names run nothing", async () => {
  const list = JSON.parse(readFileSync(join(pages, "hostile.json"), "utf8"));
  const names = list.items.filter((item) => item.kind === "CloudProfile").map((item) => item.metadata.name);
  for (const path of ["/", "/?search=%3Cscript%3Ewindow.executed%3D1%3C/script%3E", ...names.filter((name) => name.length < 200).map((name) => `/profiles/${encodeURIComponent(name)}`)]) {
    await visit(`${path}${path.includes("?") ? "&" : "?"}${at}`, async (page) => {
      assert.equal(await page.evaluate(() => window.executed), undefined, path);
      assert.equal(await page.locator("script").count(), 1);
      assert.equal(await page.locator("img, iframe, a[href^='javascript']").count(), 0);
    });
  }
});

if (process.env.ROOTSTOCK_SCREENSHOTS) {
  test("screenshots", () => visit(`/profiles/orchard?${at}`, (page) => page.screenshot({ path: `${process.env.ROOTSTOCK_SCREENSHOTS}/served.png` }),
    { viewport: { width: 1120, height: 700 } }));
}
