//! `usage`: who uses which version of a profile, and which versions nobody needs any more.

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
use crate::fleet::sort_out;
use crate::{About, AppliedSettings, Asked, Example, Face, FleetAsked, OtherKinds, Query, Unrendered};

/// Who uses which version of a profile?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UsageQuery {
    /// Whether only the versions are listed that nobody needs any more.
    pub removable_only: bool,
}

/// Who uses which version.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UsageAnswer {
    /// What the answer was given under.
    pub settings: AppliedSettings,
    /// Whether only what nobody needs any more is listed.
    pub removable_only: bool,
    /// How many Shoots there are.
    pub shoots: usize,
    /// How many inputs should be Shoots and cannot be read.
    pub unreadable: usize,
    /// Objects of other kinds, which were left out.
    pub other_kinds: OtherKinds,
    /// The profiles, and what of them is used.
    pub profiles: Vec<ProfileUsage>,
    /// Shoots that count for no profile, by the reason.
    pub uncounted: Vec<Uncounted>,
}

/// Shoots that count for no profile.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Uncounted {
    /// Why not.
    #[serde(flatten)]
    pub skipped: Skipped,
    /// How many they are.
    pub shoots: usize,
    /// The first of them.
    pub example: String,
}

impl Query for UsageQuery {
    const FORM: &'static str = "rootstock.usage/v1";
    const ABOUT: About = About::Shoots;
    const EXAMPLE: Example = Example {
        command: "usage --profile fixtures/profiles/orchard.yaml fixtures/shoots/fleet.yaml",
        question: "{}",
        files: &[(Role::Checked, "fixtures/shoots/fleet.yaml"), (Role::Known, "fixtures/profiles/orchard.yaml")],
    };
    type Answer = UsageAnswer;
    type Over<'a> = FleetAsked<'a>;
    type Error = Infallible;

    fn ask(&self, over: FleetAsked<'_>) -> Result<UsageAnswer, Infallible> {
        let FleetAsked { profiles, shoots, asked } = over;
        let (mut totals, mut other_kinds) = (UsageTotals::new(profiles), OtherKinds::new());
        let mut counter = UsageCounter::new(profiles, asked);
        for shoot in shoots {
            if let Some(answer) = sort_out(shoot.ask(|shoot| counter.count(shoot)), &mut other_kinds) {
                totals.add(answer);
            }
        }
        Ok(totals.answer(*self, profiles, asked, other_kinds))
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        ask_about_fleet(self, face, Unrendered::Parents)
    }
}

/// What one Shoot uses.
#[derive(Debug)]
pub struct ShootUsage(Counted);

#[derive(Debug)]
enum Counted {
    /// Of that profile.
    Of(usize, Usage),
    /// Of none; its name is told.
    Nowhere(Skipped, String),
}

/// Finds out what Shoots use, one after the other.
#[derive(Debug)]
pub struct UsageCounter<'p> {
    profiles: &'p Profiles,
    planners: Planners<'p>,
    quirks: Quirks,
    from: Timestamp,
}

impl<'p> UsageCounter<'p> {
    /// A counter, which one thread has for itself.
    #[must_use]
    pub fn new(profiles: &'p Profiles, asked: Asked) -> Self {
        let (quirks, from) = (asked.settings.quirks, asked.settings.now);
        Self { profiles, planners: Planners::new(profiles, quirks), quirks, from }
    }

    /// What one Shoot uses.
    pub fn count(&mut self, shoot: &ShootRow<'_>) -> ShootUsage {
        ShootUsage(match self.profiles.resolve(shoot) {
            Ok(profile) => {
                let mut usage = Usage::new();
                usage.add(shoot, &self.quirks);
                usage.add_targets(&self.planners.plan(shoot, Moment::NextWindow(self.from)));
                Counted::Of(profile, usage)
            }
            Err(skipped) => Counted::Nowhere(skipped, format!("{}/{}", shoot.namespace, shoot.name)),
        })
    }
}

/// What Shoots use together.
#[derive(Debug)]
pub struct UsageTotals {
    usages: Vec<Usage>,
    shoots: usize,
    unreadable: usize,
    uncounted: BTreeMap<String, Uncounted>,
}

impl UsageTotals {
    /// Of no Shoots.
    #[must_use]
    pub fn new(profiles: &Profiles) -> Self {
        let usages = profiles.all().iter().map(|_| Usage::new()).collect();
        Self { usages, shoots: 0, unreadable: 0, uncounted: BTreeMap::new() }
    }

    /// Adds one Shoot, or what should be one.
    pub fn add(&mut self, answer: Result<ShootUsage, Unreadable>) {
        self.shoots += usize::from(answer.is_ok());
        match answer.map(|usage| usage.0) {
            Ok(Counted::Of(profile, usage)) => {
                if let Some(all) = self.usages.get_mut(profile) {
                    all.merge(usage);
                }
            }
            Ok(Counted::Nowhere(skipped, example)) => {
                let entry = self.uncounted.entry(skipped.to_string());
                entry.or_insert(Uncounted { skipped, shoots: 0, example }).shoots += 1;
            }
            Err(_) => self.unreadable += 1,
        }
    }

    /// The answer, when all are added.
    #[must_use]
    pub fn answer(self, query: UsageQuery, profiles: &Profiles, asked: Asked, other_kinds: OtherKinds) -> UsageAnswer {
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

/// The users of each profile. Whoever uses a NamespacedCloudProfile uses its parent: of itself only the versions are told
/// that the parent lacks, or that are something else there.
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
    // That an override is needed by nobody does not mean that the parent's version can go.
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
