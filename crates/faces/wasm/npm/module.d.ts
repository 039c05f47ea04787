import type {
  DefaultAnswer, ImagesAnswer, ImagesQuestion, MachineTypesAnswer, MachineTypesQuestion, MatrixAnswer,
  MatrixQuestion, PlanAnswer, PlanQuestion, ResolveAnswer, ResolveQuestion, SelectAnswer, SelectQuestion, VersionsAnswer, VersionsQuestion,
} from "./answers.js";

export * from "./answers.js";

/** Semantics, instant and other settings of a question. */
export interface Settings {
  /** The rules of Gardener's documentation, or of Gardener v1.150. Default: `documented`. */
  semantics?: "documented" | "gardener";
  /** The instant at which versions are judged, as RFC 3339. Default: now. */
  at?: string;
  /** The release of Gardener: `1.148`. Default: the newest one that is known. */
  gardener?: string;
  /** The releases of the extensions that run, by provider: `{ aws: "1.70" }`. Default: those that Rootstock follows. */
  extensions?: Record<string, string>;
  /** Feature gates by name, or in Gardener's syntax: `NAME=true,NAME=false`. */
  featureGates?: Record<string, boolean> | string;
  /** Whether the effects of the extensions' mutating webhooks are left out. Default: false. */
  withoutExtensionWebhooks?: boolean;
}

/** A document with its name in answers: a YAML or JSON text, or an object. */
export type Document = { name: string; role?: Role } & ({ text: string } | { object: object });

/** The role of a document: an object of the question, which is judged (default), an object that others refer to, or the one before an update. */
export type Role = "checked" | "known" | "old";

/** Options of a question. */
export interface Options extends Settings {
  /** Additional documents, for this question only. */
  documents?: Document[];
}

/** Options of a question about a profile. */
export interface ProfileOptions extends Options {
  /** The name of a CloudProfile, or `NAMESPACE/NAME` of a NamespacedCloudProfile. Default: the only profile. */
  profile?: string;
}

/** The reason why a question has no answer. */
export declare class RootstockError extends Error {
  /** The part that is at fault: the request, the question or the documents. */
  readonly kind: "request" | "question" | "documents";
}

/** A loaded module. */
export declare class Rootstock {
  protected constructor();
  /** Answers a request. Both are JSON texts; the answer equals the output of the command line with `--format json`, byte for byte. */
  callText(request: string): string;
  /** Like `callText`, but with values. Throws a `RootstockError` if there is no answer. */
  call(request: object): unknown;
  /** Parses documents once, for any number of questions. */
  hold(documents: Document[], settings?: Settings): Documents;
}

/** Documents in the memory of the module. */
export declare class Documents {
  protected constructor();
  /** Returns the Shoots with the role `checked` as Gardener defaults them. */
  default(options?: Options): DefaultAnswer;
  /** Returns the images that a worker with this machine type may have. */
  images(question: ImagesQuestion, options?: ProfileOptions): ImagesAnswer;
  /** Returns the machine types that a worker with this image may have. */
  machineTypes(question: MachineTypesQuestion, options?: ProfileOptions): MachineTypesAnswer;
  /** Returns the compatibility of image versions and machine types. */
  matrix(question?: MatrixQuestion, options?: ProfileOptions): MatrixAnswer;
  /** Returns the effects of maintenance on the Shoots with the role `checked`. */
  plan(question?: PlanQuestion, options?: Options): PlanAnswer;
  /** Returns the provider's settings in a region, or those of a Shoot. */
  resolve(question?: ResolveQuestion, options?: ProfileOptions): ResolveAnswer;
  /** Returns the provider image that a machine type boots. */
  select(question: SelectQuestion, options?: ProfileOptions): SelectAnswer;
  /** Returns the versions that a profile offers, with their lifecycles. */
  versions(question?: VersionsQuestion, options?: ProfileOptions): VersionsAnswer;
  /** Frees the documents, which cannot be used afterwards. */
  release(): void;
}
