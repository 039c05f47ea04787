//! Reasons why a machine type cannot be chosen, regardless of the image.

use rootstock_core_model::{AvailabilityZone, MachineType, listed};
use serde::{Serialize, Serializer};

use crate::{Judge, Pool};

/// A reason why a pool cannot use a machine type, regardless of the image.
///
/// The `Display` form is a clause. The JSON form has a `reason`, the fields that belong to it, and the clause as `message`,
/// like [`Obstacle`](crate::Obstacle).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(remote = "Self", tag = "reason", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(!remote, transform = rootstock_core_model::schema::with_message))]
pub enum MachineTypeObstacle {
    /// The profile marks the machine type as not usable.
    #[error("the profile marks it as not usable")]
    NotUsable,
    /// The machine type is not available in some of the zones of the pool.
    #[error("it is not available in zone {}", listed(.zones))]
    NotInZones {
        /// The zones.
        zones: Vec<String>,
    },
    /// The machine type is available in no zone of the region.
    #[error("it is available in no zone of region `{region}`")]
    NotInRegion {
        /// The region.
        region: String,
    },
    /// The pool has a different architecture.
    #[error("its architecture is `{own}`, but the worker has `{wanted}`")]
    OtherArchitecture {
        /// The architecture of the machine type.
        own: String,
        /// The architecture of the pool.
        wanted: String,
    },
}

impl Judge<'_> {
    /// Returns the obstacle to a machine type in a region, whatever the zones of the pool: every zone lists it as unavailable.
    #[must_use]
    pub fn region_obstacle(self, region: &str, machine_type: &str) -> Option<MachineTypeObstacle> {
        let zones = self.profile().region(region)?.zones.as_deref()?;
        let is_available = |zone: &AvailabilityZone| {
            !zone.unavailable_machine_types.iter().flatten().any(|name| *name == machine_type)
        };
        let is_in_none = !zones.is_empty() && !zones.iter().any(is_available);
        is_in_none.then(|| MachineTypeObstacle::NotInRegion { region: region.to_owned() })
    }

    /// Returns every reason why a pool in the given zones cannot use a machine type, regardless of the image; empty if it can.
    #[must_use]
    pub fn machine_type_obstacles(
        self,
        pool: &Pool<'_>,
        zones: &[String],
        machine_type: &MachineType,
    ) -> Vec<MachineTypeObstacle> {
        let mut obstacles = Vec::new();
        if machine_type.usable == Some(false) {
            obstacles.push(MachineTypeObstacle::NotUsable);
        }
        let region = pool.region.and_then(|region| self.profile().region(region));
        let known = region.and_then(|region| region.zones.as_deref()).unwrap_or_default();
        let lacks = |zone: &&AvailabilityZone| {
            zones.contains(&zone.name)
                && zone.unavailable_machine_types.iter().flatten().any(|name| *name == machine_type.name)
        };
        let lacking: Vec<String> = known.iter().filter(lacks).map(|zone| zone.name.clone()).collect();
        if !lacking.is_empty() {
            obstacles.push(MachineTypeObstacle::NotInZones { zones: lacking });
        }
        if let (Some(own), Some(wanted)) = (self.profile().architecture_of(machine_type), pool.architecture)
            && own != wanted
        {
            obstacles.push(MachineTypeObstacle::OtherArchitecture { own: own.to_owned(), wanted: wanted.to_owned() });
        }
        obstacles
    }
}

impl Serialize for MachineTypeObstacle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct WithMessage<'a> {
            #[serde(flatten, serialize_with = "MachineTypeObstacle::serialize")]
            obstacle: &'a MachineTypeObstacle,
            message: String,
        }
        WithMessage { obstacle: self, message: self.to_string() }.serialize(serializer)
    }
}
