//! Worlds that once broke a law: a CloudProfile and a Shoot in each file of `fixtures/worlds/`, tested under all
//! settings.

use rootstock_core_model::{FeatureGate, FeatureGates, Semantics};
use serde::Deserialize as _;
use serde_json::Value;

use crate::world::World;

const FILES: [&str; 4] = [
    include_str!("../../../../fixtures/worlds/image-not-in-region-aws.yaml"),
    include_str!("../../../../fixtures/worlds/image-not-in-region-openstack.yaml"),
    include_str!("../../../../fixtures/worlds/unreadable-constraint.yaml"),
    include_str!("../../../../fixtures/worlds/image-outgrown.yaml"),
];

pub(crate) fn worlds() -> Vec<World> {
    let mut worlds = Vec::new();
    for text in FILES {
        let mut documents = serde_yaml::Deserializer::from_str(text).map(|one| Value::deserialize(one).unwrap());
        let (profile, shoot) = (documents.next().unwrap(), documents.next().unwrap());
        for semantics in [Semantics::Documented, Semantics::Gardener] {
            for gate in [false, true] {
                let gates = FeatureGates::DEFAULT.with(FeatureGate::WorkerCapabilities, gate);
                worlds.push(World::now(profile.clone(), shoot.clone(), semantics, gates));
            }
        }
    }
    worlds
}
