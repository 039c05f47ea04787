//! The use of a profile: the users of each version, and the versions that therefore cannot be removed.

use std::collections::{BTreeMap, BTreeSet};

use rootstock_core_model::Quirks;
use rootstock_judge::CompiledProfile;
use rootstock_versioning::{Classification, Timestamp};
use serde::Serialize;
use strum::IntoStaticStr;

use crate::row::ShootRow;
use crate::shoot::{PlanSubject, ShootPlan};

/// The maximum number of users recorded by name for each version.
const MAX_EXAMPLES: usize = 10;

/// The users of a version.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Users {
    /// The number of Shoots; a Shoot counts once, however many of its pools use the version.
    pub shoots: usize,
    /// The number of worker pools.
    pub pools: usize,
    /// The number of Shoots that refer to the profile through a NamespacedCloudProfile.
    pub through_namespaced_profiles: usize,
    /// The first of the Shoots, as `NAMESPACE/NAME`.
    pub examples: Vec<String>,
}

/// The versions of one profile that are in use, and the targets of maintenance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Usage {
    kubernetes: BTreeMap<String, Users>,
    images: BTreeMap<String, BTreeMap<String, Users>>,
    kubernetes_targets: BTreeSet<String>,
    image_targets: BTreeMap<String, BTreeSet<String>>,
}

/// The need for a version of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Need {
    /// Shoots use it: Gardener refuses to remove it.
    InUse,
    /// Unused, but the target of the next maintenance.
    UpdateTarget,
    /// Unused, but on offer now or in the future.
    OnOffer,
    /// Unused, and not available for new use: it can be removed.
    Unneeded,
}

impl Need {
    /// Returns the stable name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// A version with its users.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UsedVersion {
    /// The machine image; absent for Kubernetes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// The version as written.
    pub version: String,
    /// The classification; absent if the profile does not have the version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classification: Option<Classification>,
    /// The need for it.
    pub need: Need,
    /// The users.
    #[serde(flatten)]
    pub users: Users,
}

/// A profile with the users of its versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProfileUsage {
    /// The profile; a NamespacedCloudProfile as `NAMESPACE/NAME`.
    pub profile: String,
    /// The parent of a NamespacedCloudProfile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Every version in the order of the profile, Kubernetes first, then versions in use that the profile does not
    /// have.
    pub versions: Vec<UsedVersion>,
}

impl ProfileUsage {
    /// Returns the versions that can be removed without affecting anyone.
    pub fn removable(&self) -> impl Iterator<Item = &UsedVersion> {
        self.versions.iter().filter(|version| version.need == Need::Unneeded)
    }

    /// Returns the versions in use that the profile does not have (any more).
    pub fn missing(&self) -> impl Iterator<Item = &UsedVersion> {
        self.versions.iter().filter(|version| version.classification.is_none())
    }
}

impl Usage {
    /// Creates an empty count.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts the versions that a Shoot uses. One that is being deleted does not count.
    ///
    /// Under the quirk `worker_kubernetes_versions_unguarded` Kubernetes versions of workers do not count.
    pub fn add(&mut self, shoot: &ShootRow<'_>, quirks: &Quirks) {
        if shoot.is_deleting {
            return;
        }
        let mut kubernetes: BTreeMap<&str, usize> = BTreeMap::from([(shoot.kubernetes_version.as_ref(), 0)]);
        let mut images: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for worker in &shoot.workers {
            if let Some(version) = worker.kubernetes_version.as_deref()
                && !quirks.references.worker_kubernetes_versions_unguarded
            {
                *kubernetes.entry(version).or_default() += 1;
            }
            if let (Some(image), Some(version)) = (worker.image_name.as_deref(), worker.image_version.as_deref()) {
                *images.entry((image, version)).or_default() += 1;
            }
        }
        for (version, pools) in kubernetes {
            self.kubernetes.entry(version.to_owned()).or_default().count(shoot, pools);
        }
        for ((image, version), pools) in images {
            self.images.entry(image.to_owned()).or_default().entry(version.to_owned()).or_default().count(shoot, pools);
        }
    }

    /// Records the targets of maintenance, so that they do not count as unneeded.
    pub fn add_targets(&mut self, plan: &ShootPlan) {
        for item in plan.items() {
            let Some(update) = item.decision.update() else { continue };
            let targets = match item.subject {
                PlanSubject::MachineImage { image, .. } => self.image_targets.entry(image.to_owned()).or_default(),
                _ => &mut self.kubernetes_targets,
            };
            if !targets.contains(&*update.to) {
                targets.insert(update.to.to_string());
            }
        }
    }

    /// Adds the counts of `other`, which follow these. The examples of this one come first.
    pub fn merge(&mut self, other: Self) {
        for (version, users) in other.kubernetes {
            self.kubernetes.entry(version).or_default().merge(users);
        }
        for (image, versions) in other.images {
            for (version, users) in versions {
                self.images.entry(image.clone()).or_default().entry(version).or_default().merge(users);
            }
        }
        self.kubernetes_targets.extend(other.kubernetes_targets);
        for (image, targets) in other.image_targets {
            self.image_targets.entry(image).or_default().extend(targets);
        }
    }

    /// Returns every version of a profile with its users, and every version in use that the profile does not have.
    ///
    /// A NamespacedCloudProfile can give a version a later expiration date than its parent. A version on offer in one
    /// of `children` (the rendered forms of all with this parent) is therefore needed in the parent, too, whatever its
    /// date there.
    ///
    /// ```
    /// use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Quirks, Shoot};
    /// use rootstock_judge::CompiledProfile;
    /// use rootstock_maintenance::{ShootRow, Usage};
    ///
    /// let spec: CloudProfileSpec = serde_json::from_str(r#"{"kubernetes": {"versions": [
    ///   {"version": "1.34.1", "classification": "supported"},
    ///   {"version": "1.33.1", "expirationDate": "2025-06-01T00:00:00Z"}]}}"#)?;
    /// let profile = CompiledProfile::new(CanonicalProfile::named("local", spec))?;
    /// let shoot: Shoot = serde_json::from_str(r#"{"spec": {"kubernetes": {"version": "1.34.1"}}}"#)?;
    /// let mut usage = Usage::new();
    /// usage.add(&ShootRow::from(&shoot), &Quirks::NONE);
    /// let report = usage.report(&profile, &[], "2026-01-01T00:00:00Z".parse()?);
    /// let removable: Vec<&str> = report.removable().map(|version| version.version.as_str()).collect();
    /// assert_eq!(removable, ["1.33.1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn report(&self, profile: &CompiledProfile, children: &[&CompiledProfile], at: Timestamp) -> ProfileUsage {
        let offered = Offered::of_profiles(children, at);
        let mut versions = Vec::new();
        let none = BTreeMap::new();
        let mut known = BTreeSet::new();
        for offered_version in profile.kubernetes() {
            known.insert(offered_version.version.as_str());
            let is_target = self.kubernetes_targets.contains(&offered_version.version);
            let is_offered = offered.kubernetes.contains(offered_version.version.as_str());
            let version_state =
                VersionState { classification: offered_version.lifecycle().at(at), is_target, is_offered };
            versions.push(used(None, &offered_version.version, version_state, &self.kubernetes));
        }
        versions.extend(unknown(None, &self.kubernetes, &known));
        for image in profile.spec().images() {
            let users = self.images.get(&image.name).unwrap_or(&none);
            let targets = self.image_targets.get(&image.name);
            known.clear();
            for version in image.offered() {
                let text = version.version.as_str();
                known.insert(text);
                let is_target = targets.is_some_and(|targets| targets.contains(text));
                let is_offered = offered.images.contains(&(image.name.as_str(), text));
                let version_state = VersionState { classification: version.lifecycle().at(at), is_target, is_offered };
                versions.push(used(Some(&image.name), text, version_state, users));
            }
            versions.extend(unknown(Some(&image.name), users, &known));
        }
        known.clear();
        for (image, users) in &self.images {
            if profile.spec().images().iter().all(|known| known.name != *image) {
                versions.extend(unknown(Some(image), users, &known));
            }
        }
        // A version that only a child has does not count as missing here.
        versions.retain(|version| !is_used_through_child(version, children));
        ProfileUsage { profile: profile.name().to_owned(), parent: None, versions }
    }
}

/// The versions on offer in some profiles: all that have not expired.
#[derive(Default)]
struct Offered<'p> {
    kubernetes: BTreeSet<&'p str>,
    images: BTreeSet<(&'p str, &'p str)>,
}

impl<'p> Offered<'p> {
    fn of_profiles(profiles: &[&'p CompiledProfile], at: Timestamp) -> Self {
        let mut offered = Self::default();
        for profile in profiles {
            let unexpired = profile
                .kubernetes()
                .iter()
                .filter(|offered_version| offered_version.lifecycle().at(at) != Classification::Expired);
            offered.kubernetes.extend(unexpired.map(|offered_version| offered_version.version.as_str()));
            let unexpired = profile.offers().filter(|offer| offer.classification(at) != Classification::Expired);
            offered.images.extend(unexpired.map(|offer| (offer.name(), offer.text())));
        }
        offered
    }
}

/// Returns whether a version that the profile does not have is used only through a child that has it.
fn is_used_through_child(version: &UsedVersion, children: &[&CompiledProfile]) -> bool {
    let direct = version.users.shoots - version.users.through_namespaced_profiles.min(version.users.shoots);
    if version.classification.is_some() || direct > 0 {
        return false;
    }
    children.iter().any(|child| match &version.image {
        None => child.kubernetes().iter().any(|offered_version| offered_version.version == version.version),
        Some(name) => child.offer(name, &version.version).is_some(),
    })
}

/// Everything known about a version apart from its users.
struct VersionState {
    classification: Classification,
    is_target: bool,
    /// Whether a child offers it.
    is_offered: bool,
}

fn used(
    image: Option<&str>,
    version: &str,
    version_state: VersionState,
    users: &BTreeMap<String, Users>,
) -> UsedVersion {
    let users = users.get(version).cloned();
    let VersionState { classification, is_target, is_offered } = version_state;
    let need = match (&users, &classification) {
        (Some(_), _) => Need::InUse,
        _ if is_target => Need::UpdateTarget,
        (None, Classification::Expired) if !is_offered => Need::Unneeded,
        (None, _) => Need::OnOffer,
    };
    UsedVersion {
        image: image.map(str::to_owned),
        version: version.to_owned(),
        classification: Some(classification),
        need,
        users: users.unwrap_or_default(),
    }
}

fn unknown(
    image: Option<&str>,
    users: &BTreeMap<String, Users>,
    known: &BTreeSet<&str>,
) -> impl Iterator<Item = UsedVersion> {
    users.iter().filter(|(version, _)| !known.contains(version.as_str())).map(move |(version, users)| UsedVersion {
        image: image.map(str::to_owned),
        version: version.clone(),
        classification: None,
        need: Need::InUse,
        users: users.clone(),
    })
}

impl Users {
    fn count(&mut self, shoot: &ShootRow<'_>, pools: usize) {
        self.shoots += 1;
        self.pools += pools;
        self.through_namespaced_profiles += usize::from(shoot.profile.as_ref().is_some_and(|it| it.is_namespaced));
        if self.examples.len() < MAX_EXAMPLES {
            self.examples.push(format!("{}/{}", shoot.namespace, shoot.name));
        }
    }

    fn merge(&mut self, other: Self) {
        self.shoots += other.shoots;
        self.pools += other.pools;
        self.through_namespaced_profiles += other.through_namespaced_profiles;
        self.examples.extend(other.examples);
        self.examples.truncate(MAX_EXAMPLES);
    }
}
