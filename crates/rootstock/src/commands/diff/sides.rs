//! Both profiles, read.

use std::path::PathBuf;
use std::sync::Arc;

use rootstock_analysis::{Analysis, Child as WrittenChild, Judgement, Object, Role};
use rootstock_queries::DiffSides;

use super::DiffArguments;
use crate::failure::{Failure, Unusable, Wanted};
use crate::run::Run;
use crate::{documents, input, profile};

/// Reads both profiles. A mistake in the old one is a word of warning, mistakes in the new one are findings.
pub(super) fn load(arguments: &DiffArguments, run: &mut Run<'_>) -> Result<DiffSides, Failure> {
    let asked = arguments.name.as_deref();
    let (old_file, old_bytes) = input::require(&arguments.old, run.streams)?;
    let mut before = run.analysis();
    before.set(Role::Checked, &old_file, &old_bytes);
    let old = profile::only_own(&before, asked, &old_file)?;
    let object = Object::CloudProfile(Arc::clone(&old));
    profile::say_errors(&before, &object, &format!("the old profile in {old_file}"), &old_file, run.streams);

    let (file, bytes) = input::require(&arguments.new, run.streams)?;
    let mut after = run.analysis();
    after.set_judgement(Judgement::Update);
    after.set(Role::Old, &old_file, &old_bytes);
    after.set(Role::Checked, &file, &bytes);
    let new = profile::only_own(&after, asked, &file)?;
    let given = given(arguments, run)?;
    let children = [children(&before, &old_file), children(&after, &file), given];
    Ok(DiffSides::new(&old, &mut after, &new, children))
}

/// The NamespacedCloudProfiles of a file.
fn children(analysis: &Analysis, file: &str) -> Vec<Arc<WrittenChild>> {
    analysis.objects(Role::Checked, file).filter_map(Object::child).cloned().collect()
}

/// The NamespacedCloudProfiles behind --with.
fn given(arguments: &DiffArguments, run: &mut Run<'_>) -> Result<Vec<Arc<WrittenChild>>, Failure> {
    let paths: &[PathBuf] = &arguments.children;
    let mut analysis = run.analysis();
    let mut given = Vec::new();
    for found in input::find(paths) {
        let path = found.map_err(|(file, reason)| Unusable::NotRead { file, reason })?;
        let file = documents::require(&mut analysis, Role::Checked, &path, run.streams)?;
        given.extend(children(&analysis, &file));
    }
    if given.is_empty() && !paths.is_empty() {
        return Err(Unusable::lacking(Wanted::NamespacedCloudProfile, "what --with names").into());
    }
    Ok(given)
}
