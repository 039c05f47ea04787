//! What is wrong with the arguments: what they are, what is allowed, what to write instead.

use rootstock_analysis::ProfileKey;
use rootstock_analysis::configuration::{ConfigurationError, NotWeighed};
use rootstock_core_model::{and_did_you_mean, listed, nearest};
use rootstock_queries::{NoAnswer, UnknownProvider, UnknownRule};

use super::no_answer::in_arguments;

/// Why arguments make no sense.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Usage {
    /// Rows are about Shoots, of which none are asked for.
    #[error("a row is about one Shoot; leave --summary or --format csv out")]
    SummaryOfRows,
    /// Two arguments name standard input.
    #[error("standard input (-) can be read only once; give the others as files")]
    StandardInputTwice,
    /// Nothing says which profiles Shoots refer to.
    #[error(
        "the profiles that Shoots refer to are missing; give them with --profile, or name them in rootstock.toml: landscape.profiles = [\"profiles\"]"
    )]
    NoProfiles,
    /// The result is to be written where nothing can be.
    #[error("standard input (-) cannot be written; leave --in-place out")]
    StandardInputInPlace,
    /// The result is to be written where it came from, and that is no file.
    #[error("what comes from the garden cluster is not changed there; leave {option} out, and apply what is printed")]
    ClusterInPlace {
        /// What asks for it.
        option: &'static str,
    },
    /// A garden is to be read by a program that speaks to nobody.
    #[error(
        "this rootstock is built without the feature `cluster`; kubectl-rootstock has it, and `cargo install --features cluster` \
         builds it, or give what kubectl prints: kubectl get cloudprofiles,namespacedcloudprofiles -A -o yaml"
    )]
    #[cfg(not(feature = "cluster"))]
    NoCluster,
    /// Something has to be given that a file does not say.
    #[error("cannot import {file}: {reason} ({option})", option = import_option(.reason))]
    Import {
        /// The file.
        file: String,
        /// What.
        reason: rootstock_upkeep::ImportError,
    },
    /// There is nothing to propose by.
    #[error(
        "there are no policies in {}; write `[[upkeep.policy]]` there, as docs/configuration.md describes it",
        .configuration.as_deref().unwrap_or("rootstock.toml")
    )]
    NoPolicies {
        /// The configuration, if there is one.
        configuration: Option<String>,
    },
    /// The answer is a text, and no report.
    #[error("the answer is {answer}; leave --format {form} out")]
    NotAReport {
        /// What the answer is.
        answer: TextAnswer,
        /// The form that is asked for.
        form: &'static str,
    },
    /// Two answers are to go to one place.
    #[error("two answers would go to {place}; give --output FORMAT=FILE, with a file for each")]
    OutputTwice {
        /// Where both would go.
        place: String,
    },
    /// A setting is not of its form.
    #[error("--with: `{text}` is not of the form NAME=VALUE, for example domain=demo")]
    NotAPair {
        /// As it is given.
        text: String,
    },
    /// Two arguments are about one setting.
    #[error("`{name}` is given twice; leave one of them out")]
    GivenTwice {
        /// What the setting is called.
        name: String,
    },
    /// A CloudProfile has no parent.
    #[error("--parent is for NamespacedCloudProfiles, and {file} has a CloudProfile; leave it out")]
    ParentOfCloudProfile {
        /// The file with the profile.
        file: String,
    },
    /// The file that should have the parent has another profile.
    #[error("the parent is CloudProfile `{parent}`, and {file} has `{found}`; give the file with `{parent}`")]
    OtherParent {
        /// The name of the parent.
        parent: String,
        /// The file behind `--parent`.
        file: String,
        /// What the CloudProfile in it is called.
        found: String,
    },
    /// A CloudProfile and a NamespacedCloudProfile are to be compared.
    #[error("{old} has a {old_kind}, and {new} a {new_kind}; compare two of one kind")]
    OtherKind {
        /// The file with the one.
        old: String,
        /// What it is.
        old_kind: &'static str,
        /// The file with the other.
        new: String,
        /// What that is.
        new_kind: &'static str,
    },
    /// No profile of a file has the name.
    #[error("there is no CloudProfile `{name}` in {file}{}", instead(.name, .known))]
    UnknownProfile {
        /// The name.
        name: String,
        /// The file.
        file: String,
        /// What leads to those that there are.
        known: Vec<ProfileKey>,
    },
    /// Several profiles of a file have the name.
    #[error("there are several CloudProfiles `{name}` in {file}; give a file with one of them")]
    AmbiguousName {
        /// The name.
        name: String,
        /// The file.
        file: String,
    },
    /// There are several profiles in a file, and no name is given.
    #[error("there are {} CloudProfiles in {file}; choose one with --name: {}", .known.len(), names(.known))]
    SeveralProfiles {
        /// The file.
        file: String,
        /// What leads to them.
        known: Vec<ProfileKey>,
    },
    /// The configuration cannot be used; one line for each thing that is wrong.
    #[error("{}", lines(.0))]
    Configuration(Vec<ConfigurationError>),
    /// A file is to be made that there is already.
    #[error("{file} is there already, and stays as it is; `rootstock init -` prints what would be written")]
    IsThere {
        /// The file.
        file: String,
    },
    /// Nothing has a schema by that name.
    #[error("there is no schema of `{kind}`{}", match nearest(.kind, .known.iter().map(String::as_str)) {
        Some(near) => and_did_you_mean(near),
        None => "; `rootstock schema` lists them".to_owned(),
    })]
    UnknownSchema {
        /// The name that was given.
        kind: String,
        /// What there are schemas of.
        known: Vec<String>,
    },
    /// Findings of a rule cannot be made to matter so.
    #[error("{option}: {reason}")]
    NotWeighed {
        /// The option.
        option: &'static str,
        /// Why not.
        reason: NotWeighed,
    },
    /// No rule has the name.
    #[error("{rule}\n`rootstock rules` lists all {}", .rule.known)]
    UnknownRule {
        /// The name, and what was probably meant.
        #[from]
        rule: UnknownRule,
    },
    /// No plug-in has the name.
    #[error("{provider}\n`rootstock providers` lists all plug-ins")]
    UnknownProvider {
        /// The name, and what was probably meant.
        #[from]
        provider: UnknownProvider,
    },
    /// A Shoot is named by its name alone.
    #[error("a Shoot is named by its namespace and its name: garden-dev/apple")]
    NotAShootName,
    /// The question cannot be answered as it is put.
    #[error("{}", in_arguments(.0))]
    Question(Box<NoAnswer>),
}

/// What is answered with text that is no report.
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

/// The nearest one, or those that there are.
fn instead(name: &str, known: &[ProfileKey]) -> String {
    let keys: Vec<String> = known.iter().map(ToString::to_string).collect();
    match nearest(name, keys.iter().map(String::as_str)) {
        Some(near) => and_did_you_mean(near),
        None => format!("; it has {}", listed(keys)),
    }
}

fn lines(problems: &[ConfigurationError]) -> String {
    problems.iter().map(ConfigurationError::to_string).collect::<Vec<_>>().join("\n")
}

const fn import_option(reason: &rootstock_upkeep::ImportError) -> &'static str {
    if matches!(reason, rootstock_upkeep::ImportError::NeedsRegion) { "--region" } else { "--names" }
}
