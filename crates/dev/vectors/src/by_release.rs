//! Verdicts of several releases, of Gardener or of an extension.

use rootstock_core_model::{GardenerRelease, Release};
use serde_json::Value;

use crate::recorded::Row;

/// The origin of a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Origin {
    /// The release of Gardener; `None` for the newest one, with its default gates.
    pub gardener: Option<GardenerRelease>,
    /// The release of the extension that the suite names; `None` for the one that its plug-in follows.
    pub extension: Option<Release>,
    /// Whether the extension's mutating webhook has changed the input before.
    pub is_mutated: bool,
}

/// Returns the verdict of each recorded release, if the row has the verdicts of several, or else the row itself, which is of the
/// newest release.
pub(crate) fn by_release(row: Row) -> Vec<(Row, Origin)> {
    if let Some(rows) = by_release_of_extension(&row) {
        return rows;
    }
    let Some(expect) = Verdicts::of(&row.expect) else { return vec![(row, Origin::default())] };
    let stored = row.expect_stored.as_ref().and_then(Verdicts::of);
    let at = |gardener: GardenerRelease| {
        let expect_stored = stored.as_ref().map(|stored| stored.at(gardener)).filter(|verdict| !verdict.is_null());
        let row = Row { expect: expect.at(gardener), expect_stored, ..row.clone() };
        (row, Origin { gardener: Some(gardener), ..Origin::default() })
    };
    GardenerRelease::recorded().map(at).collect()
}

/// Returns the verdict of one release, if the row has the verdicts of several, or else the row itself.
pub(crate) fn at_release(row: Row, gardener: GardenerRelease) -> Row {
    let Some(expect) = Verdicts::of(&row.expect).map(|verdicts| verdicts.at(gardener)) else { return row };
    let stored = row.expect_stored.as_ref().and_then(Verdicts::of);
    let expect_stored = stored.map(|stored| stored.at(gardener)).filter(|verdict| !verdict.is_null());
    Row { expect, expect_stored, ..row }
}

/// Returns the verdicts of the releases of an extension, those after its mutating webhook included; `None` if the row has none. A
/// verdict can be the name of another release, which gives the same one.
fn by_release_of_extension(row: &Row) -> Option<Vec<(Row, Origin)>> {
    /// The number of digits of the commit by which the followed release is named.
    const COMMIT: usize = 8;
    let is_commit = |name: &str| name.len() == COMMIT && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    let expect = row.expect.as_object().filter(|_| row.suite.starts_with("provider-"))?;
    let mut origins = Vec::new();
    for name in expect.keys() {
        let extension = if is_commit(name) { None } else { Some(name.parse::<Release>().ok()?) };
        origins.push((name, extension));
    }
    let mut rows = Vec::new();
    for (verdicts, is_mutated) in [(Some(&row.expect), false), (row.admission.as_ref(), true)] {
        let Some(verdicts) = verdicts else { continue };
        for (name, extension) in &origins {
            let Some(verdict) = verdicts.get(name) else { continue };
            let verdict = verdict.as_str().map_or(Some(verdict), |same| verdicts.get(same))?;
            let row = Row { expect: verdict.clone(), admission: None, ..row.clone() };
            rows.push((row, Origin { extension: *extension, is_mutated, ..Origin::default() }));
        }
    }
    (!rows.is_empty()).then_some(rows)
}

/// Verdicts by the first release that gives them, in the order of the releases.
struct Verdicts<'v>(Vec<(GardenerRelease, &'v Value)>);

impl<'v> Verdicts<'v> {
    /// Returns `None` if the value is a single verdict.
    fn of(expect: &'v Value) -> Option<Self> {
        let entries = expect.as_object().filter(|entries| !entries.is_empty())?;
        let mut verdicts =
            entries.iter().map(|(key, verdict)| Some((key.parse().ok()?, verdict))).collect::<Option<Vec<_>>>()?;
        verdicts.sort_by(|(a, _): &(GardenerRelease, _), (b, _)| a.release().cmp_minor(b.release()));
        Some(Self(verdicts))
    }

    fn at(&self, gardener: GardenerRelease) -> Value {
        let is_older = |(first, _): &&(GardenerRelease, _)| gardener.release().cmp_minor(first.release()).is_ge();
        self.0.iter().rev().find(is_older).map(|(_, verdict)| (*verdict).clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_verdict_holds_until_the_next_one() {
        let verdicts = json!({ "1.135": "a", "1.147": "b", "1.150-dev": "c" });
        let verdicts = Verdicts::of(&verdicts).unwrap();
        for (release, expected) in [("1.135", "a"), ("1.146", "a"), ("1.147", "b"), ("1.149", "b"), ("1.150", "c")] {
            assert_eq!(verdicts.at(release.parse().unwrap()), expected, "{release}");
        }
        assert!(Verdicts::of(&json!({ "errors": [] })).is_none());
    }

    #[test]
    fn verdicts_of_an_extension_refer_to_each_other() {
        let row = json!({
            "id": "one", "suite": "provider-aws", "input": {},
            "expect": { "2ff8d818": { "errors": [] }, "v1.69.1": "2ff8d818", "v1.68.3": { "decode": "error" } },
            "admission": { "v1.69.1": { "errors": [1] } },
        });
        let rows = by_release(serde_json::from_value(row).unwrap());
        let shown =
            |(row, at): &(Row, Origin)| (at.extension.map(|it| it.to_string()), at.is_mutated, row.expect.clone());
        let expected = [
            (None, false, json!({ "errors": [] })),
            (Some("1.68.3".to_owned()), false, json!({ "decode": "error" })),
            (Some("1.69.1".to_owned()), false, json!({ "errors": [] })),
            (Some("1.69.1".to_owned()), true, json!({ "errors": [1] })),
        ];
        assert_eq!(rows.iter().map(shown).collect::<Vec<_>>(), expected);
        let single = json!({ "id": "one", "suite": "provider-aws", "input": {}, "expect": { "errors": [] } });
        assert_eq!(by_release(serde_json::from_value(single).unwrap()).len(), 1);
    }
}
