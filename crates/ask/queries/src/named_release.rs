//! The release of Gardener that a Shoot names in its status.

use std::fmt;

use rootstock_analysis::{Analysis, Object, Role, full_name};
use rootstock_core_model::{GardenerRelease, GardenerReleaseError, ObjectMeta};
use rootstock_maintenance::FleetItem;
use serde::Deserialize;

/// The release of Gardener in `status.gardener.version` of a Shoot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedRelease {
    /// The release.
    pub release: GardenerRelease,
    /// The namespace and name of the Shoot.
    pub shoot: String,
}

impl NamedRelease {
    /// Returns the newest release that a Shoot names; releases that are not known are ignored. The API server that judges objects is at
    /// least as new, because it is upgraded before the components that write this status.
    #[must_use]
    pub fn newest(analysis: &Analysis) -> Option<Self> {
        let named = [Role::Checked, Role::Known, Role::Old].into_iter().flat_map(|role| Self::known(analysis, role));
        named.reduce(|newest, one| if newest.release.newer(one.release) == newest.release { newest } else { one })
    }

    /// Returns the oldest release that a checked Shoot names, or else one of the other Shoots; releases that are not known are ignored.
    #[must_use]
    pub fn oldest(analysis: &Analysis) -> Option<Self> {
        let of_role = |role| Self::known(analysis, role).reduce(Self::older);
        [Role::Checked, Role::Known, Role::Old].into_iter().find_map(of_role)
    }

    /// Returns the one with the older minor release; `self` if they are equal.
    #[must_use]
    pub fn older(self, other: Self) -> Self {
        match other.release.release().cmp_minor(self.release.release()).is_lt() {
            true => other,
            false => self,
        }
    }

    fn known(analysis: &Analysis, role: Role) -> impl Iterator<Item = Self> {
        let named = Self::all(analysis, role).into_iter();
        named.filter_map(|(shoot, _, release)| Some(Self { release: release.ok()?, shoot }))
    }

    /// Returns each Shoot in a role that names a release, with the version that it names.
    #[must_use]
    pub fn all(analysis: &Analysis, role: Role) -> Vec<(String, &str, Result<GardenerRelease, GardenerReleaseError>)> {
        let inputs = analysis.input_names(role);
        let shoots = inputs.iter().flat_map(|name| analysis.objects(role, name)).filter_map(Object::shoot);
        let named = shoots.filter_map(|shoot| {
            let version = shoot.raw.node().get("status")?.get("gardener")?.get("version")?.as_str()?;
            Some((full_name(&shoot.object), version, version.parse()))
        });
        named.collect()
    }

    /// Returns the release that a Shoot of a fleet names, if it is known.
    ///
    /// ```
    /// use rootstock_maintenance::{FleetItem, JsonShoot};
    /// use rootstock_queries::NamedRelease;
    /// let text = br#"{"metadata": {"namespace": "garden-dev", "name": "one"}, "status": {"gardener": {"version": "v1.148.2"}}}"#;
    /// let shoot = JsonShoot { source: "-".into(), index: 0, offset: 0, line: None, text: text.as_slice().into() };
    /// let named = NamedRelease::of(&FleetItem::Json(shoot)).ok_or("none")?;
    /// assert_eq!((named.release.to_string().as_str(), named.shoot.as_str()), ("1.148.2", "garden-dev/one"));
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn of(item: &FleetItem) -> Option<Self> {
        let (shoot, release) = Self::named_by(item)?;
        Some(Self { release: release.ok()?, shoot })
    }

    /// Returns the namespace and name of a Shoot of a fleet, and the release that it names; `None` if it names none.
    #[must_use]
    pub fn named_by(item: &FleetItem) -> Option<(String, Result<GardenerRelease, GardenerReleaseError>)> {
        let FleetItem::Json(shoot) = item else { return None };
        let Stored { metadata, status } = serde_json::from_slice(&shoot.text).ok()?;
        Some((format!("{}/{}", metadata.namespace, metadata.name), status.gardener.version.parse()))
    }
}

impl fmt::Display for NamedRelease {
    /// Formats as ``v1.148.2, as in `status.gardener.version` of Shoot `garden-dev/one` ``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}, as in `status.gardener.version` of Shoot `{}`", self.release, self.shoot)
    }
}

/// The part of a stored Shoot that names it and the release.
#[derive(Deserialize)]
struct Stored {
    #[serde(default)]
    metadata: ObjectMeta,
    status: StoredStatus,
}

#[derive(Deserialize)]
struct StoredStatus {
    gardener: StoredGardener,
}

#[derive(Deserialize)]
struct StoredGardener {
    version: String,
}
