// What makes a page handier: one part at a time, filters, keys, and times in the reader's zone. It reads without.
"use strict";
(() => {
  const root = document.documentElement;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector, within = document) => within.querySelector(selector);
  root.classList.add("js");

  // Times in the reader's zone, with UTC beside them.
  const zone = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  const isUtc = new Date().getTimezoneOffset() === 0;
  for (const time of all("time[datetime]")) {
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

  // One part at a time; the address says which.
  const panels = all(".panel");
  const tabs = all(".tabs a");
  const target = () => {
    const name = decodeURIComponent(location.hash.slice(1));
    return name ? document.getElementById(name) : null;
  };
  const show = (focus) => {
    const found = target();
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
      if (link.dataset.profile === profile) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (let details = found?.closest("details"); details; details = details.parentElement?.closest("details")) details.open = true;
    cells(found);
    if (found && found !== panel && !found.classList.contains("x")) found.scrollIntoView({ block: "center" });
    else if (found === panel) window.scrollTo(0, 0);
    if (focus && found?.classList.contains("x")) found.focus({ preventScroll: true });
  };

  // The cells that an explanation is of, and their names above it.
  let chosen = null;
  const cells = (explanation) => {
    for (const cell of all(".matrix a[aria-current]")) cell.removeAttribute("aria-current");
    if (!explanation?.classList.contains("x")) return;
    const alike = all(`.matrix a[href="#${CSS.escape(explanation.id)}"]`, explanation.closest(".panel"));
    for (const cell of alike) cell.setAttribute("aria-current", "true");
    const cell = alike.includes(chosen) ? chosen : alike[0];
    const heading = one("h2 span", explanation);
    if (!cell || !heading) return;
    const table = cell.closest("table");
    const row = one("th .head", cell.closest("tr"));
    const column = all("thead .version", table)[cell.parentElement.cellIndex - 1];
    heading.textContent = `${row.textContent.trim()} with ${column.dataset.image} ${column.textContent.trim()}`;
  };
  document.addEventListener("click", (event) => {
    const cell = event.target.closest?.(".matrix td a");
    if (cell) chosen = cell;
  });
  window.addEventListener("hashchange", () => show(true));

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
    const words = (field) => field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const apply = () => {
      const types = words(fields.type), images = words(fields.version);
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

    // Arrow keys go from cell to cell; one cell is on the way of the tab key.
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

  // Tables in another order.
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
    const rows = all(input.dataset.narrows, input.closest(".panel")).map((row) => [row, row.textContent.toLowerCase()]);
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const [row, text] of rows) row.hidden = !words.every((word) => text.includes(word));
    });
  }

  for (const button of all("button[data-copies]")) {
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).innerText);
      button.textContent = "Copied";
    });
  }

  // Keys.
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
      const field = one(".panel.open input");
      if (field) { event.preventDefault(); field.focus(); }
    } else if (event.key === "?") {
      help?.showModal();
    } else if (/^[1-9]$/.test(event.key)) {
      tabs[Number(event.key) - 1]?.click();
    }
  });
  window.addEventListener("beforeprint", () => { for (const details of all("details")) details.open = true; });
  show(false);
})();
