//! Metrics of profiles and Shoots for alerts: expiring versions, failing maintenance, and profiles with errors.
//!
//! NamespacedCloudProfiles belong to projects, and are counted at their parents: the metrics name no object of a project.

mod counts;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode_registry;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};
use rootstock_analysis::configuration::Configuration;
use rootstock_analysis::{Analysis, Child, Profile, ProfileKey};
use rootstock_maintenance::{FleetItem, Profiles, versions_report};
use rootstock_queries::QueryContext;
use rootstock_versioning::{Classification, Timestamp};

use self::counts::{Counts, DifferenceLabels, FindingLabels, ImageLabels, MaintenanceLabels, VersionLabels};
use crate::garden::Garden;

/// The time, in seconds, after which an unchanged NamespacedCloudProfile is counted again, because versions expire over time. To
/// count it, it is rendered, and all of them together take seconds.
const CHILD_INTERVAL: i64 = 600;

/// Counts profiles and Shoots, and remembers what it has counted.
#[derive(Default)]
pub(crate) struct FleetCounter {
    /// The latest counts of NamespacedCloudProfiles.
    children: BTreeMap<ProfileKey, CountedChild>,
}

/// The counts of a NamespacedCloudProfile, and everything that they depend on.
struct CountedChild {
    child: Arc<Child>,
    parent: Option<Arc<Profile>>,
    shoots: Vec<FleetItem>,
    counted_at: Timestamp,
    counts: Counts,
}

/// The metrics of profiles and Shoots.
#[derive(Default)]
struct Fleet {
    shoots: Family<VersionLabels, Gauge>,
    pools: Family<ImageLabels, Gauge>,
    expires_in: Family<ExpiryLabels, Gauge>,
    maintenance: Family<MaintenanceLabels, Gauge>,
    findings: Family<FindingLabels, Gauge>,
    differences: Family<DifferenceLabels, Gauge>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ExpiryLabels {
    profile: String,
    image: String,
    version: String,
}

impl FleetCounter {
    /// Serializes the metrics, without the end marker. NamespacedCloudProfiles are omitted from the first one on for which
    /// `continues` returns false.
    pub(crate) fn text(
        &mut self,
        garden: &Garden,
        configuration: &Arc<Configuration>,
        now: Timestamp,
        continues: impl Fn() -> bool,
    ) -> Result<String, fmt::Error> {
        let mut analysis = garden.analysis.clone();
        let asked = QueryContext::of(&garden.landscape, now);
        analysis.set_settings(asked.settings);
        analysis.set_advice(configuration.advice(None));
        analysis.set_configuration(Arc::clone(configuration));
        let (mut of_children, mut others) = garden.shoots_by_child();
        self.count_children(&analysis, &mut of_children, asked, continues);
        // Those of unknown NamespacedCloudProfiles.
        others.extend(of_children.into_values().flatten());
        let fleet = Fleet::default();
        fleet.add(&count_cloud_profiles(&analysis, others, asked));
        self.children.values().for_each(|counted| fleet.add(&counted.counts));
        fleet.set_expiries(&analysis, now);
        fleet.text()
    }

    /// Counts the NamespacedCloudProfiles that have changed since they were counted last, and takes their Shoots.
    fn count_children(
        &mut self,
        analysis: &Analysis,
        of_children: &mut BTreeMap<&ProfileKey, Vec<&FleetItem>>,
        asked: QueryContext,
        continues: impl Fn() -> bool,
    ) {
        let mut counted = std::mem::take(&mut self.children);
        for (key, child) in analysis.children().take_while(|_| continues()) {
            let parent = analysis.parent_of(&child.object);
            let shoots = of_children.remove(key).unwrap_or_default();
            let known = counted.remove(key).filter(|known| known.is_current(child, parent, &shoots, asked));
            let current = known.unwrap_or_else(|| CountedChild {
                child: Arc::clone(child),
                parent: parent.cloned(),
                counts: count_child(analysis, key, child, &shoots, asked),
                shoots: shoots.into_iter().cloned().collect(),
                counted_at: asked.settings.now,
            });
            self.children.insert(key.clone(), current);
        }
    }
}

impl CountedChild {
    fn is_current(
        &self,
        child: &Arc<Child>,
        parent: Option<&Arc<Profile>>,
        shoots: &[&FleetItem],
        asked: QueryContext,
    ) -> bool {
        let is_same_parent = match (&self.parent, parent) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        let is_same_shoot = |(one, other): (&FleetItem, &&FleetItem)| match (one, other) {
            (FleetItem::Json(one), FleetItem::Json(other)) => Arc::ptr_eq(&one.text, &other.text),
            _ => false,
        };
        Arc::ptr_eq(&self.child, child)
            && is_same_parent
            && self.shoots.len() == shoots.len()
            && self.shoots.iter().zip(shoots).all(is_same_shoot)
            && asked.settings.now.unix_seconds() - self.counted_at.unix_seconds() < CHILD_INTERVAL
    }
}

/// Counts the CloudProfiles, and the Shoots that use no NamespacedCloudProfile.
fn count_cloud_profiles(analysis: &Analysis, shoots: Vec<&FleetItem>, asked: QueryContext) -> Counts {
    let (mut counts, mut profiles) = (Counts::default(), Profiles::new());
    for profile in cloud_profiles(analysis) {
        counts.add_findings(&analysis.report_on(&profile), profile.name(), profile.key().kind());
        if let Ok(compiled) = profile.compiled(asked.settings.gates) {
            profiles.insert(compiled);
        }
    }
    counts.add_shoots(shoots, &profiles, None, asked);
    counts
}

/// Counts a NamespacedCloudProfile and its Shoots at its parent.
fn count_child(
    analysis: &Analysis,
    key: &ProfileKey,
    child: &Child,
    shoots: &[&FleetItem],
    asked: QueryContext,
) -> Counts {
    let (mut counts, mut profiles) = (Counts::default(), Profiles::new());
    let parent = ProfileKey::parent_of(&child.object).map(|parent| parent.name).unwrap_or_default();
    counts.add_findings(&analysis.report_on_child(child), &parent, key.kind());
    if !shoots.is_empty() {
        if let Some(compiled) = analysis.render(child).ok().and_then(|it| it.compiled(asked.settings.gates).ok()) {
            profiles.insert_namespaced(key.namespace.as_deref().unwrap_or_default(), compiled);
        }
        counts.add_shoots(shoots.iter().copied(), &profiles, Some(&parent), asked);
    }
    counts
}

fn cloud_profiles(analysis: &Analysis) -> impl Iterator<Item = Arc<Profile>> {
    let keys = analysis.profile_keys().filter(|key| key.namespace.is_none());
    keys.filter_map(|key| analysis.profile(key).ok())
}

impl Fleet {
    fn add(&self, counts: &Counts) {
        add(&self.shoots, &counts.shoots);
        add(&self.pools, &counts.pools);
        add(&self.maintenance, &counts.maintenance);
        add(&self.findings, &counts.findings);
        add(&self.differences, &counts.differences);
    }

    /// Sets the times until versions of CloudProfiles expire.
    fn set_expiries(&self, analysis: &Analysis, now: Timestamp) {
        for profile in cloud_profiles(analysis) {
            for (image, version) in versions_report(profile.spec(), now, &analysis.settings().quirks).rows() {
                let expiry = version.transitions.iter().find(|it| it.classification == Classification::Expired);
                let Some(expiry) = expiry else { continue };
                let labels = ExpiryLabels {
                    profile: profile.name().to_owned(),
                    image: image.unwrap_or_default().to_owned(),
                    version: version.version.clone(),
                };
                self.expires_in.get_or_create(&labels).set(expiry.after.unix_seconds() - now.unix_seconds());
            }
        }
    }

    fn text(self) -> Result<String, fmt::Error> {
        let mut registry = Registry::with_prefix("rootstock");
        registry.register("shoots", "Shoots by the Kubernetes version that they use", self.shoots);
        registry.register("worker_pools", "Worker pools by the machine image version that they use", self.pools);
        let help = "Time until a version expires; a Kubernetes version if image is empty";
        registry.register_with_unit("version_expires_in", help, Unit::Seconds, self.expires_in);
        let help =
            "Versions of Shoots and pools by outcome of the next maintenance: update, failed, rejected or warning";
        registry.register("maintenance", help, self.maintenance);
        registry.register("findings", "Findings in profiles by kind of the object, rule and severity", self.findings);
        let help = "Differences between the last maintenance of Shoots and what was planned for it, by kind";
        registry.register("last_maintenance_differences", help, self.differences);
        let mut text = String::new();
        encode_registry(&mut text, &registry)?;
        Ok(text)
    }
}

fn add<L: Clone + Eq + Hash>(family: &Family<L, Gauge>, counts: &HashMap<L, usize>) {
    for (labels, count) in counts {
        family.get_or_create(labels).inc_by(i64::try_from(*count).unwrap_or(i64::MAX));
    }
}

#[cfg(test)]
mod tests;
