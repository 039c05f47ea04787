//! Quirks of findings: their paths, and which of them are reported.

quirks! {
    /// Paths and selection of findings. All checks read them: admission and the providers.
    findings: FindingQuirks

    /// Findings have the paths that Gardener prints, even if the object has no such field.
    gardener_paths {
        documented: "every path exists in the object: `spec.machineCapabilities[1].values[0]`",
        gardener: "some paths do not exist (`spec.machineCapabilities.storageAccess[0]`, `spec.kubernetes.versions[].expirationDate`), and some bad values belong to another field",
        source: "Kubernetes API conventions: the path of a cause names the field of the object",
        example: "{name: storageAccess, values: []}: documented spec.machineCapabilities[1].values, Gardener spec.machineCapabilities.storageAccess"
    }
    /// One mistake is reported several times.
    follow_up_errors {
        documented: "one cause, one message",
        gardener: "some mistakes raise several errors: an empty version list two, a wrong legacy architecture two, an unknown `architecture` one for each use",
        source: "Troubleshooting: one error, one cause",
        example: "kubernetes.versions: []: Gardener reports a missing and an invalid list"
    }
    /// A repeated name hides other mistakes.
    repeated_name_hides_findings {
        documented: "an entry with a repeated name is checked like any other, and so are those after it",
        gardener: "the rest of a machine type with a repeated name, and every volume type after a repeated one, is not checked",
        source: "Rules enforced by CloudProfile admission",
        example: "volumeTypes [a, a, {name: \"\"}]: Gardener does not report the empty name"
    }
    /// The first error in a Shoot hides others.
    shoot_errors_hide_others {
        documented: "everything that is wrong with a Shoot is reported at once",
        gardener: "a default that cannot be set hides all other errors, errors of form hide those about the profile, and a worker's first error about its machine hides its other ones",
        source: "Rules enforced by CloudProfile admission: one error, one cause",
        example: "a worker with an unknown machine type and an unknown image: Gardener reports the machine type only"
    }
}
