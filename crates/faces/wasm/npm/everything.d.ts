import type { CheckAnswer, Questions } from "./answers.js";
import type { CheckOptions } from "./index.js";
import * as module from "./module.js";

export * from "./module.js";
export type { CheckOptions };

/** Options of a question. */
export interface AskOptions extends CheckOptions, module.ProfileOptions {}

/**
 * Loads the module of the package, or another one from a URL, bytes or a compiled module.
 *
 * It answers every question; the module of `gardener-rootstock` is smaller.
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
  /** Asks a question by name, as in the form of its answer. */
  ask<Name extends keyof Questions>(
    name: Name, question: Questions[Name]["question"], options?: AskOptions,
  ): Questions[Name]["answer"];
}
