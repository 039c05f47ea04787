import type {
  Choosers, Classification, Documents, ImageOption, ImagesQuestion, MachineTypeOption, MachineTypesQuestion, ProfileOptions, Timestamp,
} from "./module.js";

/** A version with the properties that the dashboard needs. */
export interface Version {
  /** The version as written in the profile. */
  version: string;
  classification: Classification;
  isPreview: boolean;
  isSupported: boolean;
  isDeprecated: boolean;
  isUnavailable: boolean;
  isExpired: boolean;
  /** The last instant before it expires; absent if it does not, or has expired already. */
  expirationDate?: Timestamp;
  /** The number of whole days until then. The version is not expired while it is 0. */
  expiresIn?: number;
  /** Whether `expiresIn` is at most 30. */
  isExpirationWarning: boolean;
  /** The users who may choose it. */
  choosers: Choosers;
  /** The target of an automatic update; absent if there is none. */
  automaticUpdate?: string;
  /** The target of a forced update after the expiration. */
  forcedUpdate?: string;
  /** The reason why a forced update fails, if it does. */
  forcedUpdateFails?: string;
}

/** A version of a machine image. */
export interface MachineImage extends Version {
  /** `NAME/VERSION`. */
  key: string;
  name: string;
  /** The update strategy of the profile; `major` if it has none. */
  updateStrategy: string;
}

/** The expiration of a version. */
export interface Expiration {
  /** The last instant before the expiration; absent if it is in the past. */
  expirationDate?: Timestamp;
  isExpired: boolean;
  isExpirationWarning: boolean;
  /** Whether the forced update is in the future. */
  isValidTerminationDate: boolean;
  /** `info`: maintenance updates the version before it expires. `warning`: the update is forced. `error`: there is no target version. */
  severity: "info" | "warning" | "error";
  /** The target of the update. */
  nextVersion?: string;
  /** The reason why a forced update fails, if it does. */
  why?: string;
}

/** A worker whose image version expires. */
export type ExpiringWorkerGroup = { workerName: string; image: string; version: string } & (
  | ({ isUnknown: false } & Expiration)
  /** The profile does not have the version. */
  | { isUnknown: true; severity: "error" }
);

/** The dashboard's `useKubernetesVersions`, in the order of the profile. */
export declare function kubernetesVersions(documents: Documents, options?: ProfileOptions): Version[];

/** The dashboard's `flattenAndSortMachineImages`, in the order of the profile and with versions as written there. */
export declare function machineImages(documents: Documents, options?: ProfileOptions): MachineImage[];

/** The dashboard's `useDefaultMachineImage`, but for a machine type instead of an architecture. */
export declare function defaultMachineImage(documents: Documents, worker: ImagesQuestion, options?: ProfileOptions): ImageOption | undefined;

/** The images that a worker may have, best first: by capabilities, container runtimes, kubelet version and the provider's mapping. */
export declare function filteredMachineImages(documents: Documents, worker: ImagesQuestion, options?: ProfileOptions): ImageOption[];

/** The dashboard's `useFilteredMachineTypes`, but for an image version and by capabilities. */
export declare function filteredMachineTypes(
  documents: Documents, worker: MachineTypesQuestion, options?: ProfileOptions,
): MachineTypeOption[];

/** The dashboard's `useKubernetesVersionIsNotLatestPatch`. `undefined` if the profile has no such version. */
export declare function kubernetesVersionIsNotLatestPatch(
  documents: Documents, version: string, options?: ProfileOptions,
): boolean | undefined;

/** The dashboard's `useKubernetesVersionExpiration`. `undefined` if the version does not expire, or the profile does not have it. */
export declare function kubernetesVersionExpiration(
  documents: Documents, version: string, isAutoPatchEnabled: boolean, options?: ProfileOptions,
): Expiration | undefined;

/** The dashboard's `machineImageHasUpdate`. `undefined` if the profile has no such version. */
export declare function machineImageHasUpdate(
  documents: Documents, image: { name: string; version: string }, options?: ProfileOptions,
): boolean | undefined;

/** The dashboard's `useExpiringWorkerGroups`, with the workers of a Shoot. */
export declare function expiringWorkerGroups(
  documents: Documents,
  workers: Array<{ name: string; machine: { image: { name: string; version: string } } }>,
  isAutoPatchEnabled: boolean,
  options?: ProfileOptions,
): ExpiringWorkerGroup[];

/** The dashboard's `useFloatingPools`: names, or patterns of names. */
export declare function floatingPools(
  documents: Documents, where: { region: string; domain?: string }, options?: ProfileOptions,
): string[];

/** The dashboard's `useLoadBalancerProviderNames`. */
export declare function loadBalancerProviderNames(documents: Documents, where: { region: string }, options?: ProfileOptions): string[];

/** The dashboard's `loadBalancerClasses` of a floating pool; empty if the Shoot may define its own. */
export declare function loadBalancerClasses(
  documents: Documents, where: { region: string; domain?: string; floatingPool: string }, options?: ProfileOptions,
): string[];
