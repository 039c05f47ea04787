// The module that answers every question.
import { instantiated } from "./module.js";

export { Documents, Rootstock, RootstockError } from "./module.js";

/** Loads the module next to this file, or another one from a URL, bytes or a compiled module. */
export const load = (source = new URL("./everything.wasm", import.meta.url)) => instantiated(source);
