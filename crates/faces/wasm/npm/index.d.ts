import type { CheckAnswer } from "./answers.js";
import * as module from "./module.js";

export * from "./module.js";

/** Options of `check`. */
export interface CheckOptions extends module.Options {
  /** The operation that objects are judged as: a desired state (default), a creation, or an update of those with the role `old`. */
  operation?: "state" | "create" | "update";
  /** A `rootstock.toml`. */
  configuration?: { name: string; text: string };
  /** Whether to accept that some objects cannot be checked. Default: false. */
  allowUnchecked?: boolean;
}

/**
 * Loads the module of the package, or another one from a URL, bytes or a compiled module.
 *
 * After a `WebAssembly.RuntimeError` (a bug, or out of memory) the loaded module is not usable any more: load it again.
 */
export declare function load(source?: string | URL | BufferSource | WebAssembly.Module): Promise<Rootstock>;

/** A loaded module. */
export declare class Rootstock extends module.Rootstock {
  private constructor();
  /** Parses documents once, for any number of questions. */
  hold(documents: module.Document[], settings?: module.Settings): Documents;
}

/** Documents in the memory of the module. */
export declare class Documents extends module.Documents {
  private constructor();
  /** Checks the documents, and returns the findings. */
  check(options?: CheckOptions): CheckAnswer;
}
