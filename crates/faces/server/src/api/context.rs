//! A question with its context.

use std::cell::RefCell;
use std::sync::Arc;

use hyper::StatusCode;
use rootstock_analysis::configuration::Configuration;
use rootstock_analysis::{Analysis, NoProfile, Object, Profile, ProfileKey, Role, Written};
use rootstock_core_model::Shoot;
use rootstock_queries::{Query, QueryContext};

use crate::garden::{Garden, Visible};
use crate::http::Problem;
use crate::parameters::{Parameter, Parameters};

/// Parsed Shoots.
pub(crate) type Shoots = Vec<Arc<Written<Shoot>>>;

/// A question with its context.
pub(crate) struct QuestionContext<'a> {
    pub(crate) garden: &'a Garden,
    /// The Shoots that the question is about.
    pub(crate) visible: &'a Visible,
    pub(crate) parameters: Parameters,
    pub(crate) asked: QueryContext,
    /// The configuration, by which `check` weighs findings.
    pub(crate) configuration: &'a Arc<Configuration>,
    /// The analysis of the garden and the manifests in the request body, with the settings of the question.
    pub(crate) sent: Analysis,
    /// Notes about the answer, which are sent as headers.
    pub(crate) notes: RefCell<Vec<String>>,
}

impl QuestionContext<'_> {
    /// Adds a note about the answer.
    pub(crate) fn add_note(&self, note: Option<String>) {
        self.notes.borrow_mut().extend(note);
    }

    /// Deserializes the question.
    pub(crate) fn question<Q: Query>(&self) -> Result<Q, Problem> {
        serde_json::from_value(self.parameters.question.clone())
            .map_err(|why| Problem::new(StatusCode::BAD_REQUEST, why.to_string()))
    }

    /// Returns the analysis of the garden with the settings of the question.
    pub(crate) fn analysis(&self) -> Analysis {
        let mut analysis = self.garden.analysis.clone();
        analysis.set_settings(self.asked.settings);
        analysis
    }

    /// Returns the key of the profile that the question is about.
    pub(crate) fn key(&self) -> ProfileKey {
        ProfileKey::from(self.parameters.get(Parameter::Profile).unwrap_or_default())
    }
}

/// Looks up a profile.
pub(crate) fn known_profile(analysis: &Analysis, key: &ProfileKey) -> Result<Arc<Profile>, Problem> {
    analysis.profile(key).map_err(|none| {
        let status = match none {
            NoProfile::Missing { .. } => StatusCode::NOT_FOUND,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Problem::new(status, none.lookup_message())
    })
}

/// Looks up and parses a Shoot; `None` if it does not exist or is not visible.
pub(crate) fn known_shoot(context: &QuestionContext<'_>, namespace: &str, name: &str) -> Option<Arc<Written<Shoot>>> {
    let shoot = context.garden.shoot(context.visible, namespace, name)?;
    let mut analysis = Analysis::new(Arc::clone(context.garden.analysis.registry()), context.asked.settings);
    analysis.set(Role::Checked, &shoot.source, &shoot.text);
    analysis.objects(Role::Checked, &shoot.source).find_map(Object::shoot).cloned()
}
