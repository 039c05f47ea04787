import type { Rootstock } from "./module.js";

export * from "./module.js";

/**
 * Loads the module of the package, or another one from a URL, bytes or a compiled module.
 *
 * It lacks `check`, `default` and `plan`, and only parses JSON documents.
 *
 * After a `WebAssembly.RuntimeError` (a bug, or out of memory) the loaded module is not usable any more: load it again.
 */
export declare function load(source?: string | URL | BufferSource | WebAssembly.Module): Promise<Rootstock>;

