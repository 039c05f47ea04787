//! The rendered NamespacedCloudProfiles that are kept.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::child::RenderedMemo;

/// The rendered profiles that an analysis and its clones keep together.
#[derive(Debug)]
pub(crate) struct RecentlyRendered {
    most: usize,
    /// The most recently used one comes last.
    kept: Mutex<VecDeque<Weak<RenderedMemo>>>,
}

impl RecentlyRendered {
    pub(crate) const fn new(most: usize) -> Self {
        Self { most, kept: Mutex::new(VecDeque::new()) }
    }

    /// Notes that a rendered profile is in use, and drops the one that has not been used for the longest time.
    pub(crate) fn add(&self, rendered: &Arc<RenderedMemo>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|other| other.as_ptr() != Arc::as_ptr(rendered));
        kept.push_back(Arc::downgrade(rendered));
        let oldest = if kept.len() > self.most { kept.pop_front() } else { None };
        // Others need not wait while it is dropped.
        drop(kept);
        if let Some(oldest) = oldest.and_then(|oldest| oldest.upgrade()) {
            oldest.clear();
        }
    }
}
