//! A question with the documents that it refers to.

use std::sync::Arc;

use rootstock_analysis::configuration::UpkeepPolicies;
use rootstock_analysis::{Analysis, CheckMode, Child, Profile, ProfileKey, Role, Written};
use rootstock_core_model::Shoot;
use rootstock_maintenance::FleetItem;
use rootstock_provider_api::Registry;
use rootstock_queries::{DiffSides, Face, Query, QueryContext};

use crate::documents;
use crate::failure::Failure;
use crate::request::Request;
use crate::state::ModuleState;

/// A question with the documents that it refers to.
pub(crate) struct QuestionContext<'a, 'r> {
    pub(crate) request: &'a Request<'r>,
    pub(crate) held: &'a ModuleState,
}

/// Asks a question, and serializes the answer like the command line.
pub(crate) fn answer<Q: Query>(context: &QuestionContext<'_, '_>) -> Result<Vec<u8>, Failure> {
    let answer = context.request.question::<Q>()?.ask_at(context)?;
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = Q::write(&answer, env!("CARGO_PKG_VERSION"), &mut text);
    Ok(text)
}

type Shoots = Vec<Arc<Written<Shoot>>>;

impl Face for QuestionContext<'_, '_> {
    type Failure = Failure;

    fn asked(&self) -> Result<QueryContext, Failure> {
        self.request.asked(self.held)
    }

    fn registry(&self) -> &Registry {
        &self.held.registry
    }

    fn profiles(&self) -> Result<Analysis, Failure> {
        self.request.analysis(self.held)
    }

    fn profile(&self) -> Result<Arc<Profile>, Failure> {
        documents::profile(&self.profiles()?, self.request.profile.as_deref())
    }

    fn shoots_of_profile(&self) -> Result<Option<Shoots>, Failure> {
        let shoots = documents::shoots(&self.profiles()?, Role::Checked)?;
        Ok((!shoots.is_empty()).then_some(shoots))
    }

    fn fleet(&self) -> Result<Vec<FleetItem>, Failure> {
        Ok(documents::fleet(&self.profiles()?, Role::Checked))
    }

    fn manifests(&self) -> Result<Analysis, Failure> {
        let analysis = self.profiles()?;
        documents::require_readable(&analysis, Role::Checked)?;
        Ok(analysis)
    }

    fn sent_profile(&self, manifests: &Analysis) -> Result<Arc<Profile>, Failure> {
        documents::only_checked(manifests, self.request.profile.as_deref())
    }

    fn sent_shoots(&self) -> Result<[Shoots; 2], Failure> {
        let analysis = self.profiles()?;
        Ok([documents::shoots(&analysis, Role::Checked)?, documents::shoots(&analysis, Role::Old)?])
    }

    fn manifests_to_check(&self) -> Result<Analysis, Failure> {
        self.request.analysis_to_check(self.held)
    }

    fn profile_before(&self, key: &ProfileKey) -> Result<Option<Arc<Profile>>, Failure> {
        let before = documents::before(&self.profiles()?)?;
        Ok(before.profiles_in(Role::Checked).into_iter().find(|profile| profile.key() == key))
    }

    fn sides(&self) -> Result<DiffSides, Failure> {
        let mut after = self.manifests()?;
        let (before, name) = (documents::before(&after)?, self.request.profile.as_deref());
        let (old, new) = (documents::only_checked(&before, name)?, documents::only_checked(&after, name)?);
        let children = [(&before, Role::Checked), (&after, Role::Checked), (&after, Role::Known)];
        let children = children.map(|(analysis, role)| documents::children(analysis, role));
        after.set_mode(CheckMode::Update);
        Ok(DiffSides::new(&old, &mut after, &new, children))
    }

    fn children_of(&self, profile: &ProfileKey) -> Result<Vec<Arc<Child>>, Failure> {
        let analysis = self.profiles()?;
        let is_below = |child: &Child| ProfileKey::parent_of(&child.object).as_ref() == Some(profile);
        Ok(analysis.children().filter(|(_, child)| is_below(child)).map(|(_, child)| Arc::clone(child)).collect())
    }

    fn users_of(&self, _: &ProfileKey) -> Result<Option<Vec<FleetItem>>, Failure> {
        let users = documents::fleet(&self.profiles()?, Role::Known);
        Ok((!users.is_empty()).then_some(users))
    }

    fn policies(&self) -> Result<UpkeepPolicies, Failure> {
        Ok(self.request.configuration(self.held)?.upkeep().clone())
    }
}
