//! The law that nothing panics.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rootstock_core_model::Semantics::{Documented, Gardener};
use rootstock_core_model::{Decode, FeatureGate, FeatureGates, Path, RawObject, Settings, Shoot, Worker};
use serde_json::{Map, Value, json};

use crate::dice::Dice;
use crate::document::{at, places, replaced};
use crate::report::{CheckedCases, Stop};
use crate::subject::{Subject, config_path, object, raw, settings, spec};
use rootstock_provider_api::{ImageRequest, ResolutionQuery, ShootChange, WorkerChange};

/// The number of documents to try.
const DOCUMENTS: u64 = 200;

/// Values that have caused bugs in programs before.
const EDGE_CASES: [&str; 14] = [
    "",
    " ",
    "*",
    "a*b",
    "é\u{0}",
    "null",
    "~",
    "amd64",
    "-1",
    "1.0.0",
    "99999999999999999999",
    "60s",
    "10.0.0.0/33",
    "north",
];

/// The inputs that are passed to the plug-in together.
#[derive(Debug)]
struct PluginInputs {
    profile: Value,
    worker_config: Value,
    infrastructure_config: Value,
    control_plane_config: Value,
}

pub(crate) fn totality(subject: &Subject) -> CheckedCases {
    let examples = subject.examples()?;
    let sample = subject.sample();
    let configs = [sample.worker_config, sample.infrastructure_config, sample.control_plane_config];
    let configs = configs.map(|json| Value::Object(object(json).unwrap_or_default()));
    let words = SampleValues::of(examples.iter().chain(&configs));
    let mut cases = 0;
    for seed in 0..DOCUMENTS {
        let dice = &mut Dice::new(seed);
        let mut inputs = PluginInputs {
            profile: dice.one(&examples).cloned().unwrap_or_default(),
            worker_config: Value::Null,
            infrastructure_config: Value::Null,
            control_plane_config: Value::Null,
        };
        let [worker_config, infrastructure_config, control_plane_config] =
            configs.clone().map(|config| words.damage(config, &[], dice));
        if seed > 0 {
            inputs.profile = match seed % 4 {
                0 => words.damage(inputs.profile, &["spec"], dice),
                1 => with_config(inputs.profile, words.arbitrary_value(5, dice)),
                _ => words.damage(inputs.profile, &["spec", "providerConfig"], dice),
            };
        }
        PluginInputs { worker_config, infrastructure_config, control_plane_config, ..inputs }.run(subject)?;
        cases += 1;
    }
    Ok(cases)
}

fn with_config(mut profile: Value, config: Value) -> Value {
    if let Some(place) = profile.pointer_mut("/spec/providerConfig") {
        *place = config;
    }
    profile
}

/// Names and values from the samples.
struct SampleValues {
    names: Vec<String>,
    texts: Vec<String>,
}

impl SampleValues {
    fn of<'v>(documents: impl Iterator<Item = &'v Value>) -> Self {
        let mut words = Self { names: Vec::new(), texts: EDGE_CASES.map(str::to_owned).to_vec() };
        documents.for_each(|document| words.collect(document));
        words
            .names
            .extend(["regions", "image", "id", "architecture", "capabilityFlavors", "capabilities"].map(str::to_owned));
        for list in [&mut words.names, &mut words.texts] {
            list.sort_unstable();
            list.dedup();
        }
        words
    }

    fn collect(&mut self, value: &Value) {
        match value {
            Value::Object(fields) => {
                self.names.extend(fields.keys().cloned());
                fields.values().for_each(|value| self.collect(value));
            }
            Value::Array(items) => items.iter().for_each(|value| self.collect(value)),
            Value::String(text) => self.texts.push(text.clone()),
            _ => {}
        }
    }

    /// Returns an arbitrary value of at most the given depth.
    fn arbitrary_value(&self, depth: usize, dice: &mut Dice) -> Value {
        match dice.below(if depth == 0 { 6 } else { 9 }) {
            0 => Value::Null,
            1 => json!(dice.once_in(2)),
            2 => json!([i64::MIN, -1, 0, 1, 65_536, i64::MAX].get(dice.below(6))),
            3..6 => json!(dice.one(&self.texts)),
            6 => (0..dice.below(4)).map(|_| self.arbitrary_value(depth - 1, dice)).collect(),
            _ => {
                let fields = (0..dice.below(6))
                    .filter_map(|_| Some((dice.one(&self.names)?.clone(), self.arbitrary_value(depth - 1, dice))));
                Value::Object(Map::from_iter(fields.collect::<Vec<_>>()))
            }
        }
    }

    /// Returns the document with some of its values replaced, all of them below the given fields.
    fn damage(&self, document: Value, below: &[&'static str], dice: &mut Dice) -> Value {
        let root = below.iter().fold(rootstock_core_model::FieldPath::root(), |path, name| path.field(*name));
        let mut document = document;
        for _ in 0..=dice.below(4) {
            let places = places(&document, &root);
            let Some(place) = dice.one(&places) else { continue };
            let value = match (at(&document, place), dice.below(4)) {
                (Some(Value::Array(items)), 0) => items.iter().chain(items).cloned().collect(),
                (Some(Value::String(text)), 1) => json!(text.chars().rev().collect::<String>()),
                (Some(Value::Object(_) | Value::Array(_)), 2) => json!(null),
                _ => self.arbitrary_value(2, dice),
            };
            document = replaced(&document, place, value);
        }
        document
    }
}

impl PluginInputs {
    fn run(&self, subject: &Subject) -> Result<(), Stop> {
        let everything = || {
            let gates = FeatureGates::DEFAULT.with(FeatureGate::WorkerCapabilities, true);
            for semantics in [Documented, Gardener] {
                self.call_all(subject, &settings(semantics));
                self.call_all(subject, &Settings { gates, ..settings(semantics) });
            }
        };
        catch_unwind(AssertUnwindSafe(everything))
            .map_err(|_| Stop::Broken(format!("the plug-in panicked on {self:#?}")))
    }

    /// Calls every function of the plug-in.
    fn call_all(&self, subject: &Subject, settings: &Settings) {
        let provider = subject.provider;
        let spec = spec(&self.profile);
        let path = config_path();
        let root = Path::root("spec");
        let raw_config = spec.provider_config.clone().unwrap_or_default();
        let decoded = provider.decode(&raw_config, &root.field("providerConfig"), &settings.quirks);
        let mut printed: usize = decoded.violations.iter().map(|one| one.to_string().len()).sum();
        let config = decoded.config;
        let found = config.checks().check(&spec, settings);
        printed += found.iter().map(|one| one.to_string().len()).sum::<usize>();
        printed += format!("{config:?}").len() + config.mapped_versions().len() + path.segments().len();
        let mut questions = config
            .image_references(&spec)
            .into_iter()
            .map(|one| (one.image, one.version, one.region))
            .collect::<Vec<_>>();
        questions.truncate(4);
        questions.push(("image-0".into(), "1.0.0".into(), Some("north".to_owned())));
        questions.push(("".into(), "".into(), None));
        for (image, version, region) in &questions {
            for machine in spec.types().iter().take(3) {
                let request = ImageRequest::new(image, version, region.as_deref(), machine);
                let worker = ImageRequest { worker_capabilities: Some(&machine.capabilities), ..request };
                for request in [request, worker] {
                    printed += config
                        .select_image(&spec, &request, settings)
                        .map_or_else(|error| error.to_string().len(), |_| 0);
                }
                printed += config.legacy_machine_type(&machine.name).len();
            }
        }
        let (old, new) = (Worker::default(), self.worker());
        let worker = Path::root("worker");
        let demand = provider.worker_demand(&raw(&self.worker_config), &worker.field("providerConfig"));
        printed += demand.violations.iter().map(|one| one.to_string().len()).sum::<usize>();
        for minor in [33, 40] {
            for (old, new) in [(&old, &new), (&new, &old)] {
                let kubernetes = Some((1, minor));
                let change = WorkerChange { old, new, old_written: None, new_written: None, kubernetes };
                printed += provider.extension().rolling.changes(&change, &worker).counted.len();
            }
        }
        let shoot = self.shoot();
        for old in [None, Some(&shoot)] {
            let change = ShootChange { shoot: &shoot, old, settings };
            let found = config.checks().check_shoot(&change);
            printed += found.iter().map(|one| one.to_string().len()).sum::<usize>();
        }
        let parameters: BTreeMap<String, String> = provider
            .extension()
            .resolution_parameters
            .iter()
            .zip(EDGE_CASES)
            .map(|(parameter, value)| (parameter.name.to_owned(), value.to_owned()))
            .collect();
        let (infrastructure, control_plane) = (raw(&self.infrastructure_config), raw(&self.control_plane_config));
        for parameters in [&parameters, &BTreeMap::new()] {
            let query = ResolutionQuery {
                region: "north",
                parameters,
                infrastructure_config: Some(&infrastructure),
                control_plane_config: Some(&control_plane),
            };
            printed += config.resolve(&query, settings).map_or(0, |one| one.settings.len());
        }
        // Every message can be printed; the amount does not matter.
        std::hint::black_box(printed);
    }

    fn worker(&self) -> Worker {
        raw(&json!({ "name": "pool", "machine": { "type": "machine-0" }, "providerConfig": self.worker_config }))
            .decode::<Worker>(&Path::root("worker"))
            .0
    }

    fn shoot(&self) -> Shoot {
        let raw: RawObject = raw(&json!({ "spec": { "region": "north", "provider": {
            "type": "any",
            "infrastructureConfig": self.infrastructure_config,
            "controlPlaneConfig": self.control_plane_config,
            "workers": [{
                "name": "pool",
                "machine": { "type": "machine-0", "image": { "name": "image-0", "version": "1.0.0" } },
                "providerConfig": self.worker_config,
            }],
        }}}));
        raw.decode::<Shoot>(&Path::object()).0
    }
}
