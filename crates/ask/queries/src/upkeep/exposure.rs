//! `upkeep exposure`: the pools that boot image versions that must go, and the nights on which they leave them.

mod totals;

use rootstock_analysis::Role;
use rootstock_maintenance::{ExposureFinder, NO_HORIZON, PoolExposure, ProfileReference, Profiles, ShootRow};
use rootstock_upkeep::{ImageSelection, ImageSelections};
use rootstock_versioning::{Classification, Timestamp};
use serde::{Deserialize, Serialize};

pub use totals::ExposureTotals;

use crate::face::ask_about_fleet;
use crate::fleet::skip_other_kinds;
use crate::{
    AppliedSettings, Example, Face, FleetInput, OtherKinds, Query, QueryContext, QueryError, QuerySubject, Unrendered,
};

/// Asks which worker pools boot image versions that must go, and when they leave them.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExposureQuery {
    /// The image versions that must go; at least one.
    pub versions: Vec<ImageSelection>,
    /// The end of the period to simulate; if absent, maintenance is simulated until nothing changes any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

/// The pools that boot image versions that must go.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExposureAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The versions in question.
    pub asked: Vec<ImageSelection>,
    /// The end of the period, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
    /// The number of Shoots, exposed or not.
    pub shoots: usize,
    /// The number of Shoots with an exposed pool.
    pub exposed_shoots: usize,
    /// The maximum number of nodes of all exposed pools.
    pub nodes_at_most: u64,
    /// The versions of the profiles that must go, and those that are in use although the profile lacks them.
    pub versions: Vec<ExposedVersion>,
    /// The exposed pools: first those that stay, then by the run in which they leave.
    pub pools: Vec<ExposedPool>,
    /// The parts of the question that match no version of a profile or a pool.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unmatched: Vec<UnmatchedSelection>,
    /// The number of inputs that should be Shoots but cannot be read.
    pub unreadable: usize,
    /// The number of skipped objects of other kinds.
    pub other_kinds: OtherKinds,
}

/// An image version of a profile that must go.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExposedVersion {
    /// The profile; a NamespacedCloudProfile as `NAMESPACE/NAME`.
    pub profile: String,
    /// The machine image.
    pub image: String,
    /// The version.
    pub version: String,
    /// The classification; absent if the profile does not have the version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classification: Option<Classification>,
    /// The time at which the version expires, if it has not expired yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires: Option<Timestamp>,
    /// The number of exposed pools.
    pub pools: usize,
    /// The end of the exposure by today's settings.
    pub today: ExposureEnd,
    /// The end of the exposure if all versions in question expire now.
    pub if_expired: ExposureEnd,
}

/// The end of the exposure of several pools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExposureEnd {
    /// The number of pools that stay.
    pub staying: usize,
    /// The last run in which a pool leaves. If no pool stays, Gardener lets the version be removed after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<Timestamp>,
}

/// An exposed pool of a Shoot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExposedPool {
    /// The namespace of the Shoot.
    pub namespace: String,
    /// The name of the Shoot.
    pub shoot: String,
    /// The profile of the Shoot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<ProfileReference<'static>>,
    /// The exposure.
    #[serde(flatten)]
    pub exposure: PoolExposure,
}

/// A part of the question that matches nothing.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnmatchedSelection {
    /// The versions, as asked.
    pub versions: ImageSelection,
    /// Whether no profile has the image at all.
    pub is_unknown_image: bool,
    /// An image with a similar name, if the image is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
}

impl ExposureAnswer {
    /// Returns whether no pool is exposed, and every image of the question is known.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.pools.is_empty() && !self.unmatched.iter().any(|one| one.is_unknown_image)
    }
}

impl Query for ExposureQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.upkeep-exposure/v1";
    const SUBJECT: QuerySubject = QuerySubject::Shoots;
    const EXAMPLE: Example = Example {
        command: "upkeep exposure apple@2.0.0 --profile fixtures/profiles/orchard.yaml --shoots fixtures/shoots/fleet.yaml",
        question: r#"{"versions": ["apple@2.0.0"]}"#,
        files: &[(Role::Checked, "fixtures/shoots/fleet.yaml"), (Role::Known, "fixtures/profiles/orchard.yaml")],
    };
    type Answer = ExposureAnswer;
    type Input<'a> = FleetInput<'a>;
    type Error = QueryError;

    /// # Errors
    ///
    /// Returns [`QueryError::NoVersions`] if the question names no versions, and [`QueryError::UntilInPast`] if the period is
    /// over.
    fn ask(&self, input: FleetInput<'_>) -> Result<ExposureAnswer, QueryError> {
        self.check(input.asked)?;
        let FleetInput { profiles, shoots, asked } = input;
        let (mut totals, mut other_kinds) = (ExposureTotals::default(), OtherKinds::new());
        let expired = self.expired(profiles, asked);
        let mut finder = self.finder([profiles, &expired], asked);
        for shoot in shoots {
            let found = shoot.ask(|shoot| exposed_pools(&mut finder, shoot));
            if let Some(found) = skip_other_kinds(found, &mut other_kinds) {
                totals.add(found);
            }
        }
        Ok(totals.answer(self, profiles, asked, other_kinds))
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        ask_about_fleet(self, face, Unrendered::Parents)
    }
}

impl ExposureQuery {
    /// Checks that the question makes sense at the instant at which it is asked.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`ask`](Query::ask).
    pub fn check(&self, asked: QueryContext) -> Result<(), QueryError> {
        let from = asked.settings.now;
        if self.versions.is_empty() {
            return Err(QueryError::NoVersions);
        }
        match self.until.filter(|until| *until < from) {
            Some(until) => Err(QueryError::UntilInPast { until, from }),
            None => Ok(()),
        }
    }

    /// Returns the profiles as they would be if the versions had expired just now.
    #[must_use]
    pub fn expired(&self, profiles: &Profiles, asked: QueryContext) -> Profiles {
        let just_now = Timestamp::from_unix_seconds(asked.settings.now.unix_seconds().saturating_sub(1));
        let versions = ImageSelections::new(&self.versions);
        profiles.with_expired_images(just_now, |image, version| versions.select(image, version))
    }

    /// Returns a finder of exposed pools, for the profiles and the same with the versions [expired](Self::expired).
    pub fn finder<'p>(
        &'p self,
        profiles: [&'p Profiles; 2],
        asked: QueryContext,
    ) -> ExposureFinder<'p, impl Fn(&str, &str) -> bool> {
        let period = [asked.settings.now, self.until.unwrap_or(NO_HORIZON)];
        let versions = ImageSelections::new(&self.versions);
        let must_go = move |image: &str, version: &str| versions.select(image, version);
        ExposureFinder::new(profiles, asked.settings.quirks, must_go, period)
    }
}

/// Returns the exposed pools of a Shoot.
pub fn exposed_pools<F: Fn(&str, &str) -> bool>(
    finder: &mut ExposureFinder<'_, F>,
    shoot: &ShootRow<'_>,
) -> Vec<ExposedPool> {
    let pools = finder.pools(shoot).into_iter().map(|exposure| ExposedPool {
        namespace: shoot.namespace.clone().into_owned(),
        shoot: shoot.name.clone().into_owned(),
        profile: shoot.profile.clone().map(ProfileReference::into_owned),
        exposure,
    });
    pools.collect()
}
