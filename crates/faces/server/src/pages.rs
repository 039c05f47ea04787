//! Pages for users: the list of profiles, and a page for each profile. They show the answers of questions.

mod events;
mod profile;

use std::sync::{Arc, LazyLock};

use hyper::StatusCode;
use hyper::body::Bytes;
use hyper::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY};
use percent_encoding::percent_decode_str;
use rootstock_analysis::configuration::Configuration;
use rootstock_analysis::{Analysis, Profile, ProfileKey};
use rootstock_core_model::Severity;
use rootstock_maintenance::{FleetItem, ShootRow};
use rootstock_pages::{Asset, ListedProfile, ListedShoot, ProfileList, SERVED_POLICY, assets, write_profile_list};
use rootstock_queries::{QueryContext, profile_key};
use rootstock_versioning::Timestamp;
use serde_json::{Value, json};

use crate::VERSION;
use crate::garden::{Garden, Visible};
use crate::http::{self, Answer, Problem, etag};
use crate::parameters::{Parameter, Parameters};

pub(crate) use self::events::events;

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
/// The caching policy of content-addressed assets: a year.
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The parameters that links between pages keep.
static KEPT: LazyLock<Vec<Parameter>> =
    LazyLock::new(|| Parameter::SETTINGS.into_iter().chain([Parameter::Namespace]).collect());

/// The route of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PageRoute {
    /// `/`: the list of profiles.
    List,
    /// `/profiles/NAME` and `/profiles/NAMESPACE/NAME`.
    Profile(ProfileKey),
    /// The style sheet, the script or the icon.
    Asset(Asset),
    /// `/events`: changes of the state.
    Events,
}

impl PageRoute {
    /// Returns the route of a path, if the path belongs to a page.
    pub(crate) fn of(path: &str) -> Result<Option<Self>, Problem> {
        if let Some(rest) = path.strip_prefix("/profiles/") {
            let decoded = |part: &str| match percent_decode_str(part).decode_utf8() {
                Ok(text) => Ok(text.into_owned()),
                Err(_) => Err(Problem::not_found(format!("`{part}` is not UTF-8 after percent-decoding"))),
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

    /// Parses a query. Links between pages keep the namespace and the settings.
    pub(crate) fn parameters(&self, query: Option<&str>) -> Result<Parameters, Problem> {
        let schema = match self {
            Self::List => json!({"properties": {"search": {"type": "string"}}}),
            Self::Profile(_) => json!({"properties": {"findings": {"type": "boolean"}}}),
            Self::Asset(_) | Self::Events => json!({}),
        };
        Parameters::read(query, &KEPT, &schema)
    }
}

/// A request for a page.
pub(crate) struct PageContext {
    page: PageRoute,
    parameters: Parameters,
    asked: QueryContext,
    /// The settings and the namespace, as given in the URL.
    settings: String,
    query: String,
    /// The part of the garden that the caller may see.
    garden: Arc<Garden>,
    /// Whether the garden has too many namespaces to show all that the caller may see.
    needs_namespace: bool,
    configuration: Arc<Configuration>,
}

impl PageContext {
    pub(crate) fn new(
        page: PageRoute,
        (parameters, query): (Parameters, &str),
        now: Timestamp,
        (garden, needs_namespace): (Arc<Garden>, bool),
        configuration: Arc<Configuration>,
    ) -> Result<Self, Problem> {
        let asked = parameters.asked(&garden.landscape, garden.analysis.registry(), now)?;
        let is_kept =
            |pair: &&str| KEPT.iter().any(|known| pair.split_once('=').map_or(*pair, |(name, _)| name) == known.name());
        let settings = query.split('&').filter(is_kept).collect::<Vec<_>>().join("&");
        Ok(Self { page, parameters, asked, settings, query: query.to_owned(), garden, needs_namespace, configuration })
    }

    /// Returns the ETag of the page.
    pub(crate) fn tag(&self) -> String {
        let page = match &self.page {
            PageRoute::Profile(key) => key.to_string(),
            PageRoute::List | PageRoute::Asset(_) | PageRoute::Events => String::new(),
        };
        let at = self.asked.settings.now.unix_seconds();
        etag(&("page", page, &self.query, &self.garden.version, at, &self.garden.landscape, VERSION))
    }

    /// Returns the analysis of the garden with the settings of the page.
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
            // Old links lead to the list.
            Err(problem) if problem.status() == StatusCode::NOT_FOUND => Ok(self.list(&analysis, Some(&problem))),
            other => other,
        }
    }

    /// Renders the list of profiles with search results, and the reason why the requested page is not shown.
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
            problem: problem.map(Problem::detail),
            namespace: self.parameters.namespace(),
            needs_namespace: self.needs_namespace,
            troubles: &self.garden.troubles,
            asked: self.asked,
            settings: &self.settings,
            state: &self.garden.version,
            tool_version: VERSION,
        };
        let mut page = Vec::new();
        // Writing to memory cannot fail.
        let _ = write_profile_list(list, &mut page);
        html(problem.map_or(StatusCode::OK, Problem::status), page)
    }
}

/// Counts the errors and warnings of a profile.
fn counts(analysis: &Analysis, profile: &Profile) -> (usize, usize) {
    let findings = analysis.report_on(profile).findings;
    let count = |severity| findings.iter().filter(|finding| finding.violation.severity == severity).count();
    (count(Severity::Error), count(Severity::Warning))
}

/// Returns the Shoots that refer to a profile, for the search.
fn shoots(garden: &Garden) -> Vec<ListedShoot> {
    let rows = garden.shoots.iter().filter_map(|shoot| {
        let FleetItem::Json(json) = &shoot.item else { return None };
        let row: ShootRow<'_> = serde_json::from_slice(&json.text).ok()?;
        let profile = profile_key(&row.namespace, row.profile.as_ref()?);
        Some(ListedShoot { namespace: row.namespace.to_string(), name: row.name.to_string(), profile })
    });
    rows.collect()
}

/// Creates an answer with a page. The policy allows the server's own script only.
fn html(status: StatusCode, page: impl Into<Bytes>) -> Answer {
    let mut answer = http::answer(status, HTML, page);
    let headers: [(HeaderName, &'static str); 2] =
        [(CONTENT_SECURITY_POLICY, SERVED_POLICY), (REFERRER_POLICY, "no-referrer")];
    for (name, value) in headers {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}

/// Creates an answer with an asset.
pub(crate) fn asset(asset: &Asset) -> Answer {
    let mut answer = http::answer(StatusCode::OK, HeaderValue::from_static(asset.content_type), asset.text);
    answer.headers_mut().insert(CACHE_CONTROL, FOREVER);
    answer
}
