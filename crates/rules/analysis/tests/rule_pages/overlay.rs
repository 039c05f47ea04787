//! An example laid over its base profile: maps merge, everything else replaces.

use std::path::Path;

use rootstock_core_model::{NodeKind, NodeRef, ReadLimits, Scalar, read, violations};

use crate::example::{Example, Kind, Role};

/// Returns the whole document of an example. One over a base is formatted in flow style: lists keep their positions,
/// and scalars the form in which they were written, so that `1.30` stays the same number.
pub(crate) fn document(example: &Example<'_>) -> Result<String, String> {
    let Some(base) = example.base else { return Ok(example.text.clone()) };
    let name = base;
    let base = match (example.kind, base) {
        (Kind::Profile, base) => base,
        (Kind::Child, _) => "ncp",
        (Kind::Shoot, "openstack" | "openstack-legacy") => "shoot-openstack",
        (Kind::Shoot, _) => "shoot",
    };
    let mut document = base_document(base)?;
    if example.kind == Kind::Child {
        document.merge(Value::read(&format!("spec: {{parent: {{name: {name}}}}}"))?.unwrap());
    }
    if example.kind != Kind::Shoot && matches!(example.role, Role::Update | Role::Old) {
        // Every stored object has a resource version.
        document.merge(Value::read("metadata: {resourceVersion: '1'}")?.unwrap());
    }
    for path in &example.without {
        document.remove(path).ok_or_else(|| format!("base `{base}` has no `{path}` to take out"))?;
    }
    if let Some(fragment) = Value::read(&example.text)? {
        document.merge(fragment);
    }
    if example.padding > 0 {
        document.pad(example.padding);
    }
    Ok(document.text())
}

/// Returns a base profile unchanged.
pub(crate) fn base_profile(base: &str) -> Result<String, String> {
    Ok(base_document(base)?.text())
}

fn base_document(base: &str) -> Result<Value, String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../fixtures/base/{base}.yaml"));
    let text = std::fs::read_to_string(&file).map_err(|error| format!("base `{base}`: {error}"))?;
    Value::read(&text)?.ok_or_else(|| format!("base `{base}` is empty"))
}

/// A piece of a document.
enum Value {
    /// A scalar, as written in flow style.
    Scalar(String),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
}

impl Value {
    /// Parses the only document of a text; `None` if the text is empty.
    fn read(text: &str) -> Result<Option<Self>, String> {
        let file = read::read("fragment", text.as_bytes(), &ReadLimits::DEFAULT);
        let [document] = &file.documents[..] else {
            return Err(format!("{} documents instead of one (use base=none for that)", file.documents.len()));
        };
        if let Some(violation) = violations(&document.problems).first() {
            return Err(format!("{violation} (use base=none for that)"));
        }
        Ok(document.raw().map(|raw| Self::from(raw.node())))
    }

    fn merge(&mut self, fragment: Self) {
        match (self, fragment) {
            (Self::Object(base), Self::Object(fragment)) => {
                for (key, value) in fragment {
                    match base.iter_mut().find(|(name, _)| *name == key) {
                        Some((_, there)) => there.merge(value),
                        None => base.push((key, value)),
                    }
                }
            }
            (base, fragment) => *base = fragment,
        }
    }

    /// Removes the value at a path like `spec.regions.0.zones`.
    fn remove(&mut self, path: &str) -> Option<Self> {
        let (step, rest) = path.split_once('.').map_or((path, None), |(step, rest)| (step, Some(rest)));
        match self {
            Self::Scalar(_) => None,
            Self::List(items) => {
                let position = step.parse::<usize>().ok().filter(|position| *position < items.len())?;
                match rest {
                    Some(rest) => items[position].remove(rest),
                    None => Some(items.remove(position)),
                }
            }
            Self::Object(entries) => {
                let position = entries.iter().position(|(key, _)| key == step)?;
                match rest {
                    Some(rest) => entries[position].1.remove(rest),
                    None => Some(entries.remove(position).1),
                }
            }
        }
    }

    /// Adds labels of the given size in KiB to the first region.
    fn pad(&mut self, kib: usize) {
        let value = "x".repeat(63);
        let label = |number: usize| (format!("pad-{number:06}"), Self::Scalar(value.clone()));
        // The size as JSON: a key, a value, and the punctuation around them.
        let labels = (0..kib * 1024 / (10 + 63 + 6)).map(label).collect();
        if let Some(Self::List(regions)) = self.entry("spec").and_then(|spec| spec.entry("regions"))
            && let Some(Self::Object(region)) = regions.first_mut()
        {
            region.push(("labels".to_owned(), Self::Object(labels)));
        }
    }

    fn entry(&mut self, name: &str) -> Option<&mut Self> {
        match self {
            Self::Object(entries) => entries.iter_mut().find(|(key, _)| key == name).map(|(_, value)| value),
            Self::Scalar(_) | Self::List(_) => None,
        }
    }

    fn text(&self) -> String {
        // The comment keeps it from being read as JSON, whose numbers differ.
        let mut text = "# an example over its base\n".to_owned();
        self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) {
        match self {
            Self::Scalar(scalar) => text.push_str(scalar),
            Self::List(items) => {
                text.push('[');
                for item in items {
                    item.write(text);
                    text.push_str(", ");
                }
                text.push(']');
            }
            Self::Object(entries) => {
                text.push('{');
                for (key, value) in entries {
                    text.push_str(&quoted(key));
                    text.push_str(": ");
                    value.write(text);
                    text.push_str(",\n");
                }
                text.push('}');
            }
        }
    }
}

impl From<NodeRef<'_>> for Value {
    fn from(node: NodeRef<'_>) -> Self {
        match (node.kind(), node.as_scalar()) {
            (NodeKind::List, _) => Self::List(node.items().map(Self::from).collect()),
            (NodeKind::Object, _) => {
                Self::Object(node.entries().map(|(key, value)| (key.to_owned(), Self::from(value))).collect())
            }
            (_, Some(Scalar::Text(text))) => Self::Scalar(quoted(text)),
            _ => Self::Scalar(node.raw_text().filter(|text| !text.is_empty()).unwrap_or("null").to_owned()),
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}
