//! The quirks that explain why the semantics differ.

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{BadValue, Quirks, Semantics, Violation};

use super::{Judgement, without_reporting_quirks};

/// The most findings with which their quirks are looked for, because each search judges the object several times.
const MAX_FINDINGS: usize = 200;
/// The most searches for one object: findings of one rule share theirs.
const MAX_SEARCHES: usize = 8;

/// The rule and the value of an error, which identify it whatever its path.
type Error = (&'static str, BadValue);

/// Names the quirk behind each difference, as far as one is found.
pub(super) fn name(violations: &mut [Violation], judgement: &Judgement<'_>) {
    let differs = |violation: &&mut Violation| violation.accepted_by.is_some() || violation.refused_by.is_some();
    if violations.len() > MAX_FINDINGS || !violations.iter_mut().any(|violation| differs(&violation)) {
        return;
    }
    let mut search = Search::new(judgement);
    let mut known: HashMap<&str, Option<&'static str>> = HashMap::new();
    for violation in violations.iter_mut().filter(differs) {
        let searches = known.len();
        violation.quirk = *known.entry(violation.rule.name).or_insert_with(|| {
            (searches < MAX_SEARCHES).then(|| search.quirk((violation.rule.name, violation.bad.clone()))).flatten()
        });
    }
}

/// A search among the quirks, in the order of their table.
struct Search<'a> {
    judgement: &'a Judgement<'a>,
    names: Vec<&'static str>,
    /// The errors with the first quirks of the table, by their number.
    errors: HashMap<usize, HashSet<Error>>,
}

impl<'a> Search<'a> {
    fn new(judgement: &'a Judgement<'a>) -> Self {
        let (none, all) = (Quirks::NONE, without_reporting_quirks(Quirks::of(Semantics::Gardener)));
        let names = Quirks::table().map(|quirk| quirk.name).filter(|name| none.get(name) != all.get(name)).collect();
        Self { judgement, names, errors: HashMap::new() }
    }

    /// Returns a quirk with which an error comes or goes, by bisection.
    fn quirk(&mut self, error: Error) -> Option<&'static str> {
        let (mut before, mut after) = (0, self.names.len());
        let is_there = self.has(before, &error);
        if self.has(after, &error) == is_there {
            return None;
        }
        while after - before > 1 {
            let middle = before.midpoint(after);
            let half = if self.has(middle, &error) == is_there { &mut before } else { &mut after };
            *half = middle;
        }
        self.names.get(before).copied()
    }

    fn has(&mut self, first: usize, error: &Error) -> bool {
        let errors = self.errors.entry(first).or_insert_with(|| {
            let switched = self.names.iter().take(first);
            let quirks = switched.fold(Quirks::NONE, |quirks, name| quirks.with(name, true).unwrap_or(quirks));
            let errors = self.judgement.errors_under_quirks(quirks).into_iter();
            errors.map(|error| (error.rule.name, error.bad)).collect()
        });
        errors.contains(error)
    }
}
