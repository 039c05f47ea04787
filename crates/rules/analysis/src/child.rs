//! A NamespacedCloudProfile, and what its Shoots get.

use std::ops::Deref;
use std::sync::Arc;

use rootstock_core_model::NamespacedCloudProfile;

use crate::memo::Memo;
use crate::no_profile::NoProfile;
use crate::profile::Profile;
use crate::written::Written;

/// A NamespacedCloudProfile as it is written. What its Shoots get is for
/// [`Analysis::render`](crate::Analysis::render) to say.
#[derive(Debug)]
pub struct Child {
    pub(crate) written: Arc<Written<NamespacedCloudProfile>>,
    /// Beside what is written, which a rendered profile holds on to: neither keeps itself alive.
    pub(crate) rendered: Memo<Result<Arc<Profile>, NoProfile>>,
}

impl Child {
    pub(crate) fn new(written: Written<NamespacedCloudProfile>) -> Self {
        Self { written: Arc::new(written), rendered: Memo::default() }
    }
}

impl Deref for Child {
    type Target = Written<NamespacedCloudProfile>;

    fn deref(&self) -> &Self::Target {
        &self.written
    }
}
