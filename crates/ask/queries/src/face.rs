//! The interface between a question and the place where it is asked.

use std::sync::Arc;

use rootstock_analysis::configuration::UpkeepPolicies;
use rootstock_analysis::{Analysis, Child, Profile, ProfileKey, Written};
use rootstock_core_model::Shoot;
use rootstock_maintenance::FleetItem;
use rootstock_provider_api::Registry;

use crate::{
    DiffSides, FleetInput, FleetProfiles, NamedRelease, ProfileInput, Query, QueryContext, QueryError, Unrendered,
};

/// The Shoots that a question is about.
pub type AskedShoots = Vec<Arc<Written<Shoot>>>;

/// A place where questions are asked, such as a command or a server: it finds the subjects of questions.
///
/// [`Query::ask_at`] takes whatever the question needs from it, so a face answers every question of the table.
#[expect(clippy::missing_errors_doc, reason = "every method fails if its subject is missing or unreadable")]
pub trait Face {
    /// The error that the face reports when there is no answer.
    type Failure: From<QueryError>;

    /// Returns the settings to ask under.
    fn asked(&self) -> Result<QueryContext, Self::Failure>;

    /// Returns the registered plug-ins.
    fn registry(&self) -> &Registry;

    /// Returns the oldest known release of Gardener in `status.gardener.version` of the Shoots that the face knows besides the manifests;
    /// `None` by default.
    fn oldest_named_release(&self) -> Option<NamedRelease> {
        None
    }

    /// Returns the profiles that Shoots may refer to.
    fn profiles(&self) -> Result<Analysis, Self::Failure>;

    /// Returns the profile in question.
    fn profile(&self) -> Result<Arc<Profile>, Self::Failure>;

    /// Returns the Shoots to ask about in addition to the profile, if any.
    fn shoots_of_profile(&self) -> Result<Option<AskedShoots>, Self::Failure>;

    /// Returns the Shoots to ask about one after the other.
    fn fleet(&self) -> Result<Vec<FleetItem>, Self::Failure>;

    /// Returns the manifests that come with the question, in the role `Checked`, next to everything else that is known.
    fn manifests(&self) -> Result<Analysis, Self::Failure>;

    /// Returns the profile among the manifests.
    fn sent_profile(&self, manifests: &Analysis) -> Result<Arc<Profile>, Self::Failure>;

    /// Returns the Shoots among the manifests, and the previous Shoots of the same names.
    fn sent_shoots(&self) -> Result<[AskedShoots; 2], Self::Failure>;

    /// Returns the manifests, unreadable ones included, with everything that the findings depend on: the operation, the
    /// configuration, and the previous objects.
    fn manifests_to_check(&self) -> Result<Analysis, Self::Failure>;

    /// Returns the previous profile, if it is known.
    fn profile_before(&self, key: &ProfileKey) -> Result<Option<Arc<Profile>>, Self::Failure>;

    /// Returns the profile among the manifests and the existing one.
    fn sides(&self) -> Result<DiffSides, Self::Failure>;

    /// Returns the NamespacedCloudProfiles below a profile that are not given with it.
    fn children_of(&self, profile: &ProfileKey) -> Result<Vec<Arc<Child>>, Self::Failure>;

    /// Returns all Shoots that use a profile; `None` if they are unknown.
    fn users_of(&self, profile: &ProfileKey) -> Result<Option<Vec<FleetItem>>, Self::Failure>;

    /// Returns the version policies to apply when the question has none.
    fn policies(&self) -> Result<UpkeepPolicies, Self::Failure>;
}

/// Asks about a profile.
pub(crate) fn ask_about_profile<Q, F>(query: &Q, face: &F) -> Result<Q::Answer, F::Failure>
where
    Q: for<'a> Query<Input<'a> = ProfileInput<'a>>,
    F: Face,
{
    let profile = face.profile()?;
    let answer = query.ask(ProfileInput { profile: &profile, asked: face.asked()? });
    Ok(answer.map_err(Into::into)?)
}

/// Asks about Shoots one after the other.
pub(crate) fn ask_about_fleet<Q, F>(query: &Q, face: &F, unrendered: Unrendered) -> Result<Q::Answer, F::Failure>
where
    Q: for<'a> Query<Input<'a> = FleetInput<'a>>,
    F: Face,
{
    let profiles = FleetProfiles::of(&face.profiles()?, unrendered).profiles;
    let answer = query.ask(FleetInput { profiles: &profiles, shoots: face.fleet()?, asked: face.asked()? });
    Ok(answer.map_err(Into::into)?)
}
