//! `rootstock.toml` as a type: the documentation of its keys, from which its JSON Schema is made.

use rootstock_versioning::{Day, Weekday};

use super::policies::{MOST_DAYS, MOST_VERSIONS};

/// `rootstock.toml`: which advice is given, how much findings matter, which are known and accepted, and how versions live.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the reader goes through the text itself, for the places of mistakes")]
pub struct ConfigurationFile {
    /// What the landscape is run with: what every command goes by that is not told otherwise.
    landscape: Option<LandscapeSection>,
    /// Which advice is given.
    advice: Option<AdviceSection>,
    /// How much findings matter, by the name of their rule. An error cannot be lowered.
    severity: Option<Severities>,
    /// Findings that are known and accepted. Of several that match a finding the first counts.
    suppress: Option<Vec<SuppressionEntry>>,
    /// What is agreed on about versions, for `rootstock upkeep propose`.
    upkeep: Option<UpkeepSection>,
}

/// What the landscape is run with: what every command goes by that is not told otherwise.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(dead_code, reason = "as above")]
struct LandscapeSection {
    /// Whose answers are wanted; absent means those of the documents. `--semantics` on the command line comes first.
    semantics: Option<SemanticsChoice>,
    /// Feature gates that are set otherwise than Gardener does by default. `--feature-gates` comes first, gate by gate.
    feature_gates: Option<GateSwitches>,
    /// Whether the extensions' mutating webhooks are installed; absent means yes. `--without-extension-webhooks` comes first.
    extension_webhooks: Option<bool>,
    /// Where the profiles are that Shoots and NamespacedCloudProfiles refer to: files and directories, relative to the directory of
    /// this file. `--profile` and `--parent` come first.
    profiles: Option<Vec<String>>,
}

/// Whose answers are wanted.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[expect(dead_code, reason = "as above")]
enum SemanticsChoice {
    /// As Gardener's documents say.
    Documented,
    /// As Gardener v1.150 does, quirks included.
    Gardener,
}

/// Feature gates by their names, and whether they are on.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "PascalCase")]
#[expect(dead_code, reason = "as above")]
struct GateSwitches {
    /// `spec.machineCapabilities` is allowed; on by default.
    cloud_profile_capabilities: Option<bool>,
    /// `lifecycle` on versions is allowed (GEP-32); off by default.
    version_classification_lifecycle: Option<bool>,
    /// Worker capabilities (GEP-54), Rootstock's own gate; off by default.
    worker_capabilities: Option<bool>,
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

/// What is agreed on about versions, for `rootstock upkeep propose`.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(dead_code, reason = "as above")]
struct UpkeepSection {
    /// The days of the week on which versions may become something else; absent or empty means all of them.
    weekdays: Option<Vec<Weekday>>,
    /// When nothing may change.
    freeze: Option<Vec<FreezeEntry>>,
    /// How many days after it has expired a version that nobody uses is removed; absent means never.
    #[schemars(range(max = MOST_DAYS))]
    prune_days: Option<u32>,
    /// What holds for which versions. Of several policies for one image the first counts.
    policy: Option<Vec<PolicyEntry>>,
}

/// Days on which no version becomes something else.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "as above")]
struct FreezeEntry {
    /// The first day.
    from: Day,
    /// The last day.
    to: Day,
    /// Why, for whoever reads a proposal.
    #[schemars(regex(pattern = r"\S"))]
    reason: Option<String>,
}

/// How the versions of a machine image, or of Kubernetes, live. What is absent is left to people.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(dead_code, reason = "as above")]
struct PolicyEntry {
    /// `kubernetes`, or the name of a machine image; `*` for anything in the name, but for Kubernetes.
    #[schemars(regex(pattern = r"\S"))]
    of: String,
    /// The profiles, `*` for anything; absent means all.
    #[schemars(regex(pattern = r"\S"))]
    profile: Option<String>,
    /// How many days a preview waits before it becomes supported.
    #[schemars(range(max = MOST_DAYS))]
    preview_days: Option<u32>,
    /// How many supported versions there are at most; older ones become deprecated.
    #[schemars(range(min = 1, max = MOST_VERSIONS))]
    supported: Option<u32>,
    /// How many supported versions a minor has at most; older ones become deprecated.
    #[schemars(range(min = 1, max = MOST_VERSIONS))]
    supported_per_minor: Option<u32>,
    /// How many days after its deprecation a version expires.
    #[schemars(range(min = 1, max = MOST_DAYS))]
    deprecated_days: Option<u32>,
}

#[cfg(test)]
mod tests {
    use rootstock_core_model::FeatureGate;

    use super::super::landscape::KEYS as LANDSCAPE_KEYS;
    use super::super::reader::{ADVICE_KEYS, FREEZE_KEYS, POLICY_KEYS, SECTIONS, SUPPRESS_KEYS, UPKEEP_KEYS};
    use super::ConfigurationFile;

    /// The keys that are read are the keys that are documented.
    #[test]
    fn nothing_is_read_that_is_not_documented() {
        let schema = schemars::schema_for!(ConfigurationFile).to_value();
        let keys = |place: &str| -> Vec<String> {
            let mut keys: Vec<String> = schema.pointer(place).unwrap().as_object().unwrap().keys().cloned().collect();
            keys.sort();
            keys
        };
        assert_eq!(keys("/properties"), SECTIONS);
        assert_eq!(keys("/$defs/AdviceSection/properties"), ADVICE_KEYS);
        assert_eq!(keys("/$defs/LandscapeSection/properties"), LANDSCAPE_KEYS);
        assert_eq!(keys("/$defs/GateSwitches/properties"), FeatureGate::ALL.map(FeatureGate::name));
        assert_eq!(keys("/$defs/SuppressionEntry/properties"), SUPPRESS_KEYS);
        assert_eq!(keys("/$defs/UpkeepSection/properties"), UPKEEP_KEYS);
        assert_eq!(keys("/$defs/FreezeEntry/properties"), FREEZE_KEYS);
        assert_eq!(keys("/$defs/PolicyEntry/properties"), POLICY_KEYS);
    }
}
