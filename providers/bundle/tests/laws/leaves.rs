//! The leaves of a type of documents, and changes to them.

use rootstock_core_model::{BASE64_TOKEN, GO_DURATION_TOKEN, QUANTITY_TOKEN};
use rootstock_document::schema::{Compare, FieldSchema, ObjectSchema, Shape};
use serde_json::{Value, json};

/// A place with a single value, or with a list of values.
pub(crate) struct Leaf {
    steps: Vec<Step>,
    shape: Shape,
}

#[derive(Clone)]
enum Step {
    /// A field above the type.
    Above(&'static str),
    Field(&'static FieldSchema),
    /// An item of a list; with fields if it is an object.
    Item(Option<&'static ObjectSchema>),
    /// An entry of an object with free keys.
    Entry,
}

/// The way in which a change of a leaf is reported.
pub(crate) enum Reported {
    /// With any change.
    ByEffect,
    /// As a change of an enclosing field.
    AsPartOf(&'static str),
    /// By its name and both values.
    Itself,
}

/// A document before and after a change.
pub(crate) struct Change {
    pub(crate) old: Value,
    pub(crate) new: Value,
    /// The value before and after, as shown.
    pub(crate) texts: [Option<String>; 2],
}

pub(crate) fn leaves(shape: Shape) -> Vec<Leaf> {
    let mut found = Vec::new();
    collect(&mut Vec::new(), shape, &mut found);
    found
}

fn collect(steps: &mut Vec<Step>, shape: Shape, found: &mut Vec<Leaf>) {
    let mut below = |step: Step, shape: Shape| {
        steps.push(step);
        collect(steps, shape, found);
        steps.pop();
    };
    match shape {
        Shape::Object(schema) => schema.fields.iter().for_each(|field| below(Step::Field(field), field.shape)),
        Shape::List(item @ Shape::Object(schema)) => below(Step::Item(Some(schema)), *item),
        Shape::List(item @ Shape::Map(_)) => below(Step::Item(None), *item),
        Shape::Map(value) => below(Step::Entry, *value),
        Shape::Any | Shape::Scalar(_) | Shape::List(_) => found.push(Leaf { steps: steps.clone(), shape }),
    }
}

impl Leaf {
    /// Moves the leaf of a part of a document below the part's path.
    pub(crate) fn below(self, fields: &[&'static str]) -> Self {
        Self { steps: fields.iter().map(|name| Step::Above(name)).chain(self.steps).collect(), ..self }
    }

    pub(crate) fn path(&self) -> String {
        let texts = self.steps.iter().map(|step| match step {
            Step::Above(name) => format!(".{name}"),
            Step::Field(field) => format!(".{}", field.name),
            Step::Item(_) => "[]".to_owned(),
            Step::Entry => ".*".to_owned(),
        });
        texts.collect::<String>().trim_start_matches('.').to_owned()
    }

    fn fields(&self) -> impl DoubleEndedIterator<Item = &'static FieldSchema> {
        self.steps.iter().filter_map(|step| if let Step::Field(field) = step { Some(*field) } else { None })
    }

    /// Returns the last name of the path, without keys.
    pub(crate) fn name(&self) -> &'static str {
        if matches!(self.steps.last(), Some(Step::Entry)) { "" } else { self.last().name }
    }

    fn last(&self) -> &'static FieldSchema {
        self.fields().next_back().unwrap()
    }

    pub(crate) fn reported(&self) -> Reported {
        let last = self.last();
        let whole = self.fields().find(|field| field.compare == Compare::Whole);
        match whole.or((last.compare == Compare::Set && !matches!(last.shape, Shape::List(_))).then_some(last)) {
            Some(whole) => Reported::AsPartOf(whole.name),
            None if last.is_key || last.compare == Compare::Effect => Reported::ByEffect,
            None => Reported::Itself,
        }
    }

    /// Returns changes of the leaf at every place where a document has it, or could have it.
    pub(crate) fn changes(&self, document: &Value) -> impl Iterator<Item = Change> {
        let places = self.steps.iter().fold(vec![(document.clone(), String::new())], |places, step| {
            places.into_iter().flat_map(|(document, place)| step.places(document, &place)).collect()
        });
        let alone: Vec<_> = places.iter().cloned().filter_map(|place| self.alone(place)).collect();
        places.into_iter().chain(alone).flat_map(|(document, place)| {
            let written = document.pointer(&place).unwrap().clone();
            let changes = values(self.shape, written).into_iter().map(move |values| {
                let with = |value: &Value| {
                    let mut document = document.clone();
                    *document.pointer_mut(&place).unwrap() = value.clone();
                    document
                };
                let texts = [text(&values[0]), text(&values[1])];
                Change { old: with(&values[0]), new: with(&values[1]), texts }
            });
            changes.collect::<Vec<_>>()
        })
    }

    /// Returns the document without the fields next to the leaf that may take precedence over it.
    fn alone(&self, (mut document, place): (Value, String)) -> Option<(Value, String)> {
        let [.., Step::Item(Some(schema)), Step::Field(leaf)] = &self.steps[..] else { return None };
        let (item, _) = place.rsplit_once('/')?;
        let item = document.pointer_mut(item)?.as_object_mut()?;
        let others = schema.fields.iter().filter(|field| field.compare == Compare::Effect && !field.is_key);
        others.filter(|field| field.name != leaf.name).for_each(|field| drop(item.remove(field.name)));
        Some((document, place))
    }
}

impl Step {
    /// Returns the places that a step leads to; missing ones are created.
    fn places(&self, mut document: Value, at: &str) -> Vec<(Value, String)> {
        let here = document.pointer_mut(at).unwrap();
        match self {
            Self::Above(name) => vec![(document, format!("{at}/{name}"))],
            Self::Field(FieldSchema { name, .. }) => {
                here.is_null().then(|| *here = json!({}));
                here.as_object_mut().unwrap().entry(*name).or_insert(Value::Null);
                vec![(document, format!("{at}/{name}"))]
            }
            Self::Item(schema) => {
                if here.as_array().is_none_or(Vec::is_empty) {
                    let names = schema
                        .iter()
                        .flat_map(|schema| schema.keys())
                        .filter(|key| matches!(key.shape, Shape::Scalar("String")));
                    *here = json!([names
                        .map(|key| (key.name.to_owned(), json!("key")))
                        .collect::<serde_json::Map<_, _>>()]);
                }
                let items = 0..here.as_array().unwrap().len();
                items.map(|index| (document.clone(), format!("{at}/{index}"))).collect()
            }
            Self::Entry => {
                if here.as_object().is_none_or(serde_json::Map::is_empty) {
                    *here = json!({"key": null});
                }
                let keys: Vec<String> = here.as_object().unwrap().keys().cloned().collect();
                keys.into_iter().map(|key| (document.clone(), format!("{at}/{key}"))).collect()
            }
        }
    }
}

/// Returns values before and after a change; some of them are valid for the place.
fn values(shape: Shape, written: Value) -> Vec<[Value; 2]> {
    const TEXTS: [&str; 9] =
        ["", "one", "amd64", "arm64", "patch", "minor", "deprecated", "2030-01-01T00:00:00Z", "2031-01-01T00:00:00Z"];
    let texts = TEXTS.map(Value::from);
    let values: Vec<Value> = match shape {
        Shape::Scalar("bool") => vec![json!(false), json!(true), json!(false)],
        Shape::Scalar("String") => texts.to_vec(),
        Shape::Scalar(QUANTITY_TOKEN) => vec![json!("1Gi"), json!("2Gi")],
        Shape::Scalar(GO_DURATION_TOKEN) => vec![json!("1h0m0s"), json!("2h0m0s")],
        Shape::Scalar(BASE64_TOKEN) => vec![json!("AAAA"), json!("BBBB")],
        Shape::Scalar(_) => vec![json!(1), json!(2)],
        Shape::List(_) => texts.into_iter().map(|text| json!([text])).collect(),
        _ => texts
            .into_iter()
            .chain(["supported", "deprecated"].map(|stage| json!([{"classification": stage}])))
            .collect(),
    };
    let from_written = values.iter().filter(|_| !written.is_null()).map(|value| [written.clone(), value.clone()]);
    from_written.chain(values.windows(2).map(|two| [two[0].clone(), two[1].clone()])).collect()
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Array(items) => Some(items.iter().filter_map(text).collect::<Vec<_>>().join(", ")),
        other => Some(other.to_string()),
    }
}
