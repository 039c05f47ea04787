//! NamespacedCloudProfiles, checked beside their parents.

use std::rc::Rc;

use rootstock_admission::Operation;
use rootstock_report::Report;

use super::{Old, say_new};
use crate::Streams;
use crate::examine::{Conditions, Judgement, WaitingProfile};
use crate::known_profiles::{Key, KnownProfiles};

/// Checks each by its parent, if that is known.
pub(super) fn check(
    children: &[Rc<WaitingProfile>],
    known: &KnownProfiles,
    conditions: Conditions<'_>,
    old: Option<&Old>,
    with_advice: bool,
    report: &mut Report,
    streams: &mut Streams,
) {
    for child in children {
        let metadata = &child.profile.metadata;
        let key = Key::namespaced(&metadata.namespace, &metadata.name);
        let operation = match (conditions.judgement, old.and_then(|old| old.children.get(&key))) {
            (Judgement::State, _) => Operation::State,
            (Judgement::Update(_), Some(old)) => Operation::Update { old },
            (Judgement::Update(_), None) => {
                say_new(&key.shown(), streams);
                Operation::Create
            }
            (Judgement::Create, _) => Operation::Create,
        };
        let parent = known.parent_of(child).map(|parent| &parent.object);
        let outcome = child.check(parent, operation, conditions, report);
        if with_advice {
            child.advise(parent, &outcome, conditions.settings, report);
        }
    }
}
