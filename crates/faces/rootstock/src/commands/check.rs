//! `check`: everything that is wrong with the profiles and Shoots given.

mod fix;
mod forms;
mod reviews;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use rootstock_analysis::{Analysis, Checked, Judgement, Role};
use rootstock_core_model::{CloudProfile, Severity};
use rootstock_provider_api::Registry;
use rootstock_queries::CheckAsked;
use rootstock_report::{DocumentOutcome, DocumentRecord, Report};

use self::forms::{Answered, Beside, CheckForm, Output, Outputs};
use crate::cli::{CLUSTER, SettingsArguments};
use crate::failure::{Failure, Unusable, Usage, Wanted};
use crate::garden::name::{EVERYTHING, is_in_garden};
use crate::run::Run;
use crate::threads::map_in_order;
use crate::{Status, Streams, documents, input};

/// From which severity on findings make the run fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum FailOn {
    /// Errors only
    #[default]
    Error,
    /// Errors and warnings
    Warning,
    /// Anything that is found
    Note,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

/// Check CloudProfiles, NamespacedCloudProfiles and Shoots: what Gardener's admission refuses, and what does not fit
///
/// Of a profile, the provider's part is checked as well, and how the two fit each other. A NamespacedCloudProfile is
/// checked beside its parent, and a Shoot by its profile; both are given with --profile (or --parent), or stand among what
/// is checked.
///
/// Every document that is given is accounted for: profiles and Shoots are checked, other kinds are named and skipped, and
/// what cannot be read is a finding. A CloudProfileConfig by itself and the profile in a ManagedCloudProfile are checked as
/// far as they go. When nothing is checked the exit status is 1. An object is judged as a desired state, without knowing what was there before;
/// --create and --against judge it as the API server would at that moment. An update of a profile is also held against the
/// NamespacedCloudProfiles and Shoots that use it.
///
/// An AdmissionReview (admission.k8s.io/v1, as JSON, one or one behind the other) is judged as the create or update that it asks for.
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

  Will it be refused because somebody uses what it removes?
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

  What would have been said to what an API server asked a webhook?
      rootstock check review.json --profile profiles.yaml

  What can be mended by machine? Mend it
      rootstock check profiles/ --diff
      rootstock check profiles/ --fix

  For the machinery around a pull request
      rootstock check profiles/ --format github --output sarif=rootstock.sarif \\
        --output junit=rootstock.xml

  What will Gardener v1.150 itself do, quirks included, on New Year's Day?
      rootstock check cloudprofile.yaml --semantics gardener \\
        --at 2027-01-01T00:00:00Z")]
pub(crate) struct CheckArguments {
    /// Files, directories (read recursively: .yaml, .yml, .json) or - for standard input
    #[arg(value_name = "PATH", required_unless_present = CLUSTER, default_value_if(CLUSTER, "true", EVERYTHING))]
    pub(crate) paths: Vec<PathBuf>,

    /// The profiles that Shoots and NamespacedCloudProfiles are checked by, beside those among the paths: files,
    /// directories or - [default: those that rootstock.toml names]
    #[arg(long = "profile", short, visible_alias = "parent", value_name = "PATH")]
    pub(crate) profiles: Vec<PathBuf>,

    /// Judge every object as a new one: nothing is accepted because it was there before
    #[arg(long, conflicts_with = "against")]
    pub(crate) create: bool,

    /// Judge every object as an update of the one of the same kind and name in this file; NamespacedCloudProfiles and
    /// Shoots that stand only there stay as they are, and use the profiles that change
    #[arg(long, value_name = "OLD")]
    pub(crate) against: Option<PathBuf>,

    /// Whether to give advice beside findings: notes and warnings about what is accepted and should be changed
    /// [default: on, or what rootstock.toml says]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub(crate) advice: Option<Switch>,

    /// Make the fixes that are safe in the files themselves, and report what remains; standard input goes to standard
    /// output, mended, and the report to standard error
    #[arg(long, group = "fixes")]
    pub(crate) fix: bool,

    /// With --fix or --diff: make suggested fixes as well, which are probably right; look at what comes of them
    #[arg(long, requires = "fixes")]
    pub(crate) unsafe_fixes: bool,

    /// Show what --fix would change as a unified diff, and change nothing; exit status 1 if there is anything
    #[arg(long, group = "fixes")]
    pub(crate) diff: bool,

    /// From which severity on findings make the exit status 1
    #[arg(long, value_enum, default_value_t, value_name = "SEVERITY")]
    pub(crate) fail_on: FailOn,

    /// Let everything that is found make the exit status 1, as --fail-on note does
    #[arg(long, conflicts_with = "fail_on")]
    pub(crate) strict: bool,

    /// Make findings of a rule errors, whatever rootstock.toml says; may be given several times
    #[arg(long, value_name = "RULE")]
    pub(crate) deny: Vec<String>,

    /// Leave findings of a rule out, warnings and notes only; may be given several times
    #[arg(long, value_name = "RULE")]
    pub(crate) allow: Vec<String>,

    /// Accept that something cannot be checked: a Shoot without its profile, a NamespacedCloudProfile without its parent, a
    /// kind or provider that is nearly a known one, or nothing at all; otherwise the exit status is 1
    #[arg(long)]
    pub(crate) allow_unchecked: bool,

    #[command(flatten)]
    pub(crate) settings: SettingsArguments,

    /// The form of the answer [default: text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<CheckForm>,

    /// Write the answer in that form to a file; may be given several times. Without a file it goes to standard output,
    /// as with --format
    #[arg(long = "output", value_name = "FORMAT=FILE", conflicts_with = "diff")]
    pub(crate) outputs: Vec<Output>,
}

impl CheckArguments {
    /// From which severity on findings make the run fail.
    const fn fails(&self) -> Severity {
        if self.strict { Severity::Note } else { self.fail_on.severity() }
    }
}

impl FailOn {
    const fn severity(self) -> Severity {
        match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Note => Severity::Note,
        }
    }
}

pub(super) fn run(arguments: &CheckArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    input::read_standard_input_once(arguments.paths.iter().chain(&arguments.profiles).chain(&arguments.against))?;
    if arguments.fix && arguments.paths.iter().any(|path| is_in_garden(path)) {
        return Err(Usage::ClusterInPlace { option: "--fix" }.into());
    }
    let outputs = Outputs::of(arguments)?;
    let run = Run::new(&arguments.settings, registry, streams)?;
    let mut configuration = run.configuration.clone();
    for rule in &arguments.deny {
        configuration.deny(rule, registry).map_err(|reason| Usage::NotWeighed { option: "--deny", reason })?;
    }
    for rule in &arguments.allow {
        configuration.allow(rule, registry).map_err(|reason| Usage::NotWeighed { option: "--allow", reason })?;
    }
    let against = against(arguments, &run);
    let judgement = match &against {
        Some(_) => Judgement::Update,
        None if arguments.create => Judgement::Create,
        None => Judgement::State,
    };
    let asked = run.resolved;
    let known = run.profiles_beside(&arguments.paths, &arguments.profiles);
    let mut analysis = run.analysis();
    analysis.set_judgement(judgement);
    analysis.set_advice(configuration.advice(arguments.advice.map(|switch| switch == Switch::On)));
    analysis.set_configuration(configuration);
    analysis.set_accepts_unchecked(arguments.allow_unchecked);
    if let Some(path) = &against {
        add_old(&mut analysis, path, streams)?;
    }
    documents::add_profiles(&mut analysis, &known, streams)?;
    let mends = arguments.fix || arguments.diff;
    // Mending remembers by itself, where it judges many times.
    analysis.set_forgets(true);
    let standard_input = if mends { fix::read_input(arguments, &outputs, streams)? } else { None };
    let paths = documents::add(&mut analysis, Role::Checked, &arguments.paths, streams);
    // What somebody asked an API server has no text that could be mended.
    let reviews = if mends { Vec::new() } else { reviews::take(&mut analysis) };
    // Mending needs memory for every document and its findings; each thread would need more.
    let mut checked = if mends { analysis.check() } else { check(&analysis) };
    streams.say_all(checked.notices);
    reviews::add(&reviews, &analysis, &mut checked.report);
    // The report has all that is told, and with thousands of findings both beside the answer are much.
    let known = analysis.without_checked();
    let over = CheckAsked { analysis: &known, asked };
    let status = if mends {
        fix::run(over, (analysis, checked.report), arguments, &outputs, standard_input.as_deref(), &paths, streams)?
    } else {
        drop(analysis);
        let way_to_diff = way_to_diff(&checked.report, arguments);
        let answered = Answered { over, report: &checked.report, fails: arguments.fails(), way_to_diff };
        outputs.write(&answered, Beside::Nothing, streams)?;
        status(&checked.report, arguments)
    };
    Ok(if known.has_unreadable(Role::Known) { Status::Unreadable } else { status })
}

/// Judges many documents at once.
fn check(analysis: &Analysis) -> Checked {
    let check = analysis.start_check();
    // One after the other: each is judged for longer than it takes to hand it over.
    let judge = |(): &mut (), document| check.judge(document);
    map_in_order(check.documents(), |_| usize::MAX, || (), judge, |judged| check.report(judged))
}

/// Where it is written what was there before: files are held against what a garden has.
fn against(arguments: &CheckArguments, run: &Run<'_>) -> Option<PathBuf> {
    let are_files = !arguments.paths.iter().any(|path| is_in_garden(path));
    let garden = || (run.streams.input.has_garden() && are_files && !arguments.create).then(|| EVERYTHING.into());
    arguments.against.clone().or_else(garden)
}

/// What was there before.
fn add_old(analysis: &mut Analysis, path: &Path, streams: &mut Streams) -> Result<(), Failure> {
    if streams.input.garden_of(path).is_some() {
        documents::add(analysis, Role::Old, &[path.to_owned()], streams);
        return Ok(());
    }
    let name = documents::require(analysis, Role::Old, path, streams)?;
    if analysis.objects(Role::Old, &name).next().is_none() {
        return Err(Unusable::lacking(Wanted::Object, name).into());
    }
    Ok(())
}

/// That a profile may be let in says nothing of what it changes: how to ask that.
fn way_to_diff(report: &Report, arguments: &CheckArguments) -> Option<String> {
    let old = arguments.against.as_ref()?.display();
    let is_profile = |document: &DocumentRecord| {
        document.outcome == DocumentOutcome::Checked && document.kind.ends_with(CloudProfile::KIND)
    };
    report.documents.iter().any(is_profile).then(|| match arguments.paths.as_slice() {
        [new] => format!("rootstock diff {old} {}", new.display()),
        _ => format!("rootstock diff {old} NEW"),
    })
}

fn status(report: &Report, arguments: &CheckArguments) -> Status {
    if report.documents.iter().any(|document| document.outcome == DocumentOutcome::Unreadable) {
        Status::Unreadable
    } else if report.worst().is_some_and(|worst| worst <= arguments.fails()) {
        Status::Findings
    } else if report.summary().checked() == 0 && !arguments.allow_unchecked {
        // A check of nothing is not clean: what was to be checked did not arrive.
        Status::Findings
    } else {
        Status::Clean
    }
}
