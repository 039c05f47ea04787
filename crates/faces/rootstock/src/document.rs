//! One profile of an input, together with its text.

use std::path::PathBuf;
use std::sync::Arc;

use rootstock_analysis::{Analysis, Profile, Role};
use rootstock_core_model::NodeRef;
use rootstock_report::SourceText;

use crate::cli::CloudProfileArguments;
use crate::failure::{Failure, InputError, RequiredObject};
use crate::run::Run;
use crate::{documents, landscape, profile};

/// An input and one profile in it: a CloudProfile, or the result of rendering a NamespacedCloudProfile.
pub(crate) struct ProfileDocument {
    pub(crate) analysis: Analysis,
    pub(crate) profile: Arc<Profile>,
    source: SourceText,
}

impl ProfileDocument {
    /// Returns the input.
    pub(crate) const fn source(&self) -> &SourceText {
        &self.source
    }

    /// Returns the whole text of the input.
    pub(crate) fn text(&self) -> &str {
        self.source.text()
    }

    /// Returns the root node of the profile as written.
    pub(crate) fn root(&self) -> Option<NodeRef<'_>> {
        let own = self.profile.written().map(|written| written.raw.node());
        own.or_else(|| self.profile.child().map(|child| child.raw.node()))
    }
}

/// Reads an input and selects the profile that the arguments name. Parents are looked up in `parents`, or else in the landscape.
pub(crate) fn load(
    arguments: &CloudProfileArguments,
    parents: &[PathBuf],
    run: &mut Run<'_>,
) -> Result<ProfileDocument, Failure> {
    run.take_release_of_garden()?;
    let arguments = &landscape::resolve(arguments, run)?;
    let mut analysis = run.analysis();
    let name = documents::require(&mut analysis, Role::Checked, &arguments.path, run.streams)?;
    if analysis.objects(Role::Checked, &name).all(|object| object.profile_key().is_none()) {
        return Err(InputError::missing_object(RequiredObject::CloudProfile, name).into());
    }
    documents::add_parents(&mut analysis, &name, parents, run)?;
    let (_, profile) = profile::sole_profile(&analysis, arguments.name.as_deref(), &name)?;
    let own = profile.written().map(|written| written.source().clone());
    match own.or_else(|| profile.child().map(|child| child.source().clone())) {
        Some(source) => Ok(ProfileDocument { analysis, profile, source }),
        None => Err(Failure::Internal("a document does not contain its own profile")),
    }
}
