//! Shoots that are asked about one after the other, however many there are.

use std::collections::BTreeMap;

use rootstock_maintenance::{FleetAnswer, FleetItem, Profiles, Unreadable};

use crate::Asked;

/// Shoots, their profiles, and whose answer is asked for.
#[derive(Debug)]
pub struct FleetAsked<'a> {
    /// The profiles that the Shoots refer to.
    pub profiles: &'a Profiles,
    /// The Shoots.
    pub shoots: Vec<FleetItem>,
    /// Whose answer is asked for.
    pub asked: Asked,
}

/// How many objects of each other kind were left out, by kind.
pub type OtherKinds = BTreeMap<String, usize>;

/// What comes of one item: an answer, what cannot be read, or an object of another kind, which is counted.
pub fn sort_out<T>(answer: FleetAnswer<T>, other_kinds: &mut OtherKinds) -> Option<Result<T, Unreadable>> {
    match answer {
        FleetAnswer::Shoot(answer) => Some(Ok(answer)),
        FleetAnswer::Unreadable(Unreadable { kind: Some(kind), .. }) => {
            *other_kinds.entry(kind).or_default() += 1;
            None
        }
        FleetAnswer::Unreadable(unreadable) => Some(Err(unreadable)),
    }
}
