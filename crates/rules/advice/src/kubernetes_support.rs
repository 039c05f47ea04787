//! Kubernetes versions that Gardener cannot run.

use std::ops::RangeInclusive;

use rootstock_core_model::{Path, Releases, Source, Violation, counted, listed};
use rootstock_versioning::{Classification, Version};

use crate::CoreSubject;

rootstock_core_model::rules! {
    /// Gardener refuses clusters with such a version, whatever the profile says.
    KUBERNETES_VERSION_UNSUPPORTED: Warning, since "0.1.0", Source::Gardener;
}

/// The minors of Kubernetes 1 that Gardener supports, each from a release on; the newest first.
const SUPPORTED_MINORS: [(Releases, RangeInclusive<u64>); 5] = [
    (Releases::since(1, 145), 32..=36),
    (Releases::since(1, 142), 32..=35),
    (Releases::since(1, 141), 31..=35),
    (Releases::since(1, 136), 30..=35),
    (Releases::ALL, 30..=34),
];

pub(crate) fn check(subject: &CoreSubject<'_>, advice: &mut Vec<Violation>) {
    let now = subject.settings.now;
    let Some((_, supported)) = SUPPORTED_MINORS.iter().find(|(releases, _)| subject.settings.has(releases)) else {
        return;
    };
    let offered = subject.profile.spec.kubernetes.offered().iter().enumerate();
    let unsupported = offered.filter(|(_, version)| {
        let is_supported = |parsed: Version| parsed.major() == 1 && supported.contains(&parsed.minor());
        let is_expired = version.lifecycle().at(now) == Classification::Expired;
        !is_expired && version.version.parse::<Version>().is_ok_and(|parsed| !is_supported(parsed))
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
        "{} does not support Kubernetes `{first}`{again}: it supports 1.{} to 1.{}",
        subject.settings.gardener.running(),
        supported.start(),
        supported.end(),
    );
    let spec = Path::root("spec");
    let kubernetes = spec.field("kubernetes");
    let list = kubernetes.field("versions");
    let item = list.index(*position);
    let violation = Violation::advice(&KUBERNETES_VERSION_UNSUPPORTED, &item.field("version"), *first, detail);
    advice.push(violation.with_items(versions.iter().copied()).with_help("remove such versions, or let them expire"));
}
