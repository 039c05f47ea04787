//! The position of an object in the one that contains it: of a profile in a ManagedCloudProfile, of a Shoot's template in another kind.

use std::collections::{BTreeMap, BTreeSet};

use rootstock_core_model::{Change, CloudProfile, FieldPath, NodeRef, RawObject, Rule, Segment, Violation};
use rootstock_report::Finding;

use crate::rules::{
    MACHINE_IMAGE_WITHOUT_VERSIONS, MACHINE_IMAGES_MISSING, PROVIDER_CONFIG_MISSING, PROVIDER_IMAGES_MISSING,
};

/// The path of the profile's spec.
const SPEC: [&str; 2] = ["spec", "cloudProfile"];
/// The path of the images that the controller fills in.
const UPDATES: [&str; 2] = ["spec", "machineImageUpdates"];
/// The name of an image that the controller fills in.
const IMAGE_NAME: &str = "imageName";
/// The rules that do not apply where the controller fills in images.
const FILLED_IN_RULES: [&str; 4] =
    [MACHINE_IMAGES_MISSING, MACHINE_IMAGE_WITHOUT_VERSIONS, PROVIDER_CONFIG_MISSING, PROVIDER_IMAGES_MISSING];

/// An object inside another one.
#[derive(Debug, Clone)]
pub(crate) struct Embedding {
    /// The path of the inner object's spec.
    spec: Vec<Box<str>>,
    /// Whether the controller fills in image versions.
    fills_in: bool,
    /// The names of the images whose versions the controller fills in.
    images: BTreeSet<String>,
}

impl Embedding {
    /// Reads how a ManagedCloudProfile contains its profile.
    pub(crate) fn from_node(managed: NodeRef<'_>) -> Self {
        let updates = at(managed, &UPDATES);
        let names = updates.into_iter().flat_map(|updates| updates.items());
        let images = names.filter_map(|update| Some(update.get(IMAGE_NAME)?.as_str()?.to_owned())).collect();
        Self { spec: SPEC.map(Box::from).into(), fills_in: updates.is_some_and(|updates| !updates.is_empty()), images }
    }

    /// Returns how an object contains another one, whose spec is at `spec`, and which is complete.
    pub(crate) const fn of_template(spec: Vec<Box<str>>) -> Self {
        Self { spec, fills_in: false, images: BTreeSet::new() }
    }

    /// Returns whether the controller fills in image versions, so that the profile is not complete.
    pub(crate) const fn fills_in(&self) -> bool {
        self.fills_in
    }

    /// Returns whether a violation of the profile is one of the ManagedCloudProfile, and not resolved by the controller.
    pub(crate) fn keeps(&self, violation: &Violation) -> bool {
        !(self.fills_in && is_filled_in(violation.rule))
    }

    /// Returns an update of a profile with the versions of the old one that it lacks, for the images that the controller fills in,
    /// if there are any: which of them it removes is not known.
    pub(crate) fn with_possible_images(&self, new: &CloudProfile, old: &CloudProfile) -> Option<CloudProfile> {
        let mut lacking: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        let filled_in = old.spec.images().iter().filter(|image| self.images.contains(&image.name));
        filled_in.for_each(|image| lacking.entry(&image.name).or_default().push(image));
        if lacking.is_empty() {
            return None;
        }
        let mut completed = new.clone();
        let images = completed.spec.machine_images.get_or_insert_default();
        for image in &mut *images {
            let Some(before) = lacking.remove(image.name.as_str()) else { continue };
            let known: BTreeSet<String> = image.offered().iter().map(|version| version.version.clone()).collect();
            let before = before.into_iter().flat_map(|image| image.offered());
            let added = before.filter(|version| !known.contains(&version.version)).cloned();
            image.versions.get_or_insert_default().extend(added);
        }
        images.extend(lacking.into_values().flatten().cloned());
        (completed.spec.images() != new.spec.images()).then_some(completed)
    }

    /// Moves a finding about the inner object to its path in the outer one.
    pub(crate) fn translated(&self, mut finding: Finding) -> Finding {
        let violation = &mut finding.violation;
        let paths = finding.related.iter_mut().map(|related| &mut related.path);
        for path in paths.chain([&mut violation.path]) {
            *path = self.outer_path(path);
        }
        for change in violation.fix.iter_mut().flat_map(|fix| &mut fix.changes) {
            let (Change::Unwrap { path, .. }
            | Change::Replace { path, .. }
            | Change::RenameKey { path, .. }
            | Change::Add { path, .. }
            | Change::Rewrite { path, .. }
            | Change::Remove { path }) = change;
            *path = self.outer_path(path);
            if let Change::Rewrite { merged, .. } = change {
                merged.iter_mut().for_each(|path| *path = self.outer_path(path));
            }
        }
        finding
    }

    /// Translates a path in the outer object to one in the inner one.
    pub(crate) fn inner_path(&self, path: &FieldPath) -> FieldPath {
        let segments = path.segments();
        let steps = segments.iter().zip(&self.spec);
        let is_inside =
            steps.into_iter().all(|(segment, name)| matches!(segment, Segment::Field(field) if **field == **name));
        match segments.get(self.spec.len()..) {
            Some(rest) if is_inside => {
                std::iter::once(&Segment::Field("spec".into())).chain(rest).cloned().collect::<Vec<_>>().into()
            }
            _ => path.clone(),
        }
    }

    /// Translates a path in the inner object to one in the outer one.
    fn outer_path(&self, path: &FieldPath) -> FieldPath {
        match path.segments() {
            [Segment::Field(spec), rest @ ..] if spec == "spec" => {
                let start = self.spec.iter().map(|field| Segment::Field((**field).to_owned().into()));
                start.chain(rest.iter().cloned()).collect::<Vec<_>>().into()
            }
            _ => path.clone(),
        }
    }
}

/// Returns the object with the spec of the profile that it contains, if it does so in the way of a ManagedCloudProfile.
pub(crate) fn profile(object: &RawObject) -> Option<RawObject> {
    object.with_inner(&SPEC)
}

fn at<'n>(object: NodeRef<'n>, path: &[&str]) -> Option<NodeRef<'n>> {
    path.iter().try_fold(object, |node, field| node.get(field))
}

fn is_filled_in(rule: &Rule) -> bool {
    FILLED_IN_RULES.contains(&rule.name)
}
