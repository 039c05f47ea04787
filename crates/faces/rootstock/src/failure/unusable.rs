//! What is wrong with the files, and what to do about them.

use std::fmt;

use rootstock_analysis::NoProfile;
use rootstock_core_model::emit::EmitError;
use rootstock_document::EditObstacle;
use rootstock_queries::NoAnswer;

use super::no_answer::in_arguments;
use crate::garden::name::way_to_check;
use crate::rewrite::NotReplaced;
use rootstock_sources::files::NotRead;

/// Why what was given cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unusable {
    /// The bytes cannot be read.
    #[error("cannot read {file}: {reason}")]
    NotRead {
        /// The file.
        file: String,
        /// Why.
        reason: NotRead,
    },
    /// The bytes cannot be understood.
    #[error("cannot read {file}: {detail}; see `{}`", way_to_check(.file))]
    Unreadable {
        /// The file.
        file: String,
        /// What is wrong first.
        detail: String,
    },
    /// A list of references cannot be read.
    #[error("cannot read {file}: {reason}")]
    List {
        /// The file.
        file: String,
        /// Why.
        reason: rootstock_upkeep::ListError,
    },
    /// Nothing can be imported from a file.
    #[error("cannot import {file}: {reason}")]
    Import {
        /// The file.
        file: String,
        /// Why.
        reason: rootstock_upkeep::ImportError,
    },
    /// Somebody may use versions that would be removed, and it is not known who.
    #[error("nothing was changed: it is not known which versions are in use: {0} (--shoots, --children)")]
    UsersUnknown(rootstock_queries::UsersUnknown),
    /// What the command needs is not there.
    #[error("there is no {wanted} in {place}")]
    Lacking {
        /// What the command needs.
        wanted: Wanted,
        /// The file, or the argument that names files.
        place: String,
    },
    /// What the command needs is there, and cannot be decoded.
    #[error("there is no readable CloudProfile in {file}; see `{}`", way_to_check(.file))]
    NoReadableProfile {
        /// The file.
        file: String,
    },
    /// A worker has one `providerConfig`.
    #[error("there are several documents in {file}; a worker has one providerConfig")]
    SeveralDocuments {
        /// The file.
        file: String,
    },
    /// A NamespacedCloudProfile cannot be laid over its parent.
    #[error("NamespacedCloudProfile `{name}` cannot be rendered: {}", .reason.reason_with_remedy("with --parent"))]
    NotRendered {
        /// Its name.
        name: String,
        /// Why.
        reason: Box<NoProfile>,
    },
    /// The text cannot be changed.
    #[error("the text cannot be edited: {0}; leave --diff out")]
    NotEditable(#[from] EditObstacle),
    /// Two changes of the text touch each other.
    #[error(
        "the text cannot be edited: two changes touch each other; write what stands between braces in lines, or leave --diff out"
    )]
    EditsOverlap,
    /// An object of the answer cannot be written as a document.
    #[error("{object} cannot be written: {reason}")]
    NotWritable {
        /// The object.
        object: String,
        /// Why.
        reason: EmitError,
    },
    /// A file cannot be replaced.
    #[error("cannot write {file}: {reason}")]
    NotReplaced {
        /// The file.
        file: String,
        /// Why.
        reason: NotReplaced,
    },
    /// What says how the garden is reached cannot be used.
    #[error("cannot read the garden cluster: {0}")]
    #[cfg(feature = "cluster")]
    Cluster(rootstock_sources::cluster::ClusterError),
    /// The question has no answer.
    #[error("{}", in_arguments(.0))]
    Question(Box<NoAnswer>),
}

/// What a command needs of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
pub(crate) enum Wanted {
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

impl Unusable {
    /// What is not in a file.
    pub(crate) fn lacking(wanted: Wanted, place: impl fmt::Display) -> Self {
        Self::Lacking { wanted, place: place.to_string() }
    }
}
