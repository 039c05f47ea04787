//! The replacement of a garden in a build without the feature `cluster`.

use std::io::Read;
use std::path::Path;

use rootstock_sources::files::{FindResult, ReadFailure};

use crate::cli::ClusterArguments;
use crate::failure::{Failure, UsageError};

/// An empty type: this build cannot reach a garden.
pub(crate) enum Garden {}

impl Garden {
    pub(crate) fn connect(_: &ClusterArguments) -> Result<Self, Failure> {
        Err(UsageError::NoCluster.into())
    }

    pub(crate) const fn namespace(&self) -> Option<&str> {
        match *self {}
    }

    pub(crate) fn find(&mut self, _: &Path) -> Vec<FindResult> {
        match *self {}
    }

    pub(crate) fn read(&mut self, _: &Path) -> Result<Vec<u8>, ReadFailure> {
        match *self {}
    }

    pub(crate) fn profiles_named(&mut self, _: &str) -> Result<Vec<String>, ReadFailure> {
        match *self {}
    }

    pub(crate) fn shoots(&self) -> Box<dyn Read + Send> {
        match *self {}
    }
}
