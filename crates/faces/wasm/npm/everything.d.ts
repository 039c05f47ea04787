import type { CheckAnswer, Questions } from "./answers.js";
import type { CheckOptions } from "./index.js";
import * as module from "./module.js";

export * from "./module.js";
export type { CheckOptions };

/** Everything that may be given next to a question. */
export interface AskOptions extends CheckOptions, module.ProfileOptions {}

/**
 * Loads the module: the one of the package, or another by its URL, its bytes or as a compiled module.
 *
 * It answers every question; the one of `rootstock` is smaller.
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
  /** Asks a question by its name: the one in the form of its answer. */
  ask<Name extends keyof Questions>(
    name: Name, question: Questions[Name]["question"], options?: AskOptions,
  ): Questions[Name]["answer"];
}
