//! The near future: versions that expire, and manifests that will then be refused.

use std::collections::{BTreeSet, HashMap};

use rootstock_admission::{Operation, check_defaulted_cloud_profile};
use rootstock_core_model::{CloudProfile, Path, Settings, Severity, Source, Violation};
use rootstock_versioning::{Classification, Timestamp, VersionLifecycle};

use crate::{AdviceOptions, CoreSubject};

rootstock_core_model::rules! {
    /// A version that expires soon.
    VERSION_EXPIRES_SOON: Note, since "0.1.0", Source::VersioningGuide("Version Classifications");
    /// An unchanged manifest that will be refused soon.
    NEXT_APPLY_REFUSED: Warning, since "0.1.0", Source::Rootstock;
}

const DAY: i64 = 86_400;
/// The maximum number of instants tried to find the first at which a manifest is refused.
const MAX_INSTANTS: usize = 32;

pub(crate) fn check(subject: &CoreSubject<'_>, options: &AdviceOptions, advice: &mut Vec<Violation>) {
    let now = subject.settings.now;
    let seconds = i64::from(options.horizon_days).saturating_mul(DAY);
    let end = Timestamp::from_unix_seconds(now.unix_seconds().saturating_add(seconds));
    let mut window = Window { subject, end, instants: BTreeSet::new() };
    let spec = Path::root("spec");
    let kubernetes = spec.field("kubernetes");
    let versions = subject.profile.spec.kubernetes.offered().iter();
    let lifecycles = versions.map(|version| (version.version.as_str(), version.lifecycle()));
    window.add_versions(lifecycles, &kubernetes.field("versions"), "Kubernetes", advice);
    let images = spec.field("machineImages");
    for (i, image) in subject.profile.spec.images().iter().enumerate() {
        let item = images.index(i);
        let lifecycles = image.offered().iter().map(|version| (version.version.as_str(), version.lifecycle()));
        window.add_versions(lifecycles, &item.field("versions"), &format!("`{}`", image.name), advice);
    }
    window.check_next_apply(advice);
}

/// The time span under consideration.
struct Window<'a> {
    subject: &'a CoreSubject<'a>,
    end: Timestamp,
    /// The instants at which something changes.
    instants: BTreeSet<Timestamp>,
}

impl Window<'_> {
    /// Collects the transitions of versions, and reports those that expire.
    fn add_versions<'v>(
        &mut self,
        versions: impl Iterator<Item = (&'v str, VersionLifecycle<'v>)>,
        list: &Path<'_>,
        of: &str,
        advice: &mut Vec<Violation>,
    ) {
        let now = self.subject.settings.now;
        for (j, (version, life)) in versions.enumerate() {
            if life.expiration_date.is_none() && life.stages.is_empty() {
                continue;
            }
            for transition in life.transitions(now).into_iter().filter(|transition| transition.after <= self.end) {
                self.instants.insert(transition.after);
                if transition.classification == Classification::Expired {
                    advice.push(self.expiration_advice(version, of, transition.after, &list.index(j)));
                }
            }
        }
    }

    fn expiration_advice(&self, version: &str, of: &str, at: Timestamp, item: &Path<'_>) -> Violation {
        let then = if self.subject.settings.quirks.cloud_profile.expired_on_create_is_dropped {
            "a profile created from this manifest then silently lacks it"
        } else {
            "a profile can then no longer be created from this manifest (Gardener creates it without the version)"
        };
        let days = (at.unix_seconds() - self.subject.settings.now.unix_seconds()) / DAY;
        let when = match days {
            0 => "within a day".to_owned(),
            1 => "in a day".to_owned(),
            days => format!("in {days} days"),
        };
        let detail = format!(
            "{of} `{version}` expires {when}, after {at}: {then}, and the next maintenance moves every Shoot that uses it"
        );
        Violation::advice(&VERSION_EXPIRES_SOON, item, version, detail)
            .with_help("postpone its expiration, or remove it from manifests that create profiles")
    }

    /// Applies the stored profile again at the end of the window; if that is refused, searches for the instant from
    /// which it is.
    fn check_next_apply(&self, advice: &mut Vec<Violation>) {
        let (Some(stored), false) = (self.subject.stored, self.instants.is_empty()) else { return };
        let stored = stored.stored();
        let then = self.refusals(stored, after(self.end));
        if then.is_empty() {
            return;
        }
        let now = self.refusals(stored, self.subject.settings.now);
        if then.iter().all(|error| is_among(error, &now)) {
            return;
        }
        let mut reported = HashMap::new();
        for instant in self.instants.iter().take(MAX_INSTANTS) {
            for error in self.refusals(stored, after(*instant)) {
                if is_among(&error, &now) || reported.insert(key(&error), ()).is_some() {
                    continue;
                }
                let detail = format!(
                    "after {instant} this manifest is refused, although it has not changed: {}",
                    if error.detail.is_empty() { error.to_string().into() } else { error.detail.clone() }
                );
                let mut violation = Violation::advice(&NEXT_APPLY_REFUSED, &Path::object(), error.bad.clone(), detail)
                    .with_help(error.help.clone());
                violation.path = error.path;
                advice.push(violation);
            }
        }
    }

    /// Returns the errors with which the stored profile would be refused as its own update.
    fn refusals(&self, stored: &CloudProfile, now: Timestamp) -> Vec<Violation> {
        let settings = Settings { now, ..*self.subject.settings };
        let operation = Operation::Update { old: stored };
        let outcome = check_defaulted_cloud_profile(self.subject.built_in, stored, operation, &settings);
        outcome.violations.into_iter().filter(|violation| violation.severity == Severity::Error).collect()
    }
}

/// Returns the time one second later, when a change at `instant` has taken effect.
fn after(instant: Timestamp) -> Timestamp {
    Timestamp::from_unix_seconds(instant.unix_seconds().saturating_add(1))
}

fn key(error: &Violation) -> (String, &'static str) {
    (error.path.to_string(), error.rule.name)
}

fn is_among(error: &Violation, known: &[Violation]) -> bool {
    known.iter().any(|other| other.rule == error.rule && other.path == error.path)
}
