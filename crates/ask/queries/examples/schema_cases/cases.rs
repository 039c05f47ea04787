//! Documents, each with the decoder's verdict.

use std::collections::HashSet;
use std::fs;
use std::path::Path as FilePath;

use rootstock_core_model::read::read;
use rootstock_core_model::{
    CloudProfile, Decode, NamespacedCloudProfile, Path, Quirks, RawObject, ReadLimits, Severity, Shoot, Violation,
    ViolationKind,
};
use rootstock_provider_api::{Provider, Registry};
use serde_json::{Value, json};

/// A document, and whether the decoder reads it.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) name: String,
    /// The name of the schema.
    pub(crate) schema: String,
    pub(crate) is_read: bool,
    pub(crate) document: Value,
}

/// The cases from some folders.
pub(crate) struct Cases {
    pub(crate) cases: Vec<Case>,
    registry: Registry,
    /// The kinds and shapes of paths already varied; one variation of each is enough.
    changed: HashSet<(String, String)>,
}

impl Default for Cases {
    fn default() -> Self {
        Self { cases: Vec::new(), registry: rootstock_providers::registry().unwrap(), changed: HashSet::new() }
    }
}

impl Cases {
    /// Adds the documents in a folder and its subfolders.
    pub(crate) fn add_folder(&mut self, folder: &FilePath) {
        let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            let is_document =
                path.extension().is_some_and(|ending| ["yaml", "yml", "json"].iter().any(|one| ending == *one));
            if path.is_dir() {
                self.add_folder(&path);
            } else if is_document {
                self.add_file(&path);
            }
        }
    }

    fn add_file(&mut self, path: &FilePath) {
        let file = read("case", &fs::read(path).unwrap(), &ReadLimits::DEFAULT);
        for (index, document) in file.documents.iter().enumerate() {
            // Problems of the text itself are invisible to a schema, which only sees values.
            if document.problems.is_empty()
                && let Some(raw) = document.raw()
            {
                self.add(&format!("{}#{index}", path.display()), &serde_json::to_value(raw.node()).unwrap());
            }
        }
    }

    /// Adds a document, and variants of it that differ in one value.
    pub(crate) fn add(&mut self, name: &str, document: &Value) {
        let Some(is_read) = self.verdict(document) else { return };
        let schema = document["kind"].as_str().unwrap().to_owned();
        self.cases.push(Case { name: name.to_owned(), schema: schema.clone(), is_read, document: document.clone() });
        let mut places = Vec::new();
        collect(document, "", "", &mut places);
        let provider =
            document["spec"]["type"].as_str().or_else(|| document["spec"]["providerConfig"]["apiVersion"].as_str());
        let of = format!("{schema} {}", provider.unwrap_or_default());
        for (place, shape) in places {
            let of = if place.starts_with("/spec/providerConfig") { of.clone() } else { schema.clone() };
            // Keep the fields that determine the schema.
            if ["/kind", "/apiVersion", ""].contains(&place.as_str()) || !self.changed.insert((of, shape)) {
                continue;
            }
            for other in others(document.pointer(&place).unwrap()) {
                let mut changed = document.clone();
                *changed.pointer_mut(&place).unwrap() = other.clone();
                if let Some(is_read) = self.verdict(&changed) {
                    let name = format!("{name} {place}: {other}");
                    self.cases.push(Case { name, schema: schema.clone(), is_read, document: changed });
                }
            }
        }
    }

    /// Whether the document can be read; `None` if it has no schema.
    fn verdict(&self, document: &Value) -> Option<bool> {
        if document["apiVersion"] != CloudProfile::API_VERSION {
            return None;
        }
        let raw = RawObject::from_serialize(document).ok()?;
        let root = Path::object();
        let found = match document["kind"].as_str()? {
            CloudProfile::KIND => {
                let (profile, mut found) = raw.decode::<CloudProfile>(&root);
                let provider = self.registry.get(&profile.spec.provider_type);
                found.extend(self.config(provider, profile.spec.provider_config.as_ref()));
                found
            }
            NamespacedCloudProfile::KIND => {
                let (child, mut found) = raw.decode::<NamespacedCloudProfile>(&root);
                let config = child.spec.provider_config.as_ref();
                let written = config.and_then(|config| config.get("apiVersion")?.as_str());
                let provider = self.registry.iter().find(|it| Some(it.extension().config.api_version) == written);
                found.extend(self.config(provider, config));
                found
            }
            Shoot::KIND => {
                let mut found = raw.decode_known::<Shoot>(&root).1;
                let odd = Shoot::unrecognized_fields(raw.node());
                // Later versions of Gardener may have more fields, so a schema cannot recognize misspelled ones.
                if odd.iter().any(|one| one.kind == ViolationKind::UnknownField && one.fix.is_some()) {
                    return None;
                }
                found.extend(odd);
                found
            }
            _ => return None,
        };
        Some(found.iter().all(|violation: &Violation| violation.severity != Severity::Error))
    }

    fn config(&self, provider: Option<&'static dyn Provider>, config: Option<&RawObject>) -> Vec<Violation> {
        let Some((provider, config)) = provider.zip(config) else { return Vec::new() };
        provider.decode(config, &Path::root("spec").field("providerConfig"), &Quirks::NONE).violations
    }
}

/// Collects every path in a document, with its shape: the path with `*` for list indexes.
fn collect(value: &Value, place: &str, shape: &str, places: &mut Vec<(String, String)>) {
    places.push((place.to_owned(), shape.to_owned()));
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let escaped = name.replace('~', "~0").replace('/', "~1");
                collect(field, &format!("{place}/{escaped}"), &format!("{shape}/{escaped}"), places);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, &format!("{place}/{index}"), &format!("{shape}/*"), places);
            }
        }
        _ => {}
    }
}

/// Returns replacements for a value.
fn others(value: &Value) -> Vec<Value> {
    let mut others = vec![
        Value::Null,
        json!(true),
        json!(7),
        json!(-1),
        json!(1.5),
        json!(4_294_967_296_u64),
        json!("text"),
        json!(""),
        json!("10Gi"),
        json!("1h30m"),
        json!("2026-12-31T23:59:59Z"),
        json!("YWJj"),
        json!([]),
        json!(["text"]),
        json!([7]),
        json!([null]),
        json!([{}]),
        json!({}),
        json!({"zzzNobodyKnows": 1}),
    ];
    if let Value::Object(fields) = value {
        let mut more = fields.clone();
        more.insert("zzzNobodyKnows".to_owned(), json!([]));
        others.push(Value::Object(more));
    }
    others
}
