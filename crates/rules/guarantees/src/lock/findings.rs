//! Findings about decisions that are not those of the lock.

use rootstock_capability_engine::TooLarge;
use rootstock_core_model::{FieldPath, Rule, Source, Violation};
use rootstock_judge::{CompiledProfile, Judge};

use super::{Lock, LockChange, LockChangeKind, LockSubject};

rootstock_core_model::rules! {
    LOCKED_IMAGE_MOVED: Warning, since "0.1.0", Source::Rootstock;
    LOCKED_IMAGE_REMOVED: Warning, since "0.1.0", Source::Rootstock;
    IMAGE_NOT_LOCKED: Warning, since "0.1.0", Source::Rootstock;
}

/// Returns the rules about the lock.
#[must_use]
pub fn lock_rules() -> [&'static Rule; 3] {
    [&LOCKED_IMAGE_MOVED, &LOCKED_IMAGE_REMOVED, &IMAGE_NOT_LOCKED]
}

/// Returns a finding for each decision about a profile that is not that of the lock. The lock must have been made under the
/// semantics and feature gates of the judge.
#[must_use]
pub fn lock_findings(judge: Judge<'_>, lock: &Lock) -> Vec<Violation> {
    let mut now = Lock::new(lock.settings);
    now.add(judge);
    let profile = judge.profile();
    now.changes_since(lock).iter().map(|change| finding(change, profile)).collect()
}

/// Returns the finding about a profile whose decisions cannot be made.
#[must_use]
pub fn unlockable(error: &TooLarge) -> Violation {
    Violation::advice(&IMAGE_NOT_LOCKED, FieldPath::root().field("spec"), "", error.to_string())
}

fn finding(change: &LockChange, profile: &CompiledProfile) -> Violation {
    let rule = match change.kind {
        LockChangeKind::Moved => &LOCKED_IMAGE_MOVED,
        LockChangeKind::Removed => &LOCKED_IMAGE_REMOVED,
        LockChangeKind::New => &IMAGE_NOT_LOCKED,
    };
    let (path, about) = place(&change.subject, profile);
    Violation::advice(rule, path, about, change.sentence())
        .with_help("if this is intended, accept it with `rootstock lock --accept`")
        .with_items([change.class.clone()])
}

/// Returns the path of a subject, and its name.
fn place(subject: &LockSubject, profile: &CompiledProfile) -> (FieldPath, String) {
    let spec = FieldPath::root().field("spec");
    match subject {
        LockSubject::Region { name } => {
            let regions = spec.field("regions");
            (
                profile.region_index(name).map_or_else(|| regions.clone(), |index| regions.clone().index(index)),
                name.clone(),
            )
        }
        LockSubject::Class => (spec.field("machineTypes"), String::new()),
        LockSubject::MachineType { name, .. } => {
            let types = spec.field("machineTypes");
            let index = profile.machine_type(name).map(|(_, compiled)| compiled.index);
            (index.map_or_else(|| types.clone(), |index| types.clone().index(index)), name.clone())
        }
        LockSubject::Image { image, version, .. } => {
            let images = spec.field("machineImages");
            let path = match profile.offer(image, version) {
                Some(offer) => images.index(offer.place.0).field("versions").index(offer.place.1),
                None => match profile.catalog().catalog().image(image) {
                    Some(image) => images.index(image.index).field("versions"),
                    None => images,
                },
            };
            (path, version.clone())
        }
    }
}
