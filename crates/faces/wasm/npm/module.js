// What the module needs of its host: a buffer for the request, a call, and the answer read from memory.

/** Why there is no answer. */
export class RootstockError extends Error {
  constructor({ kind, message }) {
    super(message);
    this.name = "RootstockError";
    this.kind = kind;
  }
}

/** Makes an instance of a module: its URL, its bytes, or as it is compiled. */
export async function instantiated(source) {
  return new Rootstock(await WebAssembly.instantiate(await compiled(source), {}));
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return WebAssembly.compile(source);
  const url = new URL(source, import.meta.url);
  if (url.protocol === "file:") {
    // Node's fetch reads no files. Where it is hidden from bundlers they do not look for it.
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ "node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  // Only a server that names the type lets it be compiled while it comes.
  return response.headers.get("content-type")?.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The loaded module. */
export class Rootstock {
  #exports;

  constructor(instance) {
    this.#exports = instance.exports;
  }

  /** Answers a request, both as JSON text: what the command prints with `--format json`, byte for byte. */
  callText(request) {
    const { memory, rootstock_alloc, rootstock_call, rootstock_free } = this.#exports;
    const bytes = encoder.encode(request);
    const buffer = rootstock_alloc(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, buffer, bytes.length).set(bytes);
    const answer = BigInt.asUintN(64, rootstock_call(buffer));
    const [address, length] = [Number(answer >> 32n), Number(answer & 0xffffffffn)];
    try {
      return decoder.decode(new Uint8Array(memory.buffer, address, length));
    } finally {
      rootstock_free(address);
    }
  }

  /** The same with values. Throws a `RootstockError` if there is no answer. */
  call(request) {
    const answer = JSON.parse(this.callText(JSON.stringify({ at: now(), ...request })));
    if (answer.error) throw new RootstockError(answer.error);
    return answer;
  }

  /** Reads documents once, for any number of questions. */
  hold(documents, settings = {}) {
    return new Documents(this, this.call({ function: "hold", documents, ...settings }).held, settings);
  }
}

/** Documents that the module holds. */
export class Documents {
  #rootstock;
  #held;
  #settings;

  constructor(rootstock, held, settings) {
    this.#rootstock = rootstock;
    this.#held = held;
    this.#settings = settings;
  }

  /** Asks a question by its name. */
  ask(name, question = {}, options) {
    return this.#rootstock.call({ function: name, held: this.#held, question, ...this.#settings, ...options });
  }

  check(options) { return this.ask("check", {}, options); }
  default(options) { return this.ask("default", {}, options); }
  images(question, options) { return this.ask("images", question, options); }
  machineTypes(question, options) { return this.ask("machine-types", question, options); }
  matrix(question = {}, options) { return this.ask("matrix", question, options); }
  plan(question = {}, options) { return this.ask("plan", question, options); }
  resolve(question = {}, options) { return this.ask("resolve", question, options); }
  select(question, options) { return this.ask("select", question, options); }
  versions(question = {}, options) { return this.ask("versions", question, options); }

  /** Frees what the module holds; nothing can be asked of it afterwards. */
  release() {
    this.#rootstock.call({ function: "release", held: this.#held });
  }
}

/** The instant, to the second: a module has no clock. */
function now() {
  return new Date().toISOString().replace(/\.\d+Z$/, "Z");
}
