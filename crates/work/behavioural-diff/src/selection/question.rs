//! A question for an image reference.

use rootstock_judge::ImageDemand;

use crate::pairs::{MachineClass, VersionPair};

/// A question for an image reference.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question<'q> {
    pub(crate) class: &'q MachineClass<'q>,
    pub(crate) version: &'q VersionPair<'q>,
    pub(crate) region: Option<&'q str>,
    /// The worker's demand, if there is a worker.
    pub(crate) demand: Option<&'q ImageDemand>,
}
