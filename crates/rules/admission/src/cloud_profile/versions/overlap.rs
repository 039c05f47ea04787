//! At most one supported version per minor.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use rootstock_core_model::{Path, Source, Violation};
use rootstock_versioning::{Classification, LifecycleStage, Timestamp, Version, VersionLifecycle};

use super::Versioned;
use crate::scope::Scope;

rootstock_core_model::rules! {
    SUPPORTED_VERSIONS_OVERLAP: Error, since "0.1.0", Source::VersioningGuide("Version Requirements (Kubernetes and Machine Image)");
}

/// The maximum number of pairs per list for which Gardener's way of counting is followed. It reports each pair twice; a
/// list with more is of no use to a reader, and must not take quadratic time.
const MAX_PAIRS: usize = 100_000;

/// A version that is, was or will be supported according to its own fields.
struct Candidate<'a> {
    position: usize,
    version: Version,
    text: &'a str,
    life: VersionLifecycle<'a>,
}

impl Candidate<'_> {
    /// Returns whether the version is currently supported through its legacy classification.
    fn is_live_legacy(&self, now: Timestamp) -> bool {
        self.life.classification.is_some()
            && self.life.stages.is_empty()
            && self.life.at(now) == Classification::Supported
    }
}

/// Checks one list of versions.
pub(super) fn check<V: Versioned>(scope: &Scope<'_>, versions: &[V], list: &Path<'_>, findings: &mut Vec<Violation>) {
    let mut unreadable = false;
    let mut minors: BTreeMap<(u64, u64), Vec<Candidate<'_>>> = BTreeMap::new();
    for (position, entry) in versions.iter().enumerate() {
        let life = entry.life();
        if !mentions_supported(&life) {
            continue;
        }
        match entry.version().parse::<Version>() {
            Ok(version) => {
                let minor = (version.major(), version.minor());
                let candidate = Candidate { position, version, text: entry.version(), life };
                minors.entry(minor).or_default().push(candidate);
            }
            Err(_) => unreadable = true,
        }
    }
    let quirks = scope.quirks().cloud_profile;
    if quirks.overlap_is_reported_at_both || quirks.supported_overlap_legacy_only {
        // Gardener compares no versions if one candidate cannot be parsed.
        if !unreadable {
            gardener::check(scope, minors.values(), list, findings);
        }
        return;
    }
    for candidates in minors.into_values() {
        if candidates.len() > 1 {
            check_minor(scope.settings.now, candidates, list, findings);
        }
    }
}

/// Returns whether the fields name `supported` at all. An unclassified version counts as supported everywhere else, but
/// does not claim to be the one of its minor.
fn mentions_supported(life: &VersionLifecycle<'_>) -> bool {
    life.classification == Some(&Classification::Supported)
        || life.stages.iter().any(|stage| stage.classification == Classification::Supported)
}

/// Checks the supported versions of one minor: one may stay, every other is reported once.
///
/// A live legacy version tolerates no other candidate, expired or not: that is what Gardener refuses. Without one,
/// stages overlap if their spans do, now or later.
fn check_minor(now: Timestamp, mut candidates: Vec<Candidate<'_>>, list: &Path<'_>, findings: &mut Vec<Violation>) {
    let live = candidates
        .iter()
        .filter(|candidate| candidate.is_live_legacy(now))
        .max_by(|a, b| a.version.cmp(&b.version).then_with(|| b.position.cmp(&a.position)))
        .map(|candidate| candidate.position);
    if let Some(live) = live.and_then(|live| candidates.iter().position(|candidate| candidate.position == live)) {
        let keep = candidates.swap_remove(live);
        candidates.sort_unstable_by_key(|candidate| candidate.position);
        for other in candidates.iter().filter(|other| other.version != keep.version) {
            findings.push(overlap(now, other, &keep, list));
        }
        return;
    }
    for (lower, higher) in overlapping_spans(now, &candidates) {
        findings.push(overlap(now, lower, higher, list));
    }
}

/// The time during which a version is supported: after `from` (unbounded if absent), up to and including `until`.
#[derive(Clone, Copy)]
struct Span {
    from: Option<Timestamp>,
    until: Option<Timestamp>,
}

impl Span {
    fn of(life: &VersionLifecycle<'_>) -> Self {
        match life.stages.iter().position(|stage| stage.classification == Classification::Supported) {
            Some(position) => {
                let from = life.stages.get(position).and_then(|stage| stage.start_time);
                Self { from, until: next_stage(life.stages).and_then(|stage| stage.start_time) }
            }
            None => Self { from: None, until: life.expiration_date },
        }
    }

    /// Returns whether the span ends after `instant`.
    fn outlasts(&self, instant: Option<Timestamp>) -> bool {
        match (self.until, instant) {
            (Some(until), Some(instant)) => until > instant,
            _ => true,
        }
    }
}

/// Returns the first stage after `supported`.
fn next_stage(stages: &[LifecycleStage]) -> Option<&LifecycleStage> {
    stages.iter().find(|stage| stage.classification.rank() > Classification::Supported.rank())
}

/// Returns pairs (lower version, higher version) whose spans overlap now or later; each lower version at most once.
fn overlapping_spans<'c, 'a>(
    now: Timestamp,
    candidates: &'c [Candidate<'a>],
) -> Vec<(&'c Candidate<'a>, &'c Candidate<'a>)> {
    let mut spans: Vec<(Span, &Candidate<'_>)> = candidates
        .iter()
        .map(|candidate| (Span::of(&candidate.life), candidate))
        .filter(|(span, _)| span.until.is_none_or(|until| until >= now) && span.outlasts(span.from))
        .collect();
    spans.sort_by_key(|(span, candidate)| (span.from, candidate.position));
    let mut pairs: BTreeMap<usize, (&Candidate<'_>, &Candidate<'_>)> = BTreeMap::new();
    let mut spans = spans.into_iter();
    let Some((mut longest, mut holder)) = spans.next() else { return Vec::new() };
    for (span, candidate) in spans {
        if longest.outlasts(span.from) {
            let (lower, higher) = match candidate.version.cmp(&holder.version) {
                Ordering::Less => (candidate, holder),
                Ordering::Greater => (holder, candidate),
                Ordering::Equal => continue,
            };
            pairs.entry(lower.position).or_insert((lower, higher));
        }
        if longest.until.is_some_and(|until| span.until.is_none_or(|other| other > until)) {
            (longest, holder) = (span, candidate);
        }
    }
    pairs.into_values().collect()
}

fn overlap(now: Timestamp, other: &Candidate<'_>, keep: &Candidate<'_>, list: &Path<'_>) -> Violation {
    let item = list.index(other.position);
    let (text, kept) = (other.text, keep.text);
    let (field, help) = if other.life.stages.is_empty() {
        ("classification", format!("write `classification: deprecated` for `{text}`"))
    } else if keep.life.stages.is_empty() {
        (
            "lifecycle",
            format!("give `{kept}` a `lifecycle` as well: Gardener does not compare an `expirationDate` with stages"),
        )
    } else {
        ("lifecycle", format!("let `{text}` be deprecated before `{kept}` is supported"))
    };
    let expired = if other.life.stages.is_empty() && other.life.at(now) == Classification::Expired {
        " (although it has expired)"
    } else {
        ""
    };
    let detail = format!(
        "`{text}`{expired} and `{kept}` are both supported versions of {}.{}: there can be only one per minor version",
        other.version.major(),
        other.version.minor(),
    );
    Violation::forbidden(&SUPPORTED_VERSIONS_OVERLAP, &item.field(field), detail)
        .with_help(help)
        .with_related(list.index(keep.position).to_field_path(), format!("`{kept}` is supported here"))
}

/// Gardener's version of the check.
mod gardener {
    use super::*;

    pub(super) fn check<'c, 'a: 'c>(
        scope: &Scope<'_>,
        minors: impl Iterator<Item = &'c Vec<Candidate<'a>>>,
        list: &Path<'_>,
        findings: &mut Vec<Violation>,
    ) {
        let (now, quirks) = (scope.settings.now, scope.quirks().cloud_profile);
        let is_legacy = |candidate: &Candidate<'_>| candidate.life.classification.is_some();
        let is_supported = |candidate: &Candidate<'_>| candidate.life.at(now) == Classification::Supported;
        let mut pairs = 0;
        for candidates in minors {
            let reported = candidates.iter().filter(|candidate| {
                is_supported(candidate) && (is_legacy(candidate) || !quirks.supported_overlap_legacy_only)
            });
            let is_counted = |other: &&Candidate<'_>| !quirks.expired_versions_do_not_overlap || is_supported(other);
            for version in reported {
                for other in candidates.iter().filter(is_counted) {
                    pairs += 1;
                    if pairs > MAX_PAIRS {
                        return;
                    }
                    if other.version == version.version || !overlaps(&version.life, &other.life) {
                        continue;
                    }
                    let detail = format!(
                        "`{}` and `{}` are both supported: there can be only one supported version per minor version",
                        version.text, other.text
                    );
                    findings.push(Violation::forbidden(
                        &SUPPORTED_VERSIONS_OVERLAP,
                        &list.index(version.position),
                        detail,
                    ));
                    if quirks.expired_versions_do_not_overlap {
                        break;
                    }
                }
            }
        }
    }

    /// Returns whether two versions overlap. Versions without stages always do; of two with stages that both become
    /// supported, one without an end of support overlaps the other unless the other's support has ended by the time it
    /// begins.
    fn overlaps(a: &VersionLifecycle<'_>, b: &VersionLifecycle<'_>) -> bool {
        if a.stages.is_empty() || b.stages.is_empty() {
            return true;
        }
        let (Some(a_from), Some(b_from)) = (supported(a.stages), supported(b.stages)) else { return false };
        match (next_stage(a.stages), next_stage(b.stages)) {
            (None, None) => true,
            (None, Some(b_next)) => begins_before(a_from, b_next),
            (Some(a_next), None) => begins_before(b_from, a_next),
            (Some(_), Some(_)) => false,
        }
    }

    fn supported(stages: &[LifecycleStage]) -> Option<&LifecycleStage> {
        stages.iter().find(|stage| stage.classification == Classification::Supported)
    }

    fn begins_before(stage: &LifecycleStage, next: &LifecycleStage) -> bool {
        stage.start_time.is_none_or(|start| next.start_time.is_some_and(|next| start < next))
    }
}
