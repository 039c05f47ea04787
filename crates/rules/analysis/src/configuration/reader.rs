//! The strict parser of `rootstock.toml`, which continues after mistakes to report all of them at once.

mod upkeep;

use std::ops::Range;

use rootstock_core_model::{Rule, Severity, nearest, suggestion_suffix};
use rootstock_provider_api::Registry;
use rootstock_report::SourceText;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::policies::MAX_DAYS;
use super::{Configuration, ConfigurationError, SeverityOverride, Suppression};

#[cfg(all(test, feature = "schema"))]
pub(super) use upkeep::{FACT_KEYS, FREEZE_KEYS, POLICY_KEYS, UPKEEP_KEYS};

pub(super) const SECTIONS: [&str; 7] =
    ["advice", "invariants", "landscape", "severity", "shoot-templates", "suppress", "upkeep"];
pub(super) const ADVICE_KEYS: [&str; 2] = ["enabled", "horizon-days"];
pub(super) const SUPPRESS_KEYS: [&str; 5] = ["file", "object", "path", "reason", "rule"];
const SEVERITY_NAMES: [&str; 4] = ["error", "note", "off", "warning"];

pub(super) fn read(
    name: &str,
    text: &str,
    rules: &[&'static Rule],
    registry: &Registry,
) -> Result<Configuration, Vec<ConfigurationError>> {
    let source = SourceText::new(name, text);
    let mut reader = Reader { rules, registry, problems: Vec::new(), configuration: Configuration::default() };
    let (table, faults) = DeTable::parse_recoverable(text);
    for fault in &faults {
        let span = fault.span().unwrap_or_default();
        reader.problem(&span, fault.message().trim_end_matches('.').replace('\n', ", "));
    }
    // Mistakes that follow from a broken text are not worth reporting.
    if faults.is_empty() {
        reader.sections(table.get_ref());
    }
    let Reader { mut problems, configuration, .. } = reader;
    if problems.is_empty() {
        return Ok(Configuration { text: Some(source), ..configuration });
    }
    problems.sort_by_key(|(span, _)| span.start);
    let problems = problems.into_iter().map(|(span, message)| {
        let at = source.line_column(span.start);
        ConfigurationError { file: name.to_owned(), line: at.line, column: at.column, message }
    });
    Err(problems.collect())
}

pub(super) struct Reader<'r> {
    rules: &'r [&'static Rule],
    pub(super) registry: &'r Registry,
    problems: Vec<(Range<usize>, String)>,
    pub(super) configuration: Configuration,
}

impl Reader<'_> {
    /// Returns the number of mistakes so far.
    pub(super) fn problems(&self) -> usize {
        self.problems.len()
    }

    pub(super) fn problem(&mut self, span: &Range<usize>, message: impl Into<String>) {
        self.problems.push((span.clone(), message.into()));
    }

    fn sections(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "advice" => self.advice(value),
                "invariants" => self.invariants(value),
                "landscape" => self.landscape(value),
                "severity" => self.severity(value),
                "shoot-templates" => self.shoot_templates(value),
                "suppress" => self.suppressions(value),
                "upkeep" => self.upkeep(value),
                other => self.unknown_key(&key.span(), other, &SECTIONS),
            }
        }
    }

    fn advice(&mut self, value: &Spanned<DeValue<'_>>) {
        let Some(table) = self.table(value, "`advice`") else { return };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "enabled" => match value.get_ref().as_bool() {
                    Some(enabled) => self.configuration.advice = Some(enabled),
                    None => self.problem(&value.span(), "`enabled` must be `true` or `false`"),
                },
                "horizon-days" => {
                    self.configuration.horizon_days = self.number(value, "horizon-days", "days", 0..=MAX_DAYS);
                }
                other => self.unknown_key(&key.span(), other, &ADVICE_KEYS),
            }
        }
    }

    fn severity(&mut self, value: &Spanned<DeValue<'_>>) {
        let Some(table) = self.table(value, "`severity`") else { return };
        for (key, value) in table {
            let Some(rule) = self.rule(&key.span(), key.get_ref()) else { continue };
            let severity_override = match value.get_ref().as_str() {
                Some("off") => SeverityOverride::Off,
                Some("note") => SeverityOverride::As(Severity::Note),
                Some("warning") => SeverityOverride::As(Severity::Warning),
                Some("error") => SeverityOverride::As(Severity::Error),
                other => {
                    let allowed = "a severity must be \"error\", \"warning\", \"note\" or \"off\"";
                    self.invalid_choice(value, allowed, other, &SEVERITY_NAMES);
                    continue;
                }
            };
            if let Err(problem) = self.configuration.adjust_severity(rule, severity_override) {
                self.problem(&value.span(), problem.to_string());
            }
        }
    }

    fn suppressions(&mut self, value: &Spanned<DeValue<'_>>) {
        let Some(list) = value.get_ref().as_array() else {
            self.problem(&value.span(), "write each suppression as a `[[suppress]]` table");
            return;
        };
        for entry in list.iter() {
            self.suppression(entry);
        }
    }

    fn suppression(&mut self, entry: &Spanned<DeValue<'_>>) {
        let Some(table) = self.table(entry, "a suppression") else { return };
        let mut rule = None;
        let (mut path, mut object, mut file, mut reason) = (None, None, None, None);
        let before = self.problems.len();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            if !SUPPRESS_KEYS.contains(&name) {
                self.unknown_key(&key.span(), name, &SUPPRESS_KEYS);
                continue;
            }
            let Some(text) = value.get_ref().as_str() else {
                self.problem(&value.span(), format!("`{name}` must be a string"));
                continue;
            };
            if text.trim().is_empty() {
                let message = match name {
                    "reason" => "the reason is empty: say why the finding is accepted".to_owned(),
                    _ => format!("`{name}` is empty; leave it out if it does not matter"),
                };
                self.problem(&value.span(), message);
                continue;
            }
            match name {
                "rule" => rule = self.rule(&value.span(), text).map(|rule| (rule, value.span())),
                "path" => path = Some(text.to_owned()),
                "object" => object = Some(text.to_owned()),
                "file" => file = Some(text.to_owned()),
                _ => reason = Some(text.to_owned()),
            }
        }
        match (rule, reason) {
            (Some((rule, place)), Some(reason)) => {
                self.configuration.suppressions.push(Suppression { rule: rule.name, path, object, file, reason, place })
            }
            // Their mistakes have already been reported.
            _ if self.problems.len() > before => {}
            (None, _) => self.problem(&entry.span(), "a suppression needs a `rule`"),
            (Some((_, place)), None) => {
                self.problem(&place, "a suppression needs a `reason`: say why the finding is accepted");
            }
        }
    }

    pub(super) fn table<'t, 'i>(&mut self, value: &'t Spanned<DeValue<'i>>, what: &str) -> Option<&'t DeTable<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.problem(&value.span(), format!("{what} must be a table"));
        }
        table
    }

    fn rule(&mut self, span: &Range<usize>, name: &str) -> Option<&'static Rule> {
        super::find(name, self.rules).map_err(|problem| self.problem(span, problem.to_string())).ok()
    }

    /// Reports a value that is not one of a few; `allowed` lists them.
    pub(super) fn invalid_choice(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        allowed: &str,
        given: Option<&str>,
        known: &[&'static str],
    ) {
        let near = given.and_then(|given| nearest(given, known.iter().copied()));
        let hint = near.map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
        self.problem(&value.span(), format!("{allowed}{hint}"));
    }

    pub(super) fn unknown_key(&mut self, span: &Range<usize>, key: &str, known: &[&str]) {
        let hint = match nearest(key, known.iter().copied()) {
            Some(near) => suggestion_suffix(near),
            None => {
                format!("; there are {}", known.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", "))
            }
        };
        self.problem(span, format!("there is no key `{key}` here{hint}"));
    }
}
