//! `spec.kubernetes`.

use rootstock_core_model::{BadValue, ExpirableVersion, Path, Source, Violation};
use rootstock_versioning::{Classification, Version};

use super::versions::{self, Versioned};
use crate::bad_value::json_string;
use crate::scope::Scope;
use crate::seen::{Seen, with_first_occurrence};

rootstock_core_model::rules! {
    KUBERNETES_VERSIONS_MISSING: Error, since "0.1.0", Source::Gardener;
    KUBERNETES_LATEST_UNKNOWN: Error, since "0.1.0", Source::Gardener;
    KUBERNETES_LATEST_EXPIRES: Error, since "0.1.0", Source::VersioningGuide("Version Requirements (Kubernetes and Machine Image)");
    KUBERNETES_LATEST_STAGE_EXPIRES: Error, since "0.1.0", Source::VersioningGuide("Version Requirements (Kubernetes and Machine Image)");
    KUBERNETES_VERSION_FORM: Error, since "0.1.0", Source::Gardener;
    KUBERNETES_VERSION_DUPLICATE: Error, since "0.1.0", Source::Gardener;
}

pub(crate) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    let kubernetes = scope.path.field("kubernetes");
    let list = kubernetes.field("versions");
    let offered = scope.spec.kubernetes.offered();
    if scope.is_whole() {
        if offered.is_empty() {
            findings.push(Violation::required(
                &KUBERNETES_VERSIONS_MISSING,
                &list,
                "name at least one Kubernetes version",
            ));
        }
        check_latest(scope, offered, &list, findings);
    }
    check_form(scope, offered, &list, findings);
    versions::check_list(scope, offered, &list, findings);
}

/// Checks that the latest version does not expire.
fn check_latest(scope: &Scope<'_>, offered: &[ExpirableVersion], list: &Path<'_>, findings: &mut Vec<Violation>) {
    let mut latest: Option<(usize, &ExpirableVersion, Version)> = None;
    let mut readable = !offered.is_empty();
    for (position, entry) in offered.iter().enumerate() {
        match entry.version.parse::<Version>() {
            // Of equal versions, the first counts as the latest.
            Ok(version) if latest.as_ref().is_none_or(|(_, _, highest)| version > *highest) => {
                latest = Some((position, entry, version));
            }
            Ok(_) => {}
            Err(_) => {
                readable = false;
                // A malformed version is reported as such; this one has numbers that are too large to compare.
                if !scope.quirks().findings.follow_up_errors && has_kubernetes_form(&entry.version) {
                    let item = list.index(position);
                    let detail = "the version cannot be compared with the others: its numbers are too large";
                    let path = item.field("version");
                    findings.push(Violation::invalid(
                        &KUBERNETES_LATEST_UNKNOWN,
                        &path,
                        entry.version.as_str(),
                        detail,
                    ));
                }
            }
        }
    }
    if !readable && scope.quirks().findings.follow_up_errors {
        let detail = "the latest version cannot be determined";
        findings.push(Violation::invalid(&KUBERNETES_LATEST_UNKNOWN, list, "", detail));
        return;
    }
    let Some((position, entry, _)) = latest else { return };
    let item = if scope.quirks().findings.gardener_paths { list.field("") } else { list.index(position) };
    check_latest_expires(scope, entry, &item, findings);
}

/// Reports a latest version that expires; `item` is its path.
fn check_latest_expires(scope: &Scope<'_>, entry: &ExpirableVersion, item: &Path<'_>, findings: &mut Vec<Violation>) {
    let text = &entry.version;
    if let Some(date) = entry.expiration_date {
        let detail = format!("`{text}` is the latest Kubernetes version, which cannot have an expiration date");
        let bad = date.to_string();
        findings.push(
            Violation::invalid(&KUBERNETES_LATEST_EXPIRES, &item.field("expirationDate"), bad, detail)
                .with_help("remove the date, or add a later version that has none"),
        );
    }
    let stages = entry.lifecycle.as_deref().unwrap_or_default();
    if stages.last().is_some_and(|stage| stage.classification == Classification::Expired) {
        let detail = format!("`{text}` is the latest Kubernetes version, which cannot have the stage `expired`");
        let path = item.field("lifecycle");
        let violation = if scope.quirks().findings.gardener_paths {
            // Gardener shows the expiration date, which versions with stages do not have.
            let bad = entry.expiration_date.map(|date| BadValue::from(date.to_string())).unwrap_or_default();
            Violation::invalid(&KUBERNETES_LATEST_STAGE_EXPIRES, &path, bad, detail)
        } else {
            let stage = path.index(stages.len().saturating_sub(1));
            Violation::invalid(&KUBERNETES_LATEST_STAGE_EXPIRES, &stage.field("classification"), "expired", detail)
        };
        findings.push(violation.with_help("remove the stage, or add a later version that does not expire"));
    }
}

/// Checks that versions have the form of Kubernetes versions and are unique.
fn check_form(scope: &Scope<'_>, offered: &[ExpirableVersion], list: &Path<'_>, findings: &mut Vec<Violation>) {
    let mut seen = Seen::default();
    for (position, entry) in offered.iter().enumerate() {
        let text = entry.version.as_str();
        let item = list.index(position);
        let path = item.field("version");
        if !has_kubernetes_form(text) {
            let detail = "a Kubernetes version has the form MAJOR.MINOR.PATCH, three numbers";
            let violation = if scope.quirks().findings.gardener_paths {
                Violation::invalid(&KUBERNETES_VERSION_FORM, &item, whole_version(entry), detail)
            } else {
                Violation::invalid(&KUBERNETES_VERSION_FORM, &path, text, detail)
            };
            findings.push(match text.strip_prefix('v').filter(|rest| has_kubernetes_form(rest)) {
                Some(rest) => violation.with_help(format!("write `{rest}`, without the `v`")),
                None => violation,
            });
            continue;
        }
        if let Some(first) = seen.repeats(text, position) {
            let violation = Violation::duplicate(&KUBERNETES_VERSION_DUPLICATE, &path, text);
            findings.push(with_first_occurrence(violation, list.index(first).field("version").to_field_path()));
        }
    }
}

/// Returns whether the text is three numbers separated by dots; leading zeros are accepted.
pub(crate) fn has_kubernetes_form(text: &str) -> bool {
    let mut numbers = 0;
    text.split('.').all(|number| {
        numbers += 1;
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    }) && numbers == 3
}

/// Renders a whole version as Gardener shows it: its internal object as JSON.
fn whole_version(entry: &ExpirableVersion) -> BadValue {
    let quoted = |text: Option<String>| text.map_or_else(|| "null".to_owned(), |text| json_string(&text));
    let classification = |name: &Classification| json_string(name.as_str());
    let lifecycle = entry.lifecycle.as_ref().map_or_else(
        || "null".to_owned(),
        |stages| {
            let stages: Vec<String> = stages
                .iter()
                .map(|stage| {
                    format!(
                        r#"{{"Classification":{},"StartTime":{}}}"#,
                        classification(&stage.classification),
                        quoted(stage.start_time.map(|start| start.to_string())),
                    )
                })
                .collect();
            format!("[{}]", stages.join(","))
        },
    );
    BadValue::Rendered(format!(
        r#"{{"Version":{},"ExpirationDate":{},"Classification":{},"Lifecycle":{lifecycle}}}"#,
        json_string(entry.version()),
        quoted(entry.expiration_date.map(|date| date.to_string())),
        entry.classification.as_ref().map_or_else(|| "null".to_owned(), classification),
    ))
}
