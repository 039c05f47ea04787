//! Removals by an update of a CloudProfile that affect its users.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rootstock_core_model::{
    ARCHITECTURE, Capabilities, CloudProfile, NamespacedCloudProfile, NamespacedCloudProfileSpec, Path, Settings,
    Shoot, Source, Violation,
};
use rootstock_worker_capabilities::Entry;

use super::removals::Removals;
use super::users::{Names, Related, UserNames, full_name};
use super::{ProfileUsers, breakage};
use crate::bad_value::plain;
use crate::canonicalized_cloud_profile;
use crate::scope::SPEC;

rootstock_core_model::rules! {
    KUBERNETES_VERSION_IN_USE: Error, since "0.1.0",
        Source::VersioningGuide("Version Requirements (Kubernetes and Machine Image)");
    MACHINE_IMAGE_IN_USE: Error, since "0.1.0",
        Source::VersioningGuide("Version Requirements (Kubernetes and Machine Image)");
    MACHINE_IMAGE_OF_CHILDREN: Error, since "0.1.0", Source::Gardener;
    CAPABILITY_IN_USE: Error, since "0.1.0", Source::CapabilitiesGuide("Designing a Good Capability");
    MAX_NODES_EXCEEDED: Error, since "0.1.0", Source::Gardener;
}

/// Reports everything that an update of a CloudProfile removes although it is in use.
///
/// `old` is the stored profile, `new` the one that replaces it, and `provider` the capabilities that the provider's
/// plug-in brings. NamespacedCloudProfiles that could no longer be changed are a warning. Gardener does not check users
/// when a profile is created or deleted, or while it is being deleted.
///
/// ```
/// use rootstock_admission::{ProfileUsers, check_profile_users};
/// use rootstock_core_model::{CloudProfile, Semantics, Settings, Shoot};
/// let profile = |versions: &str| serde_json::from_str::<CloudProfile>(
///     &format!(r#"{{"metadata": {{"name": "local"}}, "spec": {{"kubernetes": {{"versions": [{versions}]}}}}}}"#),
/// );
/// let old = profile(r#"{"version": "1.33.1"}, {"version": "1.32.4"}"#)?;
/// let new = profile(r#"{"version": "1.33.1"}"#)?;
/// let shoot: Shoot = serde_json::from_str(r#"{
///     "metadata": {"namespace": "garden-dev", "name": "one"},
///     "spec": {"cloudProfile": {"name": "local"}, "kubernetes": {"version": "1.32.4"}}
/// }"#)?;
/// let users = ProfileUsers { shoots: vec![&shoot], ..ProfileUsers::default() };
/// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
/// let missed = check_profile_users(&[], &old, &new, &users, &settings);
/// assert!(missed[0].detail.contains("Shoot `garden-dev/one`"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn check_profile_users(
    provider: &'static [Entry],
    old: &CloudProfile,
    new: &CloudProfile,
    users: &ProfileUsers<'_>,
    settings: &Settings,
) -> Vec<Violation> {
    if new.metadata.deletion_timestamp.is_some() {
        return Vec::new();
    }
    let new = canonicalized_cloud_profile(new);
    let check = Check {
        old,
        new: &new,
        removals: Removals::between(&old.spec, &new.spec),
        related: users.of(&old.metadata.name),
        settings,
        form: users.names,
        reported: RefCell::default(),
    };
    let mut findings = Vec::new();
    check.kubernetes(&mut findings);
    check.images(&mut findings);
    check.added_images(&mut findings);
    check.capabilities(&mut findings);
    check.limit(&mut findings);
    // Children that use something removed have been reported.
    let reported = check.reported.into_inner();
    let others = check.related.children.iter().filter(|child| !reported.contains(&full_name(child)));
    let broken = others
        .filter_map(|child| Some((*child, breakage::errors((provider, users.registry), child, old, &new, settings)?)));
    findings.extend(breakage::violations(broken, users.names));
    settings.quirks.retain_rules(&mut findings);
    findings
}

struct Check<'a> {
    old: &'a CloudProfile,
    new: &'a CloudProfile,
    removals: Removals<'a>,
    related: Related<'a>,
    settings: &'a Settings,
    form: UserNames,
    /// The NamespacedCloudProfiles that appear in a finding.
    reported: RefCell<HashSet<String>>,
}

impl Check<'_> {
    /// Records that these names appear in a finding.
    fn names<'n>(&self, names: &'n Names) -> &'n Names {
        self.reported.borrow_mut().extend(names.children().iter().cloned());
        names
    }

    fn kubernetes(&self, findings: &mut Vec<Violation>) {
        if self.removals.kubernetes.is_empty() {
            return;
        }
        let mut users: BTreeMap<&str, Names> = BTreeMap::new();
        for (shoot, _) in &self.related.shoots {
            for version in kubernetes_versions(shoot, self.settings) {
                users.entry(version).or_default().add_shoot(shoot);
            }
        }
        for child in &self.related.children {
            for version in child.spec.kubernetes_versions() {
                users.entry(&version.version).or_default().add_child(child);
            }
        }
        let kubernetes = SPEC.field("kubernetes");
        for version in &self.removals.kubernetes {
            if let Some(names) = users.get(version) {
                findings.push(kubernetes_in_use(
                    version,
                    (self.names(names), self.form),
                    &kubernetes.field("versions"),
                ));
            }
        }
    }

    fn images(&self, findings: &mut Vec<Violation>) {
        let mut images: BTreeMap<&str, Names> = BTreeMap::new();
        let mut versions: BTreeMap<(&str, &str), Names> = BTreeMap::new();
        let removed: HashSet<&str> = self.removals.images.iter().copied().collect();
        let is_removed = |image: &str| removed.contains(image);
        for (shoot, _) in &self.related.shoots {
            for (image, version) in image_versions(shoot).filter(|(i, v)| self.removals.has_image_version(i, v)) {
                // An image that is removed entirely is reported once, not per version.
                let names = if is_removed(image) {
                    images.entry(image).or_default()
                } else {
                    versions.entry((image, version)).or_default()
                };
                names.add_shoot(shoot);
            }
        }
        for child in &self.related.children {
            for image in child.spec.images() {
                if is_removed(&image.name) {
                    images.entry(&image.name).or_default().add_child(child);
                    continue;
                }
                for version in image.offered() {
                    if self.removals.has_image_version(&image.name, &version.version) {
                        versions.entry((&image.name, &version.version)).or_default().add_child(child);
                    }
                }
            }
        }
        let list = SPEC.field("machineImages");
        for (image, names) in images {
            findings.push(image_in_use(image, None, (self.names(&names), self.form), &list));
        }
        // The order is reversed so that the first image of each name wins.
        let places: HashMap<&str, usize> = self
            .new
            .spec
            .images()
            .iter()
            .enumerate()
            .rev()
            .map(|(place, image)| (image.name.as_str(), place))
            .collect();
        for ((image, version), names) in versions {
            let place = places.get(image).copied().unwrap_or_default();
            findings.push(image_in_use(
                image,
                Some(version),
                (self.names(&names), self.form),
                &list.index(place).field("versions"),
            ));
        }
    }

    fn added_images(&self, findings: &mut Vec<Violation>) {
        let list = SPEC.field("machineImages");
        let known: HashSet<&str> = self.old.spec.images().iter().map(|image| image.name.as_str()).collect();
        let mut owners: HashMap<&str, Names> = HashMap::new();
        for child in &self.related.children {
            let own: BTreeSet<&str> = child.spec.images().iter().map(|image| image.name.as_str()).collect();
            own.into_iter().for_each(|image| owners.entry(image).or_default().add_child(child));
        }
        let images = self.new.spec.images().iter().enumerate();
        for (place, image) in images.filter(|(_, image)| !known.contains(image.name.as_str())) {
            if let Some(names) = owners.get(image.name.as_str()) {
                let item = list.index(place);
                let detail = format!(
                    "image `{}` cannot be added while {} has an image of the same name: that image would become an \
                     override",
                    image.name,
                    self.names(names).text(self.form)
                );
                findings.push(
                    Violation::forbidden(&MACHINE_IMAGE_OF_CHILDREN, &item.field("name"), detail)
                        .with_help("remove it there first, or choose another name"),
                );
            }
        }
    }

    fn capabilities(&self, findings: &mut Vec<Violation>) {
        let children = &self.related.children;
        let uses_other_capabilities = |child: &&NamespacedCloudProfile| {
            capability_maps(&child.spec).any(|capabilities| capabilities.iter().any(|(name, _)| name != ARCHITECTURE))
        };
        if self.settings.quirks.references.architecture_removal_unguarded
            && !children.iter().any(uses_other_capabilities)
        {
            return;
        }
        let list = SPEC.field("machineCapabilities");
        for (name, values) in &self.removals.capabilities {
            let mut names = Names::default();
            let removed: HashSet<&str> = values.iter().copied().collect();
            let mut used: BTreeSet<&str> = BTreeSet::new();
            for child in children {
                for value in capability_maps(&child.spec).filter_map(|it| it.get(name)).flatten() {
                    if let Some(value) = removed.get(value.as_str()) {
                        names.add_child(child);
                        used.insert(value);
                    }
                }
            }
            if names.is_empty() {
                continue;
            }
            let used: Vec<&str> = used.into_iter().collect();
            let place = self.new.spec.capability_definitions().iter().position(|it| it.name == *name);
            let item = place.map(|place| list.index(place));
            let path = item.as_ref().map(|item| item.field("values"));
            let detail = format!(
                "`{}` of capability `{name}` cannot be removed: {} uses it",
                used.join("`, `"),
                self.names(&names).text(self.form)
            );
            findings.push(
                Violation::forbidden(&CAPABILITY_IN_USE, path.as_ref().unwrap_or(&list), detail)
                    .with_help("remove it there first"),
            );
        }
    }

    fn limit(&self, findings: &mut Vec<Violation>) {
        if self.old.spec.limits == self.new.spec.limits {
            return;
        }
        let Some(most) = self.new.spec.limits.as_ref().and_then(|limits| limits.max_nodes_total) else { return };
        let own_limit = |child: &NamespacedCloudProfile| {
            child.spec.limits.as_ref().and_then(|limits| limits.max_nodes_total).filter(|most| *most > 0)
        };
        let ignores_child_limits = self.settings.quirks.references.limit_of_children_overlooked;
        let shoots =
            self.related.shoots.iter().filter(|(_, child)| ignores_child_limits || child.and_then(own_limit).is_none());
        findings.extend(limit_exceeded(most, shoots.map(|(shoot, _)| *shoot), self.form));
    }
}

/// Returns every capability map of a NamespacedCloudProfile.
fn capability_maps(spec: &NamespacedCloudProfileSpec) -> impl Iterator<Item = &Capabilities> {
    let versions = spec.images().iter().flat_map(|image| image.offered());
    let flavors = versions.flat_map(|version| version.flavors()).map(|flavor| &flavor.0);
    flavors.chain(spec.types().iter().map(|machine_type| &machine_type.capabilities))
}

/// Returns the Kubernetes versions of a Shoot that count as used.
pub(super) fn kubernetes_versions<'s>(shoot: &'s Shoot, settings: &Settings) -> impl Iterator<Item = &'s str> {
    let with_workers = !settings.quirks.references.worker_kubernetes_versions_unguarded;
    let workers = shoot.spec.provider.workers.iter().filter(move |_| with_workers);
    let workers = workers.filter_map(|worker| worker.kubernetes.as_ref()?.version.as_deref());
    std::iter::once(shoot.spec.kubernetes.version.as_str()).chain(workers)
}

/// Returns the image versions of a Shoot's workers.
pub(super) fn image_versions(shoot: &Shoot) -> impl Iterator<Item = (&str, &str)> {
    shoot.spec.provider.workers.iter().filter_map(|worker| {
        let image = worker.machine.image.as_ref()?;
        Some((image.name.as_str(), image.version.as_deref()?))
    })
}

pub(super) fn kubernetes_in_use(version: &str, (names, form): (&Names, UserNames), list: &Path<'_>) -> Violation {
    let detail = format!("Kubernetes version `{version}` cannot be removed: {} {} it", names.text(form), names.verb());
    Violation::invalid(&KUBERNETES_VERSION_IN_USE, list, version, detail)
        .with_help("keep the version, with an expiration date, until it is no longer used")
}

pub(super) fn image_in_use(
    image: &str,
    version: Option<&str>,
    (names, form): (&Names, UserNames),
    list: &Path<'_>,
) -> Violation {
    let what = match version {
        Some(version) => format!("version `{version}` of image `{image}`"),
        None => format!("image `{image}`"),
    };
    let detail = format!("{what} cannot be removed: {} {} it", names.text(form), names.verb());
    Violation::invalid(&MACHINE_IMAGE_IN_USE, list, version.unwrap_or(image), detail)
        .with_help("keep it, with an expiration date, until it is no longer used")
}

pub(super) fn limit_exceeded<'s>(
    most: i32,
    shoots: impl Iterator<Item = &'s Shoot>,
    form: UserNames,
) -> Option<Violation> {
    let mut names = Names::default();
    for shoot in shoots {
        let least: i64 = shoot.spec.provider.workers.iter().map(|worker| i64::from(worker.minimum)).sum();
        if least > i64::from(most) {
            names.add_shoot(shoot);
        }
    }
    let limits = SPEC.field("limits");
    let detail =
        format!("the limit of {most} nodes is lower than the sum of the workers' `minimum` in {}", names.text(form));
    (!names.is_empty()).then(|| {
        Violation::invalid(&MAX_NODES_EXCEEDED, &limits.field("maxNodesTotal"), plain(most), detail)
            .with_help("set a higher limit, or lower the `minimum` of the workers first")
    })
}
