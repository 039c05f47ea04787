//! The numbers of Shoots and findings, by the labels of their metrics.

use std::collections::HashMap;

use memchr::memmem;
use prometheus_client::encoding::EncodeLabelSet;
use rootstock_maintenance::{
    FleetAnswer, FleetItem, FleetSummary, Moment, Planners, ProfileReference, Profiles, ShootPlan, UsedVersion,
};
use rootstock_queries::{
    LastMaintenanceComparer, OtherKinds, QueryContext, UsageCounter, UsageQuery, UsageTotals, skip_other_kinds,
};
use rootstock_report::Report;
use rootstock_versioning::Classification;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct VersionLabels {
    pub(super) profile: String,
    pub(super) version: String,
    pub(super) classification: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct ImageLabels {
    pub(super) profile: String,
    pub(super) image: String,
    pub(super) version: String,
    pub(super) classification: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct MaintenanceLabels {
    pub(super) profile: String,
    pub(super) subject: &'static str,
    pub(super) image: String,
    pub(super) outcome: &'static str,
    pub(super) reason: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct FindingLabels {
    pub(super) profile: String,
    pub(super) kind: &'static str,
    pub(super) rule: &'static str,
    pub(super) severity: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct DifferenceLabels {
    pub(super) profile: String,
    pub(super) kind: String,
}

/// The numbers of Shoots and findings of some profiles.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) shoots: HashMap<VersionLabels, usize>,
    pub(super) pools: HashMap<ImageLabels, usize>,
    pub(super) maintenance: HashMap<MaintenanceLabels, usize>,
    pub(super) findings: HashMap<FindingLabels, usize>,
    pub(super) differences: HashMap<DifferenceLabels, usize>,
}

impl Counts {
    /// Counts Shoots by the profiles that they use; those of a NamespacedCloudProfile at its `parent`.
    pub(super) fn add_shoots<'g>(
        &mut self,
        shoots: impl IntoIterator<Item = &'g FleetItem>,
        profiles: &Profiles,
        parent: Option<&str>,
        asked: QueryContext,
    ) {
        let (mut totals, mut summary) = (UsageTotals::new(profiles), FleetSummary::default());
        let mut other_kinds = OtherKinds::new();
        let mut counter = UsageCounter::new(profiles, asked);
        let mut planners = Planners::new(profiles, asked.settings.quirks);
        let moment = Moment::NextWindow(asked.settings.now);
        let mut comparer = LastMaintenanceComparer::new(profiles, asked);
        for shoot in shoots {
            self.add_differences(shoot, &mut comparer, parent);
            let answer = shoot.ask(|shoot| (counter.count(shoot), planners.plan(shoot, moment)));
            match skip_other_kinds(answer, &mut other_kinds) {
                Some(Ok((usage, mut plan))) => {
                    totals.add(Ok(usage));
                    refer_to_parent(&mut plan, parent);
                    summary.add(&plan);
                }
                Some(Err(unreadable)) => totals.add(Err(unreadable)),
                None => {}
            }
        }
        for used_profile in totals.answer(UsageQuery::default(), profiles, asked, other_kinds).profiles {
            // The parent lists the versions that are not in use, once for all.
            let is_counted = |used: &UsedVersion| parent.is_none() || used.users.shoots > 0 || used.users.pools > 0;
            for used in used_profile.versions.into_iter().filter(is_counted) {
                let classification = used.classification.as_ref().map_or("missing", Classification::as_str).to_owned();
                let profile = parent.unwrap_or(&used_profile.profile).to_owned();
                let version = used.version;
                match used.image {
                    None => {
                        let labels = VersionLabels { profile, version, classification };
                        *self.shoots.entry(labels).or_default() += used.users.shoots;
                    }
                    Some(image) => {
                        let labels = ImageLabels { profile, image, version, classification };
                        *self.pools.entry(labels).or_default() += used.users.pools;
                    }
                }
            }
        }
        for one in summary.reasons() {
            let (profile, image) = (one.profile.to_owned(), one.image.to_owned());
            let labels =
                MaintenanceLabels { profile, subject: one.subject, image, outcome: one.outcome, reason: one.reason };
            *self.maintenance.entry(labels).or_default() += one.count;
        }
    }

    /// Counts the differences between the last maintenance of a Shoot and its plan, if its status reports one.
    fn add_differences(&mut self, shoot: &FleetItem, comparer: &mut LastMaintenanceComparer<'_>, parent: Option<&str>) {
        // Parsing the whole Shoot takes longer than counting it.
        if let FleetItem::Json(json) = shoot
            && memmem::find(&json.text, b"lastMaintenance").is_none()
        {
            return;
        }
        // Unreadable Shoots are counted elsewhere.
        let FleetAnswer::Shoot(last) = shoot.ask_whole(|shoot| comparer.compare(shoot)) else { return };
        let own =
            last.profile.as_ref().filter(|profile| !profile.is_namespaced).map(|profile| profile.name.to_string());
        let profile = parent.map(str::to_owned).or(own).unwrap_or_default();
        for difference in last.differences {
            let labels = DifferenceLabels { profile: profile.clone(), kind: difference.kind.to_string() };
            *self.differences.entry(labels).or_default() += 1;
        }
    }

    /// Counts the findings about an object of a kind, at the profile of this name.
    pub(super) fn add_findings(&mut self, report: &Report, profile: &str, kind: &'static str) {
        for finding in &report.findings {
            let severity = finding.violation.severity.to_string();
            let labels =
                FindingLabels { profile: profile.to_owned(), kind, rule: finding.violation.rule.name, severity };
            *self.findings.entry(labels).or_default() += 1;
        }
    }
}

/// Replaces a reference to a NamespacedCloudProfile by one to its parent, which has no name if it is not known.
fn refer_to_parent(plan: &mut ShootPlan, parent: Option<&str>) {
    if let Some(reference) = plan.profile.as_mut().filter(|reference| reference.is_namespaced) {
        *reference = ProfileReference { is_namespaced: false, name: parent.unwrap_or_default().to_owned().into() };
    }
}
