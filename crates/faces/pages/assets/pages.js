// Progressive enhancement of a page: one section at a time, filters, keyboard shortcuts, local times. The page works without it.
"use strict";
(() => {
  const root = document.documentElement;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector, within = document) => within.querySelector(selector);
  root.classList.add("js");

  const zone = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  const isUtc = new Date().getTimezoneOffset() === 0;

  // Local times, next to UTC.
  const tellTimes = () => {
    for (const time of all("time[datetime]:not([title])")) {
      const at = new Date(time.dateTime);
      if (Number.isNaN(at.getTime())) continue;
      time.title = `${zone.format(at)} (${Intl.DateTimeFormat().resolvedOptions().timeZone})`;
      if (!isUtc && time.classList.contains("both")) {
        const here = document.createElement("span");
        here.className = "soft";
        here.textContent = ` (${zone.format(at)} here)`;
        time.append(here);
      }
    }
  };

  // One section at a time, selected by the fragment.
  const words = (hash) => hash.split("/").map((part) => { try { return decodeURIComponent(part); } catch { return part; } });

  // Fragments that name a cell, a version or a Shoot, so that they stay valid when the page changes.
  const named = (hash) => {
    let [what, ...names] = words(hash);
    let profile = "0";
    if (/^p\d+$/.test(what)) { profile = what.slice(1); [what, ...names] = names; }
    const part = (name) => document.getElementById(`p${profile}-${name}`);
    if (what === "version") {
      const table = all(".lives", part("lifecycles") ?? document).find((table) => table.dataset.image === names[0]);
      return table && all("tbody tr", table).find((row) => one("th", row).textContent.trim() === names[1]);
    }
    if (what === "cell") {
      const table = document.getElementById(`p${profile}-matrix`);
      const row = table && all("tbody tr", table).find((row) => members(row).includes(names[0]));
      if (!row || names.length < 3) return row && one("th", row);
      const column = all("thead .version", table).findIndex((head) => head.dataset.image === names[1] && head.dataset.all.split(" ").includes(names[2]));
      chosen = one("a", row.cells[column + 1] ?? row);
      return column < 0 ? null : document.getElementById(chosen.hash.slice(1));
    }
    if (what.startsWith("shoot-")) {
      const [namespace, name] = [what.slice("shoot-".length), names[0]];
      const details = all(".namespace").find((details) => one("summary bdi", details).textContent === namespace);
      const item = details && all("li", details).find((item) => item.textContent.split(/\s/)[0] === name);
      const notice = one("#fleet .notice");
      if (notice) notice.textContent = item ? "" : `${namespace}/${name} has no updates until then.`;
      return item ?? document.getElementById("fleet");
    }
    return null;
  };
  // The machine types of a row: those in its list, or the only one.
  const members = (row) => {
    const listed = all(".names li", row).map((item) => item.textContent);
    return listed.length ? listed : [one(".head", row).textContent.trim()];
  };
  const target = () => {
    const hash = location.hash.slice(1);
    if (!hash) return null;
    return document.getElementById(hash) ?? document.getElementById(words(hash).join("/")) ?? named(hash);
  };
  const show = (focus) => {
    const found = target();
    const panels = all(".panel");
    const tabs = all(".tabs a");
    const panel = found?.closest(".panel") ?? panels[0];
    if (!panel) return;
    for (const other of panels) other.classList.toggle("open", other === panel);
    const profile = panel.dataset.profile ?? root.dataset.profile ?? "0";
    root.dataset.profile = profile;
    for (const tab of tabs) {
      if (tab.dataset.part) tab.hash = `p${profile}-${tab.dataset.part}`;
      const isHere = tab.hash.slice(1) === panel.id;
      if (isHere) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    for (const link of all(".profiles a")) {
      if (panel.id === "attention" ? !link.dataset.profile : link.dataset.profile === profile) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (let details = found?.closest("details"); details; details = details.parentElement?.closest("details")) details.open = true;
    cells(found);
    if (found && found !== panel && !found.classList.contains("x")) found.scrollIntoView({ block: "center" });
    else if (found === panel) window.scrollTo(0, 0);
    if (focus && found?.classList.contains("x")) found.focus({ preventScroll: true });
  };

  // The cells that share an explanation, and their names above it.
  let chosen = null;
  const cells = (explanation) => {
    for (const cell of all(".matrix a[aria-current]")) cell.removeAttribute("aria-current");
    for (const other of all(".x.open")) other.classList.remove("open");
    if (!explanation?.classList.contains("x")) return;
    explanation.classList.add("open");
    const alike = all(`.matrix a[href="#${CSS.escape(explanation.id)}"]`, explanation.closest(".panel"));
    for (const cell of alike) cell.setAttribute("aria-current", "true");
    const cell = alike.includes(chosen) ? chosen : alike[0];
    const heading = one("h2 span", explanation);
    if (!cell || !heading) return;
    const table = cell.closest("table");
    const row = one("th .head", cell.closest("tr"));
    const column = all("thead .version", table)[cell.parentElement.cellIndex - 1];
    cellJson(explanation, cell, row, column);
    heading.textContent = `${row.textContent.trim()} with ${column.dataset.image} ${column.textContent.trim()}`;
  };
  // The answer of a served page, as JSON.
  const cellJson = (explanation, cell, row, column) => {
    if (!root.dataset.ofProfile) return;
    const link = one(".raw a", explanation) ?? document.createElement("a");
    const type = members(cell.closest("tr"))[0], version = column.dataset.all.split(" ")[0];
    const query = new URLSearchParams({ machineType: type, image: column.dataset.image, version });
    link.href = `/api/v1/select?${root.dataset.ofProfile}&${query}`;
    if (link.isConnected) return;
    link.textContent = "as JSON";
    const paragraph = document.createElement("p");
    paragraph.className = "raw";
    paragraph.append(link);
    explanation.append(paragraph);
  };
  document.addEventListener("click", (event) => {
    const cell = event.target.closest?.(".matrix td a");
    if (!cell || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The fragment names the cell instead of its position.
    chosen = cell;
    const head = all("thead .version", cell.closest("table"))[cell.parentElement.cellIndex - 1];
    const names = [members(cell.closest("tr"))[0], head.dataset.image, head.dataset.all.split(" ")[0]];
    if (names.some((name) => name.includes("\\u"))) return;
    const profile = cell.closest(".panel").dataset.profile;
    event.preventDefault();
    location.hash = [...(profile === "0" ? [] : [`p${profile}`]), "cell", ...names.map(encodeURIComponent)].join("/");
  });
  window.addEventListener("hashchange", () => show(true));

  // A table cell as a CSV field. An apostrophe keeps spreadsheets from interpreting it as a formula.
  const field = (cell) => {
    const text = cell.innerText.trim().replace(/\s+/g, " ");
    return `"${(/^[=+\-@]/.test(text) ? "'" : "") + text.replaceAll('"', '""')}"`;
  };

  // Everything that depends on the content, and is set up again when it is replaced.
  const equip = () => {
    tellTimes();
    // Filters of the matrix.
    for (const form of all("form[data-matrix]")) {
      const table = document.getElementById(form.dataset.matrix);
      const rows = all("tbody tr", table).map((row) => ({
        row, name: one("th", row).textContent.toLowerCase(), values: new Set(row.dataset.v.split(" ")),
        cells: [...row.cells].slice(1),
      }));
      const heads = all("thead .version", table);
      const groups = all("thead .image", table);
      const signs = new Map();
      const fields = form.elements;
      const wordsOf = (field) => field.value.toLowerCase().split(/\s+/).filter(Boolean);
      const apply = () => {
        const types = wordsOf(fields.type), images = wordsOf(fields.version);
        const image = fields.image.value, region = fields.region?.value ?? "";
        const value = fields.value?.value ?? "";
        const shown = heads.map((head) => {
          const text = `${head.dataset.image} ${head.dataset.all}`.toLowerCase();
          return (image === "" || head.dataset.i === image) && images.every((word) => text.includes(word));
        });
        let left = 0;
        for (const { row, name, values, cells } of rows) {
          const fits = types.every((word) => name.includes(word)) && (value === "" || values.has(value));
          row.hidden = !fits;
          left += fits ? 1 : 0;
          if (!fits) continue;
          cells.forEach((cell, index) => {
            cell.hidden = !shown[index];
            const link = cell.firstElementChild;
            if (!signs.has(link)) signs.set(link, [link.className, link.innerHTML]);
            const [className, html] = signs.get(link);
            const lacks = region !== "" && (link.dataset.r ?? "").split(" ").includes(region);
            const is = lacks ? "m" : className === "p" && region !== "" ? "y" : className;
            if (link.className === is) return;
            link.className = is;
            if (is === className) link.innerHTML = html;
            else link.innerHTML = is === "m" ? '⊘<span class="hidden">has no image in this region</span>' : '●<span class="hidden">fits</span>';
          });
        }
        heads.forEach((head, index) => { head.hidden = !shown[index]; });
        for (const group of groups) {
          const count = heads.filter((head, index) => head.dataset.i === group.dataset.i && shown[index]).length;
          group.hidden = count === 0;
          if (count) group.colSpan = count;
        }
        const columns = shown.filter(Boolean).length;
        fields.left.value = left === rows.length && columns === shown.length
          ? "" : `${left} of ${rows.length} rows, ${columns} of ${shown.length} columns`;
      };
      form.addEventListener("input", apply);
      form.addEventListener("submit", (event) => event.preventDefault());
      form.addEventListener("reset", () => setTimeout(apply));

      // Arrow keys move between cells; a single cell is in the tab order.
      const links = all("td a", table);
      for (const link of links) link.tabIndex = -1;
      if (links[0]) links[0].tabIndex = 0;
      table.addEventListener("keydown", (event) => {
        const cell = event.target.closest("td");
        const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -9999], End: [0, 9999] }[event.key];
        if (!cell || !step) return;
        event.preventDefault();
        const visible = all("tbody tr:not([hidden])", table);
        const row = visible[Math.min(Math.max(visible.indexOf(cell.parentElement) + step[0], 0), visible.length - 1)];
        const here = all("td:not([hidden])", cell.parentElement).indexOf(cell);
        const there = all("td:not([hidden])", row);
        const next = there[Math.min(Math.max(here + step[1], 0), there.length - 1)]?.firstElementChild;
        if (!next) return;
        event.target.tabIndex = -1;
        next.tabIndex = 0;
        next.focus();
      });
    }

    // Sortable tables.
    for (const select of all("select[data-sorts]")) {
      const tables = all(".lives", select.closest(".panel")).map((table) => [table, all("tbody tr", table)]);
      select.addEventListener("input", () => {
        for (const [table, rows] of tables) {
          const key = (row) => Number(row.dataset[select.value] ?? Infinity);
          const sorted = select.value ? [...rows].sort((a, b) => key(a) - key(b)) : rows;
          table.tBodies[0].append(...sorted);
        }
      });
    }
    for (const input of all("input[data-narrows]")) {
      const rows = all(input.dataset.narrows, input.closest(".panel, main")).map((row) => [row, row.textContent.toLowerCase()]);
      input.addEventListener("input", () => {
        const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
        for (const [row, text] of rows) row.hidden = !wanted.every((word) => text.includes(word));
      });
    }

    for (const button of all("button[data-copies]")) {
      button.hidden = !navigator.clipboard;
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).innerText);
        button.textContent = "Copied";
      });
    }

    // Tables as CSV, as displayed.
    for (const table of all(".scroll > table:not(.matrix)", document.getElementById("main"))) {
      if (table.closest(".x")) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "csv";
      button.textContent = "as CSV";
      button.addEventListener("click", () => {
        const cells = (row) => [...row.cells].filter((cell) => !one("svg", cell));
        const rows = [...table.rows].filter((row) => !row.hidden).map((row) => cells(row).map(field).join(","));
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([rows.join("\r\n") + "\r\n"], { type: "text/csv" }));
        link.download = "rootstock.csv";
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href));
      });
      table.parentElement.after(button);
    }
  };

  // Keyboard shortcuts.
  const help = one("dialog");
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches?.("input, select, textarea");
    if (event.key === "Escape") {
      if (isTyping) event.target.blur();
      else if (target()?.classList.contains("x")) {
        const panel = target().closest(".panel");
        const cell = chosen;
        window.addEventListener("hashchange", () => cell?.focus(), { once: true });
        location.hash = panel.id;
      }
    } else if (isTyping || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    } else if (event.key === "/") {
      const input = one(".panel.open input") ?? one("main input, #search");
      if (input) { event.preventDefault(); input.focus(); }
    } else if (event.key === "?") {
      help?.showModal();
    } else if (/^[1-9]$/.test(event.key)) {
      all(".tabs a")[Number(event.key) - 1]?.click();
    }
  });
  window.addEventListener("beforeprint", () => { for (const details of all("details")) details.open = true; });
  equip();
  show(false);

  // A served page follows the state: new content replaces the old without a reload, and filters, folds and scroll position stay.
  if (!root.dataset.state) return;
  const live = document.getElementById("live");
  const say = (text) => { if (live.textContent !== text) live.textContent = text; };
  let busy = false, wanted = null, source = null;
  const follow = async () => {
    if (busy || wanted === null || wanted === root.dataset.state) return;
    busy = true;
    const start = performance.now();
    try {
      const answer = await fetch(location.pathname + location.search, { headers: { accept: "text/html" }, cache: "no-cache" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!page.documentElement.dataset.state) throw new Error("no page");
      take(page);
      say(`Up to date since ${zone.format(new Date())}.`);
    } catch {
      say("The latest state could not be loaded; this page is out of date.");
      wanted = null;
    }
    // Limits how often a large page of a busy garden is replaced, so that it can be read.
    setTimeout(() => { busy = false; follow(); }, Math.max(1000, 5 * (performance.now() - start)));
  };
  const take = (page) => {
    const fields = () => all("main input, main select");
    const values = fields().map((field) => [field.value, field === document.activeElement]);
    const folds = () => all("main details");
    const open = folds().map((details) => details.open);
    const place = window.scrollY;
    one("main").replaceWith(page.querySelector("main"));
    for (const part of [".when", ".tabs"]) one(part)?.replaceWith(page.querySelector(part) ?? "");
    document.title = page.title;
    root.dataset.state = page.documentElement.dataset.state;
    chosen = null;
    equip();
    show(false);
    if (folds().length === open.length) folds().forEach((details, index) => { details.open = open[index]; });
    if (fields().length === values.length) {
      fields().forEach((field, index) => {
        const [value, hasFocus] = values[index];
        if (field.value !== value) { field.value = value; field.dispatchEvent(new Event("input", { bubbles: true })); }
        if (hasFocus) field.focus();
      });
    }
    window.scrollTo(0, place);
  };
  const listen = () => {
    source = new EventSource("/events" + root.dataset.settings);
    source.addEventListener("state", (event) => { wanted = event.data; follow(); });
  };
  // Browsers allow few connections per server, so a hidden page closes its own.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) { source?.close(); source = null; } else if (!source) listen();
  });
  if (!document.hidden) listen();
})();
