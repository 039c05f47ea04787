//! Verdicts of several releases of Gardener.

use rootstock_core_model::GardenerRelease;
use serde_json::Value;

use crate::recorded::Row;

/// Returns the verdict of each recorded release, if the row has the verdicts of several, or else the row itself, which is of the
/// newest release.
pub(crate) fn by_release(row: Row) -> Vec<(Row, Option<GardenerRelease>)> {
    let Some(expect) = Verdicts::of(&row.expect) else { return vec![(row, None)] };
    let stored = row.expect_stored.as_ref().and_then(Verdicts::of);
    let at = |gardener: GardenerRelease| {
        let expect_stored = stored.as_ref().map(|stored| stored.at(gardener)).filter(|verdict| !verdict.is_null());
        (Row { expect: expect.at(gardener), expect_stored, ..row.clone() }, Some(gardener))
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
}
