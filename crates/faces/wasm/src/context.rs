//! A question with the documents that it refers to.

use std::cell::OnceCell;
use std::sync::Arc;

use rootstock_analysis::configuration::UpkeepPolicies;
use rootstock_analysis::{Analysis, CheckMode, Child, Profile, ProfileKey, Role, Written};
use rootstock_core_model::Shoot;
use rootstock_maintenance::FleetItem;
use rootstock_provider_api::Registry;
use rootstock_queries::{DiffSides, Face, Query, QueryContext};
use serde_json::json;

use crate::documents;
use crate::failure::Failure;
use crate::request::{Prepared, Request};
use crate::state::ModuleState;

/// A question with the documents that it refers to.
struct QuestionContext<'a, 'r> {
    request: &'a Request<'r>,
    held: &'a ModuleState,
    follows_shoots: bool,
    /// The documents and settings, once the question has asked for them: some questions have none.
    prepared: OnceCell<Prepared>,
}

impl QuestionContext<'_, '_> {
    fn prepared(&self) -> Result<&Prepared, Failure> {
        if let Some(prepared) = self.prepared.get() {
            return Ok(prepared);
        }
        let prepared = self.request.prepared(self.held, self.follows_shoots)?;
        Ok(self.prepared.get_or_init(|| prepared))
    }
}

/// Asks a question, and serializes the answer like the command line.
pub(crate) fn answer<Q: Query>(request: &Request<'_>, held: &ModuleState) -> Result<Vec<u8>, Failure> {
    let follows_shoots = Q::FOLLOWS_SHOOTS;
    let context = QuestionContext { request, held, follows_shoots, prepared: OnceCell::new() };
    let answer = request.question::<Q>()?.ask_at(&context)?;
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = Q::write(&answer, env!("CARGO_PKG_VERSION"), &mut text);
    let unknown = context.prepared.get().map(|prepared| prepared.asked.unknown_releases(&held.registry));
    Ok(match unknown.filter(|unknown| !unknown.is_empty()) {
        Some(unknown) => with_unknown_releases(&text, &unknown),
        None => text,
    })
}

/// Adds the sentences about releases that are not known to an answer: a module has no other place to say them.
fn with_unknown_releases(answer: &[u8], unknown: &[String]) -> Vec<u8> {
    let Some(open) = answer.strip_suffix(b"\n}\n") else { return answer.to_vec() };
    let unknown = json!(unknown);
    [open, format!(",\n  \"unknownReleases\": {unknown}\n}}\n").as_bytes()].concat()
}

type Shoots = Vec<Arc<Written<Shoot>>>;

impl Face for QuestionContext<'_, '_> {
    type Failure = Failure;

    fn asked(&self) -> Result<QueryContext, Failure> {
        Ok(self.prepared()?.asked)
    }

    fn registry(&self) -> &Registry {
        &self.held.registry
    }

    fn profiles(&self) -> Result<Analysis, Failure> {
        Ok(self.prepared()?.analysis.clone())
    }

    fn profile(&self) -> Result<Arc<Profile>, Failure> {
        documents::profile(&self.prepared()?.analysis, self.request.profile.as_deref())
    }

    fn shoots_of_profile(&self) -> Result<Option<Shoots>, Failure> {
        let shoots = documents::shoots(&self.prepared()?.analysis, Role::Checked)?;
        Ok((!shoots.is_empty()).then_some(shoots))
    }

    fn fleet(&self) -> Result<Vec<FleetItem>, Failure> {
        Ok(documents::fleet(&self.prepared()?.analysis, Role::Checked))
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
        let analysis = &self.prepared()?.analysis;
        Ok([documents::shoots(analysis, Role::Checked)?, documents::shoots(analysis, Role::Old)?])
    }

    fn manifests_to_check(&self) -> Result<Analysis, Failure> {
        self.request.to_check(self.profiles()?, self.held)
    }

    fn profile_before(&self, key: &ProfileKey) -> Result<Option<Arc<Profile>>, Failure> {
        let before = documents::before(&self.prepared()?.analysis)?;
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
        let analysis = &self.prepared()?.analysis;
        let is_below = |child: &Child| ProfileKey::parent_of(&child.object).as_ref() == Some(profile);
        Ok(analysis.children().filter(|(_, child)| is_below(child)).map(|(_, child)| Arc::clone(child)).collect())
    }

    fn users_of(&self, _: &ProfileKey) -> Result<Option<Vec<FleetItem>>, Failure> {
        let users = documents::fleet(&self.prepared()?.analysis, Role::Known);
        Ok((!users.is_empty()).then_some(users))
    }

    fn policies(&self) -> Result<UpkeepPolicies, Failure> {
        Ok(self.request.configuration(self.held)?.upkeep().clone())
    }
}
