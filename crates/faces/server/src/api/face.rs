//! The server as a front end for questions.

use std::sync::Arc;

use hyper::StatusCode;
use rootstock_analysis::configuration::UpkeepPolicies;
use rootstock_analysis::{Analysis, Child, Profile, ProfileKey};
use rootstock_maintenance::FleetItem;
use rootstock_provider_api::Registry;
use rootstock_queries::{DiffSides, Face, NamedRelease, Query, QueryContext, QueryError};

use super::context::{QuestionContext, Shoots, known_profile, known_shoot};
use super::documents;
use crate::VERSION;
use crate::http::Problem;
use crate::parameters::Parameter;

impl From<QueryError> for Problem {
    fn from(why: QueryError) -> Self {
        let status = match &why {
            _ if why.is_unknown() => StatusCode::NOT_FOUND,
            _ if why.is_invalid_query() => StatusCode::BAD_REQUEST,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self::new(status, why.to_string())
    }
}

/// Asks a question, and serializes its answer.
pub(crate) fn answer<Q: Query>(context: &QuestionContext<'_>) -> Result<Vec<u8>, Problem> {
    let answer = context.question::<Q>()?.ask_at(context)?;
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = Q::write(&answer, VERSION, &mut text);
    Ok(text)
}

impl Face for QuestionContext<'_> {
    type Failure = Problem;

    fn asked(&self) -> Result<QueryContext, Problem> {
        Ok(self.asked)
    }

    fn registry(&self) -> &Registry {
        self.garden.analysis.registry()
    }

    fn oldest_named_release(&self) -> Option<NamedRelease> {
        self.garden.oldest_named_release(self.visible)
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
        documents::parse_body(self)
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
