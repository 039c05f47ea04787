// The module that answers every question.
import { instantiated } from "./module.js";

export { Documents, Rootstock, RootstockError } from "./module.js";

/** Loads the module: the one beside this file, or another by its URL, its bytes or as a compiled module. */
export const load = (source = new URL("./everything.wasm", import.meta.url)) => instantiated(source);
