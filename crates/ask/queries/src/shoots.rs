//! Shoots in question, and their profiles.

use std::sync::Arc;

use rootstock_analysis::{Analysis, NoProfile, Written, full_name};
use rootstock_core_model::Shoot;
use rootstock_judge::CompiledProfile;

use crate::{QueryContext, QueryError};

/// Shoots, the profiles that they refer to, and the settings to ask under.
#[derive(Debug, Clone, Copy)]
pub struct ShootsInput<'a> {
    /// The Shoots.
    pub shoots: &'a [Arc<Written<Shoot>>],
    /// The previous Shoots; a Shoot that is not among them is new.
    pub before: &'a [Arc<Written<Shoot>>],
    /// The analysis that holds the profiles.
    pub profiles: &'a Analysis,
    /// The settings to ask under.
    pub asked: QueryContext,
}

impl ShootsInput<'_> {
    /// Returns the previous version of a Shoot.
    pub(crate) fn before(&self, shoot: &Shoot) -> Option<&Written<Shoot>> {
        let name = full_name(shoot);
        self.before.iter().map(Arc::as_ref).find(|one| full_name(&one.object) == name)
    }
}

/// Returns the profile that a Shoot is filled in from.
pub(crate) fn profile_of(profiles: &Analysis, shoot: &Shoot) -> Result<Arc<CompiledProfile>, QueryError> {
    let profile = profiles.profile_of(shoot);
    let compiled = profile.and_then(|own| own.compiled(profiles.settings().gates).map_err(NoProfile::TooLarge));
    compiled.map_err(|reason| QueryError::NotFilledIn { shoot: full_name(shoot), reason: Box::new(reason) })
}
