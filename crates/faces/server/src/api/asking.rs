//! Questions about what is there: profiles, Shoots, and Rootstock itself.

use std::cell::RefCell;
use std::sync::Arc;

use hyper::StatusCode;
use rootstock_analysis::configuration::Configuration;
use rootstock_analysis::{Analysis, NoProfile, Object, Profile, ProfileKey, Role, Written};
use rootstock_core_model::Shoot;
use rootstock_provider_api::Registry;
use rootstock_queries::{
    Asked, FleetAsked, FleetProfiles, ProfileAsked, Query, QuirksQuery, ResolveAsked, ResolveQuery, Unrendered,
    UsageQuery,
};

use crate::VERSION;
use crate::garden::{Garden, Visible};
use crate::http::Problem;
use crate::parameters::{Parameter, Parameters};

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

    pub(crate) fn registry(&self) -> &Registry {
        self.garden.analysis.registry()
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

/// Why a question has no answer, as the HTTP API says it.
pub(crate) trait Unanswered {
    fn problem(self) -> Problem;
}

impl Unanswered for std::convert::Infallible {
    fn problem(self) -> Problem {
        match self {}
    }
}

impl Unanswered for rootstock_queries::NoAnswer {
    fn problem(self) -> Problem {
        let status = match &self {
            Self::Unknown(_) | Self::UnknownShoot { .. } => StatusCode::NOT_FOUND,
            _ if self.is_about_the_question() => StatusCode::BAD_REQUEST,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Problem::new(status, self.to_string())
    }
}

impl Unanswered for rootstock_queries::UnknownRule {
    fn problem(self) -> Problem {
        Problem::not_found(self.to_string())
    }
}

impl Unanswered for rootstock_queries::UnknownProvider {
    fn problem(self) -> Problem {
        Problem::not_found(self.to_string())
    }
}

/// Asks, and writes the answer.
pub(crate) fn answer<Q: Query>(query: &Q, over: Q::Over<'_>) -> Result<Vec<u8>, Problem>
where
    Q::Error: Unanswered,
{
    let answer = query.ask(over).map_err(Unanswered::problem)?;
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = Q::write(&answer, VERSION, &mut text);
    Ok(text)
}

/// A question about Rootstock.
pub(crate) fn registry<Q>(asking: &Asking<'_>) -> Result<Vec<u8>, Problem>
where
    Q: for<'a> Query<Over<'a> = &'a Registry>,
    Q::Error: Unanswered,
{
    answer(&asking.question::<Q>()?, asking.registry())
}

pub(crate) fn quirks(asking: &Asking<'_>) -> Result<Vec<u8>, Problem> {
    answer(&asking.question::<QuirksQuery>()?, ())
}

/// A question about a profile.
pub(crate) fn profile<Q>(asking: &Asking<'_>) -> Result<Vec<u8>, Problem>
where
    Q: for<'a> Query<Over<'a> = ProfileAsked<'a>>,
    Q::Error: Unanswered,
{
    let profile = known_profile(&asking.analysis(), &asking.key())?;
    answer(&asking.question::<Q>()?, ProfileAsked { profile: &profile, asked: asking.asked })
}

pub(crate) fn resolve(asking: &Asking<'_>) -> Result<Vec<u8>, Problem> {
    let profile = known_profile(&asking.analysis(), &asking.key())?;
    let shoots = match asking.parameters.get(Parameter::Shoot) {
        None => None,
        Some(text) => {
            let (namespace, name) = text.split_once('/').unwrap_or(("", text));
            let shoot = known_shoot(asking, namespace, name);
            Some([shoot.ok_or_else(|| Problem::not_found(format!("there is no Shoot `{text}`")))?])
        }
    };
    let shoots = shoots.as_ref().map(<[_; 1]>::as_slice);
    let profile = ProfileAsked { profile: &profile, asked: asking.asked };
    answer(&asking.question::<ResolveQuery>()?, ResolveAsked { profile, shoots, registry: asking.registry() })
}

/// A question about Shoots and what maintenance does to them.
pub(crate) fn planned<Q>(asking: &Asking<'_>) -> Result<Vec<u8>, Problem>
where
    Q: for<'a> Query<Over<'a> = FleetAsked<'a>>,
    Q::Error: Unanswered,
{
    fleet::<Q>(asking, Unrendered::Skipped)
}

pub(crate) fn usage(asking: &Asking<'_>) -> Result<Vec<u8>, Problem> {
    fleet::<UsageQuery>(asking, Unrendered::Parents)
}

fn fleet<Q>(asking: &Asking<'_>, unrendered: Unrendered) -> Result<Vec<u8>, Problem>
where
    Q: for<'a> Query<Over<'a> = FleetAsked<'a>>,
    Q::Error: Unanswered,
{
    let profiles = FleetProfiles::of(&asking.analysis(), unrendered).profiles;
    let shoots = asking.garden.visible(asking.visible).cloned().collect();
    answer(&asking.question::<Q>()?, FleetAsked { profiles: &profiles, shoots, asked: asking.asked })
}
