//! The changes to the NamespacedCloudProfiles below the profile.

use rootstock_behavioural_diff::{NamespacedChanges, NamespacedFinding};
use rootstock_core_model::counted;

use super::wording::section;
use super::{DiffDetail, DiffItem, DiffSection, profile};

const CHILD: &str = "NamespacedCloudProfile";

/// Adds one line for each kind of change, the most dangerous first.
pub(super) fn summary(children: &[NamespacedChanges], add: &mut impl FnMut(usize, String)) {
    let number = |is_it: fn(&NamespacedChanges) -> bool| children.iter().filter(|child| is_it(child)).count();
    let broken = number(|child| !child.broken.is_empty());
    add(broken, format!("broken: {}; Gardener refuses every further update", counted(broken, CHILD)));
    let other = number(|child| !child.like_parent && !child.changes.is_empty());
    add(other, format!("{} {} differently from the profile", counted(other, CHILD), changes(other)));
    let same = number(|child| !child.like_parent && child.changes.is_empty());
    let stays = if same == 1 { "stays as it is" } else { "stay as they are" };
    add(same, format!("{} {stays}, unlike the profile", counted(same, CHILD)));
    let like = number(|child| child.like_parent && !child.changes.is_empty());
    add(like, format!("{} {} like the profile", counted(like, CHILD), changes(like)));
}

const fn changes(number: usize) -> &'static str {
    if number == 1 { "changes" } else { "change" }
}

pub(super) fn add_sections(children: &[NamespacedChanges], sections: &mut Vec<DiffSection>) {
    if children.iter().all(|child| child.is_empty() && child.like_parent) {
        return;
    }
    let mut order: Vec<&NamespacedChanges> = children.iter().collect();
    order.sort_by_key(|child| (child.broken.is_empty(), child.like_parent));
    let items = order.into_iter().map(|child| {
        let name = format!("{}/{}", child.namespace, child.name);
        let how = match (child.like_parent, child.changes.is_empty()) {
            (true, true) => "nothing changes for its Shoots",
            (true, false) => "changes like the profile",
            (false, true) => "nothing changes for its Shoots, unlike for those of the profile",
            (false, false) => "changes differently from the profile:",
        };
        let findings = |what: &str, list: &[NamespacedFinding]| -> Vec<String> {
            list.iter().map(|finding| format!("{what}: {} ({})", finding.message, finding.rule)).collect()
        };
        let mut item = DiffItem::new(format!("{name}: {how}"))
            .with_all(findings("broken", &child.broken))
            .with_all(findings("no longer broken", &child.mended));
        if !child.like_parent {
            let mut lines = Vec::new();
            profile::summary(&child.changes, &mut |number, line| lines.extend((number > 0).then_some(line)));
            for line in lines {
                item = item.with_inner(format!("- {line}"));
            }
        }
        item
    });
    sections.extend(section("NamespacedCloudProfiles", items.collect()));
}

/// Describes in full the children that change in a different way.
pub(super) fn in_full(children: &[NamespacedChanges]) -> Vec<(String, Vec<DiffSection>)> {
    let different = children.iter().filter(|child| !child.like_parent && !child.changes.is_empty());
    let described = different.map(|child| {
        let mut sections = Vec::new();
        profile::add_sections(&child.changes, DiffDetail::All, &mut sections);
        (format!("{CHILD} {}/{}", child.namespace, child.name), sections)
    });
    described.collect()
}
