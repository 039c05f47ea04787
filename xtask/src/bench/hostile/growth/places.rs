//! The lists and maps of the objects, from their schemas.

use std::fmt;
use std::sync::Arc;

use rootstock_core_model::{CloudProfile, Decodable as _, NamespacedCloudProfile, Semantics, Settings, Shoot};
use rootstock_document::schema::{ObjectSchema, Shape};
use serde_json::Value;

use super::super::AT;
use super::Kind;
use crate::failure::Failure;
use crate::repository;

/// A step from an object to a list or map inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Field(&'static str),
    /// The first item of a list.
    Item,
    /// The first entry of a map.
    Entry,
    /// The last item of a list, or the last entry of a map: a capability other than the architecture.
    Last,
}

/// A list or map.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) steps: Vec<Step>,
    pub(super) shape: Shape,
}

/// The way in which the items of a list differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Items {
    /// All are the same.
    Repeated,
    /// All have different names.
    Distinct,
    /// Their fields have names that do not exist.
    Misnamed,
}

/// A list or map that is grown, or one of each section with the same items.
#[derive(Debug, Clone)]
pub(super) struct Growth {
    pub(super) kind: Kind,
    /// The name of the profile in `fixtures/base` that the object is made of.
    pub(super) base: String,
    /// Shared by all growths of the profile.
    pub(super) profile: Arc<Value>,
    pub(super) places: Vec<Place>,
    pub(super) items: Items,
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places: Vec<String> = self.places.iter().map(Place::path).collect();
        write!(f, "{:?} {} of {:?} {}", self.items, places.join(" and "), self.kind, self.base)
    }
}

impl Place {
    fn path(&self) -> String {
        let steps = self.steps.iter().map(|step| match step {
            Step::Field(name) => format!(".{name}"),
            Step::Item => "[]".to_owned(),
            Step::Entry => ".*".to_owned(),
            Step::Last => ".last".to_owned(),
        });
        steps.collect::<String>().trim_start_matches('.').to_owned()
    }

    fn is_in_config(&self) -> bool {
        self.steps.get(1) == Some(&CONFIG)
    }
}

const SPEC: Step = Step::Field("spec");
const CONFIG: Step = Step::Field("providerConfig");

/// Returns everything that is grown.
pub(super) fn all() -> Result<Vec<Growth>, Failure> {
    let mut all = Vec::new();
    for provider in rootstock_providers::registry().map_err(|error| Failure::Message(error.to_string()))?.iter() {
        for base in [provider.name().to_owned(), format!("{}-legacy", provider.name())] {
            let path = format!("fixtures/base/{base}.yaml");
            if !repository::root().join(&path).exists() {
                continue;
            }
            let profile: Arc<Value> = Arc::new(serde_yaml::from_str(&repository::read(&path)?)?);
            let of_config = places_below(&[SPEC, CONFIG], config_shape(&profile)?);
            for kind in [Kind::CloudProfile, Kind::NamespacedCloudProfile] {
                let core = places_below(&[], kind.shape());
                let core: Vec<Place> = core.into_iter().filter(|place| !place.is_in_config()).collect();
                let add = |places: Vec<Place>, items: Items| {
                    all.push(Growth { kind, base: base.clone(), profile: Arc::clone(&profile), places, items });
                };
                grow(&core, &of_config, base.starts_with("local"), add);
                let places = capability_values(core.iter().chain(&of_config));
                if places.len() > 1 {
                    all.push(Growth {
                        kind,
                        base: base.clone(),
                        profile: Arc::clone(&profile),
                        places,
                        items: Items::Distinct,
                    });
                }
            }
            if base == "local" {
                let places = places_below(&[], Kind::Shoot.shape());
                let add = |places: Vec<Place>, items: Items| {
                    all.push(Growth {
                        kind: Kind::Shoot,
                        base: base.clone(),
                        profile: Arc::clone(&profile),
                        places,
                        items,
                    });
                };
                grow(&places, &[], true, add);
            }
        }
    }
    Ok(all)
}

/// Adds each place alone, and each pair of lists of one name in both sections. The core section is the same for all providers.
fn grow(core: &[Place], config: &[Place], with_core: bool, mut add: impl FnMut(Vec<Place>, Items)) {
    for place in core.iter().filter(|_| with_core).chain(config) {
        add(vec![place.clone()], Items::Distinct);
        if let Shape::List(item) = place.shape {
            add(vec![place.clone()], Items::Repeated);
            if matches!(item, Shape::Object(_)) {
                add(vec![place.clone()], Items::Misnamed);
            }
        }
    }
    for one in core {
        for other in config.iter().filter(|other| one.steps.last() == other.steps.last()) {
            for items in [Items::Distinct, Items::Repeated] {
                add(vec![one.clone(), other.clone()], items);
            }
        }
    }
}

/// Returns the lists of the values of one capability: those of its definition, and of everything that declares it.
fn capability_values<'p>(places: impl Iterator<Item = &'p Place>) -> Vec<Place> {
    let of_one = |place: &Place| {
        let steps = match place.steps.as_slice() {
            [around @ .., Step::Entry] => [around, &[Step::Last]].concat(),
            [around @ .., list @ Step::Field("machineCapabilities"), Step::Item, values] => {
                [around, &[*list, Step::Last, *values]].concat()
            }
            _ => return None,
        };
        matches!(place.shape, Shape::List(Shape::Scalar(_))).then_some(Place { steps, shape: place.shape })
    };
    places.filter_map(of_one).collect()
}

impl Kind {
    fn shape(self) -> Shape {
        match self {
            Self::CloudProfile => CloudProfile::SHAPE,
            Self::NamespacedCloudProfile => NamespacedCloudProfile::SHAPE,
            Self::Shoot => Shoot::SHAPE,
        }
    }
}

/// Returns the form of the provider section of a profile.
fn config_shape(profile: &Value) -> Result<Shape, Failure> {
    let profile: CloudProfile =
        serde_json::from_value(profile.clone()).map_err(|error| Failure::Message(error.to_string()))?;
    let registry = rootstock_providers::registry().map_err(|error| Failure::Message(error.to_string()))?;
    let now = AT.parse().map_err(|_| Failure::Message(format!("{AT} cannot be read")))?;
    let settings = Settings::new(Semantics::Documented, now);
    let config = registry.check_cloud_profile(&profile.spec, &settings).config;
    config.map(|config| config.shape()).ok_or_else(|| Failure::Message("a profile without provider section".to_owned()))
}

/// Returns the lists and maps of a form.
fn places_below(steps: &[Step], shape: Shape) -> Vec<Place> {
    let mut found = Vec::new();
    collect(&mut steps.to_vec(), shape, &mut found);
    // Gardener writes the status.
    found.retain(|place| place.steps.first() != Some(&Step::Field("status")));
    found
}

fn collect(steps: &mut Vec<Step>, shape: Shape, found: &mut Vec<Place>) {
    let mut below = |step: Step, shape: Shape| {
        steps.push(step);
        collect(steps, shape, found);
        steps.pop();
    };
    match shape {
        Shape::Object(ObjectSchema { fields, .. }) => {
            fields.iter().for_each(|field| below(Step::Field(field.name), field.shape));
        }
        Shape::List(item) => below(Step::Item, *item),
        Shape::Map(value) => below(Step::Entry, *value),
        Shape::Any | Shape::Scalar(_) => {}
    }
    if matches!(shape, Shape::List(_) | Shape::Map(_)) {
        found.push(Place { steps: steps.clone(), shape });
    }
}
