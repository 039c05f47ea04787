//! A NamespacedCloudProfile and its rendered form.

use std::ops::Deref;
use std::sync::Arc;

use rootstock_core_model::NamespacedCloudProfile;

use crate::memo::Memo;
use crate::no_profile::NoProfile;
use crate::profile::Profile;
use crate::written::Written;

/// A NamespacedCloudProfile as written. [`Analysis::render`](crate::Analysis::render) returns the profile of its Shoots.
#[derive(Debug)]
pub struct Child {
    pub(crate) written: Arc<Written<NamespacedCloudProfile>>,
    /// Kept apart from `written`, because a rendered profile holds on to that: neither keeps itself alive.
    pub(crate) rendered: Arc<RenderedMemo>,
}

/// The cached rendered form of a NamespacedCloudProfile.
pub(crate) type RenderedMemo = Memo<Result<Arc<Profile>, NoProfile>>;

impl Child {
    pub(crate) fn new(written: Written<NamespacedCloudProfile>) -> Self {
        Self { written: Arc::new(written), rendered: Arc::default() }
    }
}

impl Deref for Child {
    type Target = Written<NamespacedCloudProfile>;

    fn deref(&self) -> &Self::Target {
        &self.written
    }
}
