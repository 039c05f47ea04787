// Tests the dashboard's questions, including those that the dashboard itself answers differently: `cargo xtask npm --test` runs
// this in an empty project.
import assert from "node:assert/strict";
import { test } from "node:test";
// The smaller module answers everything that these functions ask.
import { load } from "gardener-rootstock/queries";
import {
  defaultMachineImage, expiringWorkerGroups, filteredMachineImages, filteredMachineTypes, floatingPools, kubernetesVersionExpiration,
  kubernetesVersionIsNotLatestPatch, kubernetesVersions, loadBalancerClasses, loadBalancerProviderNames, machineImageHasUpdate,
  machineImages,
} from "gardener-rootstock/dashboard";

const rootstock = await load();
const at = "2026-06-01T12:00:00Z";

const amd64 = { capabilityFlavors: [{ architecture: ["amd64"] }] };
const profile = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "CloudProfile",
  metadata: { name: "workshop" },
  spec: {
    type: "local",
    regions: [{ name: "local", zones: [{ name: "a" }, { name: "b", unavailableMachineTypes: ["saw"] }] }],
    kubernetes: {
      versions: [
        { version: "1.34.1", classification: "supported" },
        { version: "1.33.5", classification: "supported" },
        { version: "1.33.4", classification: "deprecated", expirationDate: "2026-06-02T00:00:00Z" },
        { version: "1.32.9", classification: "deprecated", expirationDate: "2026-08-01T00:00:00Z" },
        { version: "1.30.1", classification: "deprecated", expirationDate: "2026-05-01T00:00:00Z" },
      ],
    },
    machineCapabilities: [{ name: "architecture", values: ["amd64", "arm64"] }, { name: "hostType", values: ["virtual", "metal"] }],
    machineTypes: [
      { name: "saw", cpu: "2", gpu: "0", memory: "4Gi", capabilities: { architecture: ["amd64"], hostType: ["virtual"] } },
      { name: "press", cpu: "32", gpu: "0", memory: "64Gi", capabilities: { architecture: ["amd64"], hostType: ["metal"] } },
      { name: "anvil", cpu: "4", gpu: "0", memory: "8Gi", capabilities: { architecture: ["arm64"], hostType: ["virtual"] } },
    ],
    machineImages: [
      {
        name: "bench",
        versions: [
          { version: "3.0.0", classification: "preview", ...amd64 },
          { version: "2.1.0-gen2", classification: "supported", capabilityFlavors: [{ architecture: ["amd64"], hostType: ["virtual"] }] },
          { version: "2.0.0-gen2", classification: "deprecated", expirationDate: "2026-06-02T00:00:00Z", ...amd64 },
          { version: "1.0.0", classification: "deprecated", expirationDate: "2026-05-01T00:00:00Z", ...amd64 },
        ],
      },
      { name: "stool", versions: [{ version: "1.0.0", classification: "deprecated", expirationDate: "2026-06-20T00:00:00Z", ...amd64 }] },
    ],
  },
};
const documents = rootstock.hold([{ name: "profile.json", object: profile }], { at });
const version = (list, wanted) => list.find((one) => one.version === wanted);

test("a version is not expired before its instant", () => {
  // The dashboard: expired, up to a day too early, because it counts whole days.
  const known = version(kubernetesVersions(documents), "1.33.4");
  assert.deepEqual([known.isExpired, known.expiresIn, known.isExpirationWarning], [false, 0, true]);
  const later = version(kubernetesVersions(documents, { at: "2026-06-02T00:00:01Z" }), "1.33.4");
  assert.deepEqual([later.isExpired, later.classification], [true, "expired"]);
});

test("stages are known where lifecycles are", () => {
  const { spec } = profile;
  const staged = { version: "1.35.0", lifecycle: [
    { classification: "preview" }, { classification: "supported", startTime: "2026-07-01T00:00:00Z" },
    { classification: "expired", startTime: "2027-07-01T00:00:00Z" },
  ] };
  const object = { ...profile, spec: { ...spec, kubernetes: { versions: [staged, ...spec.kubernetes.versions] } } };
  const options = { at, featureGates: "VersionClassificationLifecycle=true" };
  const documents = rootstock.hold([{ name: "profile.json", object }], options);
  // The dashboard ignores lifecycles: supported, without an end.
  const known = version(kubernetesVersions(documents), "1.35.0");
  assert.deepEqual([known.isPreview, known.isSupported, known.expirationDate], [true, false, "2027-07-01T00:00:00Z"]);
  documents.release();
});

test("images have the versions of the profile, and one entry each", () => {
  assert.deepEqual(machineImages(documents).map(({ key }) => key), [
    "bench/3.0.0", "bench/2.1.0-gen2", "bench/2.0.0-gen2", "bench/1.0.0", "stool/1.0.0",
  ]);
});

test("the default image fits the machine type, and is neither a preview nor expired", () => {
  const of = (machineType) => { const found = defaultMachineImage(documents, { machineType }); return found && `${found.image} ${found.version}`; };
  assert.equal(of("saw"), "bench 2.1.0-gen2");
  // The dashboard: `bench 2.1.0-gen2` for both, because it only compares architectures.
  assert.equal(of("press"), "bench 2.0.0-gen2");
  // The dashboard: the first image, because its `architectures` are empty.
  assert.equal(of("anvil"), undefined);
  assert.deepEqual(filteredMachineImages(documents, { machineType: "anvil" }), []);
  const preview = structuredClone(profile);
  preview.spec.machineImages[0].versions.splice(1);
  preview.spec.machineImages.splice(1);
  const only = rootstock.hold([{ name: "profile.json", object: preview }], { at });
  assert.deepEqual(filteredMachineImages(only, { machineType: "saw" }).map(({ version }) => version), ["3.0.0"]);
  assert.equal(defaultMachineImage(only, { machineType: "saw" }), undefined);
  only.release();
});

test("machine types fit the image, in every zone of the worker", () => {
  const names = (question) => filteredMachineTypes(documents, { image: "bench", ...question }).map(({ name }) => name);
  assert.deepEqual(names({ version: "2.0.0-gen2" }), ["saw", "press"]);
  assert.deepEqual(names({ version: "2.1.0-gen2" }), ["saw"]);
  // The dashboard offers machine types that are available in any zone of the region.
  assert.deepEqual(names({ version: "2.0.0-gen2", region: "local", zones: ["a", "b"] }), ["press"]);
});

test("versions with a suffix have updates, too", () => {
  const has = (name, version) => machineImageHasUpdate(documents, { name, version });
  // The dashboard: never, because the difference is a `prerelease`.
  assert.equal(has("bench", "2.0.0-gen2"), true);
  assert.equal(has("bench", "2.1.0-gen2"), false);
  assert.equal(has("stool", "1.0.0"), false);
  assert.equal(has("chair", "1.0.0"), undefined);
});

test("what becomes of a Kubernetes version", () => {
  const of = (version, auto) => {
    const found = kubernetesVersionExpiration(documents, version, auto);
    return found && [found.severity, found.isExpired, found.isValidTerminationDate, found.nextVersion];
  };
  assert.equal(of("1.34.1", true), undefined);
  assert.deepEqual(of("1.33.4", true), ["info", false, true, "1.33.5"]);
  assert.deepEqual(of("1.33.4", false), ["warning", false, true, "1.33.5"]);
  assert.deepEqual(of("1.32.9", true), ["warning", false, true, "1.33.5"]);
  // 1.31 does not exist, and minors must not be skipped.
  assert.deepEqual(of("1.30.1", true), ["error", true, false, undefined]);
  assert.match(kubernetesVersionExpiration(documents, "1.30.1", true).why, /1\.31/);
  assert.deepEqual(["1.33.4", "1.33.5", "1.29.0"].map((one) => kubernetesVersionIsNotLatestPatch(documents, one)), [true, false, undefined]);
});

test("workers whose image versions have an end", () => {
  const worker = (name, image, version) => ({ name, machine: { image: { name: image, version } } });
  const workers = [
    worker("new", "bench", "2.1.0-gen2"), worker("soon", "bench", "2.0.0-gen2"), worker("gone", "bench", "1.0.0"),
    worker("alone", "stool", "1.0.0"), worker("unknown", "chair", "1.0.0"),
  ];
  const found = expiringWorkerGroups(documents, workers, true);
  assert.deepEqual(found.map(({ workerName, severity, nextVersion, isUnknown }) => [workerName, severity, nextVersion, isUnknown]), [
    ["soon", "info", "2.1.0-gen2", false],
    ["gone", "warning", "2.1.0-gen2", false],
    ["alone", "error", undefined, false],
    // The dashboard: the end of 1970-01-01, or nothing.
    ["unknown", "error", undefined, true],
  ]);
});

test("floating pools and load balancers of OpenStack", () => {
  const object = structuredClone(profile);
  object.spec.type = "openstack";
  object.spec.regions = [{ name: "north" }, { name: "south" }];
  object.spec.providerConfig = {
    apiVersion: "openstack.provider.extensions.gardener.cloud/v1alpha1",
    kind: "CloudProfileConfig",
    keystoneURL: "https://keystone.example/v3/",
    machineImages: [],
    constraints: {
      floatingPools: [
        { name: "public", loadBalancerClasses: [{ name: "default" }, { name: "internal", purpose: "internal" }] },
        { name: "north-*", region: "north" },
        { name: "spare", region: "north", nonConstraining: true },
        { name: "private", domain: "guild" },
      ],
      loadBalancerProviders: [{ name: "haproxy" }, { name: "f5", region: "north" }],
    },
  };
  const openstack = rootstock.hold([{ name: "profile.json", object }], { at });
  const pools = (region, domain) => floatingPools(openstack, { region, domain });
  // A pool of the region hides those for all regions, unless it has no constraints.
  assert.deepEqual(pools("south"), ["public"]);
  assert.deepEqual(pools("north"), ["north-*", "spare"]);
  assert.deepEqual(pools("south", "guild"), ["private"]);
  assert.deepEqual(["north", "south"].map((region) => loadBalancerProviderNames(openstack, { region })), [["f5"], ["haproxy"]]);
  const classes = (floatingPool) => loadBalancerClasses(openstack, { region: "south", floatingPool });
  assert.equal(classes("public").length, 2);
  assert.deepEqual(classes("elsewhere"), []);
  openstack.release();
});
