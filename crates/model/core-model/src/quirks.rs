//! Gardener's deviations from its documentation, by name.

use rootstock_document::Releases;
use rootstock_findings::{Semantics, Violation};
use rootstock_versioning::UpdateQuirks;

use crate::GardenerRelease;

/// One row of the table of quirks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuirkInfo {
    /// The field in its group. Quirk names are unique across groups.
    pub name: &'static str,
    /// The group, which is a field of [`Quirks`].
    pub group: &'static str,
    /// The documented behaviour.
    pub documented: &'static str,
    /// The behaviour of Gardener v1.150.
    pub gardener: &'static str,
    /// The documented statement that Gardener deviates from, with its source.
    pub source: &'static str,
    /// The smallest input that shows the difference.
    pub example: &'static str,
    /// The releases of Gardener in which it does so.
    #[serde(skip_serializing_if = "Releases::are_all")]
    pub releases: Releases,
    /// The form of an object that the releases with and without it treat alike; empty if there is none.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub remedy: &'static str,
    /// The Shoots that it concerns.
    #[serde(skip)]
    pub shoots: ConcernedShoots,
}

/// A group of quirks with lookup by name.
trait Switches {
    /// The descriptions of the quirks.
    const TABLE: &'static [QuirkInfo];

    /// Returns the switch with this name, if it belongs to the group.
    fn switch(&mut self, name: &str) -> Option<&mut bool>;
}

/// Returns the given releases, or else all.
macro_rules! of_releases {
    () => {
        rootstock_document::Releases::ALL
    };
    ($releases:expr) => {
        $releases
    };
}

/// Returns the given text, or else none.
macro_rules! optional_text {
    () => {
        ""
    };
    ($text:literal) => {
        $text
    };
}

/// Returns the given Shoots, or else any.
macro_rules! of_shoots {
    () => {
        super::ConcernedShoots::Any
    };
    ($shoots:ident) => {
        super::ConcernedShoots::$shoots
    };
}

/// Implements the lookup by name for a group of quirks.
macro_rules! switches {
    ($group:ident: $Group:ident $($name:ident { $(releases: $releases:expr,)? $(shoots: $shoots:ident,)? $(remedy: $remedy:literal,)? documented: $documented:literal, gardener: $gardener:literal, source: $source:literal, example: $example:literal })+) => {
        impl super::Switches for $Group {
            const TABLE: &'static [super::QuirkInfo] = &[$(super::QuirkInfo {
                name: stringify!($name), group: stringify!($group),
                documented: $documented, gardener: $gardener, source: $source, example: $example,
                releases: of_releases!($($releases)?), remedy: optional_text!($($remedy)?),
                shoots: of_shoots!($($shoots)?),
            },)+];

            fn switch(&mut self, name: &str) -> Option<&mut bool> {
                match name { $(stringify!($name) => Some(&mut self.$name),)+ _ => None }
            }
        }
    };
}

/// Defines a group of quirks: one switch each, with its description. Without `releases`, all releases have the quirk; without `shoots`,
/// it may concern any Shoot; `remedy` is the form of an object that all releases treat alike.
macro_rules! quirks {
    ($(#[$head:meta])+ $group:ident: $Group:ident $($(#[$doc:meta])+ $name:ident {
        $(releases: $releases:expr,)? $(shoots: $shoots:ident,)? $(remedy: $remedy:literal,)? documented: $documented:literal, gardener: $gardener:literal, source: $source:literal, example: $example:literal
    })+) => {
        $(#[$head])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $Group { $($(#[$doc])+ pub $name: bool,)+ }

        impl $Group {
            /// The documented behaviour.
            pub const NONE: Self = Self { $($name: false,)+ };
            /// The behaviour of Gardener v1.150.
            pub const GARDENER_1_150: Self = Self::at_release(crate::GardenerRelease::NEWEST);

            /// The behaviour of a release of Gardener.
            pub(crate) const fn at_release(gardener: crate::GardenerRelease) -> Self {
                Self { $($name: { let releases = of_releases!($($releases)?); releases.contains(gardener.release()) },)+ }
            }
        }

        switches! { $group: $Group $($name {
            $(releases: $releases,)? $(shoots: $shoots,)? $(remedy: $remedy,)? documented: $documented, gardener: $gardener, source: $source, example: $example
        })+ }
    };
}

mod cloud_profile;
mod concerned_shoots;
mod findings;
mod judge;
mod maintenance;
mod namespaced_cloud_profile;
mod openstack;
mod providers;
mod references;
mod selection;
mod shoot;
mod updates;

pub use cloud_profile::CloudProfileQuirks;
pub use concerned_shoots::ConcernedShoots;
pub use findings::FindingQuirks;
pub use judge::JudgeQuirks;
pub use maintenance::MaintenanceQuirks;
pub use namespaced_cloud_profile::NamespacedCloudProfileQuirks;
pub use openstack::OpenStackQuirks;
pub use providers::ProviderQuirks;
pub use references::ReferenceQuirks;
pub use selection::SelectionQuirks;
pub use shoot::ShootQuirks;

macro_rules! groups {
    // `rootstock-versioning` defines the group and does not know releases; all of them have its quirks.
    (@at updates $Group:ident $gardener:ident) => { $Group::GARDENER_1_150 };
    (@at $group:ident $Group:ident $gardener:ident) => { $Group::at_release($gardener) };
    ($($(#[$doc:meta])+ $group:ident: $Group:ident)+) => {
        /// The deviations of Gardener from its documentation, one switch each. They are grouped by the crate that reads them,
        /// so that a crate only takes its own group.
        ///
        /// ```
        /// use rootstock_core_model::{Quirks, Semantics};
        /// assert!(!Quirks::of(Semantics::Documented).selection.rank_by_own_values);
        /// assert!(Quirks::of(Semantics::Gardener).selection.rank_by_own_values);
        /// assert!(Quirks::table().any(|quirk| quirk.name == "rank_by_own_values" && quirk.group == "selection"));
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Quirks {
            $($(#[$doc])+ pub $group: $Group,)+
            /// The release of Gardener that decides which rules there are; `None` has the rules of all releases, as the documents do.
            pub rules_of: Option<GardenerRelease>,
        }

        impl Quirks {
            /// The documented behaviour.
            pub const NONE: Self = Self { $($group: $Group::NONE,)+ rules_of: None };
            /// The behaviour of Gardener v1.150.
            pub const GARDENER_1_150: Self = Self::at_release(Semantics::Gardener, GardenerRelease::NEWEST);

            /// Returns the quirks of the given semantics in the newest recorded release.
            #[must_use]
            pub const fn of(semantics: Semantics) -> Self {
                Self::at_release(semantics, GardenerRelease::NEWEST)
            }

            /// Returns the quirks of the given semantics in a release of Gardener. The documented behaviour is that of all.
            ///
            /// ```
            /// use rootstock_core_model::{Quirks, Semantics};
            /// let quirks = |release: &str| release.parse().map(|it| Quirks::at_release(Semantics::Gardener, it));
            /// assert!(quirks("1.149")?.cloud_profile.supported_overlap_legacy_only);
            /// assert!(!quirks("1.148")?.cloud_profile.supported_overlap_legacy_only);
            /// # Ok::<(), rootstock_core_model::GardenerReleaseError>(())
            /// ```
            #[must_use]
            pub const fn at_release(semantics: Semantics, gardener: GardenerRelease) -> Self {
                match semantics {
                    Semantics::Documented => Self::NONE,
                    Semantics::Gardener => {
                        Self { $($group: groups!(@at $group $Group gardener),)+ rules_of: Some(gardener) }
                    }
                }
            }

            /// Iterates over every quirk, group by group, in the order in which `rootstock quirks` prints them.
            pub fn table() -> impl Iterator<Item = &'static QuirkInfo> {
                [$($Group::TABLE,)+].into_iter().flatten()
            }

            /// Returns the switch with this name.
            fn switch(&mut self, name: &str) -> Option<&mut bool> {
                $(if let Some(on) = self.$group.switch(name) {
                    return Some(on);
                })+
                None
            }
        }
    };
}

groups! {
    /// Flavor selection and compatibility. The capability engine reads them.
    selection: SelectionQuirks
    /// Update targets. `rootstock-versioning` reads them and defines the type.
    updates: UpdateQuirks
    /// Availability and mapping of images. The judge reads them.
    judge: JudgeQuirks
    /// The extent of maintenance. Maintenance reads them.
    maintenance: MaintenanceQuirks
    /// Admission of CloudProfiles.
    cloud_profile: CloudProfileQuirks
    /// Admission of NamespacedCloudProfiles, and merging with their parent.
    namespaced_cloud_profile: NamespacedCloudProfileQuirks
    /// References that count as usage by other objects. The admission of profile changes and the usage list read them.
    references: ReferenceQuirks
    /// Admission of Shoots, and the defaults it sets.
    shoot: ShootQuirks
    /// Paths and selection of findings. Admission and the providers read them.
    findings: FindingQuirks
    /// Validation, comparison and merging of the provider section. `rootstock-provider-api` and the providers read them.
    providers: ProviderQuirks
    /// Floating pools and load balancers of OpenStack. The OpenStack provider reads them.
    openstack: OpenStackQuirks
}

impl Quirks {
    /// Returns the semantics that these quirks are those of, in a release of Gardener; `None` for any other choice of quirks.
    #[must_use]
    pub fn semantics(&self, gardener: GardenerRelease) -> Option<Semantics> {
        let all = [Semantics::Documented, Semantics::Gardener];
        all.into_iter().find(|semantics| Self::at_release(*semantics, gardener) == *self)
    }

    /// Removes the findings of rules that Gardener's release does not have.
    ///
    /// ```
    /// use rootstock_core_model::{Path, Quirks, Releases, Rule, Semantics, Severity, Source, Violation};
    /// static RULE: Rule = Rule {
    ///     name: "rule", package: "acme", since: "0.1.0", severity: Severity::Error, source: Source::Gardener,
    ///     releases: Releases::since(1, 147), finds_in_equal_shoots: true, remedy: "", page: "",
    /// };
    /// let left = |semantics, release: &str| {
    ///     let mut findings = vec![Violation::required(&RULE, &Path::root("spec"), "")];
    ///     let quirks = release.parse().map(|release| Quirks::at_release(semantics, release));
    ///     quirks.map(|quirks| { quirks.retain_rules(&mut findings); findings.len() })
    /// };
    /// assert_eq!((left(Semantics::Gardener, "1.146")?, left(Semantics::Gardener, "1.147")?), (0, 1));
    /// assert_eq!(left(Semantics::Documented, "1.146")?, 1);
    /// # Ok::<(), rootstock_core_model::GardenerReleaseError>(())
    /// ```
    pub fn retain_rules(&self, findings: &mut Vec<Violation>) {
        if let Some(gardener) = self.rules_of {
            findings.retain(|finding| finding.rule.releases.contains(gardener.release()));
        }
    }

    /// Returns whether a quirk is active, by name; `None` if there is no such quirk.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<bool> {
        let mut quirks = *self;
        quirks.switch(name).copied()
    }

    /// Returns these quirks with one of them switched; `None` if there is no such quirk.
    #[must_use]
    pub fn with(mut self, name: &str, value: bool) -> Option<Self> {
        *self.switch(name)? = value;
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patches_end_a_quirk_in_earlier_releases() {
        for (release, expected) in [
            ("1.145", true),
            ("1.146.4", true),
            ("1.146.5", false),
            ("1.147.0", true),
            ("1.147.1", false),
            ("1.147", false),
            ("1.148.0", false),
        ] {
            let quirks = Quirks::at_release(Semantics::Gardener, release.parse().unwrap());
            assert_eq!(quirks.shoot.image_settings_are_put_back, expected, "{release}");
        }
    }

    #[test]
    fn every_quirk_is_found_by_name() {
        let mut all = Quirks::NONE;
        for row in Quirks::table() {
            assert_eq!(Quirks::NONE.get(row.name), Some(false), "{}", row.name);
            let is_newest = row.releases.contain_newest();
            assert_eq!(Quirks::GARDENER_1_150.get(row.name), Some(is_newest), "{}", row.name);
            assert_eq!(all.get(row.name), Some(false), "{} names two quirks", row.name);
            all = all.with(row.name, true).unwrap();
            assert_eq!(all.get(row.name), Some(true));
            let changes = row.releases.since.into_iter().chain(row.releases.until);
            for first in changes.filter(|first| first.cmp_minor(GardenerRelease::OLDEST.release()).is_gt()) {
                let on = Quirks::at_release(Semantics::Gardener, first.to_string().parse().unwrap()).get(row.name);
                assert_eq!(on, Some(row.releases.contains(first)), "{} in {first}", row.name);
            }
            assert!(row.remedy.is_empty() || !row.releases.are_all(), "{} has nothing to remedy", row.name);
            for text in [row.documented, row.gardener, row.source, row.example] {
                assert!(!text.is_empty(), "{} lacks a text", row.name);
            }
        }
        let ended = Quirks::table().filter(|row| !row.releases.contain_newest());
        let all = Quirks { rules_of: Some(GardenerRelease::NEWEST), ..all };
        let newest = ended.fold(all, |quirks, row| quirks.with(row.name, false).unwrap());
        assert_eq!(newest, Quirks::GARDENER_1_150, "a switch is missing in the table");
        assert_eq!(Quirks::NONE.get("no_such_quirk"), None);
        assert_eq!(Quirks::NONE.with("no_such_quirk", true), None);
    }
}
