//! Mending: applying safe fixes until none is left, but none that would cause another finding.
//!
//! Trial texts replace inputs, so that unaffected objects are not judged again. This module does not write files.

mod harm;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rootstock_core_model::Applicability;
use rootstock_report::{DocumentOutcome, Finding, FixAccount, FixRecord, FixSet, Report, SourceId, SourceText};

use crate::analysis::Analysis;
use crate::edited::Baseline;
use crate::finding_limit::FindingLimit;
use crate::input::Role;
use harm::{Harm, Made};

/// Changed texts by the names of their inputs.
type Texts = BTreeMap<String, String>;

/// The result of mending.
#[derive(Debug)]
pub struct FixOutcome {
    /// The remaining findings, with an account of the fixes.
    pub report: Report,
    /// The changed texts.
    pub texts: Vec<FixedText>,
}

/// A changed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixedText {
    /// The name of the input.
    pub name: String,
    /// The text as it was read.
    pub before: String,
    /// The text after mending.
    pub after: String,
}

/// The maximum number of rounds. Fixes uncover others only a few times; a longer chain does not end.
const MAX_ROUNDS: usize = 16;
/// The maximum number of trials for finding each harmful fix, before those next to the harm are given up instead.
const MAX_TRIALS: usize = 100;
/// The maximum number of trials in which fixes are given up.
const MAX_LAST_TRIALS: usize = 4;
/// The number of bytes that trials may read until no more fixes are looked for one by one: this many, and as many times the inputs.
const MAX_READ: (usize, usize) = (2 << 20, 4);
/// The number of bytes that are read in the time that a finding takes.
const BYTES_PER_FINDING: usize = 256;

/// The identity of a fix, across the rounds and trials of one run.
type Key = (String, &'static str, String, String);

impl Analysis {
    /// Applies every safe fix that does no harm; the analysis itself stays unchanged.
    ///
    /// Fixes that touch the same text are applied one after the other, in the order of the report, followed by the
    /// fixes that they uncover. All remaining findings existed before: a fix that causes a new finding is not applied,
    /// and the account names it with the reason. Only advice may be new where an error is fixed, because advice is not
    /// given along with errors. Inputs with an unreadable document are left alone, and the account says so.
    /// Mending the result again changes nothing. Only where looking for each harmful fix of a large input takes too long,
    /// harmless ones next to them, or like them, are left out, too.
    ///
    /// ```
    /// use rootstock_analysis::{Analysis, Role};
    /// use rootstock_core_model::{Semantics, Settings};
    ///
    /// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
    /// let text = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nspec: {kubernetes: {versions: [{version: 1.34}]}}\n";
    /// analysis.set(Role::Checked, "profile.yaml", text.as_bytes());
    /// let fixed = analysis.apply_safe_fixes();
    /// assert!(fixed.texts[0].after.contains(r#"version: "1.34""#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn apply_safe_fixes(&self) -> FixOutcome {
        self.apply_fixes(Applicability::Safe)
    }

    /// Like [`apply_safe_fixes`](Self::apply_safe_fixes), but applies every fix that is at least as certain as `least`: suggested ones are
    /// probably right, and a person should review the result.
    #[must_use]
    pub fn apply_fixes(&self, least: Applicability) -> FixOutcome {
        self.clone().into_fixed(self.check().report, least).1
    }

    /// Like [`apply_safe_fixes`](Self::apply_safe_fixes), but changes only one checked input. The report is about all of them.
    #[must_use]
    pub fn apply_safe_fixes_to(&self, name: &str) -> FixOutcome {
        self.clone().fixed_where(self.check().report, Applicability::Safe, |input| input == name).1
    }

    /// Applies fixes like [`apply_fixes`](Self::apply_fixes), and becomes the analysis of the resulting texts. `first` is
    /// the current report of this analysis.
    ///
    /// With thousands of documents this takes half the memory, because nothing is held twice.
    #[must_use]
    pub fn into_fixed(self, first: Report, least: Applicability) -> (Self, FixOutcome) {
        self.fixed_where(first, least, |_| true)
    }

    fn fixed_where(
        self,
        first: Report,
        least: Applicability,
        is_selected: impl Fn(&str) -> bool,
    ) -> (Self, FixOutcome) {
        let sources = first.sources.iter().enumerate();
        let (requested, selected): (Vec<bool>, Vec<bool>) = sources
            .map(|(id, source)| (is_selected(source.name()), is_readable(&first, SourceId(id))))
            .map(|(requested, readable)| (requested, requested && readable))
            .unzip();
        let originals = first.sources.clone();
        let may_not_change = |finding: &&Finding| {
            let is = |list: &[bool]| list.get(finding.source.0).copied().unwrap_or_default();
            is(&requested) && !is(&selected)
        };
        let unreadable: BTreeSet<Key> =
            first.findings.iter().filter(may_not_change).filter_map(|finding| key(&first, finding, least)).collect();
        let mut trials = Trials {
            analysis: self,
            before: Baseline::of(&first),
            originals: originals.clone(),
            replaced: BTreeSet::new(),
            least,
            selected,
            refused: BTreeMap::new(),
            may_read: MAX_READ.0 + MAX_READ.1 * originals.iter().map(|source| source.text().len()).sum::<usize>(),
        };
        let mut done = trials.apply_harmless(first);
        let mut made_last = done.made.len();
        // A fix that does harm at first may do none after the others.
        for _ in 0..MAX_ROUNDS {
            if made_last == 0 || trials.refused.is_empty() || trials.may_read == 0 {
                break;
            }
            let next = trials.apply_again(std::mem::take(&mut done.report));
            made_last = next.made.len();
            done.report = next.report;
            done.texts.extend(next.texts);
            done.made.extend(next.made);
        }
        let Trials { analysis, refused, .. } = trials;
        let because = "a document of the file cannot be read".to_owned();
        let refused = refused.into_iter().chain(unreadable.into_iter().map(|key| (key, because.clone())));
        let not_made = refused.map(|(key, because)| record(key, because)).collect();
        let texts = done.texts.into_iter().filter_map(|(name, after)| {
            let before = originals.iter().find(|source| source.name() == name)?.text().to_owned();
            (before != after).then_some(FixedText { name, before, after })
        });
        let texts = texts.collect();
        let made = done.made.into_iter().map(|made| record(made.key, String::new())).collect();
        (analysis, FixOutcome { report: Report { fixes: Some(FixAccount { made, not_made }), ..done.report }, texts })
    }
}

/// The result of applying fixes until none was left.
struct Trial {
    report: Report,
    texts: Texts,
    made: Vec<Made>,
}

struct Trials {
    /// The analysis with the texts of the latest trial.
    analysis: Analysis,
    /// The findings before mending.
    before: Baseline,
    /// The texts before mending.
    originals: Vec<SourceText>,
    /// The inputs whose text has been replaced.
    replaced: BTreeSet<String>,
    /// The minimum certainty of a fix.
    least: Applicability,
    /// Whether an input may change: it was requested, and all of it could be read.
    selected: Vec<bool>,
    /// The fixes that must not be applied, with the reasons.
    refused: BTreeMap<Key, String>,
    /// The number of bytes that may still be read to find the harmful fixes.
    may_read: usize,
}

impl Trials {
    /// Applies the fixes that do no harm to the result of earlier ones; `report` is about that result.
    fn apply_again(&mut self, report: Report) -> Trial {
        self.before = Baseline::of(&report);
        self.originals.clone_from(&report.sources);
        self.refused.clear();
        self.apply_harmless(report)
    }

    fn apply_harmless(&mut self, first: Report) -> Trial {
        let harm = match self.apply_round_by_round(first, &BTreeSet::new()) {
            Ok(trial) => return trial,
            Err(harm) => harm,
        };
        match self.may_read {
            0 => self.refused.extend(harm.culprits()),
            _ => {
                drop(harm);
                // With the many trials that follow, caching judgements pays off: each trial judges only what it changes.
                self.analysis.set_discards_results(false);
            }
        }
        // Some fixes do harm. Halves without harm are kept; the others are halved again, down to the single fix.
        let first = self.report(&Texts::new());
        let findings = first.findings.iter().filter(|one| self.may_change(one.source));
        let mut keys: Vec<Key> = findings.filter_map(|one| key(&first, one, self.least)).collect();
        let mut seen = BTreeSet::new();
        keys.retain(|key| seen.insert(key.clone()));
        let mut good: BTreeSet<Key> = BTreeSet::new();
        let mut waiting: Vec<&[Key]> = vec![&keys];
        let mut trials = 0;
        while let Some(some) = waiting.pop() {
            if trials == MAX_TRIALS || self.may_read == 0 {
                return self.apply_without_culprits(&first, &keys, &good);
            }
            trials += 1;
            let tried: HashSet<&Key> = some.iter().collect();
            let left_out = keys.iter().filter(|key| !good.contains(*key) && !tried.contains(key)).cloned().collect();
            match (self.apply_round_by_round(first.clone(), &left_out), some) {
                (Ok(_), _) => good.extend(some.iter().cloned()),
                (Err(harm), [one]) => _ = self.refused.insert(one.clone(), harm.because),
                (Err(_), _) => {
                    let (left, right) = some.split_at(some.len() / 2);
                    // The last half pushed is tried first.
                    waiting.extend([right, left]);
                }
            }
        }
        self.apply_unrefused(&first).unwrap_or_else(|_| self.unchanged())
    }

    /// Applies the fixes except those next to the harm that they do, or else only the `good` ones. Unlike halving, this takes only a few
    /// trials, however many fixes do harm; but it also refuses some that do none.
    fn apply_without_culprits(&mut self, first: &Report, keys: &[Key], good: &BTreeSet<Key>) -> Trial {
        let mut because = String::new();
        for _ in 0..MAX_LAST_TRIALS {
            match self.apply_unrefused(first) {
                Ok(trial) => {
                    // Fixes that only others uncover are gone with them.
                    let open =
                        trial.report.findings.iter().filter_map(|finding| key(&trial.report, finding, self.least));
                    let open: BTreeSet<Key> = open.chain(keys.iter().cloned()).collect();
                    self.refused.retain(|key, _| open.contains(key));
                    return trial;
                }
                Err(harm) => {
                    because.clone_from(&harm.because);
                    self.refused.extend(harm.culprits());
                }
            }
        }
        let others = keys.iter().filter(|key| !good.contains(*key));
        for key in others {
            self.refused.entry(key.clone()).or_insert_with(|| because.clone());
        }
        self.apply_unrefused(first).unwrap_or_else(|_| self.unchanged())
    }

    fn apply_unrefused(&mut self, first: &Report) -> Result<Trial, Harm> {
        let left_out = self.refused.keys().cloned().collect();
        self.apply_round_by_round(first.clone(), &left_out)
    }

    fn unchanged(&mut self) -> Trial {
        Trial { report: self.report(&Texts::new()), texts: Texts::new(), made: Vec::new() }
    }

    /// Applies all fixes except some, round by round; an error describes the harm. `first` is the report before mending.
    fn apply_round_by_round(&mut self, first: Report, left_out: &BTreeSet<Key>) -> Result<Trial, Harm> {
        let applied = self.apply_rounds(first, left_out);
        let was_raised = self.analysis.set_finding_limit(FindingLimit::Reporting);
        let mut trial = applied?;
        if was_raised {
            trial.report = Report::default();
            trial.report = self.analysis.check().report;
        }
        self.harm_of(&mut trial)?;
        Ok(trial)
    }

    fn harm_of(&self, trial: &mut Trial) -> Result<(), Harm> {
        let caused = self.before.new_findings(&trial.report);
        Harm::of(&mut trial.made, &caused, omits_findings(&trial.report)).map_or(Ok(()), Err)
    }

    fn apply_rounds(&mut self, first: Report, left_out: &BTreeSet<Key>) -> Result<Trial, Harm> {
        let mut trial = Trial { report: first, texts: Texts::new(), made: Vec::new() };
        for _ in 0..MAX_ROUNDS {
            let allowed = |finding: &Finding| {
                self.may_change(finding.source)
                    && key(&trial.report, finding, self.least).is_some_and(|key| !left_out.contains(&key))
            };
            let set = FixSet::of(&trial.report, self.least, allowed);
            if set.is_empty() {
                if !self.analysis.set_finding_limit(FindingLimit::Reporting) {
                    return Ok(trial);
                }
                self.harm_of(&mut trial)?;
                // What only the other semantics refuse may have fixes, too.
                trial.report = Report::default();
                trial.report = self.report(&trial.texts);
                continue;
            }
            let made = set
                .selected
                .iter()
                .filter_map(|finding| key(&trial.report, finding, self.least).map(|key| Made::of(finding, key)));
            let made: Vec<Made> = made.collect();
            for (source, text) in set.texts(&trial.report) {
                if let Some(source) = trial.report.source(source) {
                    trial.texts.insert(source.name().to_owned(), text);
                }
            }
            trial.made.extend(made);
            let omits_findings = omits_findings(&trial.report);
            // With thousands of findings, two reports at once take too much memory.
            trial.report = Report::default();
            if omits_findings {
                self.analysis.set_finding_limit(FindingLimit::Fixing);
            }
            trial.report = self.report(&trial.texts);
        }
        // If findings were omitted, the rounds may not suffice to fix all of them.
        if omits_findings(&trial.report) { Ok(trial) } else { Err(Harm::unending()) }
    }

    fn may_change(&self, source: SourceId) -> bool {
        self.selected.get(source.0).copied().unwrap_or_default()
    }

    /// Returns the report with some texts replaced. Only these, and what depends on them, are read and judged again.
    fn report(&mut self, texts: &Texts) -> Report {
        self.replaced.extend(texts.keys().cloned());
        self.may_read = self.may_read.saturating_sub(texts.values().map(String::len).sum());
        let originals = self.originals.iter().filter(|source| self.replaced.contains(source.name()));
        for original in originals {
            let text = texts.get(original.name()).map_or(original.text(), String::as_str);
            self.analysis.set(Role::Checked, original.name(), text.as_bytes());
        }
        let report = self.analysis.check().report;
        let findings: usize =
            report.findings.iter().flat_map(Finding::represented_violations).map(|(_, count)| count).sum();
        self.may_read = self.may_read.saturating_sub(BYTES_PER_FINDING * findings);
        report
    }
}

/// Returns the identity of a finding's fix; `None` if it cannot be fixed automatically.
fn key(report: &Report, finding: &Finding, least: Applicability) -> Option<Key> {
    finding.edits_of(least)?;
    let title = finding.violation.fix.as_ref()?.title.clone();
    let file = report.source(finding.source)?.name().to_owned();
    Some((file, finding.violation.rule.name, finding.violation.path.to_string(), title))
}

/// Returns whether some findings of a document are counted only.
fn omits_findings(report: &Report) -> bool {
    report.findings.iter().any(|finding| !finding.left_out.is_empty())
}

fn record((file, rule, path, title): Key, because: String) -> FixRecord {
    FixRecord { file, rule, path, title, because }
}

/// Returns whether every document of an input could be read.
fn is_readable(report: &Report, source: SourceId) -> bool {
    let mut documents = report.documents.iter().filter(|document| document.source == source);
    documents.all(|document| document.outcome != DocumentOutcome::Unreadable)
}
