//! Quirks of the judge: whether an image is available, and is mapped.

quirks! {
    /// Whether an image is available, and is mapped. The judge reads them.
    judge: JudgeQuirks

    /// Maintenance compares image names without regard to case.
    image_name_ignores_case {
        documented: "image names are compared exactly",
        gardener: "maintenance compares them case-insensitively",
        source: "Kubernetes names are case-sensitive",
        example: "profile image `gardenlinux`, worker image `GardenLinux`: Gardener maintains it"
    }
    /// A Shoot is let in although its image does not exist in its region.
    unmapped_image_is_admitted {
        documented: "an image version that the provider's half does not map for the Shoot's region is an error",
        gardener: "the Shoot is accepted, and creating its machines fails; here a warning",
        source: "Provider Extension Contract: one entry in the provider section for each entry in the general section",
        example: "image mapped for region europe only, Shoot in region america: Gardener accepts"
    }
}
