//! The sections of a page about one profile.

use rootstock_analysis::Profile;
use rootstock_core_model::counted;
use rootstock_queries::{ProfileInput, QueryContext, UsageAnswer};
use rootstock_versioning::Classification;

use crate::changes::Changes;
use crate::compatibility::{CellState, Compatibility};
use crate::fleet::{Fleet, UpdateKind};
use crate::instant::{DAY, Instant};
use crate::lifecycles::{Change, Lifecycles, Stage};

/// The number of future instants on the first page.
const NEXT: usize = 6;
/// The length of "soon", in days.
const SOON: i64 = 30;

/// A profile as the page shows it.
#[derive(Debug)]
pub(crate) struct ShownProfile {
    /// The name, or `NAMESPACE/NAME` of a NamespacedCloudProfile.
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) provider: String,
    /// Whether a plug-in handles the provider.
    pub(crate) is_known_provider: bool,
    /// The points that need attention, in sentences.
    pub(crate) sentences: Vec<Sentence>,
    /// The profile in figures.
    pub(crate) figures: Vec<Figure>,
    /// The next changes, by instant.
    pub(crate) next: Vec<Next>,
    /// The number of later changes.
    pub(crate) later: usize,
    /// The compatibility matrix, or the reason why there is none.
    pub(crate) compatibility: Result<Compatibility, String>,
    pub(crate) lifecycles: Lifecycles,
    /// The comparison with the previous version of the profile, if there is one.
    pub(crate) changes: Option<Changes>,
}

/// A sentence of the first page.
#[derive(Debug)]
pub(crate) struct Sentence {
    /// The CSS class.
    pub(crate) class: &'static str,
    /// The symbol.
    pub(crate) sign: &'static str,
    pub(crate) text: String,
    /// The link target with more details, and the link text.
    pub(crate) link: Option<(String, String)>,
}

/// A number with its unit.
#[derive(Debug)]
pub(crate) struct Figure {
    pub(crate) number: usize,
    /// The unit.
    pub(crate) what: String,
    /// The link target.
    pub(crate) link: String,
}

/// The changes at one instant.
#[derive(Debug)]
pub(crate) struct Next {
    pub(crate) at: Instant,
    /// The distance from the current instant, in words.
    pub(crate) from_now: String,
    /// The new stages with their versions.
    pub(crate) becomes: Vec<(Stage, String)>,
}

impl ShownProfile {
    /// Runs the queries for a profile. `place` is the index of the profile on the page.
    pub(crate) fn ask(profile: &Profile, asked: QueryContext, usage: Option<&UsageAnswer>, place: usize) -> Self {
        let over = ProfileInput { profile, asked };
        let compatibility = Compatibility::ask(over);
        let mut lifecycles = Lifecycles::ask(over);
        if let Some(usage) = usage {
            lifecycles.add_users(&profile.key().to_string(), usage);
        }
        let changes = lifecycles.next();
        let (next, later) = next(&changes, asked);
        let spec = profile.spec();
        Self {
            name: profile.key().to_string(),
            kind: profile.key().kind(),
            provider: spec.provider_type.clone(),
            is_known_provider: profile.provider().is_some(),
            sentences: sentences(&lifecycles, &changes, &compatibility, asked, place),
            figures: figures(profile, place),
            next,
            later,
            compatibility,
            lifecycles,
            changes: None,
        }
    }
}

impl ShownProfile {
    /// Prepends the points about Shoots that need attention. If the profile `is_only`, this includes Shoots without a reference.
    pub(crate) fn add_fleet(&mut self, fleet: &Fleet, is_only: bool) {
        let link = || Some(("fleet".to_owned(), "Which".to_owned()));
        let sentences = fleet.counts_of(&self.name, is_only).into_iter().filter_map(|(kind, number)| {
            let until = fleet.until;
            let (class, words) = match kind {
                UpdateKind::Failing => (
                    "error",
                    plural(number, "update is due but has", "updates are due but have") + " no target version",
                ),
                UpdateKind::Refused => {
                    ("error", plural(number, "update", "updates") + " would be refused by the API server")
                }
                UpdateKind::Forced => ("warning", plural(number, "update is forced", "updates are forced")),
                UpdateKind::Automatic => return None,
            };
            let text = format!("{words} until {until}.");
            Some(Sentence { class, sign: kind.sign(), text, link: link() })
        });
        let sentences: Vec<Sentence> = sentences.collect();
        if !sentences.is_empty() {
            self.sentences.retain(|sentence| sentence.class != "y");
        }
        self.sentences.splice(0..0, sentences);
    }
}

fn figures(profile: &Profile, place: usize) -> Vec<Figure> {
    let spec = profile.spec();
    let versions = spec.images().iter().map(|image| image.offered().len()).sum();
    let link = |part: &str| format!("p{place}-{part}");
    let figure = |number: usize, what: &str, part: &str| {
        let what = counted(number, what).split_once(' ').map(|(_, what)| what.to_owned()).unwrap_or_default();
        Figure { number, what, link: link(part) }
    };
    vec![
        figure(spec.types().len(), "machine type", "compatibility"),
        figure(spec.images().len(), "machine image", "lifecycles"),
        figure(versions, "image version", "lifecycles"),
        figure(spec.kubernetes.offered().len(), "Kubernetes version", "lifecycles"),
        figure(spec.regions.as_ref().map_or(0, Vec::len), "region", "compatibility"),
    ]
}

/// Returns the changes at the first [`NEXT`] instants, and the number of later changes.
fn next(changes: &[Change<'_>], asked: QueryContext) -> (Vec<Next>, usize) {
    let by_instant: Vec<&[Change<'_>]> = changes.chunk_by(|one, next| one.at == next.at).collect();
    let shown = by_instant.iter().take(NEXT).filter_map(|changes| {
        let at = changes.first()?.at;
        let mut becomes: Vec<(Stage, String)> = Vec::new();
        for same in changes.chunk_by(|one, next| one.stage == next.stage && one.group.title() == next.group.title()) {
            let Some(first) = same.first() else { continue };
            let versions: Vec<&str> = same.iter().map(|change| change.life.version.as_str()).collect();
            becomes.push((first.stage.clone(), format!("{} {}", first.group.title(), versions.join(", "))));
        }
        Some(Next { at, from_now: at.from(&asked.settings.now), becomes })
    });
    let later = by_instant.iter().skip(NEXT).map(|changes| changes.len()).sum();
    (shown.collect(), later)
}

/// Returns the points that need attention.
fn sentences(
    lifecycles: &Lifecycles,
    changes: &[Change<'_>],
    compatibility: &Result<Compatibility, String>,
    asked: QueryContext,
    place: usize,
) -> Vec<Sentence> {
    let link = |part: &str, what: &str| Some((format!("p{place}-{part}"), what.to_owned()));
    let mut sentences = Vec::new();
    let soon = asked.settings.now.unix_seconds().saturating_add(SOON * DAY);
    let expiring = changes
        .iter()
        .filter(|change| change.stage.0 == Classification::Expired && change.at.seconds() <= soon)
        .count();
    if expiring > 0 {
        let text = format!("{} within {SOON} days.", plural(expiring, "version expires", "versions expire"));
        sentences.push(Sentence { class: "warning", sign: "▲", text, link: link("lifecycles", "When") });
    }
    let lives = || lifecycles.groups.iter().flat_map(|group| &group.lives);
    let stuck = lives().filter(|life| matches!(life.forced, Some(Err(_)))).count();
    if stuck > 0 {
        let text = format!(
            "{} no update path: Shoots that still use one when it expires cannot be updated.",
            plural(stuck, "version has", "versions have")
        );
        sentences.push(Sentence { class: "error", sign: "✖", text, link: link("lifecycles", "Which") });
    }
    if let Ok(matrix) = compatibility {
        matrix_sentences(matrix, &mut sentences, &link);
    }
    let differing = lives().filter(|life| life.difference.is_some()).count();
    if differing > 0 {
        let text = format!(
            "Updates from {} have another target under the other semantics.",
            plural(differing, "version", "versions")
        );
        sentences.push(Sentence { class: "note", sign: "≠", text, link: link("lifecycles", "Where") });
    }
    if sentences.is_empty() {
        let text = "Nothing in the profile needs attention.".to_owned();
        sentences.push(Sentence { class: "y", sign: "●", text, link: None });
    }
    sentences
}

fn matrix_sentences(
    matrix: &Compatibility,
    sentences: &mut Vec<Sentence>,
    link: &impl Fn(&str, &str) -> Option<(String, String)>,
) {
    let without_image: usize = matrix
        .rows
        .iter()
        .filter(|row| {
            !matrix.cells(row).iter().any(|cell| matches!(cell.why.state, CellState::Fits | CellState::FitsPartly))
        })
        .map(|row| row.machine_types.len())
        .sum();
    if without_image > 0 && !matrix.columns.is_empty() {
        let text = format!("No image fits {}.", plural(without_image, "machine type", "machine types"));
        sentences.push(Sentence { class: "error", sign: "✖", text, link: link("compatibility", "Why") });
    }
    let pairs = |state: CellState| -> usize {
        let cells = matrix.rows.iter().flat_map(|row| {
            let types = row.machine_types.len();
            let cells = matrix.cells(row).into_iter().zip(&matrix.columns);
            cells.filter(move |(cell, _)| cell.why.state == state).map(move |(_, column)| types * column.versions.len())
        });
        cells.sum()
    };
    let states = [
        (
            CellState::Ambiguous,
            "ambiguous: several flavors fit equally well",
            "ambiguous: several flavors fit equally well",
        ),
        (CellState::NoImage, "without an image of the provider", "without an image of the provider"),
        (CellState::FitsPartly, "without an image in some regions", "without an image in some regions"),
    ];
    for (state, one, several) in states {
        let number = pairs(state);
        let words = if number == 1 { one } else { several };
        if number > 0 {
            let what = plural(
                number,
                "pair of machine type and image version is",
                "pairs of machine type and image version are",
            );
            let text = format!("{what} {words}.");
            sentences.push(Sentence {
                class: "warning",
                sign: state.sign(),
                text,
                link: link("compatibility", "Which"),
            });
        }
    }
}

fn plural(number: usize, one: &str, several: &str) -> String {
    if number == 1 { format!("{number} {one}") } else { format!("{number} {several}") }
}
