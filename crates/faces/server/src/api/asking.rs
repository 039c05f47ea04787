//! A question that is being asked, and what the garden has for it to be about.

use std::cell::RefCell;
use std::sync::Arc;

use hyper::StatusCode;
use rootstock_analysis::configuration::{Configuration, UpkeepPolicies};
use rootstock_analysis::{Analysis, Child, NoProfile, Object, Profile, ProfileKey, Role, Written};
use rootstock_core_model::Shoot;
use rootstock_maintenance::FleetItem;
use rootstock_provider_api::Registry;
use rootstock_queries::{Asked, DiffSides, Face, NoAnswer, Query};

use super::documents;
use crate::VERSION;
use crate::garden::{Garden, Visible};
use crate::http::Problem;
use crate::parameters::{Parameter, Parameters};

/// Shoots, as objects.
pub(crate) type Shoots = Vec<Arc<Written<Shoot>>>;

/// A question that is being asked.
pub(crate) struct Asking<'a> {
    pub(crate) garden: &'a Garden,
    /// The Shoots that are asked about.
    pub(crate) visible: &'a Visible,
    pub(crate) parameters: Parameters,
    pub(crate) asked: Asked,
    /// What `check` weighs findings by.
    pub(crate) configuration: &'a Arc<Configuration>,
    /// The manifests that are sent along.
    pub(crate) body: &'a [u8],
    /// What there is to say about the answer, beside it.
    pub(crate) notes: RefCell<Vec<String>>,
}

impl Asking<'_> {
    /// Says something about the answer.
    pub(crate) fn tell(&self, note: Option<String>) {
        self.notes.borrow_mut().extend(note);
    }

    /// The question itself.
    pub(crate) fn question<Q: Query>(&self) -> Result<Q, Problem> {
        serde_json::from_value(self.parameters.question.clone())
            .map_err(|why| Problem::new(StatusCode::BAD_REQUEST, why.to_string()))
    }

    /// What is known, under the settings of the question.
    pub(crate) fn analysis(&self) -> Analysis {
        let mut analysis = self.garden.analysis.clone();
        analysis.set_settings(self.asked.settings);
        analysis
    }

    /// What leads to the profile that is asked about.
    pub(crate) fn key(&self) -> ProfileKey {
        ProfileKey::from(self.parameters.get(Parameter::Profile).unwrap_or_default())
    }
}

/// A profile by its key.
pub(crate) fn known_profile(analysis: &Analysis, key: &ProfileKey) -> Result<Arc<Profile>, Problem> {
    analysis.profile(key).map_err(|none| {
        let status = match none {
            NoProfile::Missing { .. } => StatusCode::NOT_FOUND,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Problem::new(status, none.to_who_asked())
    })
}

/// A Shoot that is known, as an object; nothing of one that may not be seen.
pub(crate) fn known_shoot(asking: &Asking<'_>, namespace: &str, name: &str) -> Option<Arc<Written<Shoot>>> {
    let shoot = asking.garden.shoot(asking.visible, namespace, name)?;
    let mut analysis = Analysis::new(Arc::clone(asking.garden.analysis.registry()), asking.asked.settings);
    analysis.set(Role::Checked, &shoot.source, &shoot.text);
    analysis.objects(Role::Checked, &shoot.source).find_map(Object::shoot).cloned()
}

impl From<NoAnswer> for Problem {
    fn from(why: NoAnswer) -> Self {
        let status = match &why {
            _ if why.is_unknown() => StatusCode::NOT_FOUND,
            _ if why.is_about_the_question() => StatusCode::BAD_REQUEST,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self::new(status, why.to_string())
    }
}

/// Asks a question, and writes its answer.
pub(crate) fn answer<Q: Query>(asking: &Asking<'_>) -> Result<Vec<u8>, Problem> {
    let answer = asking.question::<Q>()?.ask_at(asking)?;
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = Q::write(&answer, VERSION, &mut text);
    Ok(text)
}

impl Face for Asking<'_> {
    type Failure = Problem;

    fn asked(&self) -> Result<Asked, Problem> {
        Ok(self.asked)
    }

    fn registry(&self) -> &Registry {
        self.garden.analysis.registry()
    }

    fn profiles(&self) -> Result<Analysis, Problem> {
        Ok(self.analysis())
    }

    fn profile(&self) -> Result<Arc<Profile>, Problem> {
        known_profile(&self.analysis(), &self.key())
    }

    fn shoots_of_profile(&self) -> Result<Option<Shoots>, Problem> {
        let Some(text) = self.parameters.get(Parameter::Shoot) else { return Ok(None) };
        let (namespace, name) = text.split_once('/').unwrap_or(("", text));
        let shoot = known_shoot(self, namespace, name);
        Ok(Some(vec![shoot.ok_or_else(|| Problem::not_found(format!("there is no Shoot `{text}`")))?]))
    }

    fn fleet(&self) -> Result<Vec<FleetItem>, Problem> {
        Ok(self.garden.visible(self.visible).cloned().collect())
    }

    fn manifests(&self) -> Result<Analysis, Problem> {
        documents::readable(self)
    }

    fn sent_profile(&self, manifests: &Analysis) -> Result<Arc<Profile>, Problem> {
        documents::only_profile(manifests)
    }

    fn sent_shoots(&self) -> Result<[Shoots; 2], Problem> {
        documents::shoots(self)
    }

    fn manifests_to_check(&self) -> Result<Analysis, Problem> {
        documents::to_check(self)
    }

    fn profile_before(&self, key: &ProfileKey) -> Result<Option<Arc<Profile>>, Problem> {
        Ok(self.analysis().profile(key).ok())
    }

    fn sides(&self) -> Result<DiffSides, Problem> {
        documents::sides(self)
    }

    fn children_of(&self, profile: &ProfileKey) -> Result<Vec<Arc<Child>>, Problem> {
        Ok(documents::children_below(&self.analysis(), profile))
    }

    fn users_of(&self, profile: &ProfileKey) -> Result<Option<Vec<FleetItem>>, Problem> {
        let users = self.garden.shoots_of(profile, self.visible).into_iter().cloned();
        Ok(Some(users.map(FleetItem::Json).collect()))
    }

    fn policies(&self) -> Result<UpkeepPolicies, Problem> {
        Ok(self.configuration.upkeep().clone())
    }
}
