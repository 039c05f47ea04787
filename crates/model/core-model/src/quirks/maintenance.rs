//! Quirks of maintenance: its extent.

quirks! {
    /// The extent of maintenance. Maintenance reads them.
    maintenance: MaintenanceQuirks

    /// Image maintenance of a whole Shoot stops at the first missing machine type or image, or unreadable Kubernetes version.
    missing_reference_aborts {
        documented: "a worker whose machine type or image has been removed, or whose Kubernetes version cannot be read, gets a failed result, and the others continue",
        gardener: "image maintenance of the whole Shoot stops there",
        source: "Shoot Kubernetes and Operating System Versioning: each worker is maintained",
        example: "two workers, the first with an image that has been removed: Gardener maintains neither"
    }
}
