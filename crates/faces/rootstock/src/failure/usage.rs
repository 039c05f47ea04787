//! Mistakes in the arguments: the value, the allowed values, and what to write instead.

use rootstock_analysis::ProfileKey;
use rootstock_analysis::configuration::{ConfigurationError, SeverityOverrideError};
use rootstock_core_model::{FeatureGateError, listed, nearest, suggestion_suffix};
use rootstock_provider_api::ExtensionReleaseError;
use rootstock_queries::{QueryError, UnknownProvider, UnknownRule};
use rootstock_upkeep::ImportOptionError;

use super::no_answer::message_with_arguments;

/// The reason why arguments are rejected.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UsageError {
    /// The release of Gardener does not have a feature gate that is set.
    #[error(transparent)]
    FeatureGate(FeatureGateError),
    /// The release of an extension is not known.
    #[error(transparent)]
    Extension(ExtensionReleaseError),
    /// `--summary` excludes rows, because each row is about one Shoot.
    #[error("--summary and --format csv cannot be combined, because each row is about one Shoot; omit one of them")]
    SummaryAsCsv,
    /// `plan --explain --format markdown`.
    #[error("--explain has no Markdown; use --format text, json or csv")]
    ExplanationAsMarkdown,
    /// Two arguments name standard input.
    #[error("standard input (-) can be read only once; give the others as files")]
    StandardInputTwice,
    /// No profiles are given for the Shoots.
    #[error(
        "the profiles that Shoots refer to are missing; give them with --profile, or list them in rootstock.toml: landscape.profiles = [\"profiles\"]"
    )]
    NoProfiles,
    /// No profile is given.
    #[error(
        "no profile is given; give a file or a folder, or list the profiles in rootstock.toml: landscape.profiles = [\"profiles\"]"
    )]
    NoProfile,
    /// A list of image versions is empty.
    #[error("{file} lists no versions; write IMAGE@VERSIONS on each line")]
    NoVersions {
        /// The file.
        file: String,
    },
    /// Standard input cannot be edited in place.
    #[error("standard input (-) cannot be written; omit --in-place")]
    StandardInputInPlace,
    /// Objects of a garden cannot be edited in place.
    #[error("objects in the garden cluster cannot be changed directly; omit {option}, and apply the printed result")]
    ClusterInPlace {
        /// The option that asks for it.
        option: &'static str,
    },
    /// Rendered manifests are not a file that could be fixed.
    #[error(
        "{option} edits files, but --kustomize and --helm check manifests that are rendered from patches, values and templates; omit \
         {option}, and change what the findings name, see docs/ci.md"
    )]
    FixesOfRendered {
        /// The option that asks for fixes.
        option: &'static str,
    },
    /// This build cannot read a garden cluster.
    #[error(
        "this rootstock is built without the feature `cluster`; use kubectl-rootstock, build it with `cargo install \
         --features cluster`, or give the output of kubectl: kubectl get cloudprofiles,namespacedcloudprofiles,shoots -A -o yaml"
    )]
    #[cfg(not(feature = "cluster"))]
    NoCluster,
    /// An import needs an option because files of the format lack the value, or has one without effect.
    #[error("cannot import {form}: {reason} ({option})", option = import_option(*.reason))]
    Import {
        /// The format.
        form: &'static str,
        /// The missing or useless value.
        reason: ImportOptionError,
    },
    /// The configuration has no policies for proposals.
    #[error(
        "there are no policies in {}; add `[[upkeep.policy]]`, see docs/configuration.md",
        .configuration.as_deref().unwrap_or("rootstock.toml")
    )]
    NoPolicies {
        /// The configuration file, if there is one.
        configuration: Option<String>,
    },
    /// The answer is plain text, not a report with a format.
    #[error("the answer is {answer}; omit --format {form}")]
    NotAReport {
        /// The kind of text.
        answer: TextAnswer,
        /// The requested format.
        form: &'static str,
    },
    /// Two answers have the same destination.
    #[error("two answers have the same destination, {place}; give --output FORMAT=FILE with a file for each")]
    OutputTwice {
        /// The destination.
        place: String,
    },
    /// An answer would replace an input.
    #[error("{file} is an input, and is left unchanged; write the answer to another file")]
    AnswerReplacesInput {
        /// The file.
        file: String,
    },
    /// A `--with` setting is malformed.
    #[error("--with: `{text}` is not of the form NAME=VALUE, for example domain=demo")]
    NotAPair {
        /// The argument as given.
        text: String,
    },
    /// Two arguments set the same value.
    #[error("`{name}` is given twice; omit one of them")]
    GivenTwice {
        /// The name of the setting.
        name: String,
    },
    /// `--parent` is given for a CloudProfile, which has no parent.
    #[error("--parent is only for NamespacedCloudProfiles, but {file} has a CloudProfile; omit it")]
    ParentOfCloudProfile {
        /// The file with the profile.
        file: String,
    },
    /// The file behind `--parent` has another profile.
    #[error("the parent is CloudProfile `{parent}`, but {file} has `{found}`; give the file with `{parent}`")]
    ParentMismatch {
        /// The name of the parent.
        parent: String,
        /// The file behind `--parent`.
        file: String,
        /// The name of the CloudProfile in it.
        found: String,
    },
    /// A CloudProfile is compared with a NamespacedCloudProfile.
    #[error("{old} has a {old_kind}, but {new} has a {new_kind}; compare two profiles of the same kind")]
    KindMismatch {
        /// The file with the old profile.
        old: String,
        /// The kind of the old profile.
        old_kind: &'static str,
        /// The file with the new profile.
        new: String,
        /// The kind of the new profile.
        new_kind: &'static str,
    },
    /// The file has no profile with this name.
    #[error("there is no CloudProfile `{name}` in {file}{}", suggestion(.name, .known))]
    UnknownProfile {
        /// The name.
        name: String,
        /// The file.
        file: String,
        /// The profiles in the file.
        known: Vec<ProfileKey>,
    },
    /// The file has several profiles with this name.
    #[error("there are several CloudProfiles `{name}` in {file}; give a file with one of them")]
    AmbiguousName {
        /// The name.
        name: String,
        /// The file.
        file: String,
    },
    /// The file has several profiles, and no name is given.
    #[error("there are {} CloudProfiles in {file}; choose one with --name: {}", .known.len(), names(.known))]
    DuplicateProfile {
        /// The file.
        file: String,
        /// The profiles in the file.
        known: Vec<ProfileKey>,
    },
    /// Like [`DuplicateProfile`](Self::DuplicateProfile), for a command that can answer about each.
    #[error(
        "there are {} CloudProfiles in {file}; choose one with --name, or write a change for each with --output-directory: {}",
        .known.len(), names(.known)
    )]
    ProposalForEach {
        /// The file.
        file: String,
        /// The profiles in the file.
        known: Vec<ProfileKey>,
    },
    /// The configuration has mistakes, shown one per line.
    #[error("{}", lines(.0))]
    Configuration(Vec<ConfigurationError>),
    /// There are no invariants to prove.
    #[error(
        "there are no invariants about the profile in {}; add `[[invariants]]`, or give --that 'every worker always has an image'",
        .configuration.as_deref().unwrap_or("rootstock.toml")
    )]
    NoInvariants {
        /// The configuration file, if there is one.
        configuration: Option<String>,
    },
    /// No policy uses facts about Kubernetes versions.
    #[error(
        "no policy for `kubernetes` has `new-versions` or `end-of-life-days`, so --facts would have no effect; see docs/configuration.md"
    )]
    NoPolicyForFacts,
    /// The facts are not about Kubernetes versions.
    #[error(
        "there are no Kubernetes versions in the facts; give what endoflife.date publishes, or OCM component descriptors"
    )]
    NoKubernetesFacts,
    /// No image in the facts has a name of the form.
    #[error("none of the images has a name like `{pattern}` with a version; check --names")]
    NoImageHasName {
        /// The pattern.
        pattern: String,
    },
    /// All invariants are about changes.
    #[error("the invariants compare the profile with its old state; give it with --against OLD")]
    OnlyAboutChanges,
    /// Several profiles of one name are given.
    #[error("there are several profiles `{name}`, and a lock has the decisions about one; give only one of them")]
    SeveralProfilesToLock {
        /// The name.
        name: String,
    },
    /// A lock has decisions under other settings about profiles that are not given.
    #[error(
        "{file} was written under other semantics, feature gates, or for another release, and also has decisions about {}; give these \
         profiles as well", listed(.profiles)
    )]
    LockedElsewise {
        /// The file.
        file: String,
        /// The profiles.
        profiles: Vec<String>,
    },
    /// A lock and a profile have nothing in common.
    #[error(
        "profile `{from}` of {file} and the given profile have no machine types with the same capabilities in a common region, so that \
         nothing can be promoted"
    )]
    NothingToPromote {
        /// The file.
        file: String,
        /// The profile in the lock.
        from: String,
    },
    /// A lock was written under other settings.
    #[error(
        "{file} was written under other semantics, feature gates, or for another release, and cannot be compared; use the settings in its first lines, or \
         write it anew with `rootstock lock --accept`"
    )]
    OtherLockSettings {
        /// The file.
        file: String,
    },
    /// The profile in a lock must be named.
    #[error("{}; choose one with --from", locked_profile(.name.as_deref(), .known))]
    LockedProfile {
        /// The given name.
        name: Option<String>,
        /// The profiles of the lock.
        known: Vec<String>,
    },
    /// The file to create already exists.
    #[error("{file} already exists, and is left unchanged; `rootstock init -` prints the new one")]
    FileExists {
        /// The file.
        file: String,
    },
    /// There is no schema with this name.
    #[error("there is no schema of `{kind}`{}", match nearest(.kind, .known.iter().map(String::as_str)) {
        Some(near) => suggestion_suffix(near),
        None => "; `rootstock schema` lists them".to_owned(),
    })]
    UnknownSchema {
        /// The given name.
        kind: String,
        /// The names that have a schema.
        known: Vec<String>,
    },
    /// The severity of a rule cannot be changed like this.
    #[error("{option}: {reason}")]
    SeverityOverrideError {
        /// The option.
        option: &'static str,
        /// The reason.
        reason: SeverityOverrideError,
    },
    /// There is no rule with this name.
    #[error("{rule}\n`rootstock rules` lists all {}", .rule.known)]
    UnknownRule {
        /// The name, and a suggestion.
        #[from]
        rule: UnknownRule,
    },
    /// There is no plug-in with this name.
    #[error("{provider}\n`rootstock providers` lists all plug-ins")]
    UnknownProvider {
        /// The name, and a suggestion.
        #[from]
        provider: UnknownProvider,
    },
    /// A Shoot is named without its namespace.
    #[error("give the Shoot as NAMESPACE/NAME, for example garden-dev/apple")]
    NotAShootName,
    /// The question cannot be answered as asked.
    #[error("{}", message_with_arguments(.0))]
    Question(Box<QueryError>),
}

/// A kind of answer that is plain text, not a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
pub(crate) enum TextAnswer {
    #[strum(to_string = "a diff")]
    Diff,
    #[strum(to_string = "the text from standard input")]
    StandardInput,
}

fn names(known: &[ProfileKey]) -> String {
    listed(known.iter().map(ToString::to_string))
}

/// Suggests the most similar name, or lists all.
fn suggestion(name: &str, known: &[ProfileKey]) -> String {
    let keys: Vec<String> = known.iter().map(ToString::to_string).collect();
    match nearest(name, keys.iter().map(String::as_str)) {
        Some(near) => suggestion_suffix(near),
        None => format!("; it has {}", listed(keys)),
    }
}

fn lines(problems: &[ConfigurationError]) -> String {
    problems.iter().map(ConfigurationError::to_string).collect::<Vec<_>>().join("\n")
}

fn locked_profile(name: Option<&str>, known: &[String]) -> String {
    match name {
        Some(name) => format!("the lock has no profile `{name}`; it has {}", listed(known)),
        None => format!("the lock has the profiles {}", listed(known)),
    }
}

const fn import_option(reason: ImportOptionError) -> &'static str {
    if matches!(reason, ImportOptionError::NeedsNames) { "--names" } else { "--region" }
}
