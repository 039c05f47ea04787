//! Mending: safe fixes are made until none is left, and never at the price of another finding.
//!
//! Trial texts take the place of inputs, so that what they do not concern is not judged again. Nothing is written here.

use std::collections::{BTreeMap, BTreeSet};

use rootstock_core_model::Applicability;
use rootstock_report::{DocumentOutcome, Finding, FixAccount, FixRecord, FixSet, Report, SourceId, SourceText};

use crate::analysis::Analysis;
use crate::edited::Before;
use crate::input::Role;

/// Texts by the names of their inputs, where they differ from what is there.
type Texts = BTreeMap<String, String>;

/// What came of mending.
#[derive(Debug)]
pub struct Mending {
    /// What remains, with an account of the fixes.
    pub report: Report,
    /// The texts that have changed.
    pub texts: Vec<MendedText>,
}

/// A text that has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MendedText {
    /// The name of the input.
    pub name: String,
    /// What was read.
    pub before: String,
    /// What it should be.
    pub after: String,
}

/// Fixes uncover others only so often; what goes on longer does not come to an end.
const MOST_ROUNDS: usize = 16;
/// How often fixes are tried to find those that do harm, before all that are left are given up.
const MOST_TRIALS: usize = 100;

/// A fix, across the rounds and trials of one run.
type Key = (String, &'static str, String, String);

impl Analysis {
    /// Makes every safe fix that does no harm; the analysis stays as it is.
    ///
    /// Fixes that touch the same text are made one after the other, in the order of the report; those that uncover others
    /// are followed by these. What is left in the end was there in the beginning: a fix that brings a new finding is not
    /// made, and the account says which and why. Only advice may be new where an error is mended, which it is not given beside. Inputs with a document that cannot be read are left alone.
    ///
    /// ```
    /// use rootstock_analysis::{Analysis, Role};
    /// use rootstock_core_model::{Semantics, Settings};
    ///
    /// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
    /// let text = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nspec: {kubernetes: {versions: [{version: 1.34}]}}\n";
    /// analysis.set(Role::Checked, "profile.yaml", text.as_bytes());
    /// let mending = analysis.mend();
    /// assert!(mending.texts[0].after.contains(r#"version: "1.34""#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn mend(&self) -> Mending {
        self.mend_with(Applicability::Safe)
    }

    /// The same with every fix that is at least so sure: suggested ones are probably right, and a person should look at what
    /// comes of them.
    #[must_use]
    pub fn mend_with(&self, least: Applicability) -> Mending {
        self.clone().into_mended(self.check().report, least).1
    }

    /// The same for one input that is checked; the others stay as they are. The report is about all of them.
    #[must_use]
    pub fn mend_input(&self, name: &str) -> Mending {
        self.clone().mended_where(self.check().report, Applicability::Safe, |input| input == name).1
    }

    /// Makes every fix that is at least so sure, as [`mend_with`](Self::mend_with) does, and becomes the analysis of the texts that
    /// come of it. `first` is the report of this analysis as it is.
    ///
    /// With thousands of documents this takes half the memory: nothing is held twice.
    #[must_use]
    pub fn into_mended(self, first: Report, least: Applicability) -> (Self, Mending) {
        self.mended_where(first, least, |_| true)
    }

    fn mended_where(self, first: Report, least: Applicability, is_mended: impl Fn(&str) -> bool) -> (Self, Mending) {
        let sources = first.sources.iter().enumerate();
        let mended =
            sources.map(|(id, source)| is_mended(source.name()) && is_readable(&first, SourceId(id))).collect();
        let mut trials = Trials {
            analysis: self,
            before: Before::of(&first),
            originals: first.sources.clone(),
            tried: BTreeSet::new(),
            least,
            mended,
            refused: BTreeMap::new(),
        };
        let done = trials.all_that_do_no_harm(first);
        let Trials { analysis, originals, refused, .. } = trials;
        let not_made = refused.into_iter().map(|(key, because)| record(key, because)).collect();
        let texts = done.texts.into_iter().filter_map(|(name, after)| {
            let before = originals.iter().find(|source| source.name() == name)?.text().to_owned();
            (before != after).then_some(MendedText { name, before, after })
        });
        let texts = texts.collect();
        let made = done.made.into_iter().map(|key| record(key, String::new())).collect();
        (analysis, Mending { report: Report { fixes: Some(FixAccount { made, not_made }), ..done.report }, texts })
    }
}

/// Fixes made until none was left.
struct Trial {
    report: Report,
    texts: Texts,
    made: Vec<Key>,
}

struct Trials {
    /// The analysis with the texts that were tried last.
    analysis: Analysis,
    /// What was found in the beginning.
    before: Before,
    /// The texts of the beginning.
    originals: Vec<SourceText>,
    /// The inputs that have had another text.
    tried: BTreeSet<String>,
    /// How sure a fix must be to be made.
    least: Applicability,
    /// Whether an input may change: it was asked for, and all of it could be read.
    mended: Vec<bool>,
    /// What must not be made, and why.
    refused: BTreeMap<Key, String>,
}

impl Trials {
    fn all_that_do_no_harm(&mut self, first: Report) -> Trial {
        if let Ok(trial) = self.make(first, &BTreeSet::new()) {
            return trial;
        }
        // Some do harm. Halves that do none are kept; others are halved again, down to the single fix. Of so many trials each judges
        // again what it changes, and nothing else.
        self.analysis.set_forgets(false);
        let first = self.report(&Texts::new());
        let findings = first.findings.iter().filter(|one| self.may_change(one.source));
        let mut keys: Vec<Key> = findings.filter_map(|one| key(&first, one, self.least)).collect();
        let mut seen = BTreeSet::new();
        keys.retain(|key| seen.insert(key.clone()));
        let mut good: BTreeSet<Key> = BTreeSet::new();
        let mut waiting: Vec<&[Key]> = vec![&keys];
        let mut trials = 0;
        while let Some(some) = waiting.pop() {
            trials += 1;
            let left_out = keys.iter().filter(|key| !good.contains(*key) && !some.contains(key)).cloned().collect();
            match (self.make(first.clone(), &left_out), some) {
                (Ok(_), _) => good.extend(some.iter().cloned()),
                (Err(because), [one]) => _ = self.refused.insert(one.clone(), because),
                (Err(_), _) if trials < MOST_TRIALS => {
                    let (left, right) = some.split_at(some.len() / 2);
                    // The last one in is looked at first.
                    waiting.extend([right, left]);
                }
                (Err(because), _) => {
                    self.refused.extend(some.iter().map(|key| (key.clone(), because.clone())));
                }
            }
        }
        let left_out = self.refused.keys().cloned().collect();
        if let Ok(trial) = self.make(first, &left_out) {
            return trial;
        }
        Trial { report: self.report(&Texts::new()), texts: Texts::new(), made: Vec::new() }
    }

    /// Makes all fixes but some, round by round; an error says what harm that does. `first` is what was found in the beginning.
    fn make(&mut self, first: Report, left_out: &BTreeSet<Key>) -> Result<Trial, String> {
        let mut trial = Trial { report: first, texts: Texts::new(), made: Vec::new() };
        for _ in 0..MOST_ROUNDS {
            let allowed = |finding: &Finding| {
                self.may_change(finding.source)
                    && key(&trial.report, finding, self.least).is_some_and(|key| !left_out.contains(&key))
            };
            let set = FixSet::of(&trial.report, self.least, allowed);
            if set.is_empty() {
                return self.harmless(trial);
            }
            let made: Vec<Key> =
                set.mended.iter().filter_map(|finding| key(&trial.report, finding, self.least)).collect();
            for (source, text) in set.texts(&trial.report) {
                if let Some(source) = trial.report.source(source) {
                    trial.texts.insert(source.name().to_owned(), text);
                }
            }
            trial.made.extend(made);
            // With thousands of findings two reports are much.
            trial.report = Report::default();
            trial.report = self.report(&trial.texts);
        }
        // Of more than is told, not all can be mended in so many rounds.
        if trial.report.findings.iter().any(|finding| !finding.left_out.is_empty()) {
            return self.harmless(trial);
        }
        Err("it does not fix what it is for".to_owned())
    }

    /// The trial, unless something is found in the end that was not found before.
    fn harmless(&self, trial: Trial) -> Result<Trial, String> {
        match self.before.new_findings(&trial.report).first() {
            Some(finding) => Err(harm(finding)),
            None => Ok(trial),
        }
    }

    fn may_change(&self, source: SourceId) -> bool {
        self.mended.get(source.0).copied().unwrap_or_default()
    }

    /// The report with some texts replaced. Only they are read and judged anew, and what depends on them.
    fn report(&mut self, texts: &Texts) -> Report {
        self.tried.extend(texts.keys().cloned());
        let originals = self.originals.iter().filter(|source| self.tried.contains(source.name()));
        for original in originals {
            let text = texts.get(original.name()).map_or(original.text(), String::as_str);
            self.analysis.set(Role::Checked, original.name(), text.as_bytes());
        }
        self.analysis.check().report
    }
}

/// What tells a fix from others; none for a finding that a machine cannot mend.
fn key(report: &Report, finding: &Finding, least: Applicability) -> Option<Key> {
    finding.edits_of(least)?;
    let title = finding.violation.fix.as_ref()?.title.clone();
    let file = report.source(finding.source)?.name().to_owned();
    Some((file, finding.violation.rule.name, finding.violation.path.to_string(), title))
}

fn record((file, rule, path, title): Key, because: String) -> FixRecord {
    FixRecord { file, rule, path, title, because }
}

/// Whether every document of an input could be read.
fn is_readable(report: &Report, source: SourceId) -> bool {
    let mut documents = report.documents.iter().filter(|document| document.source == source);
    documents.all(|document| document.outcome != DocumentOutcome::Unreadable)
}

fn harm(finding: &Finding) -> String {
    format!("it would bring another finding: {} ({})", finding.violation, finding.violation.rule.name)
}
