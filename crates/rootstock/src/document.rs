//! The one CloudProfile of an input whose text is to be changed.

use std::sync::Arc;

use rootstock_analysis::{Analysis, Object, Profile, Role, Written};
use rootstock_core_model::CloudProfile;

use crate::cli::CloudProfileArguments;
use crate::input;
use crate::run::Run;
use crate::status::Failure;

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
    if let Some(why) = analysis.unreadable(Role::Checked, &name).next() {
        return Err(Failure::Unreadable(format!("cannot read {name}: {}; see `rootstock check {name}`", why.detail)));
    }
    let profiles = analysis.objects(Role::Checked, &name).filter_map(|object| match object {
        Object::CloudProfile(profile) => Some((profile, profile.written()?)),
        Object::NamespacedCloudProfile(_) | Object::Shoot(_) => None,
    });
    let profiles: Vec<(&Arc<Profile>, &Arc<Written<CloudProfile>>)> = profiles.collect();
    let names: Vec<String> = profiles.iter().map(|(profile, _)| format!("`{}`", profile.name())).collect();
    let asked = arguments.name.as_deref();
    let is_asked = |profile: &Profile| asked.is_none_or(|asked| profile.name() == asked);
    let fitting: Vec<_> = profiles.into_iter().filter(|(profile, _)| is_asked(profile)).collect();
    match (fitting.as_slice(), asked) {
        ([(profile, written)], _) => {
            let (profile, written) = (Arc::clone(profile), Arc::clone(written));
            Ok(ProfileDocument { analysis, profile, written })
        }
        ([], None) => Err(Failure::Unreadable(format!("there is no CloudProfile in {name}"))),
        ([], Some(asked)) => {
            Err(Failure::Usage(format!("there is no CloudProfile `{asked}` in {name}; it holds {}", names.join(", "))))
        }
        (_, Some(asked)) => Err(Failure::Usage(format!("there are several CloudProfiles `{asked}` in {name}"))),
        (_, None) => Err(Failure::Usage(format!(
            "there are {} CloudProfiles in {name}; choose one with --name: {}",
            names.len(),
            names.join(", ")
        ))),
    }
}
