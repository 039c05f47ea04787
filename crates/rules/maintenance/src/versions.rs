//! Every version of a profile: classification, future changes, who may choose it, and update targets.

use std::collections::BTreeMap;

use rootstock_core_model::{CloudProfileSpec, Quirks};
use rootstock_versioning::{
    CandidatesByMinor, Classification, ImageUpdateStrategy, Timestamp, Transition, UpdateCandidate, UpdateError,
    UpdateTarget, VersionLifecycle, image_target, kubernetes_target,
};
use serde::Serialize;
use strum::IntoStaticStr;

/// All versions of a profile at an instant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VersionsReport {
    /// The instant.
    pub at: Timestamp,
    /// Kubernetes versions, in the order of the profile.
    pub kubernetes: Vec<VersionReport>,
    /// Machine images, in the order of the profile.
    pub machine_images: Vec<ImageVersions>,
}

impl VersionsReport {
    /// Returns every version with the name of its image, Kubernetes first.
    pub fn rows(&self) -> impl Iterator<Item = (Option<&str>, &VersionReport)> {
        let kubernetes = self.kubernetes.iter().map(|version| (None, version));
        let images = self.machine_images.iter();
        kubernetes
            .chain(images.flat_map(|image| image.versions.iter().map(|version| (Some(image.name.as_str()), version))))
    }
}

/// The versions of a machine image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageVersions {
    /// The name of the image.
    pub name: String,
    /// The update strategy as written; `major` if there is none.
    pub update_strategy: String,
    /// The versions, in the order of the profile.
    pub versions: Vec<VersionReport>,
}

/// One version at an instant.
///
/// Update targets are those of a worker that every version fits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VersionReport {
    /// The version as written.
    pub version: String,
    /// The classification.
    pub classification: Classification,
    /// Whether the profile classifies it explicitly; otherwise it counts as supported.
    pub is_classified: bool,
    /// The changes of its classification.
    pub transitions: Vec<Transition>,
    /// The clusters that may choose it.
    pub choosers: Choosers,
    /// The target of an automatic update from it; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub automatic_update: Option<String>,
    /// The target of a force update from it, which follows if automatic updates are off or have no target. A version that
    /// will expire is judged right after its expiration, any other now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forced_update: Option<String>,
    /// The reason why a force update fails, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forced_update_fails: Option<String>,
}

impl VersionReport {
    /// Returns whether it has expired or will.
    #[must_use]
    pub fn expires(&self) -> bool {
        self.classification == Classification::Expired || self.expires_after().is_some()
    }

    /// Returns the instant after which it expires; `None` if it has expired already, or never does.
    #[must_use]
    pub fn expires_after(&self) -> Option<Timestamp> {
        let is_expired = self.classification == Classification::Expired;
        expiration(&self.transitions).filter(|_| !is_expired)
    }
}

/// The clusters that may choose a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Choosers {
    /// Every cluster; it may also be the default for a missing or partial version.
    EveryoneAndByDefault,
    /// Every cluster that asks for it.
    Everyone,
    /// Existing clusters, unless it is a downgrade.
    ExistingOnly,
    /// Not available to any cluster yet.
    #[serde(rename = "nobody")]
    #[strum(serialize = "nobody")]
    NoCluster,
}

impl Choosers {
    /// Returns the stable name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Returns a description.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::EveryoneAndByDefault => "every cluster; may be default",
            Self::Everyone => "every cluster that names it",
            Self::ExistingOnly => "existing clusters only",
            Self::NoCluster => "none yet",
        }
    }
}

/// Reports on every version of a profile.
///
/// ```
/// use rootstock_core_model::{CloudProfileSpec, Quirks};
/// use rootstock_maintenance::versions_report;
/// let spec: CloudProfileSpec = serde_json::from_str(r#"{"kubernetes": {"versions": [
///     {"version": "1.30.4", "expirationDate": "2026-06-30T23:59:59Z"}, {"version": "1.31.1"}
/// ]}}"#)?;
/// let report = versions_report(&spec, "2026-01-01T00:00:00Z".parse()?, &Quirks::NONE);
/// assert_eq!(report.kubernetes[0].transitions.len(), 1);
/// assert_eq!(report.kubernetes[0].forced_update.as_deref(), Some("1.31.1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn versions_report(spec: &CloudProfileSpec, at: Timestamp, quirks: &Quirks) -> VersionsReport {
    let updates = quirks.updates;
    let lifecycles: Vec<NamedLifecycle<'_>> =
        spec.kubernetes.offered().iter().map(|version| (version.version.as_str(), version.lifecycle())).collect();
    let kubernetes =
        report(&lifecycles, at, &ChooserRules { is_kubernetes: true, quirks }, |current, candidates, forced| {
            kubernetes_target(current, candidates.iter().copied(), forced, updates)
        });
    let images = spec.images().iter().map(|image| {
        let lifecycles: Vec<NamedLifecycle<'_>> =
            image.offered().iter().map(|version| (version.version.as_str(), version.lifecycle())).collect();
        let written = image.update_strategy.clone();
        let strategy = written.as_deref().and_then(|text| text.parse().ok()).unwrap_or(ImageUpdateStrategy::Major);
        ImageVersions {
            name: image.name.clone(),
            update_strategy: written.unwrap_or_else(|| strategy.to_string()),
            versions: report(
                &lifecycles,
                at,
                &ChooserRules { is_kubernetes: false, quirks },
                |current, candidates, forced| {
                    image_target(current, candidates.iter().copied(), strategy, forced, updates)
                },
            ),
        }
    });
    VersionsReport { at, kubernetes, machine_images: images.collect() }
}

/// A version as written, and its lifecycle.
type NamedLifecycle<'p> = (&'p str, VersionLifecycle<'p>);

/// The maximum number of classifications for judging force updates on the days of expiration, which bounds the time for absurd
/// lists. Beyond it, versions that expire later are judged now; a list of 512 versions with as many dates is within it.
const MAX_CLASSIFICATIONS: usize = 1 << 18;

struct ChooserRules<'q> {
    is_kubernetes: bool,
    quirks: &'q Quirks,
}

impl ChooserRules<'_> {
    fn choosers(&self, classification: &Classification) -> Choosers {
        let by_default = match classification {
            Classification::Supported => true,
            // Images fall back to deprecated versions; Kubernetes does not.
            Classification::Deprecated => !self.is_kubernetes,
            _ => false,
        };
        match classification {
            _ if by_default => Choosers::EveryoneAndByDefault,
            // For Kubernetes, the validator requires an active version of new clusters only.
            Classification::Unavailable if self.is_kubernetes && self.quirks.updates.unavailable_is_a_target => {
                Choosers::ExistingOnly
            }
            Classification::Unavailable => Choosers::NoCluster,
            Classification::Expired => Choosers::ExistingOnly,
            _ => Choosers::Everyone,
        }
    }
}

fn report(
    lifecycles: &[NamedLifecycle<'_>],
    at: Timestamp,
    rules: &ChooserRules<'_>,
    target: impl for<'c> Fn(&str, &[&'c UpdateCandidate], bool) -> Result<Option<UpdateTarget<'c>>, UpdateError>,
) -> Vec<VersionReport> {
    let candidates: Vec<UpdateCandidate> =
        lifecycles.iter().map(|(version, lifecycle)| UpdateCandidate::new(version, lifecycle.at(at))).collect();
    let transitions: Vec<Vec<Transition>> = lifecycles.iter().map(|(_, lifecycle)| lifecycle.transitions(at)).collect();
    let text = |target: Option<UpdateTarget<'_>>| target.map(|target| target.candidate.text().to_owned());
    let targets = |candidates: &[UpdateCandidate], by_minor: &CandidatesByMinor<'_>, forced: bool, places: &[usize]| {
        let of = |&place: &usize| {
            let candidate = candidates.get(place)?;
            Some((place, target(candidate.text(), by_minor.relevant_for(candidate), forced).map(text)))
        };
        places.iter().filter_map(of).collect::<Vec<_>>()
    };
    let all: Vec<usize> = (0..candidates.len()).collect();
    let by_minor = CandidatesByMinor::new(&candidates);
    let automatic = targets(&candidates, &by_minor, false, &all);
    let mut forced = targets(&candidates, &by_minor, true, &all);
    for (expiration, places) in expirations(&candidates, &transitions) {
        let then = candidates.iter().zip(lifecycles);
        let then: Vec<_> = then.map(|(one, (_, cycle))| one.classified(cycle.just_after(expiration))).collect();
        let by_minor = CandidatesByMinor::for_updates_from(places.iter().filter_map(|place| then.get(*place)), &then);
        for found in targets(&then, &by_minor, true, &places) {
            if let Some(known) = forced.get_mut(found.0) {
                *known = found;
            }
        }
    }
    let rows = lifecycles.iter().zip(&candidates).zip(transitions).zip(automatic.into_iter().zip(forced));
    rows.map(|((((version, lifecycle), candidate), transitions), ((_, automatic), (_, forced)))| {
        let (forced_update, forced_update_fails) = match forced {
            Ok(target) => (target, None),
            Err(error) => (None, Some(error.to_string())),
        };
        VersionReport {
            version: (*version).to_owned(),
            classification: candidate.classification().clone(),
            is_classified: lifecycle.classification.is_some() || !lifecycle.stages.is_empty(),
            transitions,
            choosers: rules.choosers(candidate.classification()),
            automatic_update: automatic.ok().flatten(),
            forced_update,
            forced_update_fails,
        }
    })
    .collect()
}

/// Returns the coming expirations, the next one first, with the positions of the versions that expire then.
fn expirations(candidates: &[UpdateCandidate], transitions: &[Vec<Transition>]) -> Vec<(Timestamp, Vec<usize>)> {
    let mut expirations = BTreeMap::<Timestamp, Vec<usize>>::new();
    for (place, (candidate, transitions)) in candidates.iter().zip(transitions).enumerate() {
        if *candidate.classification() == Classification::Expired {
            continue;
        }
        if let Some(after) = expiration(transitions) {
            expirations.entry(after).or_default().push(place);
        }
    }
    expirations.into_iter().take(MAX_CLASSIFICATIONS / candidates.len().max(1)).collect()
}

/// Returns the instant after which a version expires, given the changes of its classification.
fn expiration(transitions: &[Transition]) -> Option<Timestamp> {
    transitions.iter().find(|change| change.classification == Classification::Expired).map(|change| change.after)
}
