//! The maintenance time window.

use rootstock_core_model::{DayTime, DayTimeError, Path, Shoot, Source, Violation};

use super::ShootOperation;

rootstock_core_model::rules! {
    SHOOT_MAINTENANCE_WINDOW_UNREADABLE: Error, since "0.1.0", Source::Gardener;
    SHOOT_MAINTENANCE_WINDOW_LENGTH: Error, since "0.1.0", Source::Gardener;
}

/// The shortest and the longest window, in minutes.
const MINUTES: std::ops::RangeInclusive<u32> = 30..=6 * 60;

/// Checks that both ends can be parsed, and that the window is neither too short nor too long.
pub(super) fn check(shoot: &Shoot, operation: ShootOperation<'_>, findings: &mut Vec<Violation>) {
    let Some(window) = shoot.spec.maintenance.as_ref().and_then(|maintenance| maintenance.time_window.as_ref()) else {
        return;
    };
    if operation.old().is_some_and(|old| old.spec.maintenance == shoot.spec.maintenance) {
        return;
    }
    let spec = Path::root("spec");
    let maintenance = spec.field("maintenance");
    let path = maintenance.field("timeWindow");
    let mut readable = true;
    for (field, text) in [("begin", &window.begin), ("end", &window.end)] {
        if let Err(error) = text.parse::<DayTime>() {
            findings.push(unreadable(&path.field(field), text, &error));
            readable = false;
        }
    }
    let Some(window) = window.parse().ok().filter(|_| readable) else { return };
    let minutes = window.seconds() / 60;
    if !MINUTES.contains(&minutes) {
        let (least, most) = (MINUTES.start(), MINUTES.end() / 60);
        let detail = format!(
            "the window is open for {minutes} minutes: at least {least} minutes and at most {most} hours are allowed"
        );
        findings.push(Violation::invalid(&SHOOT_MAINTENANCE_WINDOW_LENGTH, &path, format!("{minutes}m"), detail));
    }
}

fn unreadable(path: &Path<'_>, text: &str, error: &DayTimeError) -> Violation {
    Violation::invalid(&SHOOT_MAINTENANCE_WINDOW_UNREADABLE, path, text, error.to_string())
        .with_help("write hours, minutes and seconds, and the offset of the time zone from UTC: `220000+0100`")
}
