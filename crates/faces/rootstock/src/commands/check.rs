//! `check`: all findings in the given profiles and Shoots.

mod baseline;
mod fix;
pub(crate) mod formats;
mod kustomization;
mod old;
mod overlay;
mod rendered;
mod reviews;

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use rootstock_analysis::{Analysis, CheckMode, Checked, Role};
use rootstock_core_model::{CloudProfile, Severity};
use rootstock_document::printable;
use rootstock_provider_api::Registry;
use rootstock_queries::{CheckAnswer, CheckInput, CheckQuery};
use rootstock_report::render::text::NOTHING_CHECKED;
use rootstock_report::{DocumentOutcome, DocumentRecord, Report};

use self::formats::{CheckFormat, FinishedReport, OutputTarget, OutputTargets, StdoutContent};
use self::overlay::BaseWithPatches;
use crate::cli::{CLUSTER, SettingsArguments};
use crate::failure::{Failure, UsageError};
use crate::fleet::ShootReleases;
use crate::garden::name::{ALL_OBJECTS, is_in_garden};
use crate::lock_file::{self, FILE_NAME};
use crate::run::Run;
use crate::threads::map_in_order;
use crate::{Status, Streams, documents, input};

/// The lowest severity at which findings make the run fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum FailOn {
    /// Errors only
    #[default]
    Error,
    /// Errors and warnings
    Warning,
    /// Any finding
    Note,
}

/// The way in which patches that look like objects are laid over a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum PatchType {
    /// Merge the items of lists by name or version, as `kubectl patch` does
    #[default]
    Strategic,
    /// Replace lists, as kustomize does for Gardener's kinds
    Merge,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

/// Check CloudProfiles, NamespacedCloudProfiles and Shoots for what Gardener's admission refuses, and for mismatches
///
/// In a profile, this includes the provider section, and whether both sections match. A NamespacedCloudProfile is checked together
/// with its parent, and a Shoot against its profile; give both with --profile (or --parent), or among the checked files.
///
/// Every document is accounted for: profiles and Shoots are checked, other kinds are listed and skipped, and unreadable documents
/// are findings. A single CloudProfileConfig and the profile in a ManagedCloudProfile are checked as far as possible. If nothing
/// is checked, the exit status is 1. Objects are judged as a desired state, without knowing their previous state; --create and
/// --against judge them as the API server would at that moment. An update of a profile is also checked against the
/// NamespacedCloudProfiles and Shoots that use it.
///
/// An AdmissionReview (admission.k8s.io/v1, as JSON, one or several concatenated) is judged as the create or update that it
/// requests.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Check a file, everything in a directory, or standard input
      rootstock check cloudprofile.yaml
      rootstock check profiles/
      kubectl get cloudprofiles -o yaml | rootstock check -

  Will this change be accepted?
      kubectl get cloudprofile aws -o yaml > old.yaml
      rootstock check new.yaml --against old.yaml

  Will it be refused because it removes something that is in use?
      kubectl get cloudprofiles,namespacedcloudprofiles,shoots -A -o yaml \\
        > old.yaml
      rootstock check new.yaml --against old.yaml
      kubectl rootstock check new.yaml --cluster

  May a project extend the life of that version?
      rootstock check namespacedcloudprofile.yaml --parent cloudprofile.yaml

  Which Shoots would be refused?
      kubectl get cloudprofiles -o yaml > profiles.yaml
      kubectl get shoots -A -o json | jq -c '.items[]' | rootstock check \\
        --profile profiles.yaml -

  How is the AdmissionReview of an API server answered?
      rootstock check review.json --profile profiles.yaml

  What can be fixed automatically? Fix it
      rootstock check profiles/ --diff
      rootstock check profiles/ --fix

  What does this patch do to its profile?
      rootstock check --base profile.yaml patch.yaml

  What do these patches and this chart become?
      rootstock check -k overlays/prod
      rootstock check --helm charts/cloudprofiles --values prod.yaml

  Start with a landscape that has old findings: report only new ones
      rootstock check profiles/ --write-baseline baseline.json
      rootstock check profiles/ --baseline baseline.json

  For the CI of a pull request
      rootstock check profiles/ --format github --output sarif=rootstock.sarif \\
        --output junit=rootstock.xml

  Does the change move an image that workers boot?
      rootstock check profiles/ --locked

  What will Gardener v1.150 itself do, quirks included, on New Year's Day?
      rootstock check cloudprofile.yaml --semantics gardener \\
        --at 2027-01-01T00:00:00Z")]
pub(crate) struct CheckArguments {
    /// Files, directories (read recursively: .yaml, .yml, .json) or - for standard input
    #[arg(value_name = "PATH", required_unless_present_any = [CLUSTER, "kustomize", "helm", "shoots"])]
    #[arg(default_value_if(CLUSTER, "true", ALL_OBJECTS))]
    pub(crate) paths: Vec<PathBuf>,

    /// Shoots to check as well, or with --against, Shoots that use the old profiles: files, directories or -; may be given several
    /// times
    #[arg(long, value_name = "PATH")]
    pub(crate) shoots: Vec<PathBuf>,

    /// Profiles that the Shoots and NamespacedCloudProfiles refer to: files, directories or -
    ///
    /// Profiles among the paths are used as well [default: those listed in rootstock.toml].
    #[arg(long = "profile", short, visible_alias = "parent", value_name = "PATH")]
    pub(crate) profiles: Vec<PathBuf>,

    /// Check this file with the paths laid over it as patches, in their order
    ///
    /// A patch is an object of the same kind and name with some of the fields, or a JSON patch (RFC 6902). Findings are at the place in
    /// the patch or the file that the value comes from.
    #[arg(long, value_name = "FILE", requires = "paths", conflicts_with_all = ["fixes", "kustomize", "helm", CLUSTER])]
    pub(crate) base: Option<PathBuf>,

    /// With --base: the treatment of lists in patches that look like objects
    #[arg(long, value_enum, default_value_t, value_name = "TYPE", requires = "base", hide_short_help = true)]
    pub(crate) patch_type: PatchType,

    /// Check what `kubectl kustomize` (or `kustomize build`) renders from this directory; may be given several times
    ///
    /// Places are in the patch or base that has the value, if it is known, or else in the rendered manifests.
    #[arg(long, short, value_name = "DIRECTORY")]
    pub(crate) kustomize: Vec<PathBuf>,

    /// Check what `helm template` renders from this chart; may be given several times
    ///
    /// Findings name the template, and the place in what it renders.
    #[arg(long, value_name = "CHART")]
    pub(crate) helm: Vec<PathBuf>,

    /// A file with values for --helm; may be given several times
    #[arg(long, value_name = "FILE", requires = "helm", hide_short_help = true)]
    pub(crate) values: Vec<PathBuf>,

    /// Check every object as if it were being created
    #[arg(long, conflicts_with = "against")]
    pub(crate) create: bool,

    /// Judge every object as an update of the object of the same kind and name in this file
    ///
    /// NamespacedCloudProfiles and Shoots that are only in this file count as unchanged users of the profiles.
    #[arg(long, value_name = "OLD")]
    pub(crate) against: Option<PathBuf>,

    /// Turn advice on or off: notes and warnings about accepted objects that should be changed [default: on, or the setting in
    /// rootstock.toml]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub(crate) advice: Option<Switch>,

    /// Apply safe fixes to the files, and report the remaining findings
    ///
    /// With standard input, the fixed document is written to standard output, and the report to standard error.
    #[arg(long, group = "fixes")]
    pub(crate) fix: bool,

    /// With --fix or --diff: also apply suggested fixes, which are probably right; review the result
    #[arg(long, requires = "fixes")]
    pub(crate) unsafe_fixes: bool,

    /// Show the changes of --fix as a unified diff without making them
    ///
    /// The exit status is 1 if there are any changes.
    #[arg(long, group = "fixes")]
    pub(crate) diff: bool,

    /// Exit with status 1 for findings of this severity or a higher one
    #[arg(long, value_enum, default_value_t, value_name = "SEVERITY")]
    pub(crate) fail_on: FailOn,

    /// Exit with status 1 for any finding, like --fail-on note
    #[arg(long, conflicts_with = "fail_on")]
    pub(crate) strict: bool,

    /// Treat findings of this rule as errors, overriding rootstock.toml; may be given several times
    #[arg(long, value_name = "RULE")]
    pub(crate) deny: Vec<String>,

    /// Omit findings of this rule, which must be warnings or notes; may be given several times
    #[arg(long, value_name = "RULE")]
    pub(crate) allow: Vec<String>,

    /// Refuse a change of a CloudProfile with which workers boot other images than the lock says; see `rootstock lock`
    #[arg(long)]
    pub(crate) locked: bool,

    /// The lock
    #[arg(long, value_name = "FILE", requires = "locked", default_value = FILE_NAME, hide_short_help = true)]
    pub(crate) lock: PathBuf,
    /// Leave out the findings that this file lists, and report those that are no longer found
    ///
    /// Findings are recognized by their object, rule and field, with the names of list items; lines do not matter.
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,

    /// Write all findings to this file, for --baseline
    ///
    /// The exit status is then 0. Nothing is written if a document is unreadable.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["baseline", "fixes"])]
    pub(crate) write_baseline: Option<PathBuf>,

    /// Accept objects that cannot be checked, instead of exiting with status 1
    ///
    /// Examples are a Shoot without its profile, a NamespacedCloudProfile without its parent, a kind or provider that resembles a
    /// known one, and nothing to check at all.
    #[arg(long)]
    pub(crate) allow_unchecked: bool,

    #[command(flatten)]
    pub(crate) settings: SettingsArguments,

    /// Output format [default: text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<CheckFormat>,

    /// Add the number of findings by rule and by file to text and concise output
    #[arg(long, hide_short_help = true)]
    pub(crate) statistics: bool,

    /// Write the answer to a file in this format; may be given several times
    ///
    /// Without a file, it goes to standard output, as with --format.
    #[arg(long = "output", value_name = "FORMAT=FILE", conflicts_with = "diff")]
    pub(crate) outputs: Vec<OutputTarget>,
}

impl CheckArguments {
    /// Returns the lowest severity at which findings make the run fail.
    const fn fail_severity(&self) -> Severity {
        if self.strict { Severity::Note } else { self.fail_on.severity() }
    }
}

impl FailOn {
    pub(crate) const fn severity(self) -> Severity {
        match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Note => Severity::Note,
        }
    }
}

pub(super) fn run(arguments: &CheckArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let given = [&arguments.paths, &arguments.profiles, &arguments.shoots].into_iter().flatten();
    let given = given.chain(&arguments.against).chain(&arguments.base);
    input::read_standard_input_once(given)?;
    if arguments.fix && arguments.paths.iter().any(|path| is_in_garden(path)) {
        return Err(UsageError::ClusterInPlace { option: "--fix" }.into());
    }
    if (arguments.fix || arguments.diff) && !(arguments.kustomize.is_empty() && arguments.helm.is_empty()) {
        let option = if arguments.fix { "--fix" } else { "--diff" };
        return Err(UsageError::FixesOfRendered { option }.into());
    }
    let outputs = OutputTargets::of(arguments.format, &arguments.outputs)?;
    let mut run = Run::new(&arguments.settings, registry, streams)?;
    let mut configuration = run.configuration.clone();
    if arguments.locked {
        configuration.refuse_unlocked();
    }
    for rule in &arguments.deny {
        configuration
            .deny(rule, registry)
            .map_err(|reason| UsageError::SeverityOverrideError { option: "--deny", reason })?;
    }
    for rule in &arguments.allow {
        configuration
            .allow(rule, registry)
            .map_err(|reason| UsageError::SeverityOverrideError { option: "--allow", reason })?;
    }
    let against = against(arguments, &run);
    let mode = match &against {
        Some(_) => CheckMode::Update,
        None if arguments.create => CheckMode::Create,
        None => CheckMode::State,
    };
    let known = run.profiles_except(&arguments.paths, &arguments.profiles);
    let inputs = [&arguments.paths, &known, &arguments.values, &arguments.shoots].into_iter().flatten();
    let inputs: Vec<PathBuf> = inputs
        .chain(&against)
        .chain(&arguments.base)
        .chain(&arguments.baseline)
        .chain(arguments.locked.then_some(&arguments.lock))
        .cloned()
        .collect();
    for target in outputs.files().chain(arguments.write_baseline.as_deref()) {
        input::require_no_input(target, &inputs)?;
    }
    let mut analysis = run.analysis();
    analysis.set_mode(mode);
    analysis.set_advice(configuration.advice(arguments.advice.map(|switch| switch == Switch::On)));
    analysis.set_configuration(configuration);
    analysis.set_baseline(arguments.baseline.as_deref().map(baseline::read).transpose()?);
    analysis.set_accepts_unchecked(arguments.allow_unchecked);
    analysis.set_prefers_checked(arguments.profiles.is_empty());
    documents::add_profiles(&mut analysis, &known, run.streams)?;
    let is_fixing = arguments.fix || arguments.diff;
    // Fixing judges documents many times, and has its own cache.
    analysis.set_discards_results(true);
    let standard_input = if is_fixing { fix::read_input(arguments, &outputs, run.streams)? } else { None };
    let patched = match &arguments.base {
        Some(base) => Some(BaseWithPatches::add(&mut analysis, base, arguments, run.streams)?),
        None => None,
    };
    // Patches are not objects, and the users of old profiles are not judged themselves.
    let mut checked_paths = if patched.is_some() { Vec::new() } else { arguments.paths.clone() };
    match &against {
        Some(_) => _ = documents::add(&mut analysis, Role::Old, &arguments.shoots, run.streams),
        None => checked_paths.extend(arguments.shoots.iter().cloned()),
    }
    let paths = documents::add(&mut analysis, Role::Checked, &checked_paths, run.streams);
    rendered::add(&mut analysis, arguments, run.streams);
    let releases = match &against {
        Some(path) => old::add(&mut analysis, path, run.streams)?,
        None => ShootReleases::default(),
    };
    run.take_newest_release(&mut analysis, releases)?;
    let asked = run.resolved;
    if arguments.locked {
        // The lock must be that of the release, which Shoots may name.
        analysis.set_lock(Some(Arc::new(lock_file::load(&arguments.lock, asked, run.streams)?.lock)));
    }
    // Admission reviews have no text that could be fixed.
    let reviews = if is_fixing { Vec::new() } else { reviews::take(&mut analysis) };
    let mode = reviews::mode(&reviews).filter(|_| analysis.input_names(Role::Checked).is_empty());
    let reviewing = (!reviews.is_empty()).then(|| reviews::relate(&reviews, &mut analysis));
    // Fixing caches every document and its findings; each thread would need its own copy.
    let mut checked = if is_fixing { analysis.check() } else { check(&analysis) };
    if let Some(patched) = patched {
        patched.relocate(&mut checked.report);
    }
    rendered::relocate(&mut checked.report, arguments);
    streams.say_all(checked.notices);
    if let Some(reviewing) = reviewing {
        reviews::add(reviews, &reviewing, &mut checked.report);
    }
    if let Some(file) = &arguments.write_baseline {
        let is_complete = !checked.report.documents.iter().any(is_unreadable)
            && ![Role::Known, Role::Old].into_iter().any(|role| analysis.has_unreadable(role));
        match is_complete {
            true => baseline::write(file, &mut checked.report)?,
            false => streams.say_lines(&format!(
                "{} is not written, because an input cannot be read: its findings are unknown",
                printable(file.display().to_string())
            )),
        }
    }
    let is_nothing_checked = checked.report.summary().checked() == 0;
    // The report contains everything to write. With thousands of findings, keeping the analysis as well takes much memory.
    let mut known = analysis.without_checked();
    if let Some(mode) = mode {
        known.set_mode(mode);
    }
    let over = CheckInput { analysis: &known, asked };
    let status = if is_fixing {
        fix::run(over, (analysis, checked.report), arguments, &outputs, standard_input.as_deref(), &paths, streams)?
    } else {
        drop(analysis);
        let diff_command = diff_command(&checked.report, arguments);
        let status = status(&checked.report, arguments);
        let finished = finished(over, checked.report, arguments, diff_command);
        outputs.write(&finished, StdoutContent::ReportOnly, streams)?;
        status
    };
    if is_nothing_checked && streams.is_quiet() && status == Status::Findings {
        // The summary is left out.
        streams.say_lines(NOTHING_CHECKED);
    }
    let is_incomplete = known.has_unreadable(Role::Known) || known.has_unreadable(Role::Old);
    Ok(if is_incomplete { Status::Unreadable } else { status })
}

/// Returns the result of a check. `diff_command` shows the effects of an update.
fn finished<'a>(
    over: CheckInput<'a>,
    report: Report,
    arguments: &CheckArguments,
    diff_command: Option<String>,
) -> FinishedReport<'a, CheckQuery> {
    let (report, sources) = report.into_answer();
    FinishedReport {
        registry: over.analysis.registry(),
        answer: CheckAnswer::new(over, report),
        report: |answer| &answer.report,
        sources,
        fail_severity: arguments.fail_severity(),
        counts_findings: arguments.statistics,
        fix_command: "rootstock check --fix",
        counts_suggested_fixes: (arguments.fix || arguments.diff) && !arguments.unsafe_fixes,
        last_line: diff_command
            .map(|way| format!("for the effects of the update on machine types, images and Shoots: {way}")),
    }
}

/// Checks the documents in parallel.
fn check(analysis: &Analysis) -> Checked {
    let check = analysis.start_check();
    // One document at a time, because checking takes longer than passing it on.
    let judge = |(): &mut (), document| check.judge(document);
    map_in_order(check.documents(), |_| usize::MAX, || (), judge, |judged| check.report(judged))
}

/// Returns the path of the old objects. Files are compared with the garden, if there is one.
fn against(arguments: &CheckArguments, run: &Run<'_>) -> Option<PathBuf> {
    let are_files = !arguments.paths.iter().any(|path| is_in_garden(path));
    let garden = || (run.streams.input.has_garden() && are_files && !arguments.create).then(|| ALL_OBJECTS.into());
    arguments.against.clone().or_else(garden)
}

/// Returns the command that shows the effects of an update, because a profile that passes may still change much.
fn diff_command(report: &Report, arguments: &CheckArguments) -> Option<String> {
    // `diff` does not take patches.
    let old = arguments.against.as_ref().filter(|_| arguments.base.is_none())?.display();
    let is_profile = |document: &DocumentRecord| {
        document.outcome == DocumentOutcome::Checked && document.kind.ends_with(CloudProfile::KIND)
    };
    report.documents.iter().any(is_profile).then(|| match arguments.paths.as_slice() {
        [new] => format!("rootstock diff {old} {}", new.display()),
        _ => format!("rootstock diff {old} NEW"),
    })
}

fn is_unreadable(document: &DocumentRecord) -> bool {
    document.outcome == DocumentOutcome::Unreadable
}

fn status(report: &Report, arguments: &CheckArguments) -> Status {
    if report.documents.iter().any(is_unreadable) {
        Status::Unreadable
    } else if report.worst().is_some_and(|worst| worst <= arguments.fail_severity()) {
        Status::Findings
    } else if report.summary().checked() == 0 && !arguments.allow_unchecked {
        // A check of nothing is not clean, because the expected input is missing.
        Status::Findings
    } else {
        Status::Clean
    }
}
