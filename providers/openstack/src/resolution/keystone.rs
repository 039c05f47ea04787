//! The URL of Keystone for a region, and its certificate.

use rootstock_core_model::Path;
use rootstock_provider_api::{ConsideredEntry, EntryOutcome, ResolvedSetting, SettingAnswer};

use super::parameters::ShootParameters;
use crate::config::CloudProfileConfig;

pub(super) fn resolve(
    config: &CloudProfileConfig,
    asked: &ShootParameters<'_>,
    path: &Path<'_>,
) -> [ResolvedSetting; 2] {
    let region = asked.shoot_scope.region;
    let regional = config.keystone_urls.as_deref().unwrap_or_default();
    let list = path.field("keystoneURLs");
    // The first entry for the region counts, even one without a URL.
    let own = regional.iter().position(|entry| entry.region == region);
    let entry_of = |index: usize| regional.get(index);
    let fallback = path.field("keystoneURL").to_field_path();
    let value = |value: &str, path| SettingAnswer::Value { value: value.to_owned(), path: Some(path) };
    let url = match own.and_then(|index| Some((index, entry_of(index)?))) {
        Some((index, entry)) => value(&entry.url, list.index(index).field("url").to_field_path()),
        None if config.keystone_url.is_empty() => SettingAnswer::Missing {
            meaning: "clusters cannot be created in this region: Keystone has no URL".to_owned(),
        },
        None => value(&config.keystone_url, fallback.clone()),
    };
    let mut entries: Vec<ConsideredEntry> = regional
        .iter()
        .enumerate()
        .map(|(index, entry)| {
            let (fate, because) = if Some(index) == own {
                (EntryOutcome::Taken, "is for this region".to_owned())
            } else if entry.region == region {
                (EntryOutcome::PassedOver, "is also for this region, but only the first such entry counts".to_owned())
            } else {
                (EntryOutcome::PassedOver, format!("is for region `{}`", entry.region))
            };
            ConsideredEntry { value: entry.url.clone(), path: list.index(index).to_field_path(), fate, because }
        })
        .collect();
    if !config.keystone_url.is_empty() {
        let (fate, because) = match own {
            Some(_) => (EntryOutcome::PassedOver, "is for all regions without an entry"),
            None => (EntryOutcome::Taken, "is for all regions without an entry"),
        };
        let value = config.keystone_url.clone();
        entries.push(ConsideredEntry { value, path: fallback, fate, because: because.to_owned() });
    }
    let certificate = own.and_then(|index| {
        let certificate = entry_of(index)?.ca_cert.as_ref().filter(|text| !text.is_empty())?;
        Some((certificate, list.index(index).field("caCert").to_field_path()))
    });
    let general = || {
        let certificate = config.keystone_ca_cert.as_ref().filter(|text| !text.is_empty())?;
        Some((certificate, path.field("keystoneCACert").to_field_path()))
    };
    let trust = match certificate.or_else(general) {
        _ if config.keystone_force_insecure => SettingAnswer::Value {
            value: "not verified".to_owned(),
            path: Some(path.field("keystoneForceInsecure").to_field_path()),
        },
        Some((certificate, path)) => {
            let lines = certificate.lines().count();
            SettingAnswer::Value { value: format!("a certificate of {lines} lines"), path: Some(path) }
        }
        None => SettingAnswer::Unset { meaning: "the system's certificates are trusted".to_owned() },
    };
    let url = ResolvedSetting { name: "keystoneURL", title: "Keystone URL", answer: url, gardener: None, entries };
    [url, ResolvedSetting::plain("keystoneCACert", "Keystone certificate", trust)]
}
