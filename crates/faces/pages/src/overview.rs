//! The start page of a server: the list of profiles, and search results.

use std::io;

use askama::Template;
use rootstock_analysis::ProfileKey;
use rootstock_core_model::{CloudProfileSpec, counted};
use rootstock_queries::QueryContext;

use crate::instant::Instant;
use crate::prose as filters;
use crate::report::{semantics_in_words, write_template};
use crate::urls::{ServedUrls, encoded, profile_path};

/// The number of search results above which the rest is only counted.
const MAX_HITS: usize = 200;

/// A profile in the list.
#[derive(Debug, Clone, Copy)]
pub struct ListedProfile<'a> {
    /// The key of the profile.
    pub key: &'a ProfileKey,
    /// The spec; or the reason why the profile cannot be shown.
    pub spec: Result<&'a CloudProfileSpec, &'a str>,
    /// The number of Shoots that use it.
    pub shoots: usize,
    /// The numbers of errors and warnings.
    pub findings: (usize, usize),
}

/// A Shoot in the search index.
#[derive(Debug, Clone)]
pub struct ListedShoot {
    /// The namespace.
    pub namespace: String,
    /// The name.
    pub name: String,
    /// The key of its profile.
    pub profile: ProfileKey,
}

/// The content of the start page.
#[derive(Debug, Clone, Copy)]
pub struct ProfileList<'a> {
    /// The profiles.
    pub profiles: &'a [ListedProfile<'a>],
    /// The Shoots to search in; may be empty without a search.
    pub shoots: &'a [ListedShoot],
    /// The search words; empty without a search.
    pub search: &'a str,
    /// The reason why the requested page is not shown.
    pub problem: Option<&'a str>,
    /// The namespace to which the page is limited.
    pub namespace: Option<&'a str>,
    /// Whether Shoots are shown for one namespace only, because there are too many.
    pub needs_namespace: bool,
    /// Problems with the state, in sentences.
    pub troubles: &'a [String],
    /// The semantics and settings.
    pub asked: QueryContext,
    /// The settings as a query string, joined by `&`; empty if none are given.
    pub settings: &'a str,
    /// The version of the state.
    pub state: &'a str,
    /// The version of the program.
    pub tool_version: &'a str,
}

#[derive(Template)]
#[template(path = "list.html")]
struct ListPage<'a> {
    served: ServedUrls,
    at: Instant,
    semantics: String,
    rows: Vec<ListRow>,
    /// Whether a row needs attention.
    needs_attention: bool,
    hits: Vec<Hit>,
    more: usize,
    problem: Option<&'a str>,
    namespace: Option<&'a str>,
    needs_namespace: bool,
    troubles: &'a [String],
    tool_version: &'a str,
}

struct ListRow {
    name: String,
    address: String,
    kind: &'static str,
    shoots: usize,
    errors: usize,
    warnings: usize,
    about: Result<Figures, String>,
}

/// The attention that a profile needs; the most urgent first.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Attention {
    Unreadable,
    Errors,
    Warnings,
    None,
}

impl ListRow {
    const fn attention(&self) -> Attention {
        match self {
            Self { about: Err(_), .. } => Attention::Unreadable,
            Self { errors: 1.., .. } => Attention::Errors,
            Self { warnings: 1.., .. } => Attention::Warnings,
            _ => Attention::None,
        }
    }
}

struct Figures {
    provider: String,
    kubernetes: usize,
    images: String,
    machine_types: usize,
}

/// A search result.
#[derive(Debug, PartialEq, Eq)]
struct Hit {
    what: &'static str,
    name: String,
    profile: String,
    address: String,
}

/// Writes the start page.
///
/// # Errors
///
/// Returns an error if writing to `out` fails.
pub fn write_profile_list(list: ProfileList<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let served = ServedUrls { search: list.search.to_owned(), ..ServedUrls::new(list.state, list.settings) };
    let mut hits = hits(&list, &served.settings);
    let more = hits.len().saturating_sub(MAX_HITS);
    hits.truncate(MAX_HITS);
    let listed = list.profiles.iter().map(|profile| ListRow {
        name: profile.key.to_string(),
        address: format!("{}{}", profile_path(profile.key), served.settings),
        kind: profile.key.kind(),
        shoots: profile.shoots,
        errors: profile.findings.0,
        warnings: profile.findings.1,
        about: profile.spec.map(Figures::new).map_err(str::to_owned),
    });
    let mut rows: Vec<ListRow> = listed.collect();
    rows.sort_by_key(ListRow::attention);
    let page = ListPage {
        needs_attention: rows.first().is_some_and(|row| row.attention() < Attention::None),
        rows,
        at: Instant(list.asked.settings.now),
        semantics: semantics_in_words(&list.asked),
        served,
        hits,
        more,
        problem: list.problem,
        namespace: list.namespace,
        needs_namespace: list.needs_namespace,
        troubles: list.troubles,
        tool_version: list.tool_version,
    };
    write_template(&page, out)
}

impl Figures {
    fn new(spec: &CloudProfileSpec) -> Self {
        let versions = spec.images().iter().map(|image| image.offered().len()).sum();
        let images = spec.images().len();
        Self {
            provider: spec.provider_type.clone(),
            kubernetes: spec.kubernetes.offered().len(),
            images: format!("{} of {}", counted(versions, "version"), counted(images, "image")),
            machine_types: spec.types().len(),
        }
    }
}

/// Searches the names of profiles, versions, machine types and Shoots for names that contain all search words.
fn hits(list: &ProfileList<'_>, settings: &str) -> Vec<Hit> {
    let words: Vec<String> = list.search.split_whitespace().map(str::to_lowercase).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let is_found = |name: &str| {
        let name = name.to_lowercase();
        words.iter().all(|word| name.contains(word.as_str()))
    };
    let mut hits = Vec::new();
    let mut add = |what: &'static str, name: String, key: &ProfileKey, place: String| {
        if is_found(&name) {
            let address = format!("{}{settings}{place}", profile_path(key));
            hits.push(Hit { what, name, profile: key.to_string(), address });
        }
    };
    for profile in list.profiles {
        add("profile", profile.key.to_string(), profile.key, String::new());
    }
    for ListedProfile { key, spec, .. } in list.profiles {
        let Ok(spec) = spec else { continue };
        for version in spec.kubernetes.offered() {
            let place = format!("#version//{}", encoded(&version.version));
            add("Kubernetes version", format!("Kubernetes {}", version.version), key, place);
        }
        for image in spec.images() {
            for version in image.offered() {
                let place = format!("#version/{}/{}", encoded(&image.name), encoded(&version.version));
                add("image version", format!("{} {}", image.name, version.version), key, place);
            }
        }
        for machine_type in spec.types() {
            add("machine type", machine_type.name.clone(), key, format!("#cell/{}", encoded(&machine_type.name)));
        }
    }
    for shoot in list.shoots {
        let place = format!("#shoot-{}/{}", encoded(&shoot.namespace), encoded(&shoot.name));
        add("Shoot", format!("{}/{}", shoot.namespace, shoot.name), &shoot.profile, place);
    }
    hits
}
