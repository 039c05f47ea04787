//! What answers depend on: two questions with the same key have the same answer. Texts and classes are numbers here.

/// What the hardware of a pool is compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct HardwareKey {
    pub(super) image: usize,
    pub(super) class: usize,
    pub(super) architecture: usize,
    pub(super) demand: usize,
}

/// What versions are dropped by, but for updates in place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct FitKey {
    pub(super) hardware: HardwareKey,
    pub(super) runtimes: usize,
    pub(super) kubelet: usize,
}

/// What it depends on whether a pool after a change is refused, beside the instant. An update goes only to what fits the hardware and
/// the container runtimes of the pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ChangeKey {
    /// The number of what the hardware is compared by, if the image stays.
    pub(super) hardware: Option<usize>,
    pub(super) image: usize,
    /// The place of the version afterwards.
    pub(super) version: usize,
    /// The class of the kubelet's version afterwards.
    pub(super) kubelet: usize,
}

/// What the refusals themselves depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct RefusalKey {
    pub(super) change: ChangeKey,
    /// The number of the kubelet's version afterwards: a refusal names it.
    pub(super) kubelet: usize,
}

/// What the provider's image of a pool depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct MappingKey {
    /// The number of what the hardware is compared by, which has the image.
    pub(super) hardware: usize,
    /// The class of the machine type, as the provider's images tell them apart.
    pub(super) machine_type: Option<usize>,
    pub(super) version: usize,
    pub(super) keeps_image: bool,
    pub(super) region: Option<usize>,
}

/// What a decision about an image version of the profile depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct DecisionKey {
    pub(super) fit: usize,
    pub(super) current: usize,
    pub(super) auto_update: bool,
    pub(super) is_in_place: bool,
}
