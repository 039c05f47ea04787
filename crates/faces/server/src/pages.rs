//! Pages for people: the profiles, and each with all that is to be said about it. What they show is what the questions answer.

mod events;
mod profile;

use std::sync::Arc;

use hyper::StatusCode;
use hyper::body::Bytes;
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use percent_encoding::percent_decode_str;
use rootstock_analysis::configuration::Configuration;
use rootstock_analysis::{Analysis, Profile, ProfileKey};
use rootstock_core_model::Severity;
use rootstock_maintenance::{FleetItem, ShootRow};
use rootstock_pages::{Asset, ListedProfile, ListedShoot, ProfileList, SERVED_POLICY, assets, write_profile_list};
use rootstock_queries::Asked;
use rootstock_versioning::Timestamp;
use serde_json::{Value, json};

use crate::VERSION;
use crate::garden::{Garden, Visible};
use crate::http::{self, Answer, Problem, etag};
use crate::parameters::{Parameter, Parameters};

pub(crate) use self::events::events;

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
/// What has another path when it is another one may be kept for a year.
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// What is asked for by a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PageRoute {
    /// `/`: the profiles.
    List,
    /// `/profiles/NAME`, `/profiles/NAMESPACE/NAME`.
    Profile(ProfileKey),
    /// A style sheet, the script, the icon.
    Asset(Asset),
    /// `/events`: when the state is another one.
    Events,
}

impl PageRoute {
    /// What a path leads to, if it leads to a page or what belongs to one.
    pub(crate) fn of(path: &str) -> Result<Option<Self>, Problem> {
        if let Some(rest) = path.strip_prefix("/profiles/") {
            let decoded = |part: &str| match percent_decode_str(part).decode_utf8() {
                Ok(text) => Ok(text.into_owned()),
                Err(_) => Err(Problem::not_found(format!("`{part}` is no UTF-8 once its escapes are read"))),
            };
            let key = match rest.split_once('/') {
                None => ProfileKey::global(&decoded(rest)?),
                Some((namespace, name)) => ProfileKey::namespaced(&decoded(namespace)?, &decoded(name)?),
            };
            return Ok(Some(Self::Profile(key)));
        }
        Ok(match path {
            "/" => Some(Self::List),
            "/events" => Some(Self::Events),
            _ => assets().into_iter().find(|asset| asset.path == path).map(Self::Asset),
        })
    }

    /// What may stand in the query beside the settings, as a schema.
    fn schema(&self) -> Value {
        match self {
            Self::List => json!({"properties": {"search": {"type": "string"}}}),
            Self::Profile(_) => json!({"properties": {"findings": {"type": "boolean"}}}),
            Self::Asset(_) | Self::Events => json!({}),
        }
    }
}

/// A page that is asked for.
pub(crate) struct PageAsking {
    page: PageRoute,
    parameters: Parameters,
    asked: Asked,
    /// The settings as they stand in the address.
    settings: String,
    query: String,
    /// What the caller may see.
    garden: Arc<Garden>,
    /// The version of the whole garden, as events name it.
    state: String,
    configuration: Arc<Configuration>,
}

impl PageAsking {
    pub(crate) fn new(
        page: PageRoute,
        query: &str,
        now: Timestamp,
        garden: Arc<Garden>,
        state: String,
        configuration: Arc<Configuration>,
    ) -> Result<Self, Problem> {
        let parameters = Parameters::read(Some(query), &Parameter::SETTINGS, &page.schema())?;
        let asked = parameters.asked(configuration.landscape(), now)?;
        let is_setting = |pair: &&str| {
            Parameter::SETTINGS.iter().any(|known| pair.split_once('=').map_or(*pair, |(name, _)| name) == known.name())
        };
        let settings = query.split('&').filter(is_setting).collect::<Vec<_>>().join("&");
        Ok(Self { page, parameters, asked, settings, query: query.to_owned(), garden, state, configuration })
    }

    /// Another text for each other page.
    pub(crate) fn tag(&self) -> String {
        let page = match &self.page {
            PageRoute::Profile(key) => key.to_string(),
            PageRoute::List | PageRoute::Asset(_) | PageRoute::Events => String::new(),
        };
        let at = self.asked.settings.now.unix_seconds();
        let landscape = self.configuration.landscape();
        etag(&("page", page, &self.query, &self.garden.version, &self.state, at, landscape, VERSION))
    }

    /// What is known, under the settings of the question.
    fn analysis(&self) -> Analysis {
        let mut analysis = self.garden.analysis.clone();
        analysis.set_settings(self.asked.settings);
        analysis.set_advice(self.configuration.advice(None));
        analysis.set_configuration(Arc::clone(&self.configuration));
        analysis
    }

    pub(crate) fn answer(&self) -> Result<Answer, Problem> {
        let analysis = self.analysis();
        let PageRoute::Profile(key) = &self.page else { return Ok(self.list(&analysis, None)) };
        match profile::answer(self, &analysis, key) {
            // Whoever follows an old link finds the others.
            Err(problem) if problem.told().0 == StatusCode::NOT_FOUND => Ok(self.list(&analysis, Some(&problem))),
            other => other,
        }
    }

    /// The list of profiles, with what is found in them, and why something else is not shown.
    fn list(&self, analysis: &Analysis, problem: Option<&Problem>) -> Answer {
        let search = self.parameters.question.get("search").and_then(Value::as_str).unwrap_or_default();
        let all: Vec<(&ProfileKey, Result<Arc<Profile>, String>)> =
            analysis.profiles().map(|(key, profile)| (key, profile.map_err(|none| none.reason()))).collect();
        let listed: Vec<ListedProfile<'_>> = all
            .iter()
            .map(|(key, profile)| ListedProfile {
                key,
                spec: profile.as_ref().map(|profile| profile.spec()).map_err(String::as_str),
                shoots: self.garden.shoots_of(key, &Visible::All).len(),
                findings: profile.as_ref().map_or((0, 0), |profile| counts(analysis, profile)),
            })
            .collect();
        let shoots = if search.is_empty() { Vec::new() } else { shoots(&self.garden) };
        let list = ProfileList {
            profiles: &listed,
            shoots: &shoots,
            search,
            problem: problem.map(|problem| problem.told().1),
            troubles: &self.garden.troubles,
            asked: self.asked,
            settings: &self.settings,
            state: &self.state,
            tool_version: VERSION,
        };
        let mut page = Vec::new();
        // Writing to memory does not fail.
        let _ = write_profile_list(list, &mut page);
        html(problem.map_or(StatusCode::OK, |problem| problem.told().0), page)
    }
}

/// How many errors and warnings a profile has.
fn counts(analysis: &Analysis, profile: &Profile) -> (usize, usize) {
    let findings = analysis.report_on(profile).findings;
    let count = |severity| findings.iter().filter(|finding| finding.violation.severity == severity).count();
    (count(Severity::Error), count(Severity::Warning))
}

/// The names of all Shoots that name a profile.
fn shoots(garden: &Garden) -> Vec<ListedShoot> {
    let rows = garden.shoots.iter().filter_map(|item| {
        let FleetItem::Json(json) = item else { return None };
        let row: ShootRow<'_> = serde_json::from_slice(&json.text).ok()?;
        let profile = row.profile.as_ref()?;
        let profile = match profile.is_namespaced {
            true => ProfileKey::namespaced(&row.namespace, &profile.name),
            false => ProfileKey::global(&profile.name),
        };
        Some(ListedShoot { namespace: row.namespace.to_string(), name: row.name.to_string(), profile })
    });
    rows.collect()
}

/// A page, which runs nothing but the server's script.
fn html(status: StatusCode, page: impl Into<Bytes>) -> Answer {
    let mut answer = http::answer(status, HTML, page);
    let headers: [(HeaderName, &'static str); 3] = [
        (CONTENT_SECURITY_POLICY, SERVED_POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
    ];
    for (name, value) in headers {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}

/// A style sheet, the script or the icon.
pub(crate) fn asset(asset: &Asset) -> Answer {
    let mut answer = http::answer(StatusCode::OK, HeaderValue::from_static(asset.content_type), asset.text);
    answer.headers_mut().insert(CACHE_CONTROL, FOREVER);
    answer.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    answer
}
