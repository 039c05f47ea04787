// The examples of the playground. The first one is shown to begin with.

const workshop = `# Two architectures, two classes of hosts, two storage controllers: everything in order.
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: workshop
spec:
  type: local
  machineCapabilities:
  - name: architecture
    values: [amd64, arm64]
  - name: hostType
    values: [virtual, metal]
  - name: storageAccess # most preferred first
    values: [NVMe, SCSI]
  kubernetes:
    versions:
    - version: 1.34.1
      classification: supported
    - version: 1.33.5
      classification: deprecated
      expirationDate: "2090-06-30T23:59:59Z"
  machineImages:
  - name: bench
    updateStrategy: minor
    versions:
    - version: 2.1.0
      classification: supported
      capabilityFlavors:
      - architecture: [amd64]
        hostType: [virtual]
        storageAccess: [NVMe, SCSI]
      - architecture: [amd64]
        hostType: [metal]
        storageAccess: [SCSI]
      - architecture: [arm64]
        hostType: [virtual]
        storageAccess: [NVMe]
    - version: 2.0.0
      classification: deprecated
      expirationDate: "2097-01-01T00:00:00Z"
      capabilityFlavors:
      - {architecture: [amd64], hostType: [virtual]}
  machineTypes:
  - name: lathe # storageAccess is left out: it has both controllers
    cpu: "4"
    gpu: "0"
    memory: 16Gi
    capabilities:
      architecture: [amd64]
      hostType: [virtual]
  - name: anvil
    cpu: "8"
    gpu: "0"
    memory: 32Gi
    capabilities:
      architecture: [amd64]
      hostType: [metal]
      storageAccess: [SCSI]
  - name: awl
    cpu: "2"
    gpu: "0"
    memory: 8Gi
    capabilities:
      architecture: [arm64]
      hostType: [virtual]
  - name: saw # fits the same versions as the lathe
    cpu: "16"
    gpu: "0"
    memory: 64Gi
    capabilities:
      architecture: [amd64]
      hostType: [virtual]
      storageAccess: [NVMe]
  regions:
  - name: local
  providerConfig:
    apiVersion: local.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: bench
      versions:
      - version: 2.1.0
        capabilityFlavors:
        - image: registry.example/bench-amd64-virtual:2.1.0
          capabilities:
            architecture: [amd64]
            hostType: [virtual]
        - image: registry.example/bench-amd64-metal:2.1.0
          capabilities:
            architecture: [amd64]
            hostType: [metal]
            storageAccess: [SCSI]
        - image: registry.example/bench-arm64-virtual:2.1.0
          capabilities:
            architecture: [arm64]
            hostType: [virtual]
            storageAccess: [NVMe]
      - version: 2.0.0
        capabilityFlavors:
        - image: registry.example/bench-amd64-virtual:2.0.0
          capabilities:
            architecture: [amd64]
            hostType: [virtual]
`;

const shoot = `apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata:
  name: bench-one
  namespace: garden-dev
spec:
  cloudProfile: {kind: CloudProfile, name: workshop}
  region: local
  kubernetes:
    version: 1.33.5
  maintenance:
    autoUpdate: {kubernetesVersion: true, machineImageVersion: true}
    timeWindow: {begin: 220000+0000, end: 230000+0000}
  provider:
    type: local
    workers:
    - name: one
      minimum: 1
      maximum: 2
      machine:
        type: lathe
        image: {name: bench, version: 2.0.0}
`;

export const examples = {
  "with mistakes": { profile: `# Many mistakes, one of each kind that people make.
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: broken
spec:
  type: local
  machineCapabilities:
  - name: architecture
    values: [amd64, arm64]
  - name: storageAccess
    values: [NVMe, SCSI, NVMe]
  - name: storageAccess
    values: [SCSI]
  kubernetes:
    version:
    - version: 1.34.1
    versions:
    - version: 1.34.1
    - version: 1.34.1
    - version: 1.33
  machineImages:
  - name: bench
    updateStrategy: sometimes
    versions:
    - version: 2.1.0
      classification: suported
      capabilityFlavors:
      - architecture: [amd64, arm64]
      - storageAcces: [NVMe]
    - version: 2.0.0
  machineTypes:
  - name: lathe
    cpu: four
    gpu: 0
    memory: "16"
    capabilities:
      architecture: [amd64]
      storageAccess: [NVME]
  - name: lathe
    cpu: "4"
    gpu: "0"
    memory: 16Gi
    usable: yes please
    capabilities:
      architecture: [amd64]
  regions:
  - name: local
    zones:
    - name: a
    - name: a
  providerConfig:
    apiVersion: local.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: bench
      versions:
      - version: 2.1.0
        capabilityFlavors:
        - image: registry.example/bench-amd64:2.1.0
          capabilities:
            architecture: [amd64]
` },
  "in order, with a Shoot": { profile: workshop, shoots: shoot },
  "legacy fields": { profile: `# A container runtime in the wrong case.
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: shed
spec:
  type: local
  kubernetes:
    versions:
    - version: 1.34.1
  machineImages:
  - name: bench
    versions:
    - version: 2.1.0
      cri:
      - name: Containerd
        containerRuntimes:
        - type: gvisor
  machineTypes:
  - name: lathe
    cpu: "4"
    gpu: "0"
    memory: 16Gi
  regions:
  - name: local
  providerConfig:
    apiVersion: local.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: bench
      versions:
      - version: 2.1.0
        image: registry.example/bench:2.1.0
` },
};
