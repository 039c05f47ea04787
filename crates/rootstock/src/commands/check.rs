//! `check`: everything that is wrong with the profiles given.

use std::path::Path;

use rootstock_admission::{canonicalise_cloud_profile, default_cloud_profile};
use rootstock_core_model::{Settings, Severity};
use rootstock_provider_api::Registry;
use rootstock_report::render::{json, text};
use rootstock_report::{DocumentRecord, Outcome, Report, SourceText};

use crate::cli::{CheckArguments, FailOn, Format, SettingsJson};
use crate::examine::{Conditions, Judgement, Profiles, examine};
use crate::status::Failure;
use crate::{Status, Streams, clock, input};

/// What was judged, as JSON answers give it.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct CheckSettings {
    #[serde(flatten)]
    settings: SettingsJson,
    operation: &'static str,
}

pub(super) fn run(arguments: &CheckArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let standard_input = Path::new("-");
    let twice = arguments.paths.iter().map(|path| path.as_path()).chain(arguments.against.as_deref());
    if twice.filter(|path| *path == standard_input).count() > 1 {
        return Err(Failure::Usage("standard input (-) can be read only once".to_owned()));
    }
    let resolved = arguments.settings.resolve(clock::now);
    let old = match &arguments.against {
        Some(path) => Some(old_profiles(path, registry, &resolved.settings, streams)?),
        None => None,
    };
    let judgement = match &old {
        Some(old) => Judgement::Update(old),
        None if arguments.create => Judgement::Create,
        None => Judgement::State,
    };
    let conditions = Conditions { registry, settings: &resolved.settings, judgement };
    let report = examine_all(arguments, conditions, streams);
    let operation = match judgement {
        Judgement::State => "state",
        Judgement::Create => "create",
        Judgement::Update(_) => "update",
    };
    match arguments.format.format {
        Format::Json => {
            let settings = CheckSettings { settings: resolved.into(), operation };
            json::render(&report, settings, super::VERSION, streams.out())?;
        }
        Format::Text => {
            let options = text::TextOptions { width: streams.width(), ..text::TextOptions::default() };
            text::render(&report, options, streams.out())?;
        }
    }
    Ok(status(&report, arguments.fail_on))
}

fn examine_all(arguments: &CheckArguments, conditions: Conditions<'_>, streams: &mut Streams) -> Report {
    let mut report = Report::default();
    for found in input::find(&arguments.paths) {
        let input = match found {
            Ok(path) => input::read(&path, streams),
            Err(unreachable) => unreachable,
        };
        match input.bytes {
            Ok(bytes) => {
                let examined = examine(&input.name, &bytes, conditions, &mut report);
                if let Judgement::Update(old) = conditions.judgement {
                    for name in
                        examined.iter().map(|it| &it.profile.metadata.name).filter(|name| !old.contains_key(*name))
                    {
                        streams.say(&format!("there is no old `{name}`: it is judged as a new object"));
                    }
                }
            }
            Err(reason) => {
                streams.say(&format!("cannot read {}: {reason}", input.name));
                let source = report.add_source(SourceText::new(&input.name, ""));
                report.documents.push(DocumentRecord {
                    source,
                    place: None,
                    api_version: String::new(),
                    kind: String::new(),
                    name: String::new(),
                    outcome: Outcome::Unreadable,
                    reason,
                });
            }
        }
    }
    report.sort();
    report
}

/// What was there before, in the form in which it is stored.
fn old_profiles(
    path: &Path,
    registry: &Registry,
    settings: &Settings,
    streams: &mut Streams,
) -> Result<Profiles, Failure> {
    let (name, bytes) = input::require(path, streams)?;
    let mut report = Report::default();
    let conditions = Conditions { registry, settings, judgement: Judgement::State };
    let examined = examine(&name, &bytes, conditions, &mut report);
    if report.summary().unreadable > 0 {
        return Err(Failure::Unreadable(format!("cannot read {name}: see `rootstock check {name}`")));
    }
    if examined.is_empty() {
        return Err(Failure::Unreadable(format!("there is no CloudProfile in {name}")));
    }
    let stored = examined.into_iter().map(|examined| {
        let mut profile = examined.profile;
        default_cloud_profile(&mut profile);
        canonicalise_cloud_profile(&mut profile, None);
        (profile.metadata.name.clone(), profile)
    });
    Ok(stored.collect())
}

fn status(report: &Report, fail_on: FailOn) -> Status {
    let fails = match fail_on {
        FailOn::Error => Severity::Error,
        FailOn::Warning => Severity::Warning,
    };
    if report.documents.iter().any(|document| document.outcome == Outcome::Unreadable) {
        Status::Unreadable
    } else if report.worst().is_some_and(|worst| worst <= fails) {
        Status::Findings
    } else {
        Status::Clean
    }
}
