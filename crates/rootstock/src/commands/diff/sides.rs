//! Both profiles: read, judged as an update, and brought into the form in which they are stored.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;

use rootstock_admission::{ProviderHalf, canonicalise_cloud_profile};
use rootstock_behavioural_diff::{NamespacedChanges, NamespacedSide, ProfileChanges, ProfileSide};
use rootstock_core_model::{CloudProfile, CloudProfileSpec, Settings, Severity};
use rootstock_provider_api::{ProviderConfig, Registry};
use rootstock_report::Report;

use crate::cli::DiffArguments;
use crate::examine::{Conditions, Examined, Judgement, Profiles, RenderedProfile, WaitingProfile, examine_everything};
use crate::input::Input;
use crate::known_profiles::Key;
use crate::status::Failure;
use crate::{Streams, input, profile};

/// Both profiles in the form in which they are stored, and the NamespacedCloudProfiles below them.
pub(super) struct Sides {
    old: Stored,
    new: Stored,
    pub(super) children: Vec<Child>,
}

/// A NamespacedCloudProfile over the old and the new profile.
pub(super) struct Child {
    pub(super) key: Key,
    old: ChildSide,
    new: ChildSide,
}

struct ChildSide {
    written: Rc<WaitingProfile>,
    rendered: RenderedProfile,
}

struct Stored {
    profile: CloudProfile,
    config: Option<Box<dyn ProviderConfig>>,
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
        &self.old.profile.metadata.name
    }

    /// The name of the profile, if it is another one now.
    pub(super) fn new_name(&self) -> Option<&str> {
        let name = self.new.profile.metadata.name.as_str();
        (name != self.name()).then_some(name)
    }

    /// Whether the provider's half is known on both sides, so that images can be told apart.
    pub(super) const fn knows_images(&self) -> bool {
        self.old.config.is_some() && self.new.config.is_some()
    }

    pub(super) fn old_side(&self, registry: &Registry, settings: &Settings) -> Result<ProfileSide<'_>, Failure> {
        self.old.side(registry, settings)
    }

    pub(super) fn new_side(&self, registry: &Registry, settings: &Settings) -> Result<ProfileSide<'_>, Failure> {
        self.new.side(registry, settings)
    }
}

impl Sides {
    /// What a NamespacedCloudProfile is rendered to, before and after.
    pub(super) fn rendered<'s>(
        &self,
        child: &'s Child,
        registry: &Registry,
        settings: &Settings,
    ) -> Result<[ProfileSide<'s>; 2], Failure> {
        let side = |side: &'s ChildSide| {
            let RenderedProfile { spec, config, name, .. } = &side.rendered;
            prepared(name, spec, config.as_deref(), registry, settings)
        };
        Ok([side(&child.old)?, side(&child.new)?])
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
        let old = NamespacedSide { child: &child.old.written.profile, parent: &self.old.profile, rendered: old };
        let new = NamespacedSide { child: &child.new.written.profile, parent: &self.new.profile, rendered: new };
        NamespacedChanges::between(old, new, parent, registry)
    }

    /// Renders the NamespacedCloudProfiles that refer to the profile.
    fn add_children(
        &mut self,
        found: [Vec<WaitingProfile>; 3],
        registry: &Registry,
        settings: &Settings,
        streams: &mut Streams,
    ) {
        let [beside_old, beside_new, given] = found.map(|list| {
            let mut known: BTreeMap<Key, Rc<WaitingProfile>> = BTreeMap::new();
            for child in list.into_iter().filter(|child| child.profile.spec.parent.name == self.name()) {
                let metadata = &child.profile.metadata;
                known.entry(Key::namespaced(&metadata.namespace, &metadata.name)).or_insert_with(|| Rc::new(child));
            }
            known
        });
        let keys: BTreeSet<&Key> = beside_old.keys().chain(beside_new.keys()).chain(given.keys()).collect();
        for key in keys {
            // Who is given once is the same before and after.
            let now = beside_new.get(key).or_else(|| given.get(key)).or_else(|| beside_old.get(key));
            let before = beside_old.get(key).or_else(|| given.get(key)).or_else(|| beside_new.get(key));
            let (Some(before), Some(now)) = (before, now) else { continue };
            let render = |child: &Rc<WaitingProfile>, parent: &Stored| {
                let rendered = child.render(Some(&parent.profile), registry, settings)?;
                Ok::<_, String>(ChildSide { written: Rc::clone(child), rendered })
            };
            match (render(before, &self.old), render(now, &self.new)) {
                (Ok(old), Ok(new)) => self.children.push(Child { key: key.clone(), old, new }),
                (Err(reason), _) | (_, Err(reason)) => {
                    streams.say(&format!("NamespacedCloudProfile `{}` cannot be rendered: {reason}", key.shown()));
                }
            }
        }
    }
}

/// A profile, ready to be asked.
fn prepared<'s>(
    name: &str,
    spec: &'s CloudProfileSpec,
    config: Option<&'s dyn ProviderConfig>,
    registry: &Registry,
    settings: &Settings,
) -> Result<ProfileSide<'s>, Failure> {
    let half = registry.get(&spec.provider_type).map(|plugin| ProviderHalf { plugin, config });
    ProfileSide::new(name, spec, half, settings)
        .map_err(|too_large| Failure::Unreadable(format!("profile `{name}` cannot be compared: {too_large}")))
}

impl Stored {
    fn side(&self, registry: &Registry, settings: &Settings) -> Result<ProfileSide<'_>, Failure> {
        let CloudProfile { metadata, spec, .. } = &self.profile;
        prepared(&metadata.name, spec, self.config.as_deref(), registry, settings)
    }
}

/// Reads both profiles. A mistake in the old one is a word of warning, mistakes in the new one are findings.
pub(super) fn load(
    arguments: &DiffArguments,
    registry: &Registry,
    settings: &Settings,
    streams: &mut Streams,
) -> Result<(Sides, Update), Failure> {
    let asked = arguments.name.as_deref();
    let (old_file, bytes) = input::require(&arguments.old, streams)?;
    let mut report = Report::default();
    let conditions = Conditions { registry, settings, judgement: Judgement::State };
    let found = examine_everything(&old_file, &bytes, conditions, &mut report);
    let beside_old = found.children;
    let Examined { document, profile: mut old, config, .. } = choose(found.profiles, asked, &old_file)?;
    profile::say_errors(&report, document, &format!("the old profile in {old_file}"), &old_file, streams);
    canonicalise_cloud_profile(&mut old, None);
    let old = Stored { profile: old, config };

    let (file, bytes) = input::require(&arguments.new, streams)?;
    let judged = |name: &str| {
        let before = Profiles::from([(name.to_owned(), old.profile.clone())]);
        let mut report = Report::default();
        let conditions = Conditions { registry, settings, judgement: Judgement::Update(&before) };
        let found = examine_everything(&file, &bytes, conditions, &mut report);
        Ok::<_, Failure>((choose(found.profiles, asked, &file)?, found.children, report))
    };
    let (mut examined, mut beside_new, mut report) = judged(&old.profile.metadata.name)?;
    let name = examined.profile.metadata.name.clone();
    if name != old.profile.metadata.name {
        // It is to take the place of the other one nevertheless.
        (examined, beside_new, report) = judged(&name)?;
    }
    let Examined { document, profile: mut new, config, .. } = examined;
    report.findings.retain(|finding| finding.document == Some(document));
    report.sort();
    // As the API server does: what the old one had is looked at first.
    canonicalise_cloud_profile(&mut new, Some(&old.profile));
    canonicalise_cloud_profile(&mut new, None);
    let mut sides = Sides { old, new: Stored { profile: new, config }, children: Vec::new() };
    let given = given(&arguments.children, conditions, streams)?;
    sides.add_children([beside_old, beside_new, given], registry, settings, streams);
    Ok((sides, Update { report }))
}

/// The NamespacedCloudProfiles behind --with.
fn given(paths: &[PathBuf], conditions: Conditions<'_>, streams: &mut Streams) -> Result<Vec<WaitingProfile>, Failure> {
    let mut given = Vec::new();
    for found in input::find(paths) {
        let path = found.map_err(|Input { name, bytes }| {
            Failure::Unreadable(format!("cannot read {name}: {}", bytes.err().unwrap_or_default()))
        })?;
        let (file, bytes) = input::require(&path, streams)?;
        let mut report = Report::default();
        let found = examine_everything(&file, &bytes, conditions, &mut report);
        if report.summary().unreadable > 0 {
            return Err(Failure::Unreadable(format!("cannot read {file}: see `rootstock check {file}`")));
        }
        given.extend(found.children);
    }
    if given.is_empty() && !paths.is_empty() {
        return Err(Failure::Unreadable("there is no NamespacedCloudProfile in what --with names".to_owned()));
    }
    Ok(given)
}

/// The CloudProfile that is asked for.
fn choose(examined: Vec<Examined>, asked: Option<&str>, file: &str) -> Result<Examined, Failure> {
    let names: Vec<String> = examined.iter().map(|it| format!("`{}`", it.profile.metadata.name)).collect();
    let names = names.join(", ");
    let mut fitting = examined.into_iter().filter(|it| asked.is_none_or(|name| it.profile.metadata.name == name));
    match (fitting.next(), fitting.next(), asked) {
        (Some(only), None, _) => Ok(only),
        (None, _, None) => Err(Failure::Unreadable(format!(
            "there is no readable CloudProfile in {file}; see `rootstock check {file}`"
        ))),
        (None, _, Some(name)) => {
            Err(Failure::Usage(format!("there is no CloudProfile `{name}` in {file}; it holds {names}")))
        }
        (Some(_), Some(_), Some(name)) => {
            Err(Failure::Usage(format!("there are several CloudProfiles `{name}` in {file}")))
        }
        (Some(_), Some(_), None) => {
            Err(Failure::Usage(format!("there are several CloudProfiles in {file}; choose one with --name: {names}")))
        }
    }
}
