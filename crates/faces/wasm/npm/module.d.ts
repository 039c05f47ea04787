import type {
  DefaultAnswer, ImagesAnswer, ImagesQuestion, MachineTypesAnswer, MachineTypesQuestion, MatrixAnswer,
  MatrixQuestion, PlanAnswer, PlanQuestion, ResolveAnswer, ResolveQuestion, SelectAnswer, SelectQuestion, VersionsAnswer, VersionsQuestion,
} from "./answers.js";

export * from "./answers.js";

/** Whose answer is asked for, and when. */
export interface Settings {
  /** What Gardener's documents say, or what Gardener v1.150 does. Default: `documented`. */
  semantics?: "documented" | "gardener";
  /** The instant at which versions are judged, as RFC 3339. Default: now. */
  at?: string;
  /** Feature gates as Gardener takes them: `NAME=true,NAME=false`. */
  featureGates?: string;
  /** Whether the extensions' mutating webhooks are left out. Default: false. */
  withoutExtensionWebhooks?: boolean;
}

/** A document under the name by which answers call it: a text of YAML or JSON, or an object. */
export type Document = { name: string; role?: Role } & ({ text: string } | { object: object });

/** The role of a document: it is asked about and judged (default), others refer to it, or it is the object before an update. */
export type Role = "checked" | "known" | "old";

/** What may stand beside a question. */
export interface Options extends Settings {
  /** More documents, for this question only. */
  documents?: Document[];
}

/** What may stand beside a question about a profile. */
export interface ProfileOptions extends Options {
  /** The name of a CloudProfile, or `NAMESPACE/NAME` of a NamespacedCloudProfile. Default: the only one there is. */
  profile?: string;
}

/** Why there is no answer. */
export declare class RootstockError extends Error {
  /** Whether the request, the question or the documents are in the way. */
  readonly kind: "request" | "question" | "documents";
}

/** The loaded module. */
export declare class Rootstock {
  protected constructor();
  /** Answers a request, both as JSON text: what the command prints with `--format json`, byte for byte. */
  callText(request: string): string;
  /** The same with values. Throws a `RootstockError` where there is no answer. */
  call(request: object): unknown;
  /** Reads documents once, for any number of questions. */
  hold(documents: Document[], settings?: Settings): Documents;
}

/** Documents that the module holds. */
export declare class Documents {
  protected constructor();
  /** What does Gardener fill in, in the Shoots that are checked? */
  default(options?: Options): DefaultAnswer;
  /** Which images may a worker with that machine type have? */
  images(question: ImagesQuestion, options?: ProfileOptions): ImagesAnswer;
  /** Which machine types may a worker with that image have? */
  machineTypes(question: MachineTypesQuestion, options?: ProfileOptions): MachineTypesAnswer;
  /** Which image version is compatible with which machine type? */
  matrix(question?: MatrixQuestion, options?: ProfileOptions): MatrixAnswer;
  /** What does maintenance do to the Shoots that are checked? */
  plan(question?: PlanQuestion, options?: Options): PlanAnswer;
  /** Which of the provider's settings are there in a region, or does a Shoot get? */
  resolve(question?: ResolveQuestion, options?: ProfileOptions): ResolveAnswer;
  /** Which provider image does a machine type boot? */
  select(question: SelectQuestion, options?: ProfileOptions): SelectAnswer;
  /** Which versions does a profile offer, and until when? */
  versions(question?: VersionsQuestion, options?: ProfileOptions): VersionsAnswer;
  /** Frees what the module holds; nothing can be asked of it afterwards. */
  release(): void;
}
