//! The storage classes of Shoots: their names must be valid as names of Kubernetes objects.

use rootstock_core_model::{Path, Source, Violation};
use rootstock_provider_api::Checker;

use crate::StorageClasses;

rootstock_core_model::rules! {
    /// A name of a storage class that is not valid for a Kubernetes object.
    IRONCORE_STORAGE_CLASS_NAME: Error, since "0.1.0", Source::ProviderExtension("ironcore");
}

/// The maximum length of a name, in bytes.
const MAX_LENGTH: usize = 63;

pub(crate) fn check(classes: &StorageClasses, path: &Path<'_>, checker: &mut Checker<'_>) {
    // The extension reports other names than the fields have.
    let (default, additional) = match checker.quirks().findings.gardener_paths {
        true => ("defaultStorageClasses", "additionalStorageClasses"),
        false => ("default", "additional"),
    };
    if let Some(class) = &classes.default {
        check_name(&class.name, &path.field(default), checker);
    }
    let additional = path.field(additional);
    for (index, class) in classes.additional.iter().flatten().enumerate() {
        check_name(&class.name, &additional.index(index), checker);
    }
}

fn check_name(name: &str, path: &Path<'_>, checker: &mut Checker<'_>) {
    if is_label(name) {
        return;
    }
    let detail = format!(
        "must be a DNS label: at most {MAX_LENGTH} lower-case letters, digits and `-`, with a letter or digit at both ends",
    );
    checker.report(Violation::invalid(&IRONCORE_STORAGE_CLASS_NAME, &path.field("name"), name, detail));
}

fn is_label(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let bytes = name.as_bytes();
    let ends = bytes.first().copied().is_some_and(fits) && bytes.last().copied().is_some_and(fits);
    ends && bytes.len() <= MAX_LENGTH && bytes.iter().all(|byte| fits(*byte) || *byte == b'-')
}
