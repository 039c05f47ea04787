// Tests the language server with real clients, and the schemas in a real YAML server: `cargo xtask editors` lays everything out
// and runs this.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

const here = process.cwd();

/** The time limit of each test. */
const LIMIT = { timeout: 60_000 };
const profile = readFileSync("garden/profile.yaml", "utf8");

/** Returns a writable copy of the example garden. */
function garden(t) {
  const folder = mkdtempSync(join(tmpdir(), "rootstock-editor-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync("garden", folder, { recursive: true });
  return folder;
}

test("Neovim: open, type, fix, hover, rename, complete", LIMIT, (t) => {
  const folder = garden(t);
  const seen = join(folder, "seen.json");
  // The configuration is exactly the documented one.
  execFileSync("nvim", ["--headless", "-n", "-u", join(here, "configuration.lua"), "-S", join(here, "neovim.lua")], {
    cwd: folder, timeout: 60_000, killSignal: "SIGKILL", stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, SEEN: seen, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  });
  const { failure, typed, offered, fixed, hover, renamed, completed } = JSON.parse(readFileSync(seen, "utf8"));
  assert.equal(failure, undefined, failure);
  assert.match(typed.join("\n"), /ar64/);
  assert.ok(offered >= 1);
  assert.equal(fixed, true);
  assert.match(hover, /supported/);
  assert.equal(renamed, profile.split("hostType").length - 1);
  assert.deepEqual(completed, ["medium", "medium-arm", "metal"]);
});

/** A client over a server's standard streams, which records the diagnostics to show. */
class Client {
  #server;
  #connection;
  #shown = new Map();
  #changed = () => {};

  constructor(t, command, args, settings = {}) {
    this.#server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    // No server outlives the test, whatever its outcome.
    t.after(() => { this.#connection.dispose(); this.#server.kill("SIGKILL"); });
    this.#connection = createMessageConnection(
      new StreamMessageReader(this.#server.stdout), new StreamMessageWriter(this.#server.stdin));
    this.#connection.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics }) => {
      this.#shown.set(uri, diagnostics);
      this.#changed();
    });
    this.#connection.onRequest("workspace/configuration", ({ items }) => items.map(({ section }) => settings[section] ?? null));
    this.#connection.onRequest("client/registerCapability", () => null);
    this.#connection.listen();
  }

  async start(folder) {
    const uri = String(pathToFileURL(folder));
    const capabilities = {
      workspace: { configuration: true, workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } },
      textDocument: { publishDiagnostics: { relatedInformation: true }, codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } } },
    };
    const { capabilities: offered } = await this.ask("initialize", {
      processId: process.pid, rootUri: uri, workspaceFolders: [{ uri, name: "garden" }], capabilities,
    });
    await this.tell("initialized", {});
    return offered;
  }

  ask(method, params) { return this.#connection.sendRequest(method, params); }
  tell(method, params) { return this.#connection.sendNotification(method, params); }

  open(uri, text) {
    return this.tell("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text } });
  }

  /** Waits until the diagnostics of a document satisfy a predicate. */
  async shown(uri, holds) {
    const signal = AbortSignal.timeout(30_000);
    for (;;) {
      const diagnostics = this.#shown.get(uri);
      if (diagnostics && holds(diagnostics)) return diagnostics;
      await new Promise((resolve, reject) => {
        this.#changed = resolve;
        signal.onabort = () => reject(new Error(`what was shown last: ${JSON.stringify(this.#shown.get(uri))}`));
      });
    }
  }

  async stop() {
    const ended = new Promise((resolve) => { this.#server.once("exit", resolve); });
    await this.ask("shutdown");
    await this.tell("exit");
    return ended;
  }
}

/** Returns the position of a word as an LSP position. */
function place(text, word, behind = 0) {
  const at = text.indexOf(word);
  assert.ok(at >= 0, word);
  const before = text.slice(0, at).split("\n");
  return { line: before.length - 1, character: before.at(-1).length + behind };
}

/** Applies edits, which do not overlap. */
function edited(text, edits) {
  const lines = text.split("\n");
  const offset = ({ line, character }) => lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, character);
  const sorted = edits.map(({ range, newText }) => [offset(range.start), offset(range.end), newText]).sort((a, b) => b[0] - a[0]);
  return sorted.reduce((result, [start, end, newText]) => result.slice(0, start) + newText + result.slice(end), text);
}

test("vscode-jsonrpc: open, type, fix, hover, inlay hints, rename, complete", LIMIT, async (t) => {
  const folder = garden(t);
  const client = new Client(t, "rootstock", ["lsp", "--at", "2026-06-01"]);
  const offered = await client.start(folder);
  assert.equal(offered.positionEncoding, "utf-16");
  const [uri, shootUri] = ["profile.yaml", "shoot.yaml"].map((name) => String(pathToFileURL(join(folder, name))));
  await client.open(uri, profile);
  await client.shown(uri, (diagnostics) => diagnostics.length === 0);

  // A comment with characters outside the BMP on the same line: positions are counted in UTF-16 code units.
  const start = place(profile, "architecture: [arm64]", "architecture: [".length);
  const typed = "ar64] # 🌱🌱 später";
  const change = { range: { start, end: { ...start, character: start.character + "arm64]".length } }, text: typed };
  await client.tell("textDocument/didChange", { textDocument: { uri, version: 2 }, contentChanges: [change] });
  let text = profile.replace("architecture: [arm64]", `architecture: [${typed}`);
  const diagnostics = await client.shown(uri, (diagnostics) => diagnostics.length > 0);
  assert.match(diagnostics[0].message, /ar64/);
  assert.equal(diagnostics[0].source, "rootstock");

  const { range } = diagnostics[0];
  const actions = await client.ask("textDocument/codeAction", { textDocument: { uri }, range, context: { diagnostics } });
  const fix = actions.find(({ kind }) => kind === "quickfix");
  const changes = fix.edit.documentChanges.flatMap(({ edits }) => edits);
  text = edited(text, changes);
  assert.ok(text.includes("architecture: [arm64] # 🌱🌱 später"), text);
  const contentChanges = [...changes].map(({ range, newText }) => ({ range, text: newText }));
  await client.tell("textDocument/didChange", { textDocument: { uri, version: 3 }, contentChanges });
  await client.shown(uri, (diagnostics) => diagnostics.length === 0);

  const hover = await client.ask("textDocument/hover", { textDocument: { uri }, position: place(text, "1.34.1") });
  assert.match(hover.contents.value, /supported/);

  const type = place(text, "- name: medium-arm");
  const hints = await client.ask("textDocument/inlayHint", { textDocument: { uri }, range: { start: type, end: { line: type.line + 1, character: 0 } } });
  assert.deepEqual(hints.map(({ label, position }) => [label, position.line]), [["compatible with plain 1.0.0", type.line]]);

  const rename = { textDocument: { uri }, position: place(text, "hostType"), newName: "hostClass" };
  const { documentChanges } = await client.ask("textDocument/rename", rename);
  const renamed = edited(text, documentChanges.flatMap(({ edits }) => edits));
  assert.equal(renamed, text.replaceAll("hostType", "hostClass"));

  const shoot = readFileSync("garden/shoot.yaml", "utf8").replace("type: medium", "type: ");
  await client.open(shootUri, shoot);
  const position = place(shoot, "type: \n", "type: ".length);
  const items = await client.ask("textDocument/completion", { textDocument: { uri: shootUri }, position });
  assert.deepEqual((items.items ?? items).map(({ label }) => label), ["medium", "medium-arm", "metal"]);
  assert.equal(await client.stop(), 0);
});

test("yaml-language-server: the schemas, with the settings of the documentation", LIMIT, async (t) => {
  const folder = garden(t);
  const server = createRequire(import.meta.url).resolve("yaml-language-server/bin/yaml-language-server");
  const yaml = JSON.parse(readFileSync("settings.json", "utf8"));
  const client = new Client(t, process.execPath, [server, "--stdio"], {
    yaml: { validate: true, hover: true, completion: true, schemas: yaml["yaml.schemas"], schemaStore: { enable: false } },
  });
  await client.start(folder);

  const byName = String(pathToFileURL(join(folder, "profiles/profile.yaml")));
  const wrong = profile.replace("machineTypes:", "machineTypess:").replace("classification: supported", "classification: [supported]");
  await client.open(byName, wrong);
  const found = (await client.shown(byName, (diagnostics) => diagnostics.length > 1)).map(({ message }) => message).join("\n");
  assert.match(found, /machineTypess is not allowed/);
  assert.match(found, /Incorrect type/);
  const right = String(pathToFileURL(join(folder, "profiles/right.yaml")));
  await client.open(right, profile);
  await client.shown(right, (diagnostics) => diagnostics.length === 0);

  // A modeline on the first line of a document also names its schema.
  const modeline = readFileSync("modeline.txt", "utf8");
  const byLine = String(pathToFileURL(join(folder, "elsewhere.yaml")));
  await client.open(byLine, modeline + wrong);
  await client.shown(byLine, (diagnostics) => diagnostics.some(({ message }) => message.includes("machineTypess")));

  const hover = await client.ask("textDocument/hover", { textDocument: { uri: right }, position: place(profile, "machineTypes:", 2) });
  assert.match(JSON.stringify(hover.contents), /machine types/i);
  const typing = profile + "\n  \n";
  const open = String(pathToFileURL(join(folder, "profiles/open.yaml")));
  await client.open(open, typing);
  const items = await client.ask("textDocument/completion", { textDocument: { uri: open }, position: { line: typing.split("\n").length - 2, character: 2 } });
  assert.ok(items.items.some(({ label }) => label === "volumeTypes"), JSON.stringify(items.items.map(({ label }) => label)));
  await client.stop();
});
