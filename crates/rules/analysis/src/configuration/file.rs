//! `rootstock.toml` as a type: the documentation of its keys, from which its JSON Schema is generated.

use rootstock_versioning::{Day, Weekday};

use super::policies::{MAX_DAYS, MAX_VERSIONS, NewVersions};

/// `rootstock.toml`: the landscape, the advice to give, the severity of findings, accepted findings, invariants, and the
/// lifecycle policies of versions.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the reader goes through the text itself, for the places of mistakes")]
pub struct ConfigurationFile {
    /// The settings of the landscape, which every command uses unless its flags override them.
    landscape: Option<LandscapeSection>,
    /// The advice to give.
    advice: Option<AdviceSection>,
    /// The severity of findings, by the name of their rule. An error cannot be lowered.
    severity: Option<Severities>,
    /// Known and accepted findings. If several entries match a finding, the first one applies.
    suppress: Option<Vec<SuppressionEntry>>,
    /// The policies for versions, for `rootstock upkeep propose`.
    upkeep: Option<UpkeepSection>,
    /// Sentences that must hold for every worker that a profile admits.
    invariants: Option<Vec<InvariantEntry>>,
    /// Kinds of objects that contain the template of a Shoot, in addition to the known ones.
    #[schemars(rename = "shoot-templates")]
    shoot_templates: Option<Vec<ShootTemplateEntry>>,
}

/// The settings of the landscape, which every command uses unless its flags override them.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(dead_code, reason = "as above")]
struct LandscapeSection {
    /// The semantics to answer under; absent means those of the documents. `--semantics` on the command line takes precedence.
    semantics: Option<SemanticsChoice>,
    /// The release of Gardener that runs; absent means the newest one that is known. `--gardener` takes precedence.
    #[schemars(regex(pattern = r"^v?1\.\d+(\.\d+)?$"))]
    gardener: Option<String>,
    /// The releases of the extensions that run, by provider: `{ aws = "1.70" }`. `--extension` takes precedence, extension by
    /// extension.
    extensions: Option<std::collections::BTreeMap<String, String>>,
    /// Feature gates that differ from the defaults of Gardener's release. `--feature-gates` takes precedence, gate by gate.
    feature_gates: Option<GateSwitches>,
    /// Whether the extensions' mutating webhooks are installed; absent means yes. `--without-extension-webhooks` takes
    /// precedence.
    extension_webhooks: Option<bool>,
    /// The profiles that Shoots and NamespacedCloudProfiles refer to: files and directories, relative to the directory
    /// of this file. `--profile` and `--parent` take precedence.
    profiles: Option<Vec<String>>,
}

/// The semantics to answer under.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[expect(dead_code, reason = "as above")]
enum SemanticsChoice {
    /// Gardener's documents.
    Documented,
    /// Gardener v1.150, quirks included.
    Gardener,
}

/// Feature gates by their names, and whether they are on.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "PascalCase")]
#[expect(dead_code, reason = "as above")]
struct GateSwitches {
    /// Allows `spec.machineCapabilities`; on by default.
    cloud_profile_capabilities: Option<bool>,
    /// Allows `lifecycle` on versions (GEP-32); off by default.
    version_classification_lifecycle: Option<bool>,
    /// Enables worker capabilities (GEP-54), Rootstock's own gate; off by default.
    worker_capabilities: Option<bool>,
}

/// The advice to give.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(dead_code, reason = "as above")]
struct AdviceSection {
    /// Whether advice is given; absent means yes. `--advice` on the command line takes precedence.
    enabled: Option<bool>,
    /// The number of days that `version-expires-soon` and `next-apply-refused` look ahead; absent means 14.
    #[schemars(range(max = MAX_DAYS))]
    horizon_days: Option<u32>,
}

/// The severity of findings, by the name of their rule.
#[derive(Debug, schemars::JsonSchema)]
struct Severities {}

/// A set of known and accepted findings.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "as above")]
struct SuppressionEntry {
    /// The rule of the findings.
    rule: String,
    /// The reason why they are accepted, for the next reader and for the JSON answer.
    #[schemars(regex(pattern = r"\S"))]
    reason: String,
    /// The field at or below which they are; list items by position or by name, `*` for anything.
    #[schemars(regex(pattern = r"\S"))]
    path: Option<String>,
    /// The object they are about: its name, or `Kind/name`; `*` for anything.
    #[schemars(regex(pattern = r"\S"))]
    object: Option<String>,
    /// The file they are in, relative to the directory of this one, or as named on the command line; `*` for anything.
    #[schemars(regex(pattern = r"\S"))]
    file: Option<String>,
}

/// A sentence that must hold for every worker that a profile admits.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "as above")]
struct InvariantEntry {
    /// The sentence: `every worker`, then optionally `on MACHINE-TYPE`, `with CAPABILITY=VALUE`, `in REGION`, `using
    /// IMAGE[@VERSION]`, `that is CLASSIFICATION`, then the claim.
    #[schemars(
        regex(pattern = r"^\s*every\s+worker\s"),
        example = "every worker always has an image",
        example = "every worker with architecture=arm64 has the image gardenlinux@1592.*",
        example = "every worker never gets an image with bootMode=legacy-bios",
        example = "every worker never gets an image without bootMode=uefi",
        example = "every worker stays admissible until 2027-06-30",
        example = "every worker keeps its provider image",
        example = "every worker has an update path until 2027-06-30",
        example = "every worker fits at least 2 zones"
    )]
    that: String,
    /// The profiles, `*` for anything; absent means all.
    #[schemars(regex(pattern = r"\S"))]
    profile: Option<String>,
}

/// A kind of objects that contain the template of a Shoot.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "as above")]
struct ShootTemplateEntry {
    /// The kind of the objects.
    #[schemars(regex(pattern = r"\S"))]
    kind: String,
    /// The fields on the way to the template, which has the `spec` of a Shoot: `spec.shootTemplate`.
    #[schemars(regex(pattern = r"^[^.]+(\.[^.]+)*$"))]
    path: String,
}

/// The policies for versions, for `rootstock upkeep propose`.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(dead_code, reason = "as above")]
struct UpkeepSection {
    /// The days of the week on which versions may change their classification; absent or empty means all of them.
    weekdays: Option<Vec<Weekday>>,
    /// Periods in which nothing may change.
    freeze: Option<Vec<FreezeEntry>>,
    /// The number of days after its expiration at which an unused version is removed; absent means never.
    #[schemars(range(max = MAX_DAYS))]
    prune_days: Option<u32>,
    /// The meaning of facts that clouds and vendors print, for `rootstock upkeep verify` and `infer`, in addition to the table of the
    /// provider. An entry replaces what that table says of the fact.
    fact: Option<Vec<FactEntry>>,
    /// The policies, by version. If several policies match an image, the first one applies.
    policy: Option<Vec<PolicyEntry>>,
}

/// A period in which no version changes its classification.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "as above")]
struct FreezeEntry {
    /// The first day.
    from: Day,
    /// The last day.
    to: Day,
    /// The reason, for readers of a proposal.
    #[schemars(regex(pattern = r"\S"))]
    reason: Option<String>,
}

/// A fact, and the capability that it means.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "as above")]
struct FactEntry {
    /// The name of the fact: an attribute in the neutral form.
    #[schemars(regex(pattern = r"\S"))]
    of: String,
    /// The capability.
    #[schemars(regex(pattern = r"\S"))]
    capability: String,
    /// The capability's value for each value of the fact, the most preferred first.
    values: std::collections::BTreeMap<String, String>,
    /// The document that says that the two are compared.
    #[schemars(regex(pattern = r"\S"))]
    because: Option<String>,
}

/// A lifecycle policy for the versions of a machine image or of Kubernetes. Absent fields are left to people.
#[derive(Debug, schemars::JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(dead_code, reason = "as above")]
struct PolicyEntry {
    /// `kubernetes`, or the name of a machine image; `*` matches anything in the name, except Kubernetes.
    #[schemars(regex(pattern = r"\S"))]
    of: String,
    /// The profiles, `*` for anything; absent means all.
    #[schemars(regex(pattern = r"\S"))]
    profile: Option<String>,
    /// The number of days before a preview becomes supported.
    #[schemars(range(max = MAX_DAYS))]
    preview_days: Option<u32>,
    /// The maximum number of supported versions; older ones become deprecated.
    #[schemars(range(min = 1, max = MAX_VERSIONS))]
    supported: Option<u32>,
    /// The maximum number of supported versions of a minor; older ones become deprecated.
    #[schemars(range(min = 1, max = MAX_VERSIONS))]
    supported_per_minor: Option<u32>,
    /// The number of days between deprecation and expiration of a version.
    #[schemars(range(min = 1, max = MAX_DAYS))]
    deprecated_days: Option<u32>,
    /// The number of days between the end of life of a minor of Kubernetes and the expiration of its versions, if `upkeep propose
    /// --facts` has the date.
    #[schemars(range(max = MAX_DAYS))]
    end_of_life_days: Option<u32>,
    /// The versions of Kubernetes that are added as previews if `upkeep propose --facts` has them: the newest patches of the minors
    /// that the profile has, or also those of later minors.
    new_versions: Option<NewVersions>,
}

#[cfg(test)]
mod tests {
    use rootstock_core_model::FeatureGate;

    use super::super::invariants::INVARIANT_KEYS;
    use super::super::landscape::KEYS as LANDSCAPE_KEYS;
    use super::super::reader::{
        ADVICE_KEYS, FACT_KEYS, FREEZE_KEYS, POLICY_KEYS, SECTIONS, SUPPRESS_KEYS, UPKEEP_KEYS,
    };
    use super::super::shoot_templates::SHOOT_TEMPLATE_KEYS;
    use super::ConfigurationFile;

    /// The parsed keys are the documented keys.
    #[test]
    fn parsed_keys_equal_documented_keys() {
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
        assert_eq!(keys("/$defs/InvariantEntry/properties"), INVARIANT_KEYS);
        assert_eq!(keys("/$defs/ShootTemplateEntry/properties"), SHOOT_TEMPLATE_KEYS);
        assert_eq!(keys("/$defs/UpkeepSection/properties"), UPKEEP_KEYS);
        assert_eq!(keys("/$defs/FactEntry/properties"), FACT_KEYS);
        assert_eq!(keys("/$defs/FreezeEntry/properties"), FREEZE_KEYS);
        assert_eq!(keys("/$defs/PolicyEntry/properties"), POLICY_KEYS);
    }
}
