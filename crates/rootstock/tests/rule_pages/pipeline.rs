//! The check that every example goes through: the one behind `rootstock check`.

use rootstock_admission::{Operation, check_cloud_profile, default_cloud_profile};
use rootstock_core_model::decode::without_echoes;
use rootstock_core_model::{CloudProfile, FieldPath, NodeRef, ReadLimits, Settings, Violation, read};
use rootstock_provider_api::Registry;

use crate::comparison::Found;
use crate::example::{Example, Role};

/// The findings of a whole document, located in its example; `old` is what was there before.
pub(crate) fn findings(
    registry: &Registry,
    example: &Example<'_>,
    text: &str,
    old: Option<&str>,
) -> Result<Vec<Found>, String> {
    let old = match (example.role, old) {
        (Role::Update, None) => return Err("an update needs an `old` example before it".to_owned()),
        (Role::Update, Some(old)) => Some(check(registry, old, Operation::State, &example.settings).1),
        _ => None,
    };
    let operation = match (example.role, &old) {
        (Role::Create, _) => Operation::Create,
        (_, Some(old)) => Operation::Update { old },
        _ => Operation::State,
    };
    let (violations, _) = check(registry, text, operation, &example.settings);
    let places = Places::of(example);
    Ok(violations
        .into_iter()
        .map(|violation| {
            let line = match (example.base, violation.span) {
                (None, Some(span)) => line_at(text, span.range().start),
                _ => places.line(&violation.path),
            };
            Found { line, violation }
        })
        .collect())
}

/// Every finding in every CloudProfile of a text, and the last profile.
fn check(
    registry: &Registry,
    text: &str,
    operation: Operation<'_>,
    settings: &Settings,
) -> (Vec<Violation>, CloudProfile) {
    let file = read::read("example.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
    let mut violations = Vec::new();
    let mut last = CloudProfile::default();
    for document in file.documents {
        violations.extend(document.violations.iter().cloned());
        let Some(object) = document.object().filter(|object| object.is_cloud_profile()) else { continue };
        let (mut profile, decoded) = object.decode::<CloudProfile>();
        let mut later = check_cloud_profile(&profile, operation, settings).violations;
        default_cloud_profile(&mut profile);
        later.extend(registry.check_cloud_profile(&profile.spec, settings).violations);
        let later = without_echoes(&decoded, later);
        violations.extend(decoded);
        violations.extend(later);
        last = profile;
    }
    (violations, last)
}

/// The line of a byte, counted from 1.
fn line_at(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

/// Where the fields of a fragment stand.
struct Places<'a> {
    text: &'a str,
    file: read::File,
}

impl<'a> Places<'a> {
    fn of(example: &'a Example<'_>) -> Self {
        Self { text: &example.text, file: read::read("fragment", example.text.as_bytes(), &ReadLimits::DEFAULT) }
    }

    /// The line of a field, or of the nearest one around it that the fragment has.
    fn line(&self, path: &FieldPath) -> usize {
        let Some(root) = self.file.documents.first().and_then(read::Document::raw) else { return 1 };
        let node: NodeRef<'_> = root.node().find(path).node;
        let span = node.key_span().unwrap_or_else(|| node.span());
        line_at(self.text, span.range().start)
    }
}
