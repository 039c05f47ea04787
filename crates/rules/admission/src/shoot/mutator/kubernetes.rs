//! Kubernetes versions that are written in part.

use rootstock_core_model::{Path, Source, Violation};
use rootstock_judge::Judge;
use rootstock_versioning::{Classification, Version};

use super::MutatedShoot;
use crate::shoot::filled_in::PassedVersion;
use crate::shoot::partial_version::VersionPattern;
use crate::shoot::{FillReason, Filled, ShootOperation};

rootstock_core_model::rules! {
    SHOOT_KUBERNETES_VERSION_MALFORMED: Error, since "0.1.0", Source::Gardener;
    SHOOT_KUBERNETES_VERSION_WITHOUT_MATCH: Error, since "0.1.0", Source::Gardener;
}

/// Fills in the control plane's version and the versions of workers that specify one.
pub(super) fn fill_in(mutated: &mut MutatedShoot, operation: ShootOperation<'_>, judge: Judge<'_>) {
    let spec = Path::root("spec");
    let kubernetes = spec.field("kubernetes");
    let path = kubernetes.field("version");
    let old = operation.old().map(|old| old.spec.kubernetes.version.as_str());
    match resolve(judge, &mutated.shoot.spec.kubernetes.version, old, &path) {
        Ok(Some(filled)) => {
            mutated.shoot.spec.kubernetes.version.clone_from(&filled.value);
            mutated.filled.push(filled);
        }
        Ok(None) => {}
        Err(violation) => {
            mutated.violations.push(*violation);
            mutated.unfilled.kubernetes = true;
        }
    }
    let provider = spec.field("provider");
    let list = provider.field("workers");
    let old_workers = operation.old_workers();
    for (index, worker) in mutated.shoot.spec.provider.workers.iter_mut().enumerate() {
        let old = old_workers.get(worker.name.as_str()).copied().and_then(|old| old.kubernetes_version());
        let Some(version) = worker.kubernetes.as_mut().and_then(|kubernetes| kubernetes.version.as_mut()) else {
            continue;
        };
        let item = list.index(index);
        let kubernetes = item.field("kubernetes");
        match resolve(judge, version, old, &kubernetes.field("version")) {
            Ok(Some(filled)) => {
                version.clone_from(&filled.value);
                mutated.filled.push(filled);
            }
            Ok(None) => {}
            Err(violation) => {
                mutated.violations.push(*violation);
                mutated.unfilled.worker_kubernetes.insert(index);
                if judge.quirks().findings.shoot_errors_hide_others {
                    return;
                }
            }
        }
    }
}

/// Resolves a version text to a version; `None` if the text is left as it is.
fn resolve(judge: Judge<'_>, text: &str, old: Option<&str>, path: &Path<'_>) -> Result<Option<Filled>, Box<Violation>> {
    let quirks = judge.quirks();
    let wanted = VersionPattern::parse(text, quirks.shoot.four_part_versions_are_major_only);
    match &wanted {
        VersionPattern::Exactly => return Ok(None),
        VersionPattern::Malformed { part } => {
            let bad = if quirks.findings.gardener_paths { part } else { text };
            let detail = if part == text {
                "it is neither a version nor part of one; write a whole version, such as `1.33.5`, or its beginning: `1.33`"
                    .to_owned()
            } else {
                format!(
                    "`{part}` is not a valid number; write a whole version, such as `1.33.5`, or its beginning: `1.33`"
                )
            };
            return Err(Box::new(Violation::invalid(&SHOOT_KUBERNETES_VERSION_MALFORMED, path, bad, detail)));
        }
        VersionPattern::Part { .. } => {}
    }
    let mut fitting: Vec<(Version, Classification)> = Vec::new();
    for offered in judge.profile().spec().kubernetes.offered() {
        if let Ok(version) = offered.version.parse::<Version>()
            && wanted.includes(&version)
        {
            fitting.push((version, offered.lifecycle().at(judge.settings().now)));
        }
    }
    let supported = fitting.iter().filter(|(_, now)| *now == Classification::Supported).map(|(version, _)| version);
    let best = supported.max();
    // A version in use is a whole version, unless the stored object is invalid.
    let old = old.filter(|old| VersionPattern::parse(old, false) == VersionPattern::Exactly);
    let in_use = old.and_then(|old| old.parse::<Version>().ok()).filter(|old| wanted.includes(old));
    if let Some(in_use) = in_use.filter(|_| !quirks.shoot.partial_version_may_downgrade)
        && best.is_none_or(|best| *best < in_use)
    {
        let because = match best {
            Some(best) => FillReason::NoDowngrade { instead: best.to_string() },
            None => FillReason::Kept,
        };
        return Ok(Some(filled(path, text, old.unwrap_or_default().to_owned(), because)));
    }
    let Some(best) = best else { return Err(Box::new(none_fits(judge, text, &fitting, path))) };
    let higher = fitting.iter().filter(|(version, _)| version > best);
    let passed_over =
        higher.map(|(version, now)| PassedVersion { version: version.to_string(), classification: now.clone() });
    let because = FillReason::HighestSupported { wanted: text.to_owned(), passed_over: passed_over.collect() };
    Ok(Some(filled(path, text, best.to_string(), because)))
}

fn filled(path: &Path<'_>, before: &str, value: String, because: FillReason) -> Filled {
    let before = (!before.is_empty()).then(|| before.to_owned());
    Filled { path: path.to_field_path(), before, value, because }
}

fn none_fits(judge: Judge<'_>, text: &str, fitting: &[(Version, Classification)], path: &Path<'_>) -> Violation {
    let detail = match fitting {
        [] if text.is_empty() => "the profile offers no Kubernetes version".to_owned(),
        [] => "the profile offers no version that begins with these numbers".to_owned(),
        fitting => {
            let what: Vec<String> =
                fitting.iter().take(8).map(|(version, now)| format!("{version} is {now}")).collect();
            format!("only supported versions are filled in, and of the matching versions {}", what.join(", "))
        }
    };
    let supported = judge
        .profile()
        .spec()
        .kubernetes
        .offered()
        .iter()
        .filter(|version| version.lifecycle().at(judge.settings().now) == Classification::Supported);
    let highest = supported.filter_map(|version| version.version.parse::<Version>().ok()).max();
    let violation = Violation::invalid(&SHOOT_KUBERNETES_VERSION_WITHOUT_MATCH, path, text, detail);
    match (fitting.iter().find(|(_, now)| now.is_active()), highest) {
        (Some((version, _)), _) => violation.with_help(format!("to use `{version}` anyway, write it in full")),
        (None, Some(highest)) => violation.with_help(format!("the highest supported version is `{highest}`")),
        (None, None) => violation,
    }
}
