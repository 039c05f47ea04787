// Tests the pages in a real browser: `cargo xtask browser` writes them and runs this.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { chromium } from "playwright-core";

const pages = process.env.ROOTSTOCK_PAGES;
const screenshots = process.env.ROOTSTOCK_SCREENSHOTS;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser;

before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
});
after(() => browser?.close());

/** Opens a page, runs `use` on it, and checks that it reports no error and requests no other resource. */
async function visit(name, hash, use, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, timezoneId: "UTC", ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => { complaints.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  const address = `file://${pages}/${name}.html`;
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== address && !request.url().startsWith("data:")) complaints.push(`asked for ${request.url()}`);
  });
  try {
    await page.goto(hash ? `${address}#${hash}` : address);
    await use(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

/** Checks which part is shown. Waits, because the page receives the hash change only after the click returns. */
async function opens(page, id) {
  await page.waitForFunction((id) => document.querySelector(".panel.open")?.id === id, id, { timeout: 5000 }).catch(() => {});
  assert.equal(await page.locator(".panel.open").getAttribute("id"), id);
}

const rows = (page) => page.locator(".panel.open .matrix tbody tr:visible").count();

describe("parts and deep links", () => {
  test("one part is shown, and the address says which", () => visit("fleet", "", async (page) => {
    await opens(page, "p0-overview");
    await page.getByRole("link", { name: "Lifecycles", exact: true }).click();
    await opens(page, "p0-lifecycles");
    assert.equal(await page.locator(".tabs a[aria-current]").textContent(), "Lifecycles");
    await page.goBack();
    await opens(page, "p0-overview");
  }));
  test("a link leads to the explanation of a cell", () => visit("several", "p0-x0", async (page) => {
    await opens(page, "p0-compatibility");
    assert.ok(await page.locator("#p0-x0").isVisible());
    assert.match(await page.locator("#p0-x0 h2").textContent(), / with /);
    assert.ok(await page.locator(".matrix a[aria-current]").count() > 0);
  }));
  test("a link leads to a shoot, and one to a version", async () => {
    let id;
    await visit("fleet", "fleet", async (page) => { id = await page.locator(".namespace li[id]").first().getAttribute("id"); });
    await visit("fleet", encodeURIComponent(id), async (page) => {
      await opens(page, "fleet");
      assert.ok(await page.locator(`[id="${id}"]`).isVisible());
    });
    await visit("fleet", "p0-v0-0", async (page) => opens(page, "p0-lifecycles"));
  });
  test("a link names a cell, a version or a machine type, and not its place", async () => {
    let hash, title;
    await visit("fleet", "p0-compatibility", async (page) => {
      await page.locator("#p0-matrix tbody tr:last-child td:last-child a").click();
      title = await page.locator(".x:visible h2").textContent();
      hash = new URL(page.url()).hash.slice(1);
    });
    await visit("fleet", hash, async (page) => {
      await opens(page, "p0-compatibility");
      assert.equal(await page.locator(".x:visible h2").textContent(), title);
    });
    await visit("fleet", "version//1.34.1", async (page) => opens(page, "p0-lifecycles"));
  });
  test("each profile has its parts", () => visit("several", "p1-overview", async (page) => {
    await page.getByRole("link", { name: "Compatibility", exact: true }).click();
    await opens(page, "p1-compatibility");
  }));
});

describe("filters", () => {
  test("rows and columns are narrowed, and it is said how many are left", () => visit("several", "p0-compatibility", async (page) => {
    const all = await rows(page);
    const name = (await page.locator("#p0-matrix tbody .head").first().textContent()).split(" ")[0];
    await page.locator("#p0-compatibility input[name=type]").fill(name);
    assert.ok(await rows(page) < all);
    assert.match(await page.locator("#p0-compatibility output").textContent(), /^\d+ of \d+ rows, \d+ of \d+ columns$/);
    await page.locator("#p0-compatibility button[type=reset]").click();
    await page.waitForFunction((all) => document.querySelectorAll("#p0-matrix tbody tr:not([hidden])").length === all, all);
  }));
  test("by a value of a capability, and by an image", () => visit("several", "p0-compatibility", async (page) => {
    const all = await rows(page);
    await page.locator("#p0-compatibility select[name=value]").selectOption({ index: 2 });
    assert.ok(await rows(page) <= all);
    await page.locator("#p0-compatibility select[name=image]").selectOption({ index: 1 });
    assert.equal(await page.locator("#p0-matrix thead .image:visible").count(), 1);
  }));
  test("updates are found by a word", () => visit("fleet", "fleet", async (page) => {
    await page.locator("#fleet input").first().fill("no such word");
    assert.equal(await page.locator(".updates tbody tr:visible").count(), 0);
  }));
});

describe("keys", () => {
  test("arrows go from cell to cell, Enter explains, Escape closes", () => visit("several", "p0-compatibility", async (page) => {
    await page.locator("#p0-matrix td a").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    // The hash changes asynchronously.
    await page.locator(".x:visible").waitFor();
    assert.match(await page.evaluate(() => location.hash), /^#cell\/[^/]+\/[^/]+\/[^/]+$/);
    assert.equal(await page.locator(".x:visible").count(), 1);
    await page.keyboard.press("Escape");
    await page.locator(".x:visible").waitFor({ state: "hidden" });
  }));
  test("a cell is on the way of the tab key once", () => visit("several", "p0-compatibility", async (page) => {
    assert.equal(await page.locator("#p0-matrix td a[tabindex='0']").count(), 1);
  }));
  test("/ goes to the filter, numbers change the part, ? tells the keys", () => visit("fleet", "p0-compatibility", async (page) => {
    await page.keyboard.press("/");
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "INPUT");
    await page.keyboard.press("Escape");
    await page.keyboard.press("3");
    await opens(page, "p0-lifecycles");
    await page.keyboard.press("?");
    assert.ok(await page.getByRole("dialog").isVisible());
  }));
});

describe("for everybody", () => {
  const parts = ["p0-overview", "p0-compatibility", "p0-x0", "p0-lifecycles", "fleet", "findings", "p0-changes"];
  for (const [name, width, colorScheme] of [["fleet", 1280, "light"], ["fleet", 1280, "dark"], ["several", 360, "light"], ["broken", 1280, "dark"],
    ["changed", 360, "dark"], ["changed", 1280, "light"]]) {
    test(`axe finds nothing: ${name}, ${width} wide, ${colorScheme}`, async () => {
      for (const part of parts) {
        await visit(name, part, async (page) => {
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() => axe.run());
          const told = violations.map((one) => `${part}: ${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).slice(0, 3).join(" | ")}`);
          assert.deepEqual(told, []);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          assert.ok(wide <= 0, `${part} is ${wide} too wide`);
        }, { viewport: { width, height: 800 }, colorScheme });
      }
    });
  }
  test("dark is dark", async () => {
    const ground = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    let light, dark;
    await visit("fleet", "", async (page) => { light = await ground(page); }, { colorScheme: "light" });
    await visit("fleet", "", async (page) => { dark = await ground(page); }, { colorScheme: "dark" });
    assert.notEqual(light, dark);
  });
  test("everything is printed", () => visit("fleet", "", async (page) => {
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".panel:visible").count(), await page.locator(".panel").count());
    assert.ok((await page.pdf()).length > 10_000);
  }));
  test("it reads without its script", () => visit("several", "p0-x0", async (page) => {
    assert.equal(await page.locator(".panel:visible").count(), await page.locator(".panel").count());
    assert.ok(await page.locator("#p0-x0").isVisible());
    assert.equal(await page.locator(".filters:visible").count(), 0);
  }, { javaScriptEnabled: false }));
  test("times are those of the reader, with UTC next to them", () => visit("fleet", "", async (page) => {
    const time = page.locator("header time");
    assert.match(await time.textContent(), /UTC.*here/);
  }, { timezoneId: "Asia/Tokyo" }));
  test("the calendar is one", () => visit("fleet", "fleet", async (page) => {
    const href = await page.locator("a[download]").getAttribute("href");
    const text = Buffer.from(href.split("base64,")[1], "base64").toString();
    assert.match(text, /^BEGIN:VCALENDAR\r\n[^]*END:VCALENDAR\r\n$/);
  }));
});

describe("what is hostile", () => {
  test("names run nothing, and do not make the page wider", async () => {
    for (const part of ["p0-overview", "p0-compatibility", "p0-x0", "p0-lifecycles", "fleet", "findings", "p0-changes"]) {
      await visit("hostile", part, async (page) => {
        assert.equal(await page.evaluate(() => window.executed), undefined);
        assert.equal(await page.locator("script").count(), 1);
        assert.equal(await page.locator("img, iframe, a[href^='javascript']").count(), 0);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `${part} is ${wide} too wide`);
      });
    }
  });
  test("what gets in nevertheless is stopped by the policy", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`file://${pages}/injected.html`);
    assert.ok(await page.locator("#injected").count() === 1, "the page has what was put in");
    assert.equal(await page.evaluate(() => window.executed), undefined);
    assert.ok(await page.evaluate(() => document.documentElement.classList.contains("js")), "the page's own script runs");
    await context.close();
  });
});

test("the page of the large profile opens in under a second", () => visit("large", "p0-compatibility", async (page) => {
  const took = await page.evaluate(() => performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd);
  console.log(`the large profile is there after ${Math.round(took)} ms`);
  assert.ok(took < 1000, `${took} ms`);
}));

if (screenshots) {
  test("screenshots", async () => {
    const shots = [["fleet", "p0-overview", "overview", "light"], ["several", "p0-x0", "compatibility", "light"],
      ["fleet", "p0-lifecycles", "lifecycles", "dark"], ["fleet", "fleet", "fleet", "light"], ["broken", "findings", "findings", "light"],
      ["changed", "p0-changes", "changes", "light"]];
    for (const [name, hash, file, colorScheme] of shots) {
      await visit(name, hash, (page) => page.screenshot({ path: `${screenshots}/${file}.png` }), { colorScheme, viewport: { width: 1120, height: 700 } });
    }
  });
}
