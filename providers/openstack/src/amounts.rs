//! The amounts in `nodeVolumeAttachLimit` and `requestTimeout`: they must be positive.

use rootstock_core_model::{Path, Source, Violation};
use rootstock_provider_api::Checker;

use crate::config::CloudProfileConfig;

rootstock_core_model::rules! {
    /// A limit or a timeout that is not positive.
    OPENSTACK_SETTING_NOT_POSITIVE: Warning, since "0.1.0", Source::Rootstock;
    /// A volume limit beyond the one of the driver.
    OPENSTACK_VOLUME_LIMIT_TOO_HIGH: Warning, since "0.1.0", Source::OpenStackGuide("CloudProfileConfig");
}

/// The highest limit that the CSI driver takes, and its default.
const MAX_VOLUMES: i32 = 256;

pub(crate) fn check(config: &CloudProfileConfig, path: &Path<'_>, checker: &mut Checker<'_>) {
    if let Some(limit) = config.node_volume_attach_limit.filter(|limit| *limit <= 0) {
        let detail = format!(
            "is not a valid limit: with {limit}, no node could have a volume; omit it to use the driver's limit"
        );
        let path = path.field("nodeVolumeAttachLimit");
        checker.report(Violation::invalid(&OPENSTACK_SETTING_NOT_POSITIVE, &path, limit.to_string(), detail));
    }
    if let Some(limit) = config.node_volume_attach_limit.filter(|limit| *limit > MAX_VOLUMES) {
        let detail =
            format!("is above {MAX_VOLUMES}, the highest limit of the CSI driver, which then uses {MAX_VOLUMES}");
        let path = path.field("nodeVolumeAttachLimit");
        checker.report(Violation::invalid(&OPENSTACK_VOLUME_LIMIT_TOO_HIGH, &path, limit.to_string(), detail));
    }
    if let Some(timeout) = config.request_timeout.as_ref().filter(|timeout| timeout.nanoseconds() <= 0) {
        let detail = "is not a valid request timeout; omit it to use the cloud provider's timeout";
        let path = path.field("requestTimeout");
        checker.report(Violation::invalid(&OPENSTACK_SETTING_NOT_POSITIVE, &path, timeout.to_string(), detail));
    }
}
