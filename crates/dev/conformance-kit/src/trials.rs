//! The profiles that laws are tested on: the same in every run, small ones first.

use serde_json::Value;

use super::dice::Dice;
use super::report::Stop;
use super::scenario::{Scenario, Validity};
use super::subject::Subject;
use super::writing;

/// The number of generated profiles per law.
const SCENARIOS: u64 = 32;

impl Subject {
    /// Returns profiles in the formats that the provider has, small ones first.
    pub(super) fn scenarios(&self, validity: Validity) -> Result<Vec<Scenario>, Stop> {
        let (mut capable, legacy) = (self.with_capabilities(validity), self.legacy());
        match (&mut capable, legacy) {
            (Ok(all), Ok(legacy)) => all.extend(legacy),
            (Err(_), Ok(legacy)) => return Ok(legacy),
            _ => {}
        }
        capable
    }

    /// Returns profiles with capabilities, small ones first.
    pub(super) fn with_capabilities(&self, validity: Validity) -> Result<Vec<Scenario>, Stop> {
        if !self.has_images() {
            return Err(Stop::NotApplicable("the provider's sample has no images"));
        }
        // Code that is merged but not released differs between the semantics; the plug-in's own tests cover it.
        if !self.extension().released().knows_capabilities() {
            return Err(Stop::NotApplicable("the provider does not support capabilities"));
        }
        let seeds = 0..SCENARIOS;
        Ok(seeds.map(|seed| Scenario::with_capabilities(self, size(seed), validity, &mut Dice::new(seed))).collect())
    }

    /// Returns profiles without capabilities, small ones first.
    pub(super) fn legacy(&self) -> Result<Vec<Scenario>, Stop> {
        if !self.has_images() {
            return Err(Stop::NotApplicable("the provider's sample has no images"));
        }
        if self.legacy_architecture().is_none() {
            return Err(Stop::NotApplicable("the provider has no legacy format"));
        }
        let seeds = 0..SCENARIOS / 2;
        Ok(seeds.map(|seed| Scenario::legacy(self, size(seed), &mut Dice::new(seed))).collect())
    }

    /// Returns documents to damage: the smallest profile and a medium-sized one, in each format.
    pub(super) fn examples(&self) -> Result<Vec<Value>, Stop> {
        let mut examples = Vec::new();
        if !self.has_images() {
            examples.push(writing::profile(self, &Scenario::empty()));
            return Ok(examples);
        }
        for all in [self.with_capabilities(Validity::Exact), self.legacy()].into_iter().flatten() {
            let chosen = [all.first(), all.get(8)].into_iter().flatten();
            examples.extend(chosen.map(|scenario| writing::profile(self, scenario)));
        }
        Ok(examples)
    }
}

fn size(seed: u64) -> usize {
    usize::try_from(seed / 6).unwrap_or(0).min(4)
}
