//! The region of a Shoot, the fields that no update may change, and the reference to its profile.

use rootstock_core_model::{Path, Quirks, Shoot, Source, Violation};
use rootstock_versioning::{Operator, compare_versions};

use super::ShootOperation;
use super::mutator::UnfilledFields;

rootstock_core_model::rules! {
    SHOOT_REGION_MISSING: Error, since "0.1.0", Source::Gardener;
    SHOOT_FIELD_IMMUTABLE: Error, since "0.1.0", Source::Gardener;
    SHOOT_WORKERLESS_SWITCH: Error, since "0.1.0", Source::Gardener;
    SHOOT_PROFILE_NAMED_TWICE: Error, since "0.1.0", Source::Gardener;
    SHOOT_PROFILE_NAME_UNSUPPORTED: Error, since "0.1.0", Source::Gardener;
}

/// The first Kubernetes version for which `spec.cloudProfileName` is not supported.
const WITHOUT_PROFILE_NAME: &str = "1.34.0";

pub(super) fn check(
    shoot: &Shoot,
    operation: ShootOperation<'_>,
    quirks: &Quirks,
    unfilled: &UnfilledFields,
    findings: &mut Vec<Violation>,
) {
    let spec = Path::root("spec");
    check_profile_name(shoot, operation, unfilled, &spec, findings);
    let lacks_region = shoot.spec.region.is_empty();
    if lacks_region {
        let detail = "every Shoot needs a region; write one of the profile's `spec.regions`";
        findings.push(Violation::required(&SHOOT_REGION_MISSING, &spec.field("region"), detail));
    }
    let Some(old) = operation.old() else { return };
    if shoot.metadata.deletion_timestamp.is_some() && shoot.spec != old.spec {
        let detail = "the Shoot is being deleted, and its spec cannot change any more";
        findings.push(Violation::forbidden(&SHOOT_FIELD_IMMUTABLE, &spec, detail));
        return;
    }
    let provider = spec.field("provider");
    let fields = [
        (spec.field("region"), "region", &shoot.spec.region, &old.spec.region),
        (provider.field("type"), "provider", &shoot.spec.provider.provider_type, &old.spec.provider.provider_type),
    ];
    for (path, what, new, old) in fields {
        let is_reported = lacks_region && new.is_empty() && !quirks.findings.follow_up_errors;
        if new != old && !old.is_empty() && !is_reported {
            let detail = format!("the {what} of a Shoot cannot change, and this one has `{old}`");
            findings.push(
                Violation::invalid(&SHOOT_FIELD_IMMUTABLE, &path, new.as_str(), detail)
                    .with_help("write the old value, or create another Shoot"),
            );
        }
    }
    let detail = match (old.spec.provider.workers.is_empty(), shoot.spec.provider.workers.is_empty()) {
        (false, true) => "a Shoot with workers cannot become one without: leave at least one worker",
        (true, false) => "a Shoot without workers cannot get any: create another Shoot",
        _ => return,
    };
    findings.push(Violation::forbidden(&SHOOT_WORKERLESS_SWITCH, &provider.field("workers"), detail));
}

/// Checks `spec.cloudProfileName`, which `spec.cloudProfile` has replaced.
fn check_profile_name(
    shoot: &Shoot,
    operation: ShootOperation<'_>,
    unfilled: &UnfilledFields,
    spec: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let Some(name) = &shoot.spec.cloud_profile_name else { return };
    let path = spec.field("cloudProfileName");
    let version = shoot.spec.kubernetes.version.as_str();
    let is_unsupported = compare_versions(version, Operator::GreaterOrEqual, WITHOUT_PROFILE_NAME) == Ok(true);
    if !unfilled.kubernetes && is_unsupported {
        let detail = format!(
            "from Kubernetes 1.34 on, `spec.cloudProfileName` is not supported, and this Shoot has `{version}`; write \
             `cloudProfile: {{kind: CloudProfile, name: {name}}}` instead"
        );
        findings.push(Violation::forbidden(&SHOOT_PROFILE_NAME_UNSUPPORTED, &path, detail));
    } else if operation == ShootOperation::Create && shoot.spec.cloud_profile.is_some() {
        let detail = "a new Shoot refers to its profile either by `spec.cloudProfile` or by `spec.cloudProfileName`, \
                      not by both; remove `spec.cloudProfileName`";
        findings.push(Violation::forbidden(&SHOOT_PROFILE_NAMED_TWICE, &path, detail));
    }
}
