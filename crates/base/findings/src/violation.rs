//! The type of all findings, from core rules, providers and the parser.

use std::borrow::Cow;
use std::fmt;

use rootstock_document::{BadValue, FieldPath, Fix, Related, Release, Releases, Span, nearest, suggestion_text};

use crate::supported::supported_values;
use crate::{Rule, Semantics, Severity};

/// The kind of a [`Violation`], in Kubernetes' terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ViolationKind {
    /// The value is required.
    Required,
    /// The value is invalid.
    Invalid,
    /// The value occurs already.
    Duplicate,
    /// The value is forbidden.
    Forbidden,
    /// The value is not one of a fixed set.
    NotSupported,
    /// The value is too long or too large.
    TooLong,
    /// The value has the wrong type: it cannot be decoded.
    TypeInvalid,
    /// The field is not part of the API: it cannot be decoded strictly.
    UnknownField,
    /// An internal error, not caused by a single field.
    Internal,
    /// The value is accepted, but another would be better. Kubernetes has no such kind.
    Advice,
}

impl ViolationKind {
    /// Returns the words that Kubernetes prints for the kind.
    #[must_use]
    pub const fn head(self) -> &'static str {
        match self {
            Self::Required => "Required value",
            Self::Invalid => "Invalid value",
            Self::Duplicate => "Duplicate value",
            Self::Forbidden => "Forbidden",
            Self::NotSupported => "Unsupported value",
            Self::TooLong => "Too long",
            Self::TypeInvalid => "Invalid type",
            Self::UnknownField => "Unknown field",
            Self::Internal => "Internal error",
            Self::Advice => "Advice",
        }
    }

    /// Returns whether the offending value is printed.
    #[must_use]
    pub const fn prints_value(self) -> bool {
        matches!(self, Self::Invalid | Self::Duplicate | Self::NotSupported | Self::TypeInvalid)
    }
}

/// A finding.
///
/// The `Display` is the format of Kubernetes:
///
/// ```
/// use rootstock_findings::{Path, Releases, Rule, Source, Severity, Violation};
/// static RULE: Rule = Rule {
///     name: "capability-name-unregistered", package: "rootstock-admission", since: "0.1.0", severity: Severity::Error, source: Source::Gardener,
///     releases: Releases::ALL, finds_in_equal_shoots: true, remedy: "", page: "",
/// };
/// let spec = Path::root("spec");
/// let types = spec.field("machineTypes");
/// let first = types.index(0);
/// let violation = Violation::not_supported(&RULE, &first.field("capabilities"), "gpu", &["architecture"]);
/// assert_eq!(
///     violation.to_string(),
///     r#"spec.machineTypes[0].capabilities: Unsupported value: "gpu": supported values: "architecture""#,
/// );
/// ```
#[derive(Debug, Clone, serde::Serialize)]
pub struct Violation {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// The kind.
    pub kind: ViolationKind,
    /// The path of the field. If it does not exist in the document, the location is that of the nearest existing ancestor.
    pub path: FieldPath,
    /// The exact location in the file, if the path does not determine it: the second of two equal keys, or a syntax error.
    #[serde(skip)]
    pub span: Option<Span>,
    /// The offending value.
    pub bad: BadValue,
    /// The problem and the allowed values: one lower-case sentence without a full stop.
    pub detail: Cow<'static, str>,
    /// The severity; usually that of the rule.
    pub severity: Severity,
    /// The suggested value, in words; empty if the detail includes it.
    pub help: Cow<'static, str>,
    /// Every offending value, if the finding covers several; otherwise empty.
    #[serde(skip)]
    pub covers: Vec<String>,
    /// Related locations.
    pub related: Vec<Related>,
    /// A change of the document that fixes it.
    pub fix: Option<Fix>,
    /// The other semantics, if they accept the object; `None` also if they were not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_by: Option<Semantics>,
    /// The other semantics, if only they refuse the object for this reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused_by: Option<Semantics>,
    /// The quirk that explains why the other semantics judge differently, by name; `None` also if it was not looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quirk: Option<&'static str>,
    /// The release of Gardener that accepts or refuses the object; `None` if it is the newest one that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gardener: Option<Release>,
}

/// Returns a short sentence about the verdict of the other semantics if it differs: that they accept a finding's object, or that
/// only they refuse it, and the quirk that explains it, or the releases of Gardener that have the rule. `gardener` is the release of
/// Gardener, unless it is the newest one.
///
/// ```
/// use rootstock_document::Release;
/// use rootstock_findings::{Releases, Semantics, other_verdict};
/// let gardener = Some(Semantics::Gardener);
/// let accepted = other_verdict(gardener, None, Some("surplus_provider_flavors_pass"), None, None);
/// assert_eq!(accepted.as_deref(), Some("Gardener v1.150 accepts this (quirk `surplus_provider_flavors_pass`)"));
/// let refused = other_verdict(None, gardener, None, None, None);
/// assert_eq!(refused.as_deref(), Some("Gardener v1.150 refuses this"));
/// let early = other_verdict(gardener, None, None, Some(Release::new(1, 146)), Some(&Releases::since(1, 147)));
/// assert_eq!(early.as_deref(), Some("Gardener v1.146 accepts this (it has the rule since v1.147)"));
/// ```
#[must_use]
pub fn other_verdict(
    accepted_by: Option<Semantics>,
    refused_by: Option<Semantics>,
    quirk: Option<&str>,
    gardener: Option<Release>,
    rule_releases: Option<&Releases>,
) -> Option<String> {
    let accepted = accepted_by.map(|semantics| semantics.accepts(gardener));
    let sentence = accepted.or_else(|| Some(refused_by?.refuses(gardener)))?;
    Some(match (quirk, rule_releases) {
        (Some(quirk), _) => format!("{sentence} (quirk `{quirk}`)"),
        (None, Some(releases)) => format!("{sentence} (it has the rule {releases})"),
        (None, None) => sentence,
    })
}

impl Violation {
    /// Returns a short sentence about the verdict of the other semantics, if it differs; see [`other_verdict`].
    #[must_use]
    pub fn other_verdict(&self) -> Option<String> {
        other_verdict(self.accepted_by, self.refused_by, self.quirk, self.gardener, self.rule_releases())
    }

    /// Returns the releases of Gardener that have the rule, if the one that accepts the object does not.
    #[must_use]
    pub fn rule_releases(&self) -> Option<&'static Releases> {
        let releases = &self.rule.releases;
        let has_rule = self.gardener.map_or(releases.contain_newest(), |gardener| releases.contains(gardener));
        (self.accepted_by == Some(Semantics::Gardener) && !has_rule).then_some(releases)
    }

    /// Creates a finding of `kind` with the rule's severity.
    #[must_use]
    pub fn new(
        rule: &'static Rule,
        kind: ViolationKind,
        path: impl Into<FieldPath>,
        bad: impl Into<BadValue>,
        detail: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            rule,
            kind,
            path: path.into(),
            span: None,
            bad: bad.into(),
            detail: detail.into(),
            severity: rule.severity,
            help: Cow::Borrowed(""),
            covers: Vec::new(),
            related: Vec::new(),
            fix: None,
            accepted_by: None,
            refused_by: None,
            quirk: None,
            gardener: None,
        }
    }

    /// Creates a finding about a missing value.
    #[must_use]
    pub fn required(rule: &'static Rule, path: impl Into<FieldPath>, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(rule, ViolationKind::Required, path, BadValue::None, detail)
    }

    /// Creates a finding about an invalid value.
    #[must_use]
    pub fn invalid(
        rule: &'static Rule,
        path: impl Into<FieldPath>,
        bad: impl Into<BadValue>,
        detail: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::new(rule, ViolationKind::Invalid, path, bad, detail)
    }

    /// Creates a finding about a duplicate value.
    #[must_use]
    pub fn duplicate(rule: &'static Rule, path: impl Into<FieldPath>, bad: impl Into<BadValue>) -> Self {
        Self::new(rule, ViolationKind::Duplicate, path, bad, "")
    }

    /// Creates a finding about a forbidden value.
    #[must_use]
    pub fn forbidden(rule: &'static Rule, path: impl Into<FieldPath>, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(rule, ViolationKind::Forbidden, path, BadValue::None, detail)
    }

    /// Creates a finding about a value that is not one of `supported`. The detail lists the supported values, or the
    /// most similar of many, and the nearest one becomes a suggestion with a fix.
    #[must_use]
    pub fn not_supported<S: AsRef<str>>(
        rule: &'static Rule,
        path: impl Into<FieldPath>,
        bad: impl Into<BadValue>,
        supported: &[S],
    ) -> Self {
        let bad = bad.into();
        let detail = supported_values(bad.as_str(), supported);
        Self::new(rule, ViolationKind::NotSupported, path, bad, detail)
            .with_nearest(supported.iter().map(AsRef::as_ref))
    }

    /// Like [`Self::not_supported`], but without a fix: for a key, or another name that cannot be replaced by a different scalar.
    #[must_use]
    pub fn name_not_supported<S: AsRef<str>>(
        rule: &'static Rule,
        path: impl Into<FieldPath>,
        bad: impl Into<BadValue>,
        supported: &[S],
    ) -> Self {
        Self { fix: None, ..Self::not_supported(rule, path, bad, supported) }
    }

    /// Creates a finding about a value that is accepted but should be another.
    #[must_use]
    pub fn advice(
        rule: &'static Rule,
        path: impl Into<FieldPath>,
        about: impl Into<BadValue>,
        detail: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::new(rule, ViolationKind::Advice, path, about, detail)
    }

    /// Replaces the detail.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<Cow<'static, str>>) -> Self {
        self.detail = detail.into();
        self
    }

    /// Replaces the severity.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Sets the help text.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Cow<'static, str>>) -> Self {
        self.help = help.into();
        self
    }

    /// Suggests another scalar at the path, with a fix that replaces it.
    #[must_use]
    pub fn with_suggestion(self, text: &str) -> Self {
        let fix = Fix::replacing(self.path.clone(), text);
        self.with_help(suggestion_text(text)).with_fix(fix)
    }

    /// Suggests another name for the key at the path, with a fix that renames it.
    #[must_use]
    pub fn with_suggested_name(self, name: &str) -> Self {
        let fix = Fix::renaming(self.path.clone(), name);
        self.with_help(suggestion_text(name)).with_fix(fix)
    }

    /// Suggests the candidate nearest to the offending scalar, if there is one.
    ///
    /// ```
    /// use rootstock_findings::{FieldPath, Releases, Rule, Severity, Source, Violation};
    /// static RULE: Rule = Rule {
    ///     name: "region-unknown", package: "rootstock-admission", since: "0.1.0", severity: Severity::Error, source: Source::Gardener,
    ///     releases: Releases::ALL, finds_in_equal_shoots: true, remedy: "", page: "",
    /// };
    /// let violation = Violation::invalid(&RULE, FieldPath::root().field("region"), "eu-wset-1", "is not a region");
    /// let violation = violation.with_nearest(["eu-west-1", "eu-west-2"]);
    /// assert_eq!(violation.help, "did you mean `eu-west-1`?");
    /// assert!(violation.fix.is_some());
    /// ```
    #[must_use]
    pub fn with_nearest<'a>(self, candidates: impl IntoIterator<Item = &'a str>) -> Self {
        match nearest(self.bad.as_str(), candidates) {
            Some(near) => self.with_suggestion(near),
            None => self,
        }
    }

    /// Sets the values that the finding covers, including the offending one. They distinguish findings of two analyses:
    /// a finding that covers fewer values than before is not new.
    #[must_use]
    pub fn with_items<V: Into<String>>(mut self, values: impl IntoIterator<Item = V>) -> Self {
        self.covers = values.into_iter().map(Into::into).collect();
        self
    }

    /// Adds a related location.
    #[must_use]
    pub fn with_related(mut self, path: FieldPath, note: impl Into<String>) -> Self {
        // There is nearly always just one, and there may be a great number of findings.
        self.related.reserve_exact(1);
        self.related.push(Related { path, span: None, note: note.into() });
        self
    }

    /// Sets the exact location.
    #[must_use]
    pub fn with_span(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Sets a change that fixes the problem.
    #[must_use]
    pub fn with_fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A finding about a whole text has neither a path nor a value.
        let is_about_text = self.path.segments().is_empty() && self.bad == BadValue::None;
        if is_about_text && !self.detail.is_empty() {
            return f.write_str(&self.detail);
        }
        write!(f, "{}: {}", self.path, self.kind.head())?;
        if self.kind.prints_value() {
            match &self.bad {
                BadValue::None => write!(f, ": \"\"")?,
                BadValue::Text(text) => write!(f, ": {text:?}")?,
                BadValue::Rendered(text) => write!(f, ": {text}")?,
            }
        }
        if !self.detail.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        Ok(())
    }
}
