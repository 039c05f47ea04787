// The host side of the module: it writes the request to a buffer, calls the module, and reads the answer from its memory.

/** The reason why a question has no answer. */
export class RootstockError extends Error {
  constructor({ kind, message }) {
    super(message);
    this.name = "RootstockError";
    this.kind = kind;
  }
}

/** Creates an instance of a module from a URL, bytes or a compiled module. */
export async function instantiated(source) {
  return new Rootstock(await WebAssembly.instantiate(await compiled(source), {}));
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return WebAssembly.compile(source);
  const url = new URL(source, import.meta.url);
  if (url.protocol === "file:") {
    // Node's fetch does not support files. The comments keep bundlers from resolving the import.
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ "node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  // Streaming compilation requires this content type.
  return response.headers.get("content-type")?.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A loaded module. */
export class Rootstock {
  #exports;

  constructor(instance) {
    this.#exports = instance.exports;
  }

  /** Answers a request. Both are JSON texts; the answer equals the output of the command line with `--format json`, byte for byte. */
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

  /** Like `callText`, but with values. Throws a `RootstockError` if there is no answer. */
  call(request) {
    const answer = JSON.parse(this.callText(JSON.stringify({ at: now(), ...request })));
    if (answer.error) throw new RootstockError(answer.error);
    return answer;
  }

  /** Parses documents once, for any number of questions. */
  hold(documents, settings = {}) {
    return new Documents(this, this.call({ function: "hold", documents, ...settings }).held, settings);
  }
}

/** Documents in the memory of the module. */
export class Documents {
  #rootstock;
  #held;
  #settings;

  constructor(rootstock, held, settings) {
    this.#rootstock = rootstock;
    this.#held = held;
    this.#settings = settings;
  }

  /** Asks a question by name. */
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

  /** Frees the documents, which cannot be used afterwards. */
  release() {
    this.#rootstock.call({ function: "release", held: this.#held });
  }
}

/** Returns the current instant, to the second, because the module has no clock. */
function now() {
  return new Date().toISOString().replace(/\.\d+Z$/, "Z");
}
