//! `usage`: the users of each version of a profile, and the versions that are no longer needed.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;

use rootstock_analysis::Role;
use rootstock_core_model::Quirks;
use rootstock_judge::CompiledProfile;
use rootstock_maintenance::{Moment, Need, Planners, ProfileUsage, Profiles, ShootRow, Skipped, Unreadable, Usage};
use rootstock_versioning::{Classification, Timestamp};
use serde::{Deserialize, Serialize};

use crate::face::ask_about_fleet;
use crate::fleet::skip_other_kinds;
use crate::{AppliedSettings, Example, Face, FleetInput, OtherKinds, Query, QueryContext, QuerySubject, Unrendered};

/// Asks for the users of each version of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UsageQuery {
    /// Whether to list only the versions that are no longer needed.
    pub removable_only: bool,
}

/// The users of each version.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UsageAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// Whether only versions that are no longer needed are listed.
    pub removable_only: bool,
    /// The number of Shoots.
    pub shoots: usize,
    /// The number of inputs that should be Shoots but cannot be read.
    pub unreadable: usize,
    /// The number of skipped objects of other kinds.
    pub other_kinds: OtherKinds,
    /// The profiles, and their used parts.
    pub profiles: Vec<ProfileUsage>,
    /// Shoots that are not counted for any profile, by reason.
    pub uncounted: Vec<Uncounted>,
}

/// Shoots that are not counted for any profile.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Uncounted {
    /// The reason.
    #[serde(flatten)]
    pub skipped: Skipped,
    /// The number of Shoots.
    pub shoots: usize,
    /// The first Shoot.
    pub example: String,
}

impl Query for UsageQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.usage/v1";
    const SUBJECT: QuerySubject = QuerySubject::Shoots;
    const EXAMPLE: Example = Example {
        command: "usage --profile fixtures/profiles/orchard.yaml fixtures/shoots/fleet.yaml",
        question: "{}",
        files: &[(Role::Checked, "fixtures/shoots/fleet.yaml"), (Role::Known, "fixtures/profiles/orchard.yaml")],
    };
    type Answer = UsageAnswer;
    type Input<'a> = FleetInput<'a>;
    type Error = Infallible;

    fn ask(&self, input: FleetInput<'_>) -> Result<UsageAnswer, Infallible> {
        let FleetInput { profiles, shoots, asked } = input;
        let (mut totals, mut other_kinds) = (UsageTotals::new(profiles), OtherKinds::new());
        let mut counter = UsageCounter::new(profiles, asked);
        for shoot in shoots {
            if let Some(answer) = skip_other_kinds(shoot.ask(|shoot| counter.count(shoot)), &mut other_kinds) {
                totals.add(answer);
            }
        }
        Ok(totals.answer(*self, profiles, asked, other_kinds))
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        ask_about_fleet(self, face, Unrendered::Parents)
    }
}

/// The parts of a profile that a Shoot uses.
#[derive(Debug)]
pub struct ShootUsage(Counted);

#[derive(Debug)]
enum Counted {
    /// The index of the profile, and the used parts.
    Of(usize, Usage),
    /// The reason why the Shoot has no profile, and the Shoot's name.
    WithoutProfile(Skipped, String),
}

/// A counter of the parts that Shoots use, one Shoot after the other.
#[derive(Debug)]
pub struct UsageCounter<'p> {
    profiles: &'p Profiles,
    planners: Planners<'p>,
    quirks: Quirks,
    from: Timestamp,
}

impl<'p> UsageCounter<'p> {
    /// Creates a counter; each thread needs its own.
    #[must_use]
    pub fn new(profiles: &'p Profiles, asked: QueryContext) -> Self {
        let (quirks, from) = (asked.settings.quirks, asked.settings.now);
        Self { profiles, planners: Planners::new(profiles, quirks), quirks, from }
    }

    /// Determines the parts that a Shoot uses.
    pub fn count(&mut self, shoot: &ShootRow<'_>) -> ShootUsage {
        ShootUsage(match self.profiles.resolve(shoot) {
            Ok(profile) => {
                let mut usage = Usage::new();
                usage.add(shoot, &self.quirks);
                usage.add_targets(&self.planners.plan(shoot, Moment::NextWindow(self.from)));
                Counted::Of(profile, usage)
            }
            Err(skipped) => Counted::WithoutProfile(skipped, format!("{}/{}", shoot.namespace, shoot.name)),
        })
    }
}

/// Running totals over Shoots.
#[derive(Debug)]
pub struct UsageTotals {
    usages: Vec<Usage>,
    shoots: usize,
    unreadable: usize,
    uncounted: BTreeMap<String, Uncounted>,
}

impl UsageTotals {
    /// Creates empty totals.
    #[must_use]
    pub fn new(profiles: &Profiles) -> Self {
        let usages = profiles.all().iter().map(|_| Usage::new()).collect();
        Self { usages, shoots: 0, unreadable: 0, uncounted: BTreeMap::new() }
    }

    /// Adds a Shoot, or an input that should be one but cannot be read.
    pub fn add(&mut self, answer: Result<ShootUsage, Unreadable>) {
        self.shoots += usize::from(answer.is_ok());
        match answer.map(|usage| usage.0) {
            Ok(Counted::Of(profile, usage)) => {
                if let Some(all) = self.usages.get_mut(profile) {
                    all.merge(usage);
                }
            }
            Ok(Counted::WithoutProfile(skipped, example)) => {
                let entry = self.uncounted.entry(skipped.to_string());
                entry.or_insert(Uncounted { skipped, shoots: 0, example }).shoots += 1;
            }
            Err(_) => self.unreadable += 1,
        }
    }

    /// Returns the answer once all Shoots have been added.
    #[must_use]
    pub fn answer(
        self,
        query: UsageQuery,
        profiles: &Profiles,
        asked: QueryContext,
        other_kinds: OtherKinds,
    ) -> UsageAnswer {
        UsageAnswer {
            settings: asked.into(),
            removable_only: query.removable_only,
            shoots: self.shoots,
            unreadable: self.unreadable,
            other_kinds,
            profiles: reports(profiles, self.usages, asked.settings.now, query.removable_only),
            uncounted: self.uncounted.into_values().collect(),
        }
    }
}

/// Returns the users of each profile. Users of a NamespacedCloudProfile count for its parent; its own report lists only
/// the versions that the parent lacks or classifies differently.
fn reports(profiles: &Profiles, mut usages: Vec<Usage>, at: Timestamp, removable: bool) -> Vec<ProfileUsage> {
    let namespaced = profiles.namespaced();
    let (all, mut of_children) = (profiles.all(), BTreeMap::new());
    for child in &namespaced {
        let Some(usage) = usages.get(child.index).cloned() else { continue };
        if let Some(parent) = child.parent.and_then(|parent| usages.get_mut(parent)) {
            parent.merge(usage.clone());
        }
        of_children.insert(child.index, (child, usage));
    }
    let mut reports = Vec::new();
    for (index, (profile, usage)) in all.iter().zip(&usages).enumerate().filter(|(at, _)| !of_children.contains_key(at))
    {
        let children = namespaced.iter().filter(|child| child.parent == Some(index));
        let children: Vec<&CompiledProfile> =
            children.filter_map(|child| all.get(child.index).map(Arc::as_ref)).collect();
        let report = usage.report(profile, &children, at);
        reports.push(if removable { only_removable(report) } else { report });
    }
    // Skip overrides here: an unneeded override does not mean that the parent's version can be removed.
    for child in namespaced.iter().filter(|_| !removable) {
        let (Some(profile), Some((_, usage))) = (all.get(child.index), of_children.get(&child.index)) else { continue };
        let mut report = usage.report(profile, &[], at);
        report.profile = format!("{}/{}", child.namespace, child.name);
        if let Some(parent) = child.parent.and_then(|parent| all.get(parent)) {
            report.parent = Some(parent.name().to_owned());
            let of_parent: BTreeMap<(Option<String>, String), Option<Classification>> = Usage::new()
                .report(parent, &[], at)
                .versions
                .into_iter()
                .map(|it| ((it.image, it.version), it.classification))
                .collect();
            report.versions.retain(|version| {
                of_parent.get(&(version.image.clone(), version.version.clone())) != Some(&version.classification)
            });
            if report.versions.is_empty() {
                continue;
            }
        }
        reports.push(report);
    }
    reports
}

fn only_removable(mut report: ProfileUsage) -> ProfileUsage {
    report.versions.retain(|version| version.need == Need::Unneeded);
    report
}
