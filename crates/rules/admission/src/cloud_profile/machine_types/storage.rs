//! `storage` of a machine type.

use rootstock_core_model::{BadValue, MachineType, MachineTypeStorage, Path, Quantity, Source, Violation};

use crate::bad_value::json_string;

rootstock_core_model::rules! {
    STORAGE_WITHOUT_SIZE: Error, since "0.1.0", Source::Gardener;
    STORAGE_WITH_TWO_SIZES: Error, since "0.1.0", Source::Gardener;
    STORAGE_SIZE_NEGATIVE: Error, since "0.1.0", Source::Gardener;
}

pub(super) fn check(machine_type: &MachineType, item: &Path<'_>, findings: &mut Vec<Violation>) {
    let Some(storage) = &machine_type.storage else { return };
    let path = item.field("storage");
    let (field, amount) = match (&storage.size, &storage.min_size) {
        (Some(size), None) => ("size", size),
        (None, Some(least)) => ("minSize", least),
        (None, None) => {
            let detail = "a root disk needs a `size`, or a `minSize` if Shoots choose the size";
            findings.push(Violation::invalid(&STORAGE_WITHOUT_SIZE, &path, rendered(storage), detail));
            return;
        }
        (Some(_), Some(_)) => {
            let detail = "`size` and `minSize` exclude each other: a disk has a fixed size, or a minimum size";
            findings.push(
                Violation::invalid(&STORAGE_WITH_TWO_SIZES, &path, rendered(storage), detail)
                    .with_help("keep `size` if the disk comes with the machine, `minSize` if Shoots choose"),
            );
            return;
        }
    };
    if amount.is_negative() {
        let detail = format!("`{field}` must not be negative");
        findings.push(Violation::invalid(&STORAGE_SIZE_NEGATIVE, &path.field(field), amount.to_string(), detail));
    }
}

/// Renders the whole storage as Gardener does.
fn rendered(storage: &MachineTypeStorage) -> BadValue {
    let amount = |amount: &Option<Quantity>| {
        amount.as_ref().map_or_else(|| "null".to_owned(), |amount| json_string(&amount.to_string()))
    };
    BadValue::Rendered(format!(
        r#"{{"Class":{},"StorageSize":{},"Type":{},"MinSize":{}}}"#,
        json_string(&storage.class),
        amount(&storage.size),
        json_string(&storage.storage_type),
        amount(&storage.min_size),
    ))
}
