//! A place where questions are asked, and what it has for them to be about.

use std::sync::Arc;

use rootstock_analysis::configuration::UpkeepPolicies;
use rootstock_analysis::{Analysis, Child, Profile, ProfileKey, Written};
use rootstock_core_model::Shoot;
use rootstock_maintenance::FleetItem;
use rootstock_provider_api::Registry;

use crate::{Asked, DiffSides, FleetAsked, FleetProfiles, NoAnswer, ProfileAsked, Query, Unrendered};

/// A place where questions are asked: it finds what they are about, and carries them and their answers.
///
/// [`Query::ask_at`] takes from it what the question needs, so a face answers every question of the table.
pub trait Face {
    /// A reason for which there is no answer, as the face reports it.
    type Failure: From<NoAnswer>;

    /// The settings that the question is asked under.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn asked(&self) -> Result<Asked, Self::Failure>;

    /// The plug-ins.
    fn registry(&self) -> &Registry;

    /// The profiles that Shoots may refer to.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn profiles(&self) -> Result<Analysis, Self::Failure>;

    /// The profile that is asked about.
    ///
    /// # Errors
    ///
    /// When there is no such profile, or it cannot be used.
    fn profile(&self) -> Result<Arc<Profile>, Self::Failure>;

    /// The Shoots that are asked about next to the profile, if any are.
    ///
    /// # Errors
    ///
    /// When there are none of that name, or they cannot be read.
    fn shoots_of_profile(&self) -> Result<Option<Vec<Arc<Written<Shoot>>>>, Self::Failure>;

    /// The Shoots that are asked about one after the other.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn fleet(&self) -> Result<Vec<FleetItem>, Self::Failure>;

    /// The manifests that come with the question, in the role `Checked`, next to everything that is known.
    ///
    /// # Errors
    ///
    /// When one of them cannot be read.
    fn manifests(&self) -> Result<Analysis, Self::Failure>;

    /// The profile among the manifests.
    ///
    /// # Errors
    ///
    /// When there is none, or more than one.
    fn sent_profile(&self, manifests: &Analysis) -> Result<Arc<Profile>, Self::Failure>;

    /// The Shoots among the manifests, and the Shoots of their names as they were before.
    ///
    /// # Errors
    ///
    /// When there are none, or they cannot be read.
    fn sent_shoots(&self) -> Result<[Vec<Arc<Written<Shoot>>>; 2], Self::Failure>;

    /// The manifests, with everything that decides what is wrong with them: the operation, the configuration, and their
    /// predecessors. Unreadable ones are among them.
    ///
    /// # Errors
    ///
    /// When the operation or the configuration cannot be read.
    fn manifests_to_check(&self) -> Result<Analysis, Self::Failure>;

    /// The profile as it was before, if it is known.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    fn profile_before(&self, key: &ProfileKey) -> Result<Option<Arc<Profile>>, Self::Failure>;

    /// The profile among the manifests next to the one that is there.
    ///
    /// # Errors
    ///
    /// When one of them is missing, or their kinds differ.
    fn sides(&self) -> Result<DiffSides, Self::Failure>;

    /// The NamespacedCloudProfiles below a profile that do not come with it.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn children_of(&self, profile: &ProfileKey) -> Result<Vec<Arc<Child>>, Self::Failure>;

    /// All Shoots that use a profile; `None` if they are not known.
    ///
    /// # Errors
    ///
    /// When the caller may not see all of them.
    fn users_of(&self, profile: &ProfileKey) -> Result<Option<Vec<FleetItem>>, Self::Failure>;

    /// The policies for versions that hold where the question has none.
    ///
    /// # Errors
    ///
    /// When the configuration cannot be read.
    fn policies(&self) -> Result<UpkeepPolicies, Self::Failure>;
}

/// Asks about a profile.
pub(crate) fn ask_about_profile<Q, F>(query: &Q, face: &F) -> Result<Q::Answer, F::Failure>
where
    Q: for<'a> Query<Over<'a> = ProfileAsked<'a>>,
    F: Face,
{
    let profile = face.profile()?;
    let answer = query.ask(ProfileAsked { profile: &profile, asked: face.asked()? });
    Ok(answer.map_err(Into::into)?)
}

/// Asks about Shoots one after the other.
pub(crate) fn ask_about_fleet<Q, F>(query: &Q, face: &F, unrendered: Unrendered) -> Result<Q::Answer, F::Failure>
where
    Q: for<'a> Query<Over<'a> = FleetAsked<'a>>,
    F: Face,
{
    let profiles = FleetProfiles::of(&face.profiles()?, unrendered).profiles;
    let answer = query.ask(FleetAsked { profiles: &profiles, shoots: face.fleet()?, asked: face.asked()? });
    Ok(answer.map_err(Into::into)?)
}
