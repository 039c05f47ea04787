//! Quirks of the judge: availability and mapping of images.

use rootstock_document::Releases;

quirks! {
    /// Availability and mapping of images. The judge reads them.
    judge: JudgeQuirks

    /// Maintenance compares image names case-insensitively.
    image_name_ignores_case {
        documented: "image names are compared exactly",
        gardener: "maintenance compares them case-insensitively",
        source: "Kubernetes names are case-sensitive",
        example: "profile image `gardenlinux`, worker image `GardenLinux`: Gardener maintains it"
    }
    /// A worker without an architecture gets amd64, whatever its machine type has.
    workers_default_to_amd64 {
        releases: Releases::before(1, 149),
        shoots: WithoutArchitecture,
        remedy: "write `machine.architecture`",
        documented: "a worker without an architecture has the one of its machine type, or else amd64",
        gardener: "it gets amd64, and is refused if its machine type has another one",
        source: "Shoot API: the architecture of a worker is that of its machine",
        example: "worker without `architecture` on an arm64 machine type: Gardener refuses it"
    }
    /// A Shoot is accepted although its image does not exist in its region.
    unmapped_image_is_admitted {
        documented: "an image version that the provider section does not map for the Shoot's region is an error",
        gardener: "the Shoot is accepted, and creating its machines fails; here a warning",
        source: "Provider Extension Contract: one entry in the provider section for each entry in the general section",
        example: "image mapped for region europe only, Shoot in region america: Gardener accepts"
    }
}
