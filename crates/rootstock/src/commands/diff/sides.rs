//! Both profiles: read, judged as an update, and brought into the form in which they are stored.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use rootstock_analysis::{Analysis, Child as WrittenChild, Judgement, Object, Profile, ProfileKey, Role};
use rootstock_behavioural_diff::{NamespacedChanges, NamespacedSide, ProfileChanges, ProfileSide};
use rootstock_core_model::{NamespacedCloudProfile, Settings, Severity};
use rootstock_judge::CompiledProfile;
use rootstock_provider_api::Registry;
use rootstock_report::Report;

use super::DiffArguments;
use crate::input::Input;
use crate::run::Run;
use crate::status::Failure;
use crate::{documents, input, profile};

/// Both profiles in the form in which they are stored, and the NamespacedCloudProfiles below them.
pub(super) struct Sides {
    pub(super) old: Arc<Profile>,
    pub(super) new: Arc<Profile>,
    pub(super) children: Vec<Child>,
}

/// A NamespacedCloudProfile over the old and the new profile.
pub(super) struct Child {
    pub(super) key: ProfileKey,
    old: Profile,
    new: Profile,
}

/// What there is to say about the update itself: a report about the new profile and nothing else.
pub(super) struct Update {
    pub(super) report: Report,
}

impl Update {
    /// Whether the API server would refuse it.
    pub(super) fn is_refused(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// How many findings there are.
    pub(super) fn count(&self, severity: Severity) -> usize {
        self.report.findings.iter().filter(|finding| finding.violation.severity == severity).count()
    }
}

impl Sides {
    /// The name of the profile, as it was.
    pub(super) fn name(&self) -> &str {
        self.old.name()
    }

    /// The name of the profile, if it is another one now.
    pub(super) fn new_name(&self) -> Option<&str> {
        let name = self.new.name();
        (name != self.name()).then_some(name)
    }

    /// Whether the provider's half is known on both sides, so that images can be told apart.
    pub(super) fn knows_images(&self) -> bool {
        self.old.config().is_some() && self.new.config().is_some()
    }

    /// What changes for a NamespacedCloudProfile; `rendered` are its sides.
    pub(super) fn child_changes(
        &self,
        child: &Child,
        rendered: &[ProfileSide<'_>; 2],
        parent: &ProfileChanges,
        registry: &Registry,
    ) -> NamespacedChanges {
        let [old, new] = rendered;
        let empty = NamespacedCloudProfile::default();
        let written = |side: &'_ Profile| side.child().map(|child| child.object.clone());
        let (before, now) = (written(&child.old), written(&child.new));
        let before = before.as_ref().unwrap_or(&empty);
        let now = now.as_ref().unwrap_or(&empty);
        let old = NamespacedSide { child: before, parent: self.old.stored(), rendered: old };
        let new = NamespacedSide { child: now, parent: self.new.stored(), rendered: new };
        NamespacedChanges::between(old, new, parent, registry)
    }
}

/// What a NamespacedCloudProfile is rendered to, before and after, compiled.
pub(super) fn rendered(child: &Child, settings: &Settings) -> Result<[Arc<CompiledProfile>; 2], Failure> {
    Ok([profile::compiled(&child.old, settings)?, profile::compiled(&child.new, settings)?])
}

/// Reads both profiles. A mistake in the old one is a word of warning, mistakes in the new one are findings.
pub(super) fn load(arguments: &DiffArguments, run: &mut Run<'_>) -> Result<(Sides, Update), Failure> {
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
    // It is to take the place of the other one whatever it is called.
    after.set_predecessor(new.key().clone(), old.key().clone());
    let report = after.report_on(&new);
    let new = Arc::new(new.in_place_of(&old));
    let given = given(arguments, run)?;
    let beside = [children(&before, &old_file), children(&after, &file), given];
    let children = over_both(beside, &old, &new, &after);
    Ok((Sides { old, new, children }, Update { report }))
}

/// The NamespacedCloudProfiles that refer to the old profile, rendered over both.
fn over_both(
    found: [Vec<Arc<WrittenChild>>; 3],
    old: &Arc<Profile>,
    new: &Arc<Profile>,
    analysis: &Analysis,
) -> Vec<Child> {
    let [beside_old, beside_new, given] = found.map(|list| {
        let mut known: BTreeMap<ProfileKey, Arc<WrittenChild>> = BTreeMap::new();
        for child in list.into_iter().filter(|child| child.object.spec.parent.name == old.name()) {
            known.entry(ProfileKey::from(&child.object)).or_insert(child);
        }
        known
    });
    let keys: BTreeSet<&ProfileKey> = beside_old.keys().chain(beside_new.keys()).chain(given.keys()).collect();
    let over_both = keys.into_iter().filter_map(|key| {
        // Who is given once is the same before and after.
        let now = beside_new.get(key).or_else(|| given.get(key)).or_else(|| beside_old.get(key))?;
        let before = beside_old.get(key).or_else(|| given.get(key)).or_else(|| beside_new.get(key))?;
        let (old, new) = (analysis.render_over(before, old), analysis.render_over(now, new));
        Some(Child { key: key.clone(), old, new })
    });
    over_both.collect()
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
        let path = found.map_err(|Input { name, bytes }| {
            Failure::Unreadable(format!("cannot read {name}: {}", bytes.err().unwrap_or_default()))
        })?;
        let file = documents::require(&mut analysis, Role::Checked, &path, run.streams)?;
        given.extend(children(&analysis, &file));
    }
    if given.is_empty() && !paths.is_empty() {
        return Err(Failure::Unreadable("there is no NamespacedCloudProfile in what --with names".to_owned()));
    }
    Ok(given)
}
