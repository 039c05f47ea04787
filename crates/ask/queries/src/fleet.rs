//! Shoots that are asked about one after the other, in any number.

use std::collections::BTreeMap;

use rootstock_analysis::{Analysis, NoProfile, ProfileKey};
use rootstock_capability_engine::TooLarge;
use rootstock_maintenance::{FleetAnswer, FleetItem, ProfileReference, Profiles, Unreadable};

use crate::QueryContext;

/// Shoots, their profiles, and the settings to ask under.
#[derive(Debug)]
pub struct FleetInput<'a> {
    /// The profiles that the Shoots refer to.
    pub profiles: &'a Profiles,
    /// The Shoots.
    pub shoots: Vec<FleetItem>,
    /// The settings to ask under.
    pub asked: QueryContext,
}

/// Returns the key of the profile that a Shoot of a namespace refers to.
#[must_use]
pub fn profile_key(namespace: &str, reference: &ProfileReference<'_>) -> ProfileKey {
    match reference.is_namespaced {
        true => ProfileKey::namespaced(namespace, &reference.name),
        false => ProfileKey::global(&reference.name),
    }
}

/// The number of skipped objects of each other kind.
pub type OtherKinds = BTreeMap<String, usize>;

/// Describes the skipped objects: `skipped: 2 ConfigMap, 1 Secret`; `None` if there are none.
#[must_use]
pub fn describe_skipped(other_kinds: &OtherKinds) -> Option<String> {
    let kinds: Vec<String> = other_kinds.iter().map(|(kind, number)| format!("{number} {kind}")).collect();
    (!kinds.is_empty()).then(|| format!("skipped: {}", kinds.join(", ")))
}

/// Returns the answer for an item, or an error if it cannot be read; counts an object of another kind, and returns `None`.
pub fn skip_other_kinds<T>(answer: FleetAnswer<T>, other_kinds: &mut OtherKinds) -> Option<Result<T, Unreadable>> {
    match answer {
        FleetAnswer::Shoot(answer) => Some(Ok(answer)),
        FleetAnswer::Unreadable(Unreadable { kind: Some(kind), .. }) => {
            *other_kinds.entry(kind).or_default() += 1;
            None
        }
        FleetAnswer::Unreadable(unreadable) => Some(Err(unreadable)),
    }
}

/// The replacement for a NamespacedCloudProfile that cannot be rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unrendered {
    /// No replacement: its Shoots cannot be planned.
    Skipped,
    /// The parent, because Shoots of the child use the parent's versions.
    Parents,
}

/// The profiles that Shoots refer to, and those that cannot be used.
#[derive(Debug)]
pub struct FleetProfiles {
    /// The profiles.
    pub profiles: Profiles,
    /// The unusable profiles, sorted by name.
    pub unusable: Vec<UnusableProfile>,
}

/// A profile that cannot be used.
#[derive(Debug, Clone)]
pub enum UnusableProfile {
    /// The profile has more capabilities and values than can be compiled.
    TooLarge {
        /// The profile.
        key: ProfileKey,
        /// The size of the profile.
        reason: TooLarge,
    },
    /// A NamespacedCloudProfile that cannot be rendered.
    NotRendered {
        /// The profile.
        key: ProfileKey,
        /// The reason.
        reason: NoProfile,
    },
}

impl FleetProfiles {
    /// Compiles the profiles of an analysis under its feature gates.
    #[must_use]
    pub fn of(analysis: &Analysis, unrendered: Unrendered) -> Self {
        let gates = analysis.settings().gates;
        let (mut profiles, mut unusable) = (Profiles::default(), Vec::new());
        for profile in analysis.profiles().filter_map(|(_, profile)| profile.ok()) {
            match (profile.compiled(gates), &profile.key().namespace) {
                (Ok(compiled), None) => profiles.insert(compiled),
                (Ok(compiled), Some(namespace)) => profiles.insert_namespaced(namespace, compiled),
                (Err(reason), _) => unusable.push(UnusableProfile::TooLarge { key: profile.key().clone(), reason }),
            }
        }
        for (key, child) in analysis.children() {
            let namespace = key.namespace.as_deref().unwrap_or_default();
            match analysis.render(child) {
                Err(reason) if unrendered == Unrendered::Skipped => {
                    unusable.push(UnusableProfile::NotRendered { key: key.clone(), reason });
                }
                _ => profiles.insert_parent(namespace, &key.name, &child.object.spec.parent.name),
            }
        }
        Self { profiles, unusable }
    }
}
