//! `check --base`: patches, laid over the objects that they change.

use std::path::{Path, PathBuf};

use rootstock_analysis::{Analysis, Overlay, PatchLists, Role};
use rootstock_report::Report;

use super::{CheckArguments, PatchType};
use crate::Streams;
use crate::failure::{Failure, InputError};
use crate::input::{self, Input};

/// Patches laid over a base, and the name of the input that has the result.
pub(super) struct BaseWithPatches {
    name: String,
    overlay: Overlay,
}

impl BaseWithPatches {
    /// Lays the given patches over `base`, and adds the result to the checked inputs.
    pub(super) fn add(
        analysis: &mut Analysis,
        base: &Path,
        arguments: &CheckArguments,
        streams: &mut Streams,
    ) -> Result<Self, Failure> {
        let (name, bytes) = input::require(base, streams)?;
        let patches = read(&arguments.paths, streams)?;
        let lists = match arguments.patch_type {
            PatchType::Strategic => PatchLists::Merged,
            PatchType::Merge => PatchLists::Replaced,
        };
        let overlay = Overlay::new((&name, &bytes), &patches, lists).map_err(InputError::from)?;
        let name = format!("{name}, patched");
        analysis.set(Role::Checked, &name, overlay.text().as_bytes());
        Ok(Self { name, overlay })
    }

    /// Moves the findings to the patches and the base.
    pub(super) fn relocate(&self, report: &mut Report) {
        self.overlay.relocate(report, &self.name);
    }
}

fn read(paths: &[PathBuf], streams: &mut Streams) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let mut patches = Vec::new();
    for found in input::find(paths, streams) {
        let Input { name, bytes } = match found {
            Ok(file) => input::read_found(&file, streams),
            Err((name, reason)) => Input { name, bytes: Err(reason) },
        };
        match bytes {
            Ok(bytes) => patches.push((name, bytes)),
            Err(reason) => return Err(InputError::ReadFailure { file: name, reason }.into()),
        }
    }
    Ok(patches)
}
