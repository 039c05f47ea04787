//! A place where questions are asked, and what it has for them to be about.

use std::sync::Arc;

use rootstock_analysis::configuration::UpkeepPolicies;
use rootstock_analysis::{Analysis, Child, Profile, ProfileKey, Written};
use rootstock_core_model::Shoot;
use rootstock_maintenance::FleetItem;
use rootstock_provider_api::Registry;

use crate::{Asked, DiffSides, FleetAsked, FleetProfiles, NoAnswer, ProfileAsked, Query, Unrendered};

/// The Shoots that a question is about.
pub type AskedShoots = Vec<Arc<Written<Shoot>>>;

/// A place where questions are asked: it finds what they are about, and carries them and their answers.
///
/// [`Query::ask_at`] takes from it what the question needs, so a face answers every question of the table.
#[expect(clippy::missing_errors_doc, reason = "each fails when what it looks for is missing, or cannot be read")]
pub trait Face {
    /// A reason for which there is no answer, as the face reports it.
    type Failure: From<NoAnswer>;

    /// The settings that the question is asked under.
    fn asked(&self) -> Result<Asked, Self::Failure>;

    /// The plug-ins.
    fn registry(&self) -> &Registry;

    /// The profiles that Shoots may refer to.
    fn profiles(&self) -> Result<Analysis, Self::Failure>;

    /// The profile that is asked about.
    fn profile(&self) -> Result<Arc<Profile>, Self::Failure>;

    /// The Shoots that are asked about next to the profile, if any are.
    fn shoots_of_profile(&self) -> Result<Option<AskedShoots>, Self::Failure>;

    /// The Shoots that are asked about one after the other.
    fn fleet(&self) -> Result<Vec<FleetItem>, Self::Failure>;

    /// The manifests that come with the question, in the role `Checked`, next to everything that is known.
    fn manifests(&self) -> Result<Analysis, Self::Failure>;

    /// The profile among the manifests.
    fn sent_profile(&self, manifests: &Analysis) -> Result<Arc<Profile>, Self::Failure>;

    /// The Shoots among the manifests, and the Shoots of their names as they were before.
    fn sent_shoots(&self) -> Result<[AskedShoots; 2], Self::Failure>;

    /// The manifests, with everything that decides what is wrong with them: the operation, the configuration, and their
    /// predecessors. Unreadable ones are among them.
    fn manifests_to_check(&self) -> Result<Analysis, Self::Failure>;

    /// The profile as it was before, if it is known.
    fn profile_before(&self, key: &ProfileKey) -> Result<Option<Arc<Profile>>, Self::Failure>;

    /// The profile among the manifests next to the one that is there.
    fn sides(&self) -> Result<DiffSides, Self::Failure>;

    /// The NamespacedCloudProfiles below a profile that do not come with it.
    fn children_of(&self, profile: &ProfileKey) -> Result<Vec<Arc<Child>>, Self::Failure>;

    /// All Shoots that use a profile; `None` if they are not known.
    fn users_of(&self, profile: &ProfileKey) -> Result<Option<Vec<FleetItem>>, Self::Failure>;

    /// The policies for versions that hold where the question has none.
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
