//! A CloudProfile, a Shoot that uses it, and the settings under which both are checked.

mod change;
mod profile;
mod shoot;

use std::fmt;
use std::sync::Arc;

use rootstock_admission::{canonicalize_cloud_profile, default_cloud_profile};
use rootstock_conformance_kit::{Dice, Writer};
use rootstock_core_model::{
    CloudProfile, CloudProfileSpec, Decode, FeatureGate, FeatureGates, Path, Quirks, RawObject, Semantics, Settings,
    Shoot,
};
use rootstock_provider_api::{Provider, ProviderConfig, Registry};
use serde_json::Value;

/// The times at which Shoots are created, and at which maintenance runs.
const BEFORE: &str = "2026-01-01T00:00:00Z";
const NOW: &str = "2026-06-01T00:00:00Z";

/// The documents of a world as written.
#[derive(Debug, Clone)]
pub(crate) struct World {
    pub(crate) profile: Value,
    pub(crate) shoot: Value,
    pub(crate) semantics: Semantics,
    pub(crate) gates: FeatureGates,
    now: &'static str,
}

/// A world with its documents as text.
#[derive(Debug)]
pub(crate) struct Written {
    world: World,
    profile: String,
    shoot: String,
}

/// The decoded documents of a world, with the profile as Gardener stores it.
#[derive(Debug)]
pub(crate) struct Objects {
    pub(crate) spec: CloudProfileSpec,
    pub(crate) config: Option<Arc<dyn ProviderConfig>>,
    pub(crate) plugin: &'static dyn Provider,
    pub(crate) shoot: Shoot,
    pub(crate) settings: Settings,
    /// Whether neither section has anything that the other section lacks.
    pub(crate) halves_agree: bool,
}

/// The generator of worlds for one provider.
pub(crate) struct Source<'r> {
    pub(crate) provider: &'static str,
    registry: &'r Registry,
    writer: Writer,
}

impl<'r> Source<'r> {
    pub(crate) fn new(registry: &'r Registry, provider: &'static str) -> Self {
        let plugin = registry.get(provider).unwrap();
        Self { provider, registry, writer: Writer::new(plugin).unwrap() }
    }

    fn plugin(&self) -> &'static dyn Provider {
        self.registry.get(self.provider).unwrap()
    }

    /// Generates a world, the same one for the same seed: a Shoot is created from the offers of a profile; then both of
    /// them, or only the profile, change.
    pub(crate) fn world(&self, seed: u64) -> World {
        let place = rootstock_providers::SHIPPED.iter().position(|name| *name == self.provider).unwrap();
        let mut dice = Dice::new(seed * rootstock_providers::SHIPPED.len() as u64 + place as u64);
        let semantics = if seed & 1 == 0 { Semantics::Documented } else { Semantics::Gardener };
        let gates = FeatureGates::DEFAULT
            .with(FeatureGate::WorkerCapabilities, seed & 2 != 0)
            .with(FeatureGate::VersionClassificationLifecycle, dice.once_in(3));
        let profile = profile::written(self, gates, &mut dice);
        let mut world = World { profile, shoot: Value::Null, semantics, gates, now: BEFORE };
        for _ in 0..dice.below(3) {
            change::apply(&mut world.profile, &mut dice);
        }
        world.shoot = shoot::admitted(self, &world, &mut dice);
        world.now = NOW;
        for _ in 0..1 + dice.below(4) {
            change::apply(&mut world.profile, &mut dice);
        }
        world
    }

    /// Decodes the objects of a world; `None` if that fails.
    pub(crate) fn read(&self, world: &World) -> Option<Objects> {
        objects(self.plugin(), world)
    }
}

/// Decodes the objects of a world of a provider; `None` if that fails.
pub(crate) fn objects(plugin: &'static dyn Provider, world: &World) -> Option<Objects> {
    let raw = RawObject::from_serialize(&world.profile).ok()?;
    let (mut profile, violations) = raw.decode::<CloudProfile>(&Path::object());
    let raw = RawObject::from_serialize(&world.shoot).ok()?;
    let (shoot, strange) = raw.decode_known::<Shoot>(&Path::object());
    if !violations.is_empty() || !strange.is_empty() || profile.spec.provider_type != plugin.name() {
        return None;
    }
    default_cloud_profile(&mut profile);
    let settings = world.settings();
    let strict = Settings { quirks: Quirks::of(Semantics::Documented), ..settings };
    canonicalize_cloud_profile(&mut profile, None);
    let path = Path::root("spec");
    let decoded = plugin.decode(profile.spec.provider_config.as_ref()?, &path.field("providerConfig"), &strict.quirks);
    let found = decoded.config.checks().check(&profile.spec, &strict);
    let is_right = decoded.violations.is_empty() && found.is_empty();
    Some(Objects {
        spec: profile.spec,
        config: decoded.usable.then_some(decoded.config),
        plugin,
        shoot,
        settings,
        halves_agree: is_right,
    })
}

impl Written {
    pub(crate) fn new(world: &World) -> Self {
        let (profile, shoot) = (world.profile.to_string(), world.shoot.to_string());
        Self { world: World { profile: Value::Null, shoot: Value::Null, ..*world }, profile, shoot }
    }

    pub(crate) fn read(&self) -> World {
        let read = |text: &str| serde_json::from_str(text).unwrap();
        World { profile: read(&self.profile), shoot: read(&self.shoot), ..self.world.clone() }
    }
}

impl World {
    /// Builds a world of documents that are checked now.
    pub(crate) const fn now(profile: Value, shoot: Value, semantics: Semantics, gates: FeatureGates) -> Self {
        Self { profile, shoot, semantics, gates, now: NOW }
    }

    pub(crate) fn settings(&self) -> Settings {
        Settings { gates: self.gates, ..Settings::new(self.semantics, self.now.parse().unwrap()) }
    }
}

impl fmt::Display for World {
    /// Prints YAML for `profile.yaml` and `shoot.yaml`, below the commands that use them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let semantics = match self.semantics {
            Semantics::Documented => "documented",
            Semantics::Gardener => "gardener",
        };
        let gates = [FeatureGate::WorkerCapabilities, FeatureGate::VersionClassificationLifecycle];
        let gates = gates.map(|gate| format!("{}={}", gate.name(), self.gates.enabled(gate))).join(",");
        let settings = format!("--semantics {semantics} --feature-gates {gates} --at {}", self.now);
        writeln!(f, "# rootstock plan shoot.yaml --profile profile.yaml {settings}")?;
        writeln!(f, "# rootstock check profile.yaml {settings}")?;
        for (name, document) in [("profile.yaml", &self.profile), ("shoot.yaml", &self.shoot)] {
            writeln!(f, "--- # {name}\n{}", serde_yaml::to_string(document).unwrap().trim_end())?;
        }
        Ok(())
    }
}
