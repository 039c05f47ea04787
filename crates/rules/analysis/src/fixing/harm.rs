//! The harm that fixes do together, and the fixes that it is put down to.

use std::collections::HashMap;

use rootstock_core_model::{Change, FieldPath, Segment};
use rootstock_report::{Finding, SourceId};

use super::Key;
use crate::verdict::without_indices;

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

    fn kind(&self) -> Kind<'_> {
        let (_, rule, _, title) = &self.key;
        (self.document, rule, title, self.fields.iter().map(without_indices).collect())
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
    /// Whether the last new findings of a rule may be omitted.
    omits_findings: bool,
}

/// Fixes that differ only in the items of lists that they change: their document, rule, title, and fields.
type Kind<'m> = (Document, &'static str, &'m str, Vec<FieldPath>);

impl Harm {
    pub(super) fn unending() -> Self {
        Self {
            because: "it does not fix the finding".to_owned(),
            made: Vec::new(),
            caused: Vec::new(),
            omits_findings: false,
        }
    }

    /// Describes the findings that the fixes cause; `None` if there are none. `omits_findings` tells that there may be more of them,
    /// after those listed.
    pub(super) fn of(made: &mut Vec<Made>, caused: &[&Finding], omits_findings: bool) -> Option<Self> {
        let because = describe(caused.first()?);
        let caused = caused
            .iter()
            .map(|finding| ((finding.source, finding.document), finding.violation.path.clone(), describe(finding)));
        Some(Self { because, caused: caused.collect(), made: std::mem::take(made), omits_findings })
    }

    /// Returns the fixes next to each new finding, with the reason: those of the same field, or else of the nearest object around it.
    /// If findings are omitted, fixes like these that were made after them are included: otherwise, each trial would only find as many
    /// as findings are listed.
    pub(super) fn culprits(self) -> Vec<(Key, String)> {
        let mut near: HashMap<(Document, &[Segment]), Vec<usize>> = HashMap::new();
        for (at, made) in self.made.iter().enumerate() {
            for field in &made.fields {
                around(field).for_each(|path| near.entry((made.document, path)).or_default().push(at));
            }
        }
        let mut culprits: Vec<(&Made, String)> = Vec::new();
        let mut last: HashMap<Kind<'_>, (usize, String)> = HashMap::new();
        for (document, path, because) in &self.caused {
            let mut around = around(path).map(|path| (*document, path));
            let Some(places) = around.find(|place| near.contains_key(place)).and_then(|place| near.get_mut(&place))
            else {
                continue;
            };
            // The fixes of a place are taken once: others of its findings would name the same ones.
            for at in std::mem::take(places) {
                let Some(made) = self.made.get(at) else { continue };
                culprits.push((made, because.clone()));
                if self.omits_findings {
                    let last = last.entry(made.kind()).or_insert_with(|| (at, because.clone()));
                    last.0 = last.0.max(at);
                }
            }
        }
        if self.omits_findings {
            for (at, made) in self.made.iter().enumerate() {
                if let Some((_, because)) = last.get(&made.kind()).filter(|(last, _)| at > *last) {
                    culprits.push((made, format!("like a similar fix, {because}")));
                }
            }
        }
        culprits.into_iter().map(|(made, because)| (made.key.clone(), because)).collect()
    }
}

/// Returns the segments of a path and of every path above it, the longest first.
fn around(path: &FieldPath) -> impl Iterator<Item = &[Segment]> {
    let segments = path.segments();
    (0..=segments.len()).rev().filter_map(|length| segments.get(..length))
}

fn describe(finding: &Finding) -> String {
    format!("it would cause another finding: {} ({})", finding.violation, finding.violation.rule.name)
}
