//! Gardener's departures from its documents, by name.

use rootstock_findings::Semantics;
use rootstock_versioning::UpdateQuirks;

/// One row of the table of quirks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuirkInfo {
    /// The field of its group; no two quirks share a name.
    pub name: &'static str,
    /// The group, a field of [`Quirks`].
    pub group: &'static str,
    /// What the documents say.
    pub documented: &'static str,
    /// What Gardener v1.150 does.
    pub gardener: &'static str,
    /// The sentence it departs from, and where it stands.
    pub source: &'static str,
    /// The smallest input that shows the difference.
    pub example: &'static str,
}

/// A group of quirks, as the names of them find it.
trait Switches {
    /// What is written about them.
    const TABLE: &'static [QuirkInfo];

    /// The switch of that name, if it belongs to this group.
    fn switch(&mut self, name: &str) -> Option<&mut bool>;
}

/// Finds the quirks of a group by their names.
macro_rules! switches {
    ($group:ident: $Group:ident $($name:ident { documented: $documented:literal, gardener: $gardener:literal, source: $source:literal, example: $example:literal })+) => {
        impl super::Switches for $Group {
            const TABLE: &'static [super::QuirkInfo] = &[$(super::QuirkInfo {
                name: stringify!($name), group: stringify!($group),
                documented: $documented, gardener: $gardener, source: $source, example: $example,
            },)+];

            fn switch(&mut self, name: &str) -> Option<&mut bool> {
                match name { $(stringify!($name) => Some(&mut self.$name),)+ _ => None }
            }
        }
    };
}

/// A group of quirks: one switch each, and what is written about it.
macro_rules! quirks {
    ($(#[$head:meta])+ $group:ident: $Group:ident $($(#[$doc:meta])+ $name:ident { $($text:tt)+ })+) => {
        $(#[$head])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $Group { $($(#[$doc])+ pub $name: bool,)+ }

        impl $Group {
            /// The documents as they are written.
            pub const NONE: Self = Self { $($name: false,)+ };
            /// Gardener v1.150.
            pub const GARDENER_1_150: Self = Self { $($name: true,)+ };
        }

        switches! { $group: $Group $($name { $($text)+ })+ }
    };
}

mod cloud_profile;
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
    ($($(#[$doc:meta])+ $group:ident: $Group:ident)+) => {
        /// The places where Gardener does not do what its documents say, one switch each, in a group for each crate that
        /// reads them: a crate takes its group.
        ///
        /// ```
        /// use rootstock_core_model::{Quirks, Semantics};
        /// assert!(!Quirks::of(Semantics::Documented).selection.rank_by_own_values);
        /// assert!(Quirks::of(Semantics::Gardener).selection.rank_by_own_values);
        /// assert!(Quirks::table().any(|quirk| quirk.name == "rank_by_own_values" && quirk.group == "selection"));
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Quirks { $($(#[$doc])+ pub $group: $Group,)+ }

        impl Quirks {
            /// The documents as they are written.
            pub const NONE: Self = Self { $($group: $Group::NONE,)+ };
            /// Gardener v1.150.
            pub const GARDENER_1_150: Self = Self { $($group: $Group::GARDENER_1_150,)+ };

            /// The switches that make up these semantics.
            #[must_use]
            pub const fn of(semantics: Semantics) -> Self {
                match semantics {
                    Semantics::Documented => Self::NONE,
                    Semantics::Gardener => Self::GARDENER_1_150,
                }
            }

            /// Every quirk, group by group, in the order in which `rootstock quirks` prints them.
            pub fn table() -> impl Iterator<Item = &'static QuirkInfo> {
                [$($Group::TABLE,)+].into_iter().flatten()
            }

            /// The switch of that name.
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
    /// Which flavor is chosen, and what fits what. The capability engine reads them.
    selection: SelectionQuirks
    /// Where updates go. `rootstock-versioning` reads them, and has the type.
    updates: UpdateQuirks
    /// Whether an image is available, and is mapped. The judge reads them.
    judge: JudgeQuirks
    /// How far maintenance gets. Maintenance reads them.
    maintenance: MaintenanceQuirks
    /// What is accepted in a CloudProfile. Its admission reads them.
    cloud_profile: CloudProfileQuirks
    /// What is accepted in a NamespacedCloudProfile, and how it is merged with its parent. Its admission reads them.
    namespaced_cloud_profile: NamespacedCloudProfileQuirks
    /// What counts as in use by other objects. The admission of changes to profiles reads them, and the list of what is in use.
    references: ReferenceQuirks
    /// What is accepted in a Shoot, and filled in. Its admission reads them.
    shoot: ShootQuirks
    /// Where findings point, and which of them are reported. Whatever checks reads them: admission and the providers.
    findings: FindingQuirks
    /// How the provider's half is checked, compared and merged. `rootstock-provider-api` and the providers read them.
    providers: ProviderQuirks
    /// Floating pools and load balancers of OpenStack, whose provider reads them.
    openstack: OpenStackQuirks
}

impl Quirks {
    /// Whether the quirk of that name is in force; `None` if there is no such quirk.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<bool> {
        let mut quirks = *self;
        quirks.switch(name).copied()
    }

    /// These quirks with one of them switched; `None` if there is no such quirk.
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
    fn every_quirk_can_be_named() {
        let mut all = Quirks::NONE;
        for row in Quirks::table() {
            assert_eq!(Quirks::NONE.get(row.name), Some(false), "{}", row.name);
            assert_eq!(Quirks::GARDENER_1_150.get(row.name), Some(true), "{}", row.name);
            assert_eq!(all.get(row.name), Some(false), "{} names two quirks", row.name);
            all = all.with(row.name, true).unwrap();
            assert_eq!(all.get(row.name), Some(true));
            for text in [row.documented, row.gardener, row.source, row.example] {
                assert!(!text.is_empty(), "{} lacks a text", row.name);
            }
        }
        assert_eq!(all, Quirks::GARDENER_1_150, "a switch is missing in the table");
        assert_eq!(Quirks::NONE.get("no_such_quirk"), None);
        assert_eq!(Quirks::NONE.with("no_such_quirk", true), None);
    }
}
