//! The one CloudProfile of an input whose text is to be changed.

use std::sync::Arc;

use rootstock_analysis::{Analysis, Profile, Role, Written};
use rootstock_core_model::CloudProfile;

use crate::cli::CloudProfileArguments;
use crate::failure::{Failure, Unusable, Wanted};
use crate::run::Run;
use crate::{input, profile};

/// An input and a CloudProfile in it.
pub(crate) struct ProfileDocument {
    pub(crate) analysis: Analysis,
    pub(crate) profile: Arc<Profile>,
    pub(crate) written: Arc<Written<CloudProfile>>,
}

impl ProfileDocument {
    /// The name of the input.
    pub(crate) fn file(&self) -> &str {
        self.written.source().name()
    }

    /// The whole text of the input.
    pub(crate) fn text(&self) -> &str {
        self.written.source().text()
    }
}

/// Reads an input and finds the profile that is asked for.
pub(crate) fn load(arguments: &CloudProfileArguments, run: &mut Run<'_>) -> Result<ProfileDocument, Failure> {
    let (name, bytes) = input::require(&arguments.path, run.streams)?;
    let mut analysis = run.analysis();
    analysis.set(Role::Checked, &name, &bytes);
    let why = analysis.unreadable(Role::Checked, &name).next().map(|why| why.detail.clone());
    if let Some(detail) = why {
        return Err(Unusable::Unreadable { file: name, detail }.into());
    }
    if analysis.objects(Role::Checked, &name).all(|object| object.cloud_profile().is_none()) {
        return Err(Unusable::lacking(Wanted::CloudProfile, name).into());
    }
    let profile = profile::only_own(&analysis, arguments.name.as_deref(), &name)?;
    match profile.written().cloned() {
        Some(written) => Ok(ProfileDocument { analysis, profile, written }),
        None => Err(Failure::Internal("a profile of a document is not written there")),
    }
}
