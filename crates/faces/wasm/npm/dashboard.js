// The decisions of Gardener's dashboard, under its names, derived from the answers of Rootstock without any logic of their own.

const DAY = 86_400_000;

/** The number of days before the expiration from which the dashboard warns of a version. */
const WARNING_DAYS = 30;

/** Adds the classification helpers of the dashboard to a version, at the instant of the answer. */
function withHelpers(report, at) {
  const { version, classification, transitions, choosers, automaticUpdate, forcedUpdate, forcedUpdateFails } = report;
  const expirationDate = transitions.find((transition) => transition.classification === "expired")?.after;
  const expiresIn = expirationDate === undefined ? undefined : Math.floor((Date.parse(expirationDate) - Date.parse(at)) / DAY);
  return {
    version,
    classification,
    isPreview: classification === "preview",
    isSupported: classification === "supported",
    isDeprecated: classification === "deprecated",
    isUnavailable: classification === "unavailable",
    isExpired: classification === "expired",
    expirationDate,
    expiresIn,
    isExpirationWarning: expiresIn !== undefined && expiresIn <= WARNING_DAYS,
    choosers,
    automaticUpdate,
    forcedUpdate,
    forcedUpdateFails,
  };
}

/** Returns the versions of Kubernetes, in the order of the profile. */
export function kubernetesVersions(documents, options) {
  const answer = documents.versions({}, options);
  return answer.kubernetes.map((report) => withHelpers(report, answer.at));
}

/** Returns the versions of all machine images in one list, in the order of the profile. */
export function machineImages(documents, options) {
  const answer = documents.versions({}, options);
  return answer.machineImages.flatMap(({ name, updateStrategy, versions }) =>
    versions.map((report) => ({ key: `${name}/${report.version}`, name, updateStrategy, ...withHelpers(report, answer.at) })));
}

/** Returns the default image of a new worker; `undefined` if there is none. */
export function defaultMachineImage(documents, worker, options) {
  const versions = machineImages(documents, options);
  const isDefault = (one) => one.choosers === "everyone-and-by-default";
  return documents.images(worker, options).options.find(({ image, version }) =>
    versions.some((one) => one.name === image && one.version === version && isDefault(one)));
}

/** Returns the images that a worker may have, best first. */
export function filteredMachineImages(documents, worker, options) {
  return documents.images(worker, options).options;
}

/** Returns the machine types that a worker with an image version may have. */
export function filteredMachineTypes(documents, worker, options) {
  return documents.machineTypes(worker, options).options;
}

/** Returns whether maintenance updates to a higher patch of the same minor. `undefined` if the profile does not have the version. */
export function kubernetesVersionIsNotLatestPatch(documents, version, options) {
  const known = kubernetesVersions(documents, options).find((one) => one.version === version);
  return known && known.automaticUpdate !== undefined;
}

/** Returns the floating pools that a Shoot may choose, as written: names, or patterns of names. */
export function floatingPools(documents, { region, domain }, options) {
  return choices(documents, "floatingPool", region, { domain }, options);
}

/** Returns the load balancer providers that a Shoot may choose. */
export function loadBalancerProviderNames(documents, { region }, options) {
  return choices(documents, "loadBalancerProvider", region, {}, options);
}

/** Returns the load balancer classes of a floating pool; empty if the Shoot may define its own. */
export function loadBalancerClasses(documents, { region, domain, floatingPool }, options) {
  return choices(documents, "loadBalancerClasses", region, { domain, "floating-pool": floatingPool }, options);
}

/** Returns the values of a provider's setting that a Shoot may choose in a region. */
function choices(documents, name, region, given, options) {
  const parameters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const { answers } = documents.resolve({ region, parameters }, options);
  return answers.flatMap(({ settings }) => settings).find((setting) => setting.name === name)?.answer.values ?? [];
}

/** Returns the expiration of a Kubernetes version; `undefined` if it does not expire, or the profile does not have it. */
export function kubernetesVersionExpiration(documents, version, isAutoPatchEnabled, options) {
  return expiration(kubernetesVersions(documents, options).find((one) => one.version === version), isAutoPatchEnabled);
}

/** Returns whether maintenance has a target version. `undefined` if the profile does not have the version. */
export function machineImageHasUpdate(documents, { name, version }, options) {
  const known = machineImages(documents, options).find((one) => one.name === name && one.version === version);
  return known && known.automaticUpdate !== undefined;
}

/** Returns the workers whose image versions expire, or are not in the profile. */
export function expiringWorkerGroups(documents, workers, isAutoPatchEnabled, options) {
  const images = machineImages(documents, options);
  return workers.flatMap(({ name: workerName, machine: { image } }) => {
    const known = images.find((one) => one.name === image.name && one.version === image.version);
    const end = known ? expiration(known, isAutoPatchEnabled) : { severity: "error", isUnknown: true };
    return end ? [{ workerName, image: image.name, version: image.version, isUnknown: false, ...end }] : [];
  });
}

/** Returns the expiration of a version and its severity. */
function expiration(known, isAutoPatchEnabled) {
  if (!known || (!known.isExpired && known.expirationDate === undefined)) return undefined;
  const { expirationDate, isExpired, isExpirationWarning, automaticUpdate, forcedUpdate, forcedUpdateFails } = known;
  return {
    expirationDate,
    isExpired,
    isExpirationWarning,
    isValidTerminationDate: !isExpired,
    severity: severity(known, isAutoPatchEnabled),
    nextVersion: (isAutoPatchEnabled ? automaticUpdate : undefined) ?? forcedUpdate,
    why: forcedUpdateFails,
  };
}

/** Returns `error` without a target version, `info` if maintenance updates before the expiration, and `warning` for a forced update. */
function severity({ isExpired, automaticUpdate, forcedUpdate }, isAutoPatchEnabled) {
  if (isAutoPatchEnabled && !isExpired && automaticUpdate !== undefined) return "info";
  return forcedUpdate === undefined ? "error" : "warning";
}
