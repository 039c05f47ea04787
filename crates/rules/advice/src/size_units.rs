//! Sizes without a unit: `memory: 16` is 16 bytes.

use rootstock_core_model::{Applicability, Change, FieldPath, Fix, Path, Quantity, Source, Violation};

use crate::CoreSubject;
use crate::listing::{count, listed};

rootstock_core_model::rules! {
    /// A size in bytes where a larger unit was probably meant.
    SIZE_WITHOUT_UNIT: Warning, since "0.1.0", Source::Rootstock;
}

/// The smallest plausible size: no kubelet runs with less memory, and no disk is smaller.
const MIN_PLAUSIBLE_BYTES: u64 = 512 << 20;

/// One size that is implausibly small.
struct UnitlessSize<'a> {
    bytes: u64,
    owner: &'a str,
    path: FieldPath,
}

pub(crate) fn check(subject: &CoreSubject<'_>, advice: &mut Vec<Violation>) {
    let (mut memory, mut disks, mut volumes) = (Vec::new(), Vec::new(), Vec::new());
    let spec = Path::root("spec");
    let types = spec.field("machineTypes");
    let profile = &subject.profile.spec;
    for (i, machine_type) in profile.types().iter().enumerate() {
        let (item, owner) = (types.index(i), machine_type.name.as_str());
        memory.extend(unitless_size(&machine_type.memory, owner, &item.field("memory")));
        let Some(storage) = &machine_type.storage else { continue };
        let path = item.field("storage");
        disks.extend(storage.size.iter().filter_map(|size| unitless_size(size, owner, &path.field("size"))));
        disks.extend(storage.min_size.iter().filter_map(|size| unitless_size(size, owner, &path.field("minSize"))));
    }
    let types = spec.field("volumeTypes");
    for (i, volume_type) in profile.volume_types.iter().flatten().enumerate() {
        let (item, owner) = (types.index(i), volume_type.name.as_str());
        volumes
            .extend(volume_type.min_size.iter().filter_map(|size| unitless_size(size, owner, &item.field("minSize"))));
    }
    for (unitless_sizes, what, owners) in
        [(memory, "memory", "machine type"), (disks, "a disk", "machine type"), (volumes, "a volume", "volume type")]
    {
        advice.extend(report(&unitless_sizes, what, owners));
    }
}

fn unitless_size<'a>(size: &Quantity, owner: &'a str, path: &Path<'_>) -> Option<UnitlessSize<'a>> {
    // Zero is not a forgotten unit.
    let bytes = size.as_whole_number().filter(|bytes| (1..MIN_PLAUSIBLE_BYTES).contains(bytes))?;
    (!size.has_unit()).then(|| UnitlessSize { bytes, owner, path: path.to_field_path() })
}

/// Reports all slips as one finding: users who forget the unit forget it everywhere.
fn report(unitless_sizes: &[UnitlessSize<'_>], what: &str, owners: &str) -> Option<Violation> {
    let (first, others) = unitless_sizes.split_first()?;
    let again = match others.len() {
        0 => String::new(),
        number => format!(
            "; the same holds for {} ({})",
            count(number, &format!("other {owners}")),
            listed(others.iter().map(|unitless_size| unitless_size.owner))
        ),
    };
    let detail =
        format!("the size of {what} without a unit is in bytes: {} is {}{again}", first.bytes, in_words(first.bytes));
    let violation = Violation::advice(&SIZE_WITHOUT_UNIT, &Path::object(), first.bytes.to_string(), detail);
    let violation = Violation { path: first.path.clone(), ..violation };
    let violation = violation.with_items(unitless_sizes.iter().map(|unitless_size| unitless_size.owner));
    let changes: Option<Vec<Change>> = unitless_sizes
        .iter()
        .map(|unitless_size| {
            Some(Change::Replace { path: unitless_size.path.clone(), text: meant(unitless_size.bytes)? })
        })
        .collect();
    Some(match (changes, meant(first.bytes)) {
        (Some(changes), Some(meant)) => {
            let title = if others.is_empty() { "add the unit" } else { "add the units" }.to_owned();
            let help = format!("write the unit: `{meant}`");
            violation.with_help(help).with_fix(Fix { title, applicability: Applicability::Suggested, changes })
        }
        _ => violation.with_help("write the unit: `Gi`, `G`, `Mi` or `M`"),
    })
}

fn in_words(bytes: u64) -> String {
    match bytes >> 20 {
        0 if bytes < 10_000 => "next to nothing".to_owned(),
        0 => "less than 1 MiB".to_owned(),
        mib => format!("{mib} MiB"),
    }
}

/// Returns the probable meaning: small numbers are usually GiB, larger ones MiB; beyond that it is unclear.
fn meant(bytes: u64) -> Option<String> {
    match bytes {
        0..1024 => Some(format!("{bytes}Gi")),
        1024..1_048_576 => Some(format!("{bytes}Mi")),
        _ => None,
    }
}
