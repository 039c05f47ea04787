//! `rootstock.toml` as a type: the documentation of its keys, from which its JSON Schema is made.

use super::reader::MOST_DAYS;

/// `rootstock.toml`: which advice is given, how much findings matter, and which are known and accepted.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the reader goes through the text itself, for the places of mistakes")]
pub struct ConfigurationFile {
    /// Which advice is given.
    advice: Option<AdviceSection>,
    /// How much findings matter, by the name of their rule. An error cannot be lowered.
    severity: Option<Severities>,
    /// Findings that are known and accepted. Of several that match a finding the first counts.
    suppress: Option<Vec<SuppressionEntry>>,
}

/// Which advice is given.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(dead_code, reason = "as above")]
struct AdviceSection {
    /// Whether advice is given; absent means yes. `--advice` on the command line comes first.
    enabled: Option<bool>,
    /// How many days `version-expires-soon` and `next-apply-refused` look ahead; absent means 14.
    #[schemars(range(max = MOST_DAYS))]
    horizon_days: Option<u32>,
}

/// How much findings matter, by the name of their rule.
#[derive(Debug, schemars::JsonSchema)]
struct Severities {}

/// Findings that are known and accepted.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "as above")]
struct SuppressionEntry {
    /// The rule whose findings are meant.
    rule: String,
    /// Why they are accepted; for the next reader, and in the JSON answer.
    #[schemars(regex(pattern = r"\S"))]
    reason: String,
    /// The field at which or below which they are; list items by position or by name, `*` for anything.
    #[schemars(regex(pattern = r"\S"))]
    path: Option<String>,
    /// The object they are of: its name, or `Kind/name`; `*` for anything.
    #[schemars(regex(pattern = r"\S"))]
    object: Option<String>,
    /// The file they are in, relative to the directory of this one, or as it is named on the command line; `*` for anything.
    #[schemars(regex(pattern = r"\S"))]
    file: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::super::reader::{ADVICE_KEYS, SECTIONS, SUPPRESS_KEYS};
    use super::ConfigurationFile;

    /// The keys that are read are the keys that are documented.
    #[test]
    fn nothing_is_read_that_is_not_documented() {
        let schema = schemars::schema_for!(ConfigurationFile).to_value();
        let keys = |place: &str| -> Vec<String> {
            schema.pointer(place).unwrap().as_object().unwrap().keys().cloned().collect()
        };
        assert_eq!(keys("/properties"), SECTIONS);
        assert_eq!(keys("/$defs/AdviceSection/properties"), ADVICE_KEYS);
        let mut documented = keys("/$defs/SuppressionEntry/properties");
        documented.sort();
        assert_eq!(documented, SUPPRESS_KEYS);
    }
}
