//! `upkeep verify`: compares a profile with what clouds and vendors print.

use clap::Args;
use rootstock_core_model::{Applicability, Severity, counted};
use rootstock_provider_api::Registry;
use rootstock_queries::{ComparedParts, VerifyAnswer, VerifyInput, VerifyQuery};
use rootstock_report::{FixSet, Report, unified_diff};
use rootstock_sources::files::path_name;

use super::facts::{FactArguments, say_without_meaning};
use crate::cli::{CloudProfileArguments, SettingsArguments};
use crate::commands::check::FailOn;
use crate::commands::check::formats::{CheckFormat, FinishedReport, OutputTarget, OutputTargets, StdoutContent};
use crate::failure::{Failure, InputError};
use crate::run::Run;
use crate::{Status, Streams, document, input, rewrite};

/// Compare the references and machine types of a CloudProfile with what clouds and vendors print
///
/// Finds images that are gone, rebuilt, deprecated, not shared or not in a region, images and machine types with another
/// architecture, boot mode or size than the profile says, and machine types that a zone does not have. Gardener accepts such a
/// profile, so findings are warnings and notes. What no list mentions is not a finding; the last line has the numbers of compared
/// parts.
///
/// An image that a complete list of its region does not have is gone. Limit the comparison with --image if the lists are only about
/// one machine image.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Are all images still there, and what are they?
      aws ec2 describe-images --region eu-west-1 --owners 123456789012 \\
        > eu-west-1.json
      rootstock upkeep verify aws.yaml eu-west-1=eu-west-1.json \\
        --image gardenlinux --names 'gardenlinux-*-{architecture}-{version}-*'

  Which zones have the machine types?
      az vm list-skus --all --output json > skus.json
      rootstock upkeep verify azure.yaml skus.json

  Refer to the images that exist, and correct sizes and zones
      rootstock upkeep verify aws.yaml published.yaml --in-place

Exit status: 0 no warnings, 1 findings, 2 the profile is not a CloudProfile, 3 something cannot be read, or nothing in \
the lists is about the profile.")]
pub(super) struct VerifyArguments {
    #[command(flatten)]
    profile: CloudProfileArguments,

    #[command(flatten)]
    facts: FactArguments,

    /// Show the fixes as a unified diff without making them
    #[arg(long, conflicts_with_all = ["in_place", "outputs", "format"])]
    diff: bool,

    /// Make the fixes in the file, and report the remaining findings. Review them with `rootstock diff`: fixed references boot
    /// other images
    #[arg(long)]
    in_place: bool,

    /// Exit with status 1 for findings of this severity or a higher one
    #[arg(long, value_enum, default_value_t = FailOn::Warning, value_name = "SEVERITY")]
    fail_on: FailOn,

    #[command(flatten)]
    settings: SettingsArguments,

    /// Output format [default: text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<CheckFormat>,

    /// Add the number of findings by rule and by file to text and concise output
    #[arg(long)]
    statistics: bool,

    /// Write the answer to a file in this format; may be given several times
    ///
    /// Without a file, it goes to standard output, as with --format.
    #[arg(long = "output", value_name = "FORMAT=FILE")]
    outputs: Vec<OutputTarget>,
}

pub(super) fn run(arguments: &VerifyArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let facts = arguments.facts.paths();
    input::read_standard_input_once(std::iter::once(&arguments.profile.path).chain(&facts))?;
    if arguments.in_place {
        input::require_file(&arguments.profile.path, "--in-place")?;
    }
    let outputs = OutputTargets::of(arguments.format, &arguments.outputs)?;
    let mut run = Run::new(&arguments.settings, registry, streams)?;
    let mut found = document::load(&arguments.profile, &[], &mut run)?;
    let asked = run.resolved;
    let configuration = run.configuration.clone();
    found.analysis.set_configuration(configuration);
    arguments.facts.check_image(&found.profile)?;
    let query = VerifyQuery { facts: arguments.facts.read(run.streams)?, meanings: run.configuration.facts().to_vec() };
    let streams = run.streams;
    let input = VerifyInput { analysis: &found.analysis, profile: &found.profile, asked };
    let (mut report, mut compared) = query.verify(input)?;
    let fixed = fixed(&report).filter(|_| arguments.in_place || arguments.diff);
    let mut after = None;
    if let Some(text) = fixed {
        let path = &arguments.profile.path;
        if arguments.diff {
            let diff = unified_diff(path.as_os_str().as_encoded_bytes(), found.text(), &text);
            streams.out.raw().write_all(diff.as_bytes())?;
            return Ok(status(&report, arguments));
        }
        rewrite::replace(path, found.text(), &text)
            .map_err(|reason| InputError::ReplaceError { file: path_name(path), reason })?;
        let mut analysis = found.analysis.clone();
        analysis.set(rootstock_analysis::Role::Checked, found.source().name(), text.as_bytes());
        let profile =
            analysis.profile(found.profile.key()).map_err(|_| Failure::Internal("a fixed profile is gone"))?;
        (report, compared) = query.verify(VerifyInput { analysis: &analysis, profile: &profile, asked })?;
        after = Some((analysis, profile));
    }
    let input = match &after {
        Some((analysis, profile)) => VerifyInput { analysis, profile, asked },
        None => input,
    };
    let status = status(&report, arguments);
    let without_meaning = query.without_meaning(&found.profile);
    say_without_meaning(&without_meaning, streams);
    let (report, sources) = report.into_answer();
    let mut answer = VerifyAnswer::new(input, compared, report);
    answer.without_meaning = without_meaning;
    let finished: FinishedReport<'_, VerifyQuery> = FinishedReport {
        registry,
        answer,
        report: |answer| &answer.report,
        sources,
        fail_severity: arguments.fail_on.severity(),
        counts_findings: arguments.statistics,
        fix_command: "rootstock upkeep verify --in-place",
        counts_suggested_fixes: false,
        last_line: Some(account(compared)),
    };
    outputs.write(&finished, StdoutContent::ReportOnly, streams)?;
    Ok(status)
}

/// Returns the text with the fixes made; `None` if there are none.
fn fixed(report: &Report) -> Option<String> {
    let fixes = FixSet::of(report, Applicability::Suggested, |_| true);
    fixes.texts(report).map(|(_, text)| text).next()
}

fn status(report: &Report, arguments: &VerifyArguments) -> Status {
    let fails = |worst: Severity| worst <= arguments.fail_on.severity();
    if report.worst().is_some_and(fails) { Status::Findings } else { Status::Clean }
}

/// Returns the numbers of compared parts.
fn account(compared: ComparedParts) -> String {
    format!(
        "compared {} of {}, {} of {}, and {}",
        compared.references,
        counted(compared.all_references, "reference"),
        compared.machine_types,
        counted(compared.all_machine_types, "machine type"),
        counted(compared.zones, "zone"),
    )
}
