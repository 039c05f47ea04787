//! The quirks that explain why the semantics differ.

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{BadValue, Quirks, Semantics, Violation};

use super::{Judgement, is_error, without_reporting_quirks};

/// The most findings with which their quirks are looked for, because each search judges the object several times.
const MAX_FINDINGS: usize = 200;
/// The most judgements of one object to find them. Findings of one rule share their quirk, and all searches share the judgements.
const MAX_JUDGEMENTS: usize = 8;

/// The rule and the value of an error, which identify it whatever its path.
type Error = (&'static str, BadValue);

/// Names the quirk behind each difference, as far as one is found. The errors are those without any quirk.
pub(super) fn name(violations: &mut [Violation], judgement: &Judgement<'_>) {
    let differs = |violation: &&mut Violation| violation.accepted_by.is_some() || violation.refused_by.is_some();
    if violations.len() > MAX_FINDINGS || !violations.iter_mut().any(|violation| differs(&violation)) {
        return;
    }
    let mut search = Search::new(identified(violations), judgement);
    let mut known: HashMap<&str, Option<&'static str>> = HashMap::new();
    for violation in violations.iter_mut().filter(differs) {
        let error = || (violation.rule.name, violation.bad.clone());
        violation.quirk = *known.entry(violation.rule.name).or_insert_with(|| search.quirk(&error()));
    }
}

/// A search among the quirks, in the order of their table.
struct Search<'a> {
    judgement: &'a Judgement<'a>,
    names: Vec<&'static str>,
    /// The errors with the first quirks of the table, by their number.
    errors: HashMap<usize, HashSet<Error>>,
    /// The number of judgements that may still be made.
    left: usize,
}

impl<'a> Search<'a> {
    fn new(documented: HashSet<Error>, judgement: &'a Judgement<'a>) -> Self {
        let gardener = judgement.settings.under(Semantics::Gardener).quirks;
        let (none, all) = (Quirks::NONE, without_reporting_quirks(gardener));
        let names = Quirks::table().map(|quirk| quirk.name).filter(|name| none.get(name) != all.get(name)).collect();
        Self { judgement, names, errors: HashMap::from([(0, documented)]), left: MAX_JUDGEMENTS }
    }

    /// Returns a quirk with which an error comes or goes, by bisection.
    fn quirk(&mut self, error: &Error) -> Option<&'static str> {
        let (mut before, mut after) = (0, self.names.len());
        let is_there = self.has(before, error)?;
        if self.has(after, error)? == is_there {
            return None;
        }
        while after - before > 1 {
            let middle = before.midpoint(after);
            let half = if self.has(middle, error)? == is_there { &mut before } else { &mut after };
            *half = middle;
        }
        self.names.get(before).copied()
    }

    /// Returns whether an error is there with the first quirks of the table; `None` if too much has been judged to find out.
    fn has(&mut self, first: usize, error: &Error) -> Option<bool> {
        if !self.errors.contains_key(&first) {
            self.left = self.left.checked_sub(1)?;
            let switched = self.names.iter().take(first);
            let quirks = switched.fold(Quirks::NONE, |quirks, name| quirks.with(name, true).unwrap_or(quirks));
            self.errors.insert(first, identified(&self.judgement.errors_under_quirks(quirks)));
        }
        self.errors.get(&first).map(|errors| errors.contains(error))
    }
}

/// Returns the rules and values of the errors among findings.
fn identified(findings: &[Violation]) -> HashSet<Error> {
    findings.iter().filter(|finding| is_error(finding)).map(|error| (error.rule.name, error.bad.clone())).collect()
}
