//! The first stage: a NamespacedCloudProfile by itself.
//!
//! The rules are those of a CloudProfile without capabilities, as far as they can be decided without the parent.

use rootstock_core_model::{CloudProfileSpec, NamespacedCloudProfile, Settings, Source, Violation};

use super::parent;
use super::preparation::as_profile;
use crate::Operation;
use crate::cloud_profile::{
    Check, ca_bundle, kubernetes, limits, machine_images, machine_types, metadata, update, volume_types,
};
use crate::fixes::with_removal_fix;
use crate::scope::{Extent, Metadata, SPEC, Scope};

rootstock_core_model::rules! {
    KUBERNETES_OVERRIDE_CLASSIFIED: Error, since "0.1.0", Source::Gardener;
}

/// The parts of validation, in the order in which Gardener runs them.
const CHECKS: [Check; 6] = [
    kubernetes::check,
    machine_images::check,
    volume_types::check,
    machine_types::check,
    ca_bundle::check,
    limits::check,
];

pub(super) fn check(
    child: &NamespacedCloudProfile,
    operation: Operation<'_, NamespacedCloudProfile>,
    parent_is_known: bool,
    settings: &Settings,
    findings: &mut Vec<Violation>,
) {
    let mut changes = as_profile(&child.spec);
    if !settings.quirks.findings.follow_up_errors {
        // Having a classification is the error, whatever its value.
        for version in changes.kubernetes.versions.iter_mut().flatten() {
            version.classification = None;
        }
    }
    let scope = scope(child, &changes, operation, parent_is_known, settings);
    metadata::check(&scope, findings);
    if let Some(old) = operation.old() {
        parent::check_unchanged(&child.spec.parent, &old.spec.parent, &settings.quirks, findings);
        if settings.quirks.namespaced_cloud_profile.limit_cannot_be_lowered {
            update::check_limit(&scope, old.spec.limits.as_ref(), findings);
        } else if settings.quirks.findings.follow_up_errors {
            limits::check(&scope, findings);
        }
    }
    parent::check(&child.spec.parent, &settings.quirks, findings);
    check_classifications(child, findings);
    for check in CHECKS {
        check(&scope, findings);
    }
}

fn scope<'a>(
    child: &'a NamespacedCloudProfile,
    changes: &'a CloudProfileSpec,
    operation: Operation<'a, NamespacedCloudProfile>,
    parent_is_known: bool,
    settings: &'a Settings,
) -> Scope<'a> {
    let metadata =
        Metadata { new: &child.metadata, old: operation.old().map(|old| &old.metadata), is_namespaced: true };
    Scope {
        extent: Extent::Changes { parent_is_known },
        is_created: operation == Operation::Create,
        ..Scope::of_spec(changes, SPEC, metadata, settings, &[])
    }
}

fn check_classifications(child: &NamespacedCloudProfile, findings: &mut Vec<Violation>) {
    let kubernetes = SPEC.field("kubernetes");
    let list = kubernetes.field("versions");
    for (index, version) in child.spec.kubernetes_versions().iter().enumerate() {
        if version.classification.is_some() {
            let item = list.index(index);
            let path = item.field("classification");
            let detail = "the CloudProfile classifies Kubernetes versions; a NamespacedCloudProfile can change only \
                          the expiration date";
            let violation = Violation::forbidden(&KUBERNETES_OVERRIDE_CLASSIFIED, &path, detail);
            findings.push(with_removal_fix(violation, path.to_field_path(), "the classification"));
        }
    }
}
