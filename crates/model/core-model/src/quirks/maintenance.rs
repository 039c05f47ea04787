//! Quirks of maintenance: its extent.

quirks! {
    /// The extent of maintenance. Maintenance reads them.
    maintenance: MaintenanceQuirks

    /// Image maintenance of a whole Shoot stops at the first missing machine type or image, or unreadable Kubernetes version.
    missing_reference_aborts {
        documented: "a worker whose machine type or image is gone, or whose Kubernetes version cannot be read, gets a failed result, the others go on",
        gardener: "image maintenance of the whole Shoot stops there",
        source: "Shoot Kubernetes and Operating System Versioning: each worker is maintained",
        example: "two workers, the first with an image that is gone: Gardener maintains neither"
    }
}
