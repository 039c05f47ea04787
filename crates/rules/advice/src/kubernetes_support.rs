//! Kubernetes versions that Gardener cannot run.

use std::fmt;
use std::ops::RangeInclusive;

use rootstock_core_model::{Path, Releases, Rule, Settings, Shoot, Source, Violation, counted, listed};
use rootstock_versioning::{Classification, Version};

use crate::CoreSubject;
use crate::near_errors::drop_advice_near_errors;

rootstock_core_model::rules! {
    /// Gardener does not reconcile clusters with such a version, whatever the profile says.
    KUBERNETES_VERSION_UNSUPPORTED: Warning, since "0.1.0", Source::Gardener;
}

/// The minors of Kubernetes 1 that Gardener supports from a release on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupportedKubernetes {
    /// The releases that support them; the next entry follows where they end.
    pub releases: Releases,
    minors: RangeInclusive<u64>,
}

/// Every change of the supported minors, the newest first.
static SUPPORTED: [SupportedKubernetes; 5] = [
    SupportedKubernetes { releases: Releases::since(1, 145), minors: 32..=36 },
    SupportedKubernetes { releases: Releases::since(1, 142), minors: 32..=35 },
    SupportedKubernetes { releases: Releases::since(1, 141), minors: 31..=35 },
    SupportedKubernetes { releases: Releases::since(1, 136), minors: 30..=35 },
    SupportedKubernetes { releases: Releases::since(1, 135), minors: 30..=34 },
];

impl SupportedKubernetes {
    /// The rule about versions that are not supported.
    pub const RULE: &'static Rule = &KUBERNETES_VERSION_UNSUPPORTED;

    /// Returns every change of the supported minors, the newest first.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &SUPPORTED
    }

    /// Returns the minors that the release of Gardener in the settings supports.
    ///
    /// ```
    /// use rootstock_advice::SupportedKubernetes;
    /// use rootstock_core_model::{Semantics, Settings};
    /// let settings = Settings::at_release(Semantics::Gardener, "1.142".parse()?, "2026-01-01T00:00:00Z".parse()?);
    /// let supported = SupportedKubernetes::of(&settings).map(ToString::to_string);
    /// assert_eq!(supported.as_deref(), Some("1.32 to 1.35"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(settings: &Settings) -> Option<&'static Self> {
        SUPPORTED.iter().find(|supported| settings.has(&supported.releases))
    }

    /// Returns whether a version is known not to be supported.
    #[must_use]
    pub fn excludes(&self, version: &str) -> bool {
        let is_supported = |version: Version| version.major() == 1 && self.minors.contains(&version.minor());
        version.parse().is_ok_and(|version| !is_supported(version))
    }
}

impl fmt::Display for SupportedKubernetes {
    /// Formats as `1.32 to 1.36`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{} to 1.{}", self.minors.start(), self.minors.end())
    }
}

pub(crate) fn check(subject: &CoreSubject<'_>, advice: &mut Vec<Violation>) {
    let now = subject.settings.now;
    let Some(supported) = SupportedKubernetes::of(subject.settings) else { return };
    let offered = subject.profile.spec.kubernetes.offered().iter().enumerate();
    let unsupported = offered.filter(|(_, version)| {
        let is_expired = version.lifecycle().at(now) == Classification::Expired;
        !is_expired && supported.excludes(&version.version)
    });
    let unsupported: Vec<(usize, &str)> =
        unsupported.map(|(place, version)| (place, version.version.as_str())).collect();
    let versions: Vec<&str> = unsupported.iter().map(|(_, version)| *version).collect();
    let (Some((position, _)), Some((first, others))) = (unsupported.first(), versions.split_first()) else { return };
    let again = match others.len() {
        0 => String::new(),
        number => format!(", nor {} ({})", counted(number, "other version"), listed(others)),
    };
    let detail = format!(
        "{} does not support Kubernetes `{first}`{again}: it supports {supported}",
        subject.settings.gardener.running(),
    );
    let spec = Path::root("spec");
    let kubernetes = spec.field("kubernetes");
    let list = kubernetes.field("versions");
    let item = list.index(*position);
    let violation = Violation::advice(&KUBERNETES_VERSION_UNSUPPORTED, &item.field("version"), *first, detail);
    advice.push(violation.with_items(versions.iter().copied()).with_help("remove such versions, or let them expire"));
}

/// Reports the Kubernetes version of a Shoot if the release of Gardener in the settings does not support it, even if the profile
/// still contains it as an expired version. `found` are the findings of admission, which precede advice about the same place.
///
/// ```
/// use rootstock_advice::advise_shoot;
/// use rootstock_core_model::{Semantics, Settings};
/// let shoot = serde_json::from_str(r#"{"spec": {"kubernetes": {"version": "1.31.2"}}}"#).unwrap();
/// let found = |release: &str| {
///     let now = "2026-01-01T00:00:00Z".parse().unwrap();
///     advise_shoot(&shoot, &Settings::at_release(Semantics::Gardener, release.parse().unwrap(), now), &[])
/// };
/// assert!(found("1.141").is_empty());
/// assert_eq!(found("1.142")[0].path.to_string(), "spec.kubernetes.version");
/// ```
#[must_use]
pub fn advise_shoot(shoot: &Shoot, settings: &Settings, found: &[Violation]) -> Vec<Violation> {
    let version = shoot.spec.kubernetes.version.as_str();
    let Some(supported) = SupportedKubernetes::of(settings).filter(|supported| supported.excludes(version)) else {
        return Vec::new();
    };
    let spec = Path::root("spec");
    let kubernetes = spec.field("kubernetes");
    let gardener = settings.gardener.running();
    let detail = format!("{gardener} does not reconcile clusters with Kubernetes `{version}`: it supports {supported}");
    let violation = Violation::advice(&KUBERNETES_VERSION_UNSUPPORTED, &kubernetes.field("version"), version, detail);
    let help = "use a supported version; a cluster is updated by one minor version at a time";
    let mut advice = vec![violation.with_help(help)];
    drop_advice_near_errors(&mut advice, found);
    advice
}
