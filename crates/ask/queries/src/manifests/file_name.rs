//! File names of schemas in catalogs of custom resources.

/// Returns a name like `core.gardener.cloud/cloudprofile_v1beta1.json`.
pub(super) fn file(api_version: &str, kind: &str) -> String {
    let (group, version) = api_version.split_once('/').unwrap_or(("core", api_version));
    format!("{group}/{}_{version}.json", kind.to_lowercase())
}
