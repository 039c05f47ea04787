//! Regions for which the provider section lacks a setting that Shoots need.

use std::collections::BTreeMap;

use rootstock_core_model::{Path, Source, Violation, listed};
use rootstock_provider_api::{ResolutionQuery, SettingAnswer};

use crate::AdviceSubject;

rootstock_core_model::rules! {
    /// Clusters cannot be created there.
    REGION_WITHOUT_SETTING: Warning, since "0.1.0", Source::Rootstock;
}

pub(crate) fn check(subject: &AdviceSubject<'_>, advice: &mut Vec<Violation>) {
    let Some(config) = subject.config else { return };
    let parameters = BTreeMap::new();
    // Grouped by the missing setting, because one cause can affect several regions.
    let mut missing: BTreeMap<String, Vec<(usize, &str)>> = BTreeMap::new();
    for (index, region) in subject.core.profile.spec.regions.iter().flatten().enumerate() {
        let query = ResolutionQuery {
            region: &region.name,
            parameters: &parameters,
            infrastructure_config: None,
            control_plane_config: None,
        };
        let resolution = config.resolve(&query, subject.core.settings).unwrap_or_default();
        for setting in &resolution.settings {
            let what = match &setting.answer {
                SettingAnswer::Choice { values } if values.is_empty() => {
                    format!("a Shoot has no {} to choose from", setting.title)
                }
                SettingAnswer::Missing { meaning } => format!("there is no {}: {meaning}", setting.title),
                _ => continue,
            };
            missing.entry(what).or_default().push((index, region.name.as_str()));
        }
    }
    let spec = Path::root("spec");
    let regions = spec.field("regions");
    for (what, without) in missing {
        let Some((index, first)) = without.first().copied() else { continue };
        let names = listed(without.iter().map(|(_, name)| name));
        let detail = format!("in {names} {what}");
        let item = regions.index(index);
        let violation = Violation::advice(&REGION_WITHOUT_SETTING, &item.field("name"), first, detail)
            .with_items(without.iter().map(|(_, name)| *name));
        advice.push(
            violation.with_help(format!("add it to `spec.providerConfig`; see `rootstock resolve --region {first}`")),
        );
    }
}
