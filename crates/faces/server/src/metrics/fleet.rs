//! Metrics of profiles and Shoots for alerts: expiring versions, failing maintenance, and profiles with errors.
//!
//! NamespacedCloudProfiles belong to projects, and are counted at their parents: the metrics name no object of a project.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode_registry;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};
use rootstock_analysis::configuration::Configuration;
use rootstock_analysis::{Analysis, Child, ProfileKey};
use rootstock_maintenance::{FleetSummary, Moment, Planners, ProfileReference, ShootPlan, versions_report};
use rootstock_queries::{
    FleetProfiles, OtherKinds, QueryContext, Unrendered, UsageCounter, UsageQuery, UsageTotals, skip_other_kinds,
};
use rootstock_versioning::{Classification, Timestamp};

use crate::garden::Garden;

/// The metrics of profiles and Shoots.
#[derive(Default)]
struct Fleet {
    shoots: Family<VersionLabels, Gauge>,
    pools: Family<ImageLabels, Gauge>,
    expires_in: Family<ExpiryLabels, Gauge>,
    maintenance: Family<MaintenanceLabels, Gauge>,
    findings: Family<FindingLabels, Gauge>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct VersionLabels {
    profile: String,
    version: String,
    classification: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ImageLabels {
    profile: String,
    image: String,
    version: String,
    classification: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ExpiryLabels {
    profile: String,
    image: String,
    version: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct MaintenanceLabels {
    profile: String,
    subject: &'static str,
    image: String,
    outcome: &'static str,
    reason: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct FindingLabels {
    profile: String,
    kind: &'static str,
    rule: &'static str,
    severity: String,
}

/// Serializes the metrics, without the end marker.
pub(crate) fn text(garden: &Garden, configuration: &Arc<Configuration>, now: Timestamp) -> Result<String, fmt::Error> {
    let mut analysis = garden.analysis.clone();
    let asked = QueryContext {
        semantics: configuration.landscape().semantics(),
        settings: configuration.landscape().settings(now),
    };
    analysis.set_settings(asked.settings);
    analysis.set_advice(configuration.advice(None));
    analysis.set_configuration(Arc::clone(configuration));
    let fleet = Fleet::default();
    fleet.count_shoots(garden, &analysis, asked);
    fleet.count_profiles(&analysis, now);
    let mut registry = Registry::with_prefix("rootstock");
    registry.register("shoots", "Shoots by the Kubernetes version that they use", fleet.shoots);
    registry.register("worker_pools", "Worker pools by the machine image version that they use", fleet.pools);
    let help = "Time until a version expires; a Kubernetes version if image is empty";
    registry.register_with_unit("version_expires_in", help, Unit::Seconds, fleet.expires_in);
    let help = "Versions of Shoots and pools by outcome of the next maintenance: update, failed, rejected or warning";
    registry.register("maintenance", help, fleet.maintenance);
    registry.register("findings", "Findings in profiles by kind of the object, rule and severity", fleet.findings);
    let mut text = String::new();
    encode_registry(&mut text, &registry)?;
    Ok(text)
}

impl Fleet {
    fn count_shoots(&self, garden: &Garden, analysis: &Analysis, asked: QueryContext) {
        let profiles = FleetProfiles::of(analysis, Unrendered::Parents).profiles;
        let (mut totals, mut summary) = (UsageTotals::new(&profiles), FleetSummary::default());
        let mut other_kinds = OtherKinds::new();
        let mut counter = UsageCounter::new(&profiles, asked);
        let mut planners = Planners::new(&profiles, asked.settings.quirks);
        let moment = Moment::NextWindow(asked.settings.now);
        let parents = parents(analysis);
        for shoot in garden.shoots.iter() {
            let answer = shoot.ask(|shoot| (counter.count(shoot), planners.plan(shoot, moment)));
            match skip_other_kinds(answer, &mut other_kinds) {
                Some(Ok((usage, mut plan))) => {
                    totals.add(Ok(usage));
                    refer_to_parent(&mut plan, &parents);
                    summary.add(&plan);
                }
                Some(Err(unreadable)) => totals.add(Err(unreadable)),
                None => {}
            }
        }
        for profile in totals.answer(UsageQuery::default(), &profiles, asked, other_kinds).profiles {
            for used in profile.versions {
                let classification = used.classification.as_ref().map_or("missing", Classification::as_str).to_owned();
                let (profile, version) = (profile.profile.clone(), used.version);
                let (gauge, count) = match used.image {
                    None => {
                        let labels = VersionLabels { profile, version, classification };
                        (self.shoots.get_or_create_owned(&labels), used.users.shoots)
                    }
                    Some(image) => {
                        let labels = ImageLabels { profile, image, version, classification };
                        (self.pools.get_or_create_owned(&labels), used.users.pools)
                    }
                };
                gauge.set(count_of(count));
            }
        }
        for one in summary.reasons() {
            let (profile, image) = (one.profile.to_owned(), one.image.to_owned());
            let labels =
                MaintenanceLabels { profile, subject: one.subject, image, outcome: one.outcome, reason: one.reason };
            self.maintenance.get_or_create(&labels).set(count_of(one.count));
        }
    }

    fn count_profiles(&self, analysis: &Analysis, now: Timestamp) {
        let parents = parents(analysis);
        for (key, profile) in analysis.profiles() {
            let Ok(profile) = profile else { continue };
            let name = parents.get(key).unwrap_or(&key.name);
            for finding in &analysis.report_on(&profile).findings {
                let rule = finding.violation.rule.name;
                let severity = finding.violation.severity.to_string();
                let labels = FindingLabels { profile: name.clone(), kind: key.kind(), rule, severity };
                self.findings.get_or_create(&labels).inc();
            }
            if key.namespace.is_some() {
                continue;
            }
            for (image, version) in versions_report(profile.spec(), now, &analysis.settings().quirks).rows() {
                let expiry = version.transitions.iter().find(|it| it.classification == Classification::Expired);
                let Some(expiry) = expiry else { continue };
                let labels = ExpiryLabels {
                    profile: name.clone(),
                    image: image.unwrap_or_default().to_owned(),
                    version: version.version.clone(),
                };
                self.expires_in.get_or_create(&labels).set(expiry.after.unix_seconds() - now.unix_seconds());
            }
        }
    }
}

/// Returns the names of the parents of the NamespacedCloudProfiles.
fn parents(analysis: &Analysis) -> BTreeMap<ProfileKey, String> {
    let parent = |child: &Child| ProfileKey::parent_of(&child.object).map(|parent| parent.name).unwrap_or_default();
    analysis.children().map(|(key, child)| (key.clone(), parent(child))).collect()
}

/// Replaces a reference to a NamespacedCloudProfile by one to its parent.
fn refer_to_parent(plan: &mut ShootPlan, parents: &BTreeMap<ProfileKey, String>) {
    let Some(reference) = plan.profile.as_mut().filter(|reference| reference.is_namespaced) else { return };
    let parent = parents.get(&ProfileKey::namespaced(&plan.namespace, &reference.name));
    *reference = ProfileReference { is_namespaced: false, name: parent.cloned().unwrap_or_default().into() };
}

fn count_of(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
