import type {
  Choosers, Classification, Documents, ImageOption, ImagesQuestion, MachineTypeOption, MachineTypesQuestion, ProfileOptions, Timestamp,
} from "./module.js";

/** A version with what the dashboard asks of one. */
export interface Version {
  /** As written in the profile. */
  version: string;
  classification: Classification;
  isPreview: boolean;
  isSupported: boolean;
  isDeprecated: boolean;
  isUnavailable: boolean;
  isExpired: boolean;
  /** The last instant before it expires; absent if it does not, or has expired already. */
  expirationDate?: Timestamp;
  /** Whole days until then. It is not expired while these are 0. */
  expiresIn?: number;
  /** Whether these are at most 30. */
  isExpirationWarning: boolean;
  /** Who may choose it. */
  choosers: Choosers;
  /** Where an automatic update leads; absent if nowhere. */
  automaticUpdate?: string;
  /** Where a force update leads, once it has expired. */
  forcedUpdate?: string;
  /** Why a force update fails, if it does. */
  forcedUpdateFails?: string;
}

/** A version of a machine image. */
export interface MachineImage extends Version {
  /** `NAME/VERSION`. */
  key: string;
  name: string;
  /** As written; `major` if none is. */
  updateStrategy: string;
}

/** The end of a version. */
export interface Expiration {
  /** The last instant before it; absent if it is past. */
  expirationDate?: Timestamp;
  isExpired: boolean;
  isExpirationWarning: boolean;
  /** Whether a force update is still to come. */
  isValidTerminationDate: boolean;
  /** `info`: maintenance goes on before. `warning`: a force update. `error`: nothing is there to go to. */
  severity: "info" | "warning" | "error";
  /** Where the update leads. */
  nextVersion?: string;
  /** Why a force update fails, if it does. */
  why?: string;
}

/** A worker whose image version has an end. */
export type ExpiringWorkerGroup = { workerName: string; image: string; version: string } & (
  | ({ isUnknown: false } & Expiration)
  /** The profile does not have the version. */
  | { isUnknown: true; severity: "error" }
);

/** The dashboard's `useKubernetesVersions`: in the order of the profile. */
export declare function kubernetesVersions(documents: Documents, options?: ProfileOptions): Version[];

/** The dashboard's `flattenAndSortMachineImages`: in the order of the profile, with versions as they are written there. */
export declare function machineImages(documents: Documents, options?: ProfileOptions): MachineImage[];

/** The dashboard's `useDefaultMachineImage`: for a machine type, and not for an architecture. */
export declare function defaultMachineImage(documents: Documents, worker: ImagesQuestion, options?: ProfileOptions): ImageOption | undefined;

/** The images that a worker may have, best first: by capabilities, container runtimes, the kubelet's version and what the provider maps. */
export declare function filteredMachineImages(documents: Documents, worker: ImagesQuestion, options?: ProfileOptions): ImageOption[];

/** The dashboard's `useFilteredMachineTypes`: for an image version, and by capabilities. */
export declare function filteredMachineTypes(
  documents: Documents, worker: MachineTypesQuestion, options?: ProfileOptions,
): MachineTypeOption[];

/** The dashboard's `useKubernetesVersionIsNotLatestPatch`. `undefined` if the profile has no such version. */
export declare function kubernetesVersionIsNotLatestPatch(
  documents: Documents, version: string, options?: ProfileOptions,
): boolean | undefined;

/** The dashboard's `useKubernetesVersionExpiration`. `undefined` if the version has no end, or if the profile does not have it. */
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

/** The dashboard's `loadBalancerClasses`, of a floating pool; empty where the Shoot may bring its own. */
export declare function loadBalancerClasses(
  documents: Documents, where: { region: string; domain?: string; floatingPool: string }, options?: ProfileOptions,
): string[];
