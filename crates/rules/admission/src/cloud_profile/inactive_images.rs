//! Machine images without any usable version.

use rootstock_core_model::{Source, Violation};
use rootstock_versioning::Classification;

use crate::scope::Scope;

rootstock_core_model::rules! {
    IMAGE_WITHOUT_ACTIVE_VERSION: Warning, since "0.1.0", Source::Rootstock;
}

pub(crate) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    let list = scope.path.field("machineImages");
    for (position, image) in scope.spec.images().iter().enumerate() {
        let versions = image.offered();
        let mut states = versions.iter().map(|version| version.lifecycle().at(scope.settings.now));
        // An image without any version has a rule of its own, `machine-image-without-versions`.
        if versions.is_empty() || states.any(|state| state.is_active()) {
            continue;
        }
        let expired = versions
            .iter()
            .filter(|version| version.lifecycle().at(scope.settings.now) == Classification::Expired)
            .count();
        let name = &image.name;
        let detail = match (expired, versions.len()) {
            (expired, all) if expired == all => {
                format!("every version of `{name}` has expired: no new Shoot can use it")
            }
            (0, _) => format!("no version of `{name}` is available yet: no Shoot can use it"),
            _ => format!("every version of `{name}` has expired or is not available yet: no new Shoot can use it"),
        };
        let item = list.index(position);
        let help = "add a version that is active, or remove the image once no Shoot uses it";
        findings.push(
            Violation::invalid(&IMAGE_WITHOUT_ACTIVE_VERSION, &item.field("versions"), name.as_str(), detail)
                .with_help(help),
        );
    }
}
