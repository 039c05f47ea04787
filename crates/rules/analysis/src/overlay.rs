//! Patches, laid over the object that they change.

mod origin;
mod strategic;

use json_patch::Patch;
use rootstock_core_model::read::{self, Body, File};
use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, ReadLimits, Shoot};
use rootstock_report::{Report, SourceText};
use serde::Deserialize as _;
use serde_json::Value;

use self::origin::Origin;
use crate::foreign::is_json_patch;

/// The kinds of objects that a JSON patch without a name can be for.
const KINDS: [&str; 3] = [CloudProfile::KIND, NamespacedCloudProfile::KIND, Shoot::KIND];

/// The treatment of lists in patches that look like objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatchLists {
    /// Items are merged by the keys that Gardener's API declares, as in a strategic merge patch.
    Merged,
    /// Lists are replaced (RFC 7386), as kustomize does for kinds without a schema.
    Replaced,
}

/// Objects with patches laid over them, and the places that their values come from.
#[derive(Debug)]
pub struct Overlay {
    text: String,
    /// The patches, the last one first, and then the base.
    origins: Vec<Origin>,
    /// The text of the base.
    base: SourceText,
}

/// Files that the values of rendered objects may come from, the most specific first.
#[derive(Debug, Default)]
pub struct ValueOrigins {
    origins: Vec<Origin>,
}

impl ValueOrigins {
    /// Adds a file with objects or with patches that look like objects; `target` is the kind and name that a JSON patch in it is for.
    /// What cannot be read is left out.
    pub fn add(&mut self, name: &str, bytes: &[u8], target: Option<(&str, &str)>) {
        let file = read::read(name, bytes, &ReadLimits::DEFAULT);
        for document in &file.documents {
            match (&document.body, target) {
                (Body::Object(object), _) => self.origins.push(Origin::object(&file.source, object)),
                (Body::NotAnObject { raw, .. }, Some((kind, name))) if is_json_patch(raw.node()) => {
                    self.origins.push(Origin::operations(&file.source, raw, value_of(raw), kind, name));
                }
                _ => {}
            }
        }
    }

    /// Moves the findings in an input to the first file that has the value. Those whose value is in none of them stay.
    pub fn relocate(&self, report: &mut Report, input: &str) {
        let Some(id) = report.sources.iter().position(|source| source.name() == input) else { return };
        let Some(text) = report.sources.get(id).map(|source| source.text().to_owned()) else { return };
        let file = read::read(input, text.as_bytes(), &ReadLimits::DEFAULT);
        origin::relocate(&self.origins, &file, id, WithoutValue::Stays, report);
    }
}

/// The treatment of findings whose value is in no origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WithoutValue {
    /// The findings go to the origin that has most of the path.
    GoesToDeepest,
    /// The findings stay in the rendered text.
    Stays,
}

/// The reason why a patch cannot be laid over a base.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PatchError {
    /// A file cannot be read as YAML or JSON.
    #[error("{file}: {detail}")]
    Unreadable {
        /// The file.
        file: String,
        /// The reason.
        detail: String,
    },
    /// A file has no object, or no patch.
    #[error("{file} has no {what}")]
    Nothing {
        /// The file.
        file: String,
        /// The missing thing.
        what: &'static str,
    },
    /// The base does not have the object that is patched.
    #[error("{file} patches {kind} `{name}`, which {base} does not have")]
    NoTarget {
        /// The file with the patch.
        file: String,
        /// The kind of the object.
        kind: String,
        /// The name of the object.
        name: String,
        /// The file with the base.
        base: String,
    },
    /// A JSON patch does not say which object it is for, and the base has several or none.
    #[error(
        "{file} is a JSON patch, which does not name its object, and {base} has {number} objects that it may be for; give a base with \
         one CloudProfile, NamespacedCloudProfile or Shoot"
    )]
    Ambiguous {
        /// The file with the patch.
        file: String,
        /// The file with the base.
        base: String,
        /// The number of objects.
        number: usize,
    },
    /// An operation of a JSON patch fails.
    #[error("{file}: {reason}")]
    Operation {
        /// The file with the patch.
        file: String,
        /// The operation, and the reason.
        reason: String,
    },
}

/// An object of the base, with the patches so far.
struct Layered {
    kind: String,
    name: String,
    value: Value,
}

impl Overlay {
    /// Lays patches over the objects of a base, in this order. Each input is a name and a text.
    ///
    /// A patch is an object of the same kind and name with some of the fields, or a list of JSON patch operations (RFC 6902).
    ///
    /// # Errors
    ///
    /// Fails if an input cannot be read, or a patch does not fit the base.
    pub fn new(base: (&str, &[u8]), patches: &[(String, Vec<u8>)], lists: PatchLists) -> Result<Self, PatchError> {
        let base_file = readable(base.0, base.1)?;
        let (mut layered, mut origins) = (Vec::new(), Vec::new());
        for document in &base_file.documents {
            let Body::Object(object) = &document.body else { continue };
            layered.push(Layered {
                kind: object.kind.clone(),
                name: object.name.clone(),
                value: value_of(&object.raw),
            });
            origins.push(Origin::object(&base_file.source, object));
        }
        if layered.is_empty() {
            return Err(PatchError::Nothing { file: base.0.to_owned(), what: "object that could be patched" });
        }
        for (name, bytes) in patches {
            let file = readable(name, bytes)?;
            let mut is_empty = true;
            for document in &file.documents {
                let origin = match &document.body {
                    Body::Object(object) => {
                        let target = layered.iter_mut().find(|one| one.kind == object.kind && one.name == object.name);
                        let target = target.ok_or_else(|| PatchError::NoTarget {
                            file: name.clone(),
                            kind: object.kind.clone(),
                            name: object.name.clone(),
                            base: base.0.to_owned(),
                        })?;
                        let patch = value_of(&object.raw);
                        match lists {
                            PatchLists::Merged => strategic::merge(&mut target.value, &patch),
                            PatchLists::Replaced => json_patch::merge(&mut target.value, &patch),
                        }
                        Origin::object(&file.source, object)
                    }
                    Body::NotAnObject { raw, .. } if is_json_patch(raw.node()) => {
                        let mut targets: Vec<&mut Layered> =
                            layered.iter_mut().filter(|one| KINDS.contains(&one.kind.as_str())).collect();
                        let number = targets.len();
                        let ([target], 1) = (targets.as_mut_slice(), number) else {
                            return Err(PatchError::Ambiguous { file: name.clone(), base: base.0.to_owned(), number });
                        };
                        let failed = |reason: String| PatchError::Operation { file: name.clone(), reason };
                        let operations = value_of(raw);
                        let patch = Patch::deserialize(&operations).map_err(|error| failed(error.to_string()))?;
                        json_patch::patch(&mut target.value, &patch).map_err(|error| failed(error.to_string()))?;
                        Origin::operations(&file.source, raw, operations, &target.kind, &target.name)
                    }
                    Body::Empty => continue,
                    Body::NotAnObject { .. } | Body::Unreadable => {
                        return Err(PatchError::Nothing {
                            file: name.clone(),
                            what: "patch: an object with `kind` and `metadata.name`, or a JSON patch",
                        });
                    }
                };
                is_empty = false;
                origins.insert(0, origin);
            }
            if is_empty {
                return Err(PatchError::Nothing { file: name.clone(), what: "patch" });
            }
        }
        for one in &layered {
            let new = one.value.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default();
            origins.iter_mut().for_each(|origin| origin.rename(&one.kind, &one.name, new));
        }
        let text = layered.iter().map(|one| format!("{:#}\n", one.value)).collect();
        Ok(Self { text, origins, base: SourceText::from(base_file.source) })
    }

    /// Returns the patched objects as JSON, one after the other.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Moves the findings in the input of this name, which has the [text](Self::text), to the patch or the base that has the value. They
    /// have no edits then.
    pub fn relocate(&self, report: &mut Report, input: &str) {
        let Some(id) = report.sources.iter().position(|source| source.name() == input) else { return };
        let file = read::read(input, self.text.as_bytes(), &ReadLimits::DEFAULT);
        if let Some(source) = report.sources.get_mut(id) {
            *source = self.base.clone();
        }
        origin::relocate(&self.origins, &file, id, WithoutValue::GoesToDeepest, report);
    }
}

fn readable(name: &str, bytes: &[u8]) -> Result<File, PatchError> {
    let file = read::read(name, bytes, &ReadLimits::DEFAULT);
    let unreadable = file.documents.iter().filter(|document| matches!(document.body, Body::Unreadable));
    let detail = unreadable.flat_map(|document| &document.problems).next().map(|problem| problem.detail.to_string());
    match detail {
        Some(detail) => Err(PatchError::Unreadable { file: name.to_owned(), detail }),
        None => Ok(file),
    }
}

fn value_of(raw: &impl serde::Serialize) -> Value {
    serde_json::to_value(raw).unwrap_or_default()
}
