import type { Rootstock } from "./module.js";

export * from "./module.js";

/**
 * Loads the module: the one of the package, or another by its URL, its bytes or as a compiled module.
 *
 * It has no `check`, no `default` and no `plan`, and reads documents in JSON alone.
 *
 * After a `WebAssembly.RuntimeError` (a bug, or no memory left) the loaded module cannot be used any more: load it again.
 */
export declare function load(source?: string | URL | BufferSource | WebAssembly.Module): Promise<Rootstock>;

