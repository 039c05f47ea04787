//! `check`: everything that is wrong with the profiles and Shoots given.

mod fix;

use std::io;
use std::path::Path;

use rootstock_analysis::{Analysis, Judgement, Role};
use rootstock_core_model::Severity;
use rootstock_provider_api::Registry;
use rootstock_report::render::{json, text};
use rootstock_report::{Outcome, Report};

use crate::cli::{CheckArguments, FailOn, Format, Switch};
use crate::run::Run;
use crate::status::Failure;
use crate::streams::VERSION;
use crate::{Status, Streams, configuration_file, documents, input};
use rootstock_queries::AppliedSettings;

/// What was judged, as JSON answers give it.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct CheckSettings {
    #[serde(flatten)]
    settings: AppliedSettings,
    operation: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    configuration: Option<String>,
}

pub(super) fn run(arguments: &CheckArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    input::read_standard_input_once(arguments.paths.iter().chain(&arguments.profiles).chain(&arguments.against))?;
    let configuration = configuration_file::load(arguments.config.as_deref(), !arguments.no_config, registry)?;
    let run = Run::new(&arguments.answer.settings, registry, streams);
    let (judgement, operation) = match &arguments.against {
        Some(_) => (Judgement::Update, "update"),
        None if arguments.create => (Judgement::Create, "create"),
        None => (Judgement::State, "state"),
    };
    let name = configuration.name().map(str::to_owned);
    let settings = CheckSettings { settings: run.resolved.into(), operation, configuration: name };
    let mut analysis = run.analysis();
    analysis.set_judgement(judgement);
    analysis.set_advice(configuration.advice(arguments.advice.map(|switch| switch == Switch::On)));
    analysis.set_configuration(configuration);
    if let Some(path) = &arguments.against {
        add_old(&mut analysis, path, streams)?;
    }
    documents::add_profiles(&mut analysis, &arguments.profiles, streams)?;
    let mends = arguments.fix || arguments.diff;
    let standard_input = if mends { fix::read_input(arguments, streams)? } else { None };
    documents::add(&mut analysis, Role::Checked, &arguments.paths, streams);
    let checked = analysis.check();
    streams.say_all(checked.notices);
    let status = if mends {
        fix::run(&analysis, arguments, standard_input.as_deref(), settings, streams)?
    } else {
        let (format, width) = (arguments.answer.format, streams.width());
        write_report(&checked.report, format, settings, width, &mut streams.of_format(format))?;
        status(&checked.report, arguments.fail_on)
    };
    Ok(if analysis.has_unreadable(Role::Known) { Status::Unreadable } else { status })
}

/// What was there before.
fn add_old(analysis: &mut Analysis, path: &Path, streams: &mut Streams) -> Result<(), Failure> {
    let name = documents::require(analysis, Role::Old, path, streams)?;
    if analysis.objects(Role::Old, &name).next().is_none() {
        return Err(Failure::Unreadable(format!(
            "there is no CloudProfile, NamespacedCloudProfile or Shoot in {name}"
        )));
    }
    Ok(())
}

fn write_report(
    report: &Report,
    format: Format,
    settings: CheckSettings,
    width: usize,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match format {
        Format::Json => json::render(report, settings, VERSION, out),
        Format::Text => text::render(report, text::TextOptions { width, ..text::TextOptions::default() }, out),
    }
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
