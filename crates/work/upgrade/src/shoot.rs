//! Defaults of new Shoots, and their next maintenance.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rootstock_admission::{FillReason, Filled, MutatedShoot, ShootOperation, default_shoot, mutate_shoot};
use rootstock_behavioural_diff::{ShootChanges, ShootComparer};
use rootstock_core_model::{FieldPath, Rule, Segment, Settings, Shoot, Violation, ViolationKind};
use rootstock_judge::{CompiledProfile, Judge};

use crate::change::{ChangeDetail, ChangeGroup, UPGRADE_DEFAULT, UPGRADE_IMAGE, UPGRADE_MAINTENANCE};

/// A change without its place in the text.
#[derive(Debug, Clone)]
pub(crate) struct ShootChange {
    pub(crate) group: ChangeGroup,
    pub(crate) violation: Violation,
    pub(crate) detail: ChangeDetail,
}

impl ShootChange {
    fn new(group: ChangeGroup, rule: &'static Rule, path: FieldPath, text: String, detail: ChangeDetail) -> Self {
        let violation = Violation::new(rule, ViolationKind::Advice, path, rootstock_core_model::BadValue::None, text);
        Self { group, violation, detail }
    }

    fn of_value(path: FieldPath, before: Option<&str>, after: Option<&str>) -> Self {
        let is_about = |name: &str| {
            path.segments().iter().any(|segment| matches!(segment, Segment::Field(field) if field.as_ref() == name))
        };
        let (group, rule) = match is_about("machine") {
            true => (ChangeGroup::Image, &UPGRADE_IMAGE),
            false => (ChangeGroup::Default, &UPGRADE_DEFAULT),
        };
        let shown = |value: Option<&str>| value.map_or_else(|| "nothing".to_owned(), |value| format!("`{value}`"));
        let text = format!("a new Shoot gets {} here, and got {} before", shown(after), shown(before));
        let detail = ChangeDetail::Value { before: before.map(str::to_owned), after: after.map(str::to_owned) };
        Self::new(group, rule, path, text, detail)
    }
}

/// A Shoot as a release reads it, and its profile.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShootSide<'a> {
    pub(crate) shoot: &'a Shoot,
    pub(crate) profile: &'a Arc<CompiledProfile>,
    pub(crate) settings: &'a Settings,
}

impl ShootSide<'_> {
    /// Fills in the Shoot as if it were created.
    fn filled_in(self) -> MutatedShoot {
        let mut shoot = self.shoot.clone();
        default_shoot(&mut shoot);
        mutate_shoot(&shoot, ShootOperation::Create, Judge::new(self.profile, *self.settings))
    }
}

/// Returns the values that new Shoots get otherwise.
pub(crate) fn defaults(sides: [ShootSide<'_>; 2]) -> Vec<ShootChange> {
    let [before, after] = sides.map(ShootSide::filled_in);
    if before.filled == after.filled {
        return Vec::new();
    }
    let [then, now] = [&before, &after].map(by_path);
    let paths: BTreeSet<&FieldPath> = then.keys().chain(now.keys()).copied().collect();
    let change = |path: &FieldPath| {
        let [old, new] = [(&then, &now), (&now, &then)].map(|(own, other)| match own.get(path) {
            Some(filled) => Some(filled.value.as_str()),
            // A release that does not fill in the field keeps what is written.
            None => other.get(path)?.before.as_deref(),
        });
        (old != new).then(|| ShootChange::of_value(path.clone(), old, new))
    };
    paths.into_iter().filter_map(change).collect()
}

/// Indexes the values that were filled in by path.
fn by_path(mutated: &MutatedShoot) -> BTreeMap<&FieldPath, &Filled> {
    let filled = mutated.filled.iter().filter(|filled| filled.because != FillReason::SettingsPutBack);
    filled.map(|filled| (&filled.path, filled)).collect()
}

/// Returns the changes for the workers that a Shoot has, and for its next maintenance.
pub(crate) fn stored(shoot: &Shoot, comparer: &mut ShootComparer<'_, '_>) -> Vec<ShootChange> {
    let ShootChanges { images, machine_settings, provider_settings, maintenance, .. } = comparer.compare(shoot);
    let spec = FieldPath::root().field("spec");
    let provider = || spec.clone().field("provider");
    let worker = |name: &str| {
        let index = shoot.spec.provider.workers.iter().position(|worker| worker.name == name);
        let list = provider().field("workers");
        index.map_or_else(|| list.clone(), |index| list.clone().index(index))
    };
    let shown = |value: &Option<String>| value.as_ref().map_or_else(|| "no image".to_owned(), |one| format!("`{one}`"));
    let mut changes = Vec::new();
    for one in images {
        let text = format!(
            "new machines of worker `{}` boot {}, and booted {} before",
            one.worker,
            shown(&one.to),
            shown(&one.from)
        );
        let path = worker(&one.worker).field("machine").field("image");
        let detail = ChangeDetail::Value { before: one.from, after: one.to };
        changes.push(ShootChange::new(ChangeGroup::Image, &UPGRADE_IMAGE, path, text, detail));
    }
    for one in machine_settings {
        let direction = if one.change.enabled { "on" } else { "off" };
        let text = format!("{} is turned {direction} for new machines of worker `{}`", one.change.setting, one.worker);
        let value = |enabled: bool| Some(if enabled { "on" } else { "off" }.to_owned());
        let detail = ChangeDetail::Value { before: value(!one.change.enabled), after: value(one.change.enabled) };
        changes.push(ShootChange::new(
            ChangeGroup::Image,
            &UPGRADE_IMAGE,
            worker(&one.worker).field("machine"),
            text,
            detail,
        ));
    }
    for one in provider_settings {
        let text = format!("{} has another value", one.title);
        let detail = ChangeDetail::Value { before: None, after: None };
        changes.push(ShootChange::new(ChangeGroup::Default, &UPGRADE_DEFAULT, provider(), text, detail));
    }
    for one in maintenance {
        let path = match (&one.worker, &one.image) {
            (Some(name), Some(_)) => worker(name).field("machine").field("image").field("version"),
            (Some(name), None) => worker(name).field("kubernetes").field("version"),
            (None, _) => spec.clone().field("kubernetes").field("version"),
        };
        let subject = one.image.as_ref().map_or_else(|| "Kubernetes".to_owned(), |image| format!("image `{image}`"));
        let text = format!("in the next maintenance, {subject} {} {}; before: {}", one.version, one.after, one.before);
        let detail = ChangeDetail::Maintenance(Box::new(one));
        changes.push(ShootChange::new(ChangeGroup::Maintenance, &UPGRADE_MAINTENANCE, path, text, detail));
    }
    changes
}
