//! Problems with input files, and remedies.

use std::fmt;

use rootstock_analysis::NoProfile;
use rootstock_core_model::emit::EmitError;
use rootstock_document::EditObstacle;
use rootstock_queries::QueryError;

use super::no_answer::message_with_arguments;
use crate::garden::name::check_command;
use crate::rewrite::ReplaceError;
use rootstock_sources::files::ReadFailure;

/// The reason why an input cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    /// The file cannot be read.
    #[error("cannot read {file}: {reason}")]
    ReadFailure {
        /// The file.
        file: String,
        /// The reason.
        reason: ReadFailure,
    },
    /// The content cannot be parsed.
    #[error("cannot read {file}: {detail}; see `{}`", check_command(.file))]
    Unreadable {
        /// The file.
        file: String,
        /// The first problem.
        detail: String,
    },
    /// Manifests cannot be rendered.
    #[error("cannot render the manifests of `{name}`: {reason}")]
    Render {
        /// The command that renders them.
        name: String,
        /// The reason.
        reason: super::RenderFailure,
    },
    /// Patches do not fit their base.
    #[error(transparent)]
    Patch(#[from] rootstock_analysis::PatchError),
    /// The file is not a baseline.
    #[error(transparent)]
    Baseline(#[from] rootstock_analysis::BaselineError),
    /// A list of references cannot be read.
    #[error("cannot read {file}: {reason}")]
    List {
        /// The file.
        file: String,
        /// The reason.
        reason: rootstock_upkeep::ListError,
    },
    /// A list of image versions cannot be read.
    #[error("{file}:{line}: {reason}")]
    Versions {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The reason.
        reason: rootstock_upkeep::UpkeepArgumentError,
    },
    /// A file of tests cannot be used.
    #[error("cannot read {0}")]
    Tests(Box<rootstock_queries::TestFileError>),
    /// A lock cannot be read.
    #[error("cannot read {file}: {reason}")]
    Lock {
        /// The file.
        file: String,
        /// The reason.
        reason: rootstock_guarantees::LockError,
    },
    /// The file has no facts.
    #[error("cannot read facts from {file}: {reason}")]
    Facts {
        /// The file.
        file: String,
        /// The reason.
        reason: rootstock_facts::SourceError,
    },
    /// The file cannot be imported.
    #[error("cannot import {file}: {reason}")]
    Import {
        /// The file.
        file: String,
        /// The reason.
        reason: rootstock_upkeep::ImportError,
    },
    /// Versions that would be removed may be in use, and it is unknown by which Shoots.
    #[error("nothing was changed, because it is unknown which versions are in use: {0} (--shoots, --children)")]
    UnknownUsers(rootstock_queries::UnknownUsers),
    /// The file lacks what the command needs.
    #[error("there is no {wanted} in {place}")]
    MissingObject {
        /// The missing kind of object.
        wanted: RequiredObject,
        /// The file, or the argument that names files.
        place: String,
    },
    /// The given profiles are not complete.
    #[error("{}", .reason.with_remedy("with --profile"))]
    UnusableProfile {
        /// The reason.
        reason: Box<rootstock_analysis::NoProfile>,
    },
    /// The file has a profile, but it cannot be decoded.
    #[error("there is no readable CloudProfile in {file}; see `{}`", check_command(.file))]
    NoReadableProfile {
        /// The file.
        file: String,
    },
    /// The file has several documents, but a worker has only one `providerConfig`.
    #[error("{file} has several documents, but a worker has only one providerConfig")]
    SeveralDocuments {
        /// The file.
        file: String,
    },
    /// The file has several Shoots, and the worker of one is asked about.
    #[error("{file} has several Shoots; name a file with one")]
    SeveralShoots {
        /// The file.
        file: String,
    },
    /// A NamespacedCloudProfile cannot be merged with its parent.
    #[error("NamespacedCloudProfile `{name}` cannot be rendered: {}", .reason.reason_with_remedy("with --parent"))]
    NotRendered {
        /// The name of the profile.
        name: String,
        /// The reason.
        reason: Box<NoProfile>,
    },
    /// The text cannot be edited.
    #[error("the text cannot be edited: {0}; omit --diff")]
    NotEditable(#[from] EditObstacle),
    /// Two edits of the text overlap.
    #[error(
        "the text cannot be edited: two changes overlap; write values in braces as indented blocks, or omit --diff"
    )]
    EditsOverlap,
    /// An object of the answer cannot be written as a document.
    #[error("{object} cannot be written: {reason}")]
    NotWritable {
        /// The object.
        object: String,
        /// The reason.
        reason: EmitError,
    },
    /// A file cannot be replaced.
    #[error("cannot write {file}: {reason}")]
    ReplaceError {
        /// The file.
        file: String,
        /// The reason.
        reason: ReplaceError,
    },
    /// The access to the garden cluster cannot be set up.
    #[error("cannot read the garden cluster: {0}")]
    #[cfg(feature = "cluster")]
    Cluster(rootstock_sources::cluster::ClusterError),
    /// The question has no answer.
    #[error("{}", message_with_arguments(.0))]
    Question(Box<QueryError>),
}

/// An object that a command needs in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
pub(crate) enum RequiredObject {
    #[strum(to_string = "CloudProfile")]
    CloudProfile,
    #[strum(to_string = "NamespacedCloudProfile")]
    NamespacedCloudProfile,
    #[strum(to_string = "Shoot")]
    Shoot,
    #[strum(to_string = "CloudProfile, NamespacedCloudProfile or Shoot")]
    Object,
    #[strum(to_string = "readable providerConfig")]
    ProviderConfig,
}

impl InputError {
    /// Reports that a file lacks an object.
    pub(crate) fn missing_object(wanted: RequiredObject, place: impl fmt::Display) -> Self {
        Self::MissingObject { wanted, place: place.to_string() }
    }
}
