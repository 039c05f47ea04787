// The playground: an editor, and the answers of the WebAssembly module next to it. Nothing is sent anywhere.
import { instantiated } from "./module.js";
import { examples } from "./examples.js";
import { packed, unpacked } from "./link.js";

const $ = (id) => document.getElementById(id);
const [text, numbers, lines, status] = ["text", "numbers", "lines", "status"].map($);

/** What the address of the page shares. */
const state = { profile: "", shoots: "", semantics: "documented", day: new Date().toISOString().slice(0, 10) };
let manifest = "profile"; // the manifest in the editor
let findings = []; // those of the last check, in the order of the list
let wanted; // the combination to show in "Select"

/** Creates an element. Texts of manifests only ever become text nodes. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

// The module ------------------------------------------------------------------------------------------------------------------

const modules = {};

/** Returns a module. It is loaded once; after a trap it is unusable, so that the next call loads it again. */
const loaded = (name) => (modules[name] ??= instantiated(new URL(`./${name}.wasm`, import.meta.url)));

async function ask(name, request, module = "rootstock") {
  const rootstock = await loaded(module);
  try {
    return rootstock.call({ function: name, at: `${state.day}T00:00:00Z`, semantics: state.semantics, ...request });
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) delete modules[module];
    throw error;
  }
}

const profileAs = (role) => ({ name: "profile", role, text: state.profile });
const shootsAs = (role) => (state.shoots.trim() ? [{ name: "shoots", role, text: state.shoots }] : []);

// The editor ------------------------------------------------------------------------------------------------------------------

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Returns the position in a string of a byte of its UTF-8. */
const position = (bytes, byte) => decoder.decode(bytes.subarray(0, byte)).length;

/** Replaces a range so that the editor can undo it. */
function replace(start, end, replacement) {
  text.focus();
  text.setSelectionRange(start, end);
  const done = replacement ? document.execCommand("insertText", false, replacement) : start === end || document.execCommand("delete");
  if (!done) text.setRangeText(replacement, start, end, "end");
}

/** Applies the edits of fixes from the end of the text, and leaves out those that overlap with one before. */
function apply(fixes) {
  const bytes = encoder.encode(text.value);
  const edits = fixes.flatMap((fix) => fix.edits).sort((one, other) => other.start.byte - one.start.byte);
  let free = bytes.length;
  for (const { start, end, text: replacement } of edits) {
    if (end.byte > free) continue;
    free = start.byte;
    replace(position(bytes, start.byte), position(bytes, end.byte), replacement);
  }
  changed();
}

/** Shows a manifest in the editor. */
function edit(which) {
  if (which !== manifest) {
    manifest = which;
    text.value = state[manifest];
    text.setSelectionRange(0, 0);
    text.scrollTop = 0;
    $("editor").setAttribute("aria-labelledby", `tab-${which}`);
  }
  draw();
}

/** Draws the line numbers, and the lines with findings. */
function draw() {
  const count = text.value.split("\n").length;
  const worst = new Map();
  for (const { severity, location } of findings) {
    if (location.file !== manifest || !location.start) continue;
    const line = Math.min(location.start.line, count);
    const known = worst.get(line);
    if (!known || RANKS[severity] < RANKS[known]) worst.set(line, severity);
  }
  const top = (line) => `top: calc(.4rem + ${line - 1} * var(--row))`;
  numbers.replaceChildren(Array.from({ length: count }, (_, line) => line + 1).join("\n"));
  const bars = [];
  for (const [line, severity] of worst) {
    const mark = element("span", { class: `mark ${severity}` }, SIGNS[severity], element("span", {}, `${line}`));
    const bar = element("i", { class: severity });
    for (const one of [mark, bar]) one.style.cssText = top(line);
    numbers.append(mark);
    bars.push(bar);
  }
  lines.replaceChildren(element("div", {}, ...bars));
  scroll();
}

const RANKS = { error: 0, warning: 1, note: 2 };
const SIGNS = { error: "●", warning: "▲", note: "◆" };

/** Moves numbers and marks with the text. */
function scroll() {
  numbers.style.transform = lines.style.transform = "";
  numbers.style.transform = `translateY(${-text.scrollTop}px)`;
  if (lines.firstChild) lines.firstChild.style.transform = `translateY(${-text.scrollTop}px)`;
}

/** Selects the place of a finding. */
function go({ location }) {
  if (!location.start) return;
  select($(`tab-${location.file}`));
  const bytes = encoder.encode(text.value);
  const start = position(bytes, location.start.byte);
  const isOneLine = location.end && location.end.line === location.start.line;
  text.focus();
  text.setSelectionRange(start, isOneLine ? position(bytes, location.end.byte) : start);
  const row = parseFloat(getComputedStyle(text).lineHeight);
  text.scrollTop = Math.max(0, (location.start.line - 1) * row - text.clientHeight / 3);
  text.scrollLeft = 0;
}

/** Goes to the next finding after the cursor, or the one before. */
function step(forward) {
  const here = text.value.slice(0, text.selectionStart).split("\n").length;
  const own = findings.filter(({ location }) => location.file === manifest && location.start);
  const sorted = own.sort((one, other) => one.location.start.line - other.location.start.line);
  const after = sorted.find(({ location }) => location.start.line > here) ?? sorted[0];
  const before = sorted.findLast(({ location }) => location.start.line < here) ?? sorted.at(-1);
  const target = forward ? after : before;
  if (target) go(target);
}

/** Fixes the first finding in the line of the cursor. */
function fixHere() {
  const here = text.value.slice(0, text.selectionStart).split("\n").length;
  const found = findings.find(({ location, fix }) => fix?.edits?.length && location.file === manifest && location.start?.line === here);
  if (found) apply([found.fix]);
}

// The answers -----------------------------------------------------------------------------------------------------------------

const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function say(message, failed = false) {
  status.textContent = message;
  status.classList.toggle("failed", failed);
}

async function check() {
  const answer = await ask("check", { documents: [profileAs("checked"), ...shootsAs("checked")], allowUnchecked: true });
  findings = answer.findings;
  const { errors, warnings, notes } = answer.summary;
  const reasons = answer.documents.filter(({ outcome }) => outcome === "notChecked").map(({ kind, reason }) => `${kind}: ${reason}`);
  const counts = `${counted(errors, "error")}, ${counted(warnings, "warning")}, ${counted(notes, "note")}`;
  say([findings.length ? counts : "No findings.", ...reasons].join(" · "), errors > 0);
  const safe = findings.filter(({ fix, location }) => fix?.applicability === "safe" && fix.edits?.length && location.file === manifest);
  const all = element("button", { type: "button", onclick: () => apply(safe.map(({ fix }) => fix)) }, `Apply ${counted(safe.length, "safe fix").replace("fixs", "fixes")}`);
  $("findings").replaceChildren(
    ...(safe.length > 1 ? [element("p", {}, all)] : []),
    element("ol", { class: "findings" }, ...findings.slice(0, MOST).map(card)),
    ...(findings.length > MOST ? [element("p", { class: "soft" }, `and ${findings.length - MOST} more`)] : []),
  );
  draw();
}

/** The number of findings in the list. */
const MOST = 200;

/** Creates the list entry of a finding. */
function card(finding) {
  const { severity, detail, message, path, help, rule, fix, location, acceptedBy } = finding;
  const page = element("div", { class: "page", hidden: "" });
  const explain = element("button", { type: "button", "aria-expanded": "false", onclick: () => unfold(explain, page, rule) }, rule);
  const verb = fix?.applicability === "safe" ? "Fix" : "Fix (suggested)";
  const fixButton = fix?.edits?.length
    ? element("button", { type: "button", onclick: () => { select($(`tab-${location.file}`)); apply([fix]); } }, `${verb}: ${fix.title}`)
    : undefined;
  const place = location.start ? `${location.file === "shoots" ? "Shoots, line" : "Line"} ${location.start.line}` : "No line";
  return element("li", { class: `finding ${severity}` },
    element("p", { class: "what" }, element("b", {}, `${SIGNS[severity]} ${severity}: `), detail || message.replace(`${path}: `, "")),
    element("p", { class: "path" }, path),
    help && help !== fix?.title ? element("p", {}, help) : undefined,
    acceptedBy ? element("p", { class: "soft" }, `${acceptedBy === "gardener" ? "Gardener’s code" : "The documentation"} accepts this.`) : undefined,
    element("p", { class: "keys" }, element("button", { type: "button", onclick: () => go(finding) }, place), explain, fixButton),
    page);
}

/** Shows or hides the page of a rule, which only the largest module has. */
async function unfold(button, page, rule) {
  page.hidden = !page.hidden;
  button.setAttribute("aria-expanded", `${!page.hidden}`);
  if (page.hidden || page.textContent) return;
  page.textContent = "Loading the pages of the rules …";
  try {
    page.replaceChildren(...blocks((await ask("explain", { question: { rule } }, "everything")).page));
  } catch (error) {
    page.textContent = `The page cannot be loaded: ${error.message}`;
  }
}

/** Creates a box in which a table scrolls, by keys as well. */
const scrolling = (label, table) => element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, table);

/** Returns the blocks of a page in Markdown: paragraphs and code. Its title is the button above it. */
function blocks(markdown) {
  const parts = markdown.replace(/^# .*\n/, "").split(/^```.*\n?/m);
  const paragraphs = (text) => text.split(/\n{2,}/).filter((one) => one.trim()).map((one) => element("p", {}, one.replaceAll("\n", " ")));
  return parts.flatMap((part, index) => (index % 2 ? [element("pre", {}, part)] : paragraphs(part)));
}

async function matrix() {
  const answer = await ask("matrix", { documents: [profileAs("checked")], question: { why: true } });
  const { columns, rows } = answer;
  const heads = columns.map(({ image, versions }) => element("th", { scope: "col" }, `${image} ${versions.join(", ")}`));
  const body = rows.map(({ machineTypes, cells }) => element("tr", {}, element("th", { scope: "row" }, machineTypes.join(", ")), ...cells.map((cell, index) => {
    const { image, versions } = columns[index];
    const show = () => { wanted = { machineType: machineTypes[0], image }; select($("tab-select")); $("tab-select").focus(); };
    const name = `${machineTypes[0]} with ${image} ${versions[0]}: ${cell.answer}`;
    return element("td", { class: ["yes", "no"].includes(cell.answer) ? cell.answer : "other" },
      element("button", { type: "button", "aria-label": name, title: cell.obstacle?.message, onclick: show }, cell.answer));
  })));
  const table = element("table", {}, element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Machine types"), ...heads)), element("tbody", {}, ...body));
  $("matrix").replaceChildren(scrolling("Machine types and images", table));
  say(`${answer.profile}: which machine types boot which image versions. A cell leads to the reasons.`);
}

async function selection() {
  const { columns, rows } = await ask("matrix", { documents: [profileAs("checked")] });
  const machineTypes = rows.flatMap((row) => row.machineTypes).sort();
  const images = [...new Set(columns.map(({ image }) => image))];
  const machineType = choose($("machine-type"), machineTypes, wanted?.machineType);
  const image = choose($("image"), images, wanted?.image);
  wanted = undefined;
  if (!machineType || !image) return say("The profile has no machine types, or no images.", true);
  const { versions } = await ask("select", { documents: [profileAs("checked")], question: { machineType, image } });
  const found = versions.map(({ version, classification, explanation, obstacle, providerImage }) => {
    const boots = explanation?.outcome?.result === "selected" && !obstacle;
    const reason = obstacle?.message ?? (boots ? "" : explanation?.outcome?.result);
    const reference = providerImage?.found?.reference?.value;
    return element("tr", {}, element("th", { scope: "row" }, version), element("td", {}, classification ?? ""),
      element("td", { class: boots ? "yes" : "no" }, boots ? `flavor ${explanation.outcome.flavor}` : "no"),
      element("td", {}, [reason, reference && element("code", {}, reference)].find(Boolean) ?? ""));
  });
  const head = ["Version", "Classification", "Flavor", "Provider image, or the reason"].map((title) => element("th", { scope: "col" }, title));
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...found));
  $("selection").replaceChildren(scrolling("Versions", table));
  say(`What a worker of ${machineType} gets of ${image}.`);
}

/** Fills a choice, and returns its value: the wanted one, or the one from before. */
function choose(choice, values, value = choice.value) {
  choice.replaceChildren(...values.map((one) => element("option", { value: one }, one)));
  choice.value = values.includes(value) ? value : values[0] ?? "";
  return choice.value;
}

async function plan() {
  if (!state.shoots.trim()) {
    const show = () => { select($("tab-shoots")); text.focus(); };
    $("plan").replaceChildren(element("p", {}, "Paste a Shoot that uses the profile: ", element("button", { type: "button", onclick: show }, "Shoots")));
    return say("There is no Shoot to plan for.");
  }
  const until = new Date(Date.parse(`${state.day}T00:00:00Z`) + 365 * 86_400_000).toISOString().replace(/\.\d+Z$/, "Z");
  const next = await ask("plan", { documents: [...shootsAs("checked"), profileAs("known")] });
  const later = await ask("plan", { documents: [...shootsAs("checked"), profileAs("known")], question: { until } });
  $("plan").replaceChildren(
    element("h2", {}, "Next maintenance"), ...next.shoots.map(planned),
    element("h2", {}, "Within a year"), ...later.shoots.map(timeline));
  say(`${counted(next.summary.shoots, "Shoot")}: ${next.summary.changing} change, ${next.summary.failing} fail.`, next.summary.failing > 0);
}

/** Creates a table of what the next maintenance does to a Shoot. */
function planned(shoot) {
  if (shoot.unreadable) return element("p", {}, `A document cannot be read: ${shoot.unreadable.reason ?? ""}`);
  const row = (subject, { from, to, outcome, cause, reason }) => element("tr", {}, element("th", { scope: "row" }, subject),
    element("td", { class: to ? "yes" : outcome === "failed" ? "no" : "" }, to ? `${from} → ${to}` : from ?? ""),
    element("td", {}, [outcome, cause ?? reason].filter(Boolean).join(": ").replaceAll("-", " ")));
  const workers = (shoot.workers ?? []).map(({ name, image }) => row(`${name}: ${image?.name ?? ""}`, image ?? {}));
  const body = element("tbody", {}, row("control plane", shoot.controlPlane ?? {}), ...workers);
  const caption = element("p", {}, `${shoot.namespace}/${shoot.name}`, element("span", { class: "soft" }, ` ${shoot.at ?? ""}`));
  return element("div", {}, caption, scrolling(`Maintenance of ${shoot.name}`, element("table", {}, body)));
}

/** Creates a list of what happens to a Shoot until the end of the period. */
function timeline(shoot) {
  const runs = (shoot.steps ?? []).map((run) => element("li", {}, `${run.at}: ${told(run)}`));
  if (!runs.length) return element("p", { class: "soft" }, `${shoot.namespace}/${shoot.name}: nothing happens.`);
  return element("div", {}, element("p", {}, `${shoot.namespace}/${shoot.name}`), element("ul", {}, ...runs));
}

/** Returns what one maintenance does, in words. */
function told({ controlPlane, workers }) {
  const moves = [["Kubernetes", controlPlane], ...(workers ?? []).map(({ name, image }) => [`${name}: ${image?.name}`, image])];
  return moves
    .filter(([, move]) => move?.to || move?.outcome === "failed")
    .map(([subject, { from, to, reason }]) => (to ? `${subject} ${from} → ${to}` : `${subject} ${from} fails (${reason ?? ""})`))
    .join(", ");
}

// The page --------------------------------------------------------------------------------------------------------------------

const ANSWERS = { findings: check, matrix, select: selection, plan };
let shown = "findings";
let pending;
let running = Promise.resolve();

/** Answers again. Answers follow one another, and only the last one of several waiting changes is asked. */
function refresh() {
  const turn = (pending = Symbol("turn"));
  running = running.then(async () => {
    if (turn !== pending) return;
    try {
      if (shown !== "findings") await check();
      await ANSWERS[shown]();
    } catch (error) {
      say(error.message, true);
      if (shown !== "findings" && shown !== "select") $(shown).replaceChildren();
      if (shown === "select") $("selection").replaceChildren();
    }
    document.documentElement.dataset.ready = "";
  });
  return running;
}

let timer;

/** Takes over the text of the editor, and answers once typing pauses. */
function changed() {
  state[manifest] = text.value;
  draw();
  clearTimeout(timer);
  timer = setTimeout(() => {
    refresh();
    // Later, because browsers refuse to change the address all the time.
    timer = setTimeout(remember, 1000);
  }, 200);
}

/** Puts the state into the address, so that a reload and the back button keep it. */
async function remember() {
  const hash = `#${await packed(state)}`;
  if (hash !== location.hash) history.replaceState(null, "", hash);
}

function put(values) {
  for (const name of Object.keys(state)) if (typeof values[name] === "string") state[name] = values[name];
  if (!/^\d{4}-\d\d-\d\d$/.test(state.day)) state.day = new Date().toISOString().slice(0, 10);
  $("semantics").value = state.semantics = state.semantics === "gardener" ? "gardener" : "documented";
  $("day").value = state.day;
  text.value = state[manifest];
  findings = [];
  draw();
}

/** Opens a tab. */
function select(tab) {
  for (const other of tab.parentElement.children) {
    const isOpen = other === tab;
    other.setAttribute("aria-selected", `${isOpen}`);
    other.tabIndex = isOpen ? 0 : -1;
  }
  const name = tab.id.slice("tab-".length);
  if (name in ANSWERS) {
    for (const panel of Object.keys(ANSWERS)) $(panel).hidden = panel !== name;
    shown = name;
    refresh();
  } else {
    edit(name);
  }
}

for (const tabs of document.querySelectorAll("[role=tablist]")) {
  tabs.addEventListener("click", ({ target }) => { if (target.role === "tab" || target.getAttribute("role") === "tab") select(target); });
  tabs.addEventListener("keydown", (event) => {
    const all = [...tabs.children];
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!move) return;
    const next = all.at((all.indexOf(event.target) + move) % all.length);
    select(next);
    next.focus();
    event.preventDefault();
  });
}
text.addEventListener("input", changed);
text.addEventListener("scroll", scroll, { passive: true });
text.addEventListener("keydown", (event) => {
  if (event.key === "F8") step(!event.shiftKey);
  else if (event.key === "Enter" && event.altKey) fixHere();
  else return;
  event.preventDefault();
});
for (const id of ["semantics", "day"]) $(id).addEventListener("change", ({ target }) => {
  if (!target.value) return;
  state[id] = target.value;
  refresh();
  remember();
});
for (const id of ["machine-type", "image"]) $(id).addEventListener("change", refresh);
$("example").append(element("option", { value: "" }, "choose …"), ...Object.keys(examples).map((name) => element("option", { value: name }, name)));
$("example").addEventListener("change", ({ target }) => {
  if (!examples[target.value]) return;
  put({ shoots: "", ...examples[target.value] });
  target.value = "";
  select($("tab-profile"));
  refresh();
  remember();
});
$("share").addEventListener("click", async () => {
  await remember();
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied. It has the manifests, so share it only with those who may see them.");
  } catch {
    say("The address of this page is the link: copy it from there.");
  }
});
addEventListener("hashchange", async () => open(await unpacked(location.hash.slice(1))));

function open(shared) {
  put(shared ?? Object.values(examples)[0]);
  return refresh();
}

open(await unpacked(location.hash.slice(1)));
