//! Documents of other kinds, including those closely related to the checked kinds.

use rootstock_core_model::{
    CloudProfile, FieldPath, Fix, NamespacedCloudProfile, NodeRef, Path, Settings, Shoot, Violation, nearest, read,
};
use rootstock_provider_api::{Provider, Registry};
use rootstock_report::{Finding, SourceText};

use crate::finding_limit::FindingLimit;
use crate::unchecked::KIND_NEARLY_CHECKED;
use crate::written::Written;

const KINDS: [&str; 3] = [CloudProfile::KIND, NamespacedCloudProfile::KIND, Shoot::KIND];

/// The relation of a document of another kind to the checked kinds.
pub(crate) enum RelatedDocument {
    /// The provider section of a profile, on its own.
    ProviderConfig(&'static dyn Provider),
    /// An object that was probably meant to be checked.
    NearMiss(Box<Violation>),
}

/// Returns the relation of an object to the checked kinds; `None` if there is none.
pub(crate) fn classify(object: &read::ReadObject, registry: &Registry) -> Option<RelatedDocument> {
    let is_config = |provider: &&'static dyn Provider| {
        let identity = provider.extension().config;
        (identity.api_version, identity.kind) == (object.api_version.as_str(), object.kind.as_str())
    };
    match registry.iter().find(is_config) {
        Some(provider) => Some(RelatedDocument::ProviderConfig(provider)),
        None => near_miss(object).map(|violation| RelatedDocument::NearMiss(Box::new(violation))),
    }
}

/// Returns a finding if an object was probably meant to be checked: its kind is checked in another version, or is misspelled.
fn near_miss(object: &read::ReadObject) -> Option<Violation> {
    let not_supported = |field: &'static str, written: &str, supported: &[&str], meant: &str| {
        let path = FieldPath::root().field(field);
        let fix = Fix::replacing(path.clone(), meant);
        let mut violation = Violation::not_supported(&KIND_NEARLY_CHECKED, path, written, supported).with_fix(fix);
        violation.detail = format!("documents of this {field} are not checked; {}", violation.detail).into();
        violation
    };
    let (kind, version) = (object.kind.as_str(), object.api_version.as_str());
    if KINDS.contains(&kind) {
        return Some(not_supported("apiVersion", version, &[CloudProfile::API_VERSION], CloudProfile::API_VERSION));
    }
    let is_ours = version.is_empty() || version == CloudProfile::API_VERSION;
    let meant = nearest(kind, KINDS).filter(|_| is_ours)?;
    Some(not_supported("kind", kind, &KINDS, meant))
}

/// Checks the provider section of a profile on its own: reports what its extension could not decode.
pub(crate) fn check_provider_config(
    provider: &dyn Provider,
    object: read::ReadObject,
    source: &SourceText,
    settings: &Settings,
    mut found: Vec<Violation>,
) -> Vec<Finding> {
    found.extend(provider.decode_at(&object.raw, &Path::object(), settings).violations);
    Written::new((), object.raw, source.clone(), Vec::new(), FindingLimit::Reporting).located(found)
}

/// The reason why a JSON patch is not checked.
pub(crate) const JSON_PATCH: &str = "it is a JSON patch; give the object that it changes with --base";

/// Returns whether a value is a JSON patch (RFC 6902): a list of operations on paths.
pub(crate) fn is_json_patch(value: NodeRef<'_>) -> bool {
    let mut items = value.items().peekable();
    items.peek().is_some() && items.all(|item| item.get("op").is_some() && item.get("path").is_some())
}

/// Returns the reason why an object of another kind is not checked.
pub(crate) fn not_checked_reason() -> String {
    let [profile, child, shoot] = KINDS;
    format!("only kinds {profile}, {child} and {shoot} are checked")
}
