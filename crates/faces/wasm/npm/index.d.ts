import type { CheckAnswer } from "./answers.js";
import * as module from "./module.js";

export * from "./module.js";

/** What may stand beside `check`. */
export interface CheckOptions extends module.Options {
  /** As what objects are judged: as a desired state (default), as new, or as updates of those whose role is `old`. */
  operation?: "state" | "create" | "update";
  /** A `rootstock.toml`. */
  configuration?: { name: string; text: string };
  /** Whether it is accepted that something cannot be checked. Default: false. */
  allowUnchecked?: boolean;
}

/**
 * Loads the module: the one of the package, or another by its URL, its bytes or as a compiled module.
 *
 * After a `WebAssembly.RuntimeError` (a bug, or no memory left) the loaded module cannot be used any more: load it again.
 */
export declare function load(source?: string | URL | BufferSource | WebAssembly.Module): Promise<Rootstock>;

/** The loaded module. */
export declare class Rootstock extends module.Rootstock {
  private constructor();
  /** Reads documents once, for any number of questions. */
  hold(documents: module.Document[], settings?: module.Settings): Documents;
}

/** Documents that the module holds. */
export declare class Documents extends module.Documents {
  private constructor();
  /** What is wrong with them? */
  check(options?: CheckOptions): CheckAnswer;
}
