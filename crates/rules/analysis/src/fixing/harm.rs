//! The harm that fixes do together, and the fixes that it is put down to.

use std::collections::HashMap;

use rootstock_core_model::{Change, FieldPath};
use rootstock_report::{Finding, SourceId};

use super::Key;

/// A fix that was made in a trial.
pub(super) struct Made {
    pub(super) key: Key,
    document: Document,
    /// The fields that it writes or removes.
    fields: Vec<FieldPath>,
}

/// The input, and the position of the document.
type Document = (SourceId, Option<usize>);

impl Made {
    pub(super) fn of(finding: &Finding, key: Key) -> Self {
        let changes = finding.violation.fix.iter().flat_map(|fix| &fix.changes);
        Self { key, document: (finding.source, finding.document), fields: changes.map(field).collect() }
    }
}

/// Returns the field that is there, or gone, after a change.
fn field(change: &Change) -> FieldPath {
    match change {
        Change::RenameKey { path, name } => path.parent().unwrap_or_default().field(name.clone()),
        Change::Rewrite { path, name, .. } => path.clone().field(name.clone()),
        Change::Unwrap { path, .. }
        | Change::Replace { path, .. }
        | Change::Add { path, .. }
        | Change::Remove { path } => path.clone(),
    }
}

/// The reason why the fixes of a trial are not kept.
pub(super) struct Harm {
    pub(super) because: String,
    made: Vec<Made>,
    /// The places of the new findings, with their descriptions.
    caused: Vec<(Document, FieldPath, String)>,
}

impl Harm {
    pub(super) fn unending() -> Self {
        Self { because: "it does not fix the finding".to_owned(), made: Vec::new(), caused: Vec::new() }
    }

    /// Describes the findings that the fixes cause; `None` if there are none.
    pub(super) fn of(made: &mut Vec<Made>, caused: &[&Finding]) -> Option<Self> {
        let because = describe(caused.first()?);
        let caused = caused
            .iter()
            .map(|finding| ((finding.source, finding.document), finding.violation.path.clone(), describe(finding)));
        Some(Self { because, caused: caused.collect(), made: std::mem::take(made) })
    }

    /// Returns the fixes next to each new finding, with the reason: those of the same field, or else of the nearest object around it.
    pub(super) fn culprits(self) -> Vec<(Key, String)> {
        let mut near: HashMap<(Document, FieldPath), Vec<&Key>> = HashMap::new();
        for made in &self.made {
            for field in &made.fields {
                let around = std::iter::successors(Some(field.clone()), FieldPath::parent);
                around.for_each(|path| near.entry((made.document, path)).or_default().push(&made.key));
            }
        }
        let mut culprits = Vec::new();
        for (document, path, because) in self.caused {
            let mut around = std::iter::successors(Some(path), FieldPath::parent).map(|path| (document, path));
            let Some(keys) = around.find(|place| near.contains_key(place)).and_then(|place| near.get_mut(&place))
            else {
                continue;
            };
            // The fixes of a place are taken once: others of its findings would name the same ones.
            culprits.extend(std::mem::take(keys).into_iter().map(|key| (key.clone(), because.clone())));
        }
        culprits
    }
}

fn describe(finding: &Finding) -> String {
    format!("it would cause another finding: {} ({})", finding.violation, finding.violation.rule.name)
}
