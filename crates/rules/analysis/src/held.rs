//! How a profile stands in the ManagedCloudProfile that holds it.

use rootstock_core_model::{Change, FieldPath, NodeRef, Rule, Segment, Violation};

use crate::rules::{
    MACHINE_IMAGE_WITHOUT_VERSIONS, MACHINE_IMAGES_MISSING, PROVIDER_CONFIG_MISSING, PROVIDER_IMAGES_MISSING,
};

/// Where the spec of the profile stands.
const SPEC: [&str; 2] = ["spec", "cloudProfile"];
/// Where it is said which images the controller fills in.
const UPDATES: [&str; 2] = ["spec", "machineImageUpdates"];
/// What is right where the controller fills in images.
const MADE_GOOD: [&str; 4] =
    [MACHINE_IMAGES_MISSING, MACHINE_IMAGE_WITHOUT_VERSIONS, PROVIDER_CONFIG_MISSING, PROVIDER_IMAGES_MISSING];

/// A profile that stands in a ManagedCloudProfile.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Held {
    /// Whether the controller fills in image versions.
    fills_in: bool,
}

impl Held {
    /// How a ManagedCloudProfile holds its profile.
    pub(crate) fn by(managed: NodeRef<'_>) -> Self {
        Self { fills_in: at(managed, &UPDATES).is_some_and(|updates| !updates.is_empty()) }
    }

    /// A violation of the profile with its paths as they are in the ManagedCloudProfile; nothing of what the controller makes good.
    pub(crate) fn placed(self, mut violation: Violation) -> Option<Violation> {
        if self.fills_in && is_made_good(violation.rule) {
            return None;
        }
        let paths = violation.related.iter_mut().map(|related| &mut related.path);
        for path in paths.chain([&mut violation.path]) {
            *path = moved(path);
        }
        for change in violation.fix.iter_mut().flat_map(|fix| &mut fix.changes) {
            let (Change::Unwrap { path, .. }
            | Change::Replace { path, .. }
            | Change::RenameKey { path, .. }
            | Change::Add { path, .. }
            | Change::Rewrite { path, .. }
            | Change::Remove { path }) = change;
            *path = moved(path);
        }
        Some(violation)
    }
}

/// The spec of the profile that an object holds, if it does as a ManagedCloudProfile does.
pub(crate) fn spec(object: NodeRef<'_>) -> Option<NodeRef<'_>> {
    at(object, &SPEC)
}

fn at<'n>(object: NodeRef<'n>, path: &[&str]) -> Option<NodeRef<'n>> {
    path.iter().try_fold(object, |node, field| node.get(field))
}

fn is_made_good(rule: &Rule) -> bool {
    MADE_GOOD.contains(&rule.name)
}

/// A path in the spec of a CloudProfile as a path in the ManagedCloudProfile.
fn moved(path: &FieldPath) -> FieldPath {
    match path.segments() {
        [Segment::Field(spec), rest @ ..] if spec == "spec" => {
            let start = SPEC.iter().map(|field| Segment::Field((*field).into()));
            start.chain(rest.iter().cloned()).collect::<Vec<_>>().into()
        }
        _ => path.clone(),
    }
}
