// The module with the questions about profiles, for JSON documents: half the size of the default one.
import { instantiated } from "./module.js";

export { Documents, Rootstock, RootstockError } from "./module.js";

/** Loads the module next to this file, or another one from a URL, bytes or a compiled module. */
export const load = (source = new URL("./queries.wasm", import.meta.url)) => instantiated(source);
