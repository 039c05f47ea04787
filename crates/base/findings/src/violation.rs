//! What is wrong: one type for every finding, of core rules, providers and the reader alike.

use std::borrow::Cow;
use std::fmt;

use rootstock_document::{BadValue, FieldPath, Fix, Related, Span, did_you_mean_that, nearest};

use crate::supported::supported_values;
use crate::{Rule, Semantics, Severity};

/// The kind of a [`Violation`], in Kubernetes' vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ViolationKind {
    /// A value must be given.
    Required,
    /// The value is not acceptable.
    Invalid,
    /// The value stands there already.
    Duplicate,
    /// The value must not be given.
    Forbidden,
    /// The value is not one of a fixed set.
    NotSupported,
    /// The value is too long or too large.
    TooLong,
    /// The value has the wrong type: it cannot be decoded.
    TypeInvalid,
    /// The field is not part of the API: it cannot be decoded strictly.
    UnknownField,
    /// Something that is not the fault of one field.
    Internal,
    /// The value is accepted, and should be another. Kubernetes has no word for that.
    Advice,
}

impl ViolationKind {
    /// The words Kubernetes prints for the kind.
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

    /// Whether the offending value is part of the printed form.
    #[must_use]
    pub const fn prints_value(self) -> bool {
        matches!(self, Self::Invalid | Self::Duplicate | Self::NotSupported | Self::TypeInvalid)
    }
}

/// One finding.
///
/// The `Display` is Kubernetes' own form:
///
/// ```
/// use rootstock_findings::{Path, Rule, Source, Severity, Violation};
/// static RULE: Rule = Rule {
///     name: "capability-name-unregistered", package: "rootstock-admission", since: "0.1.0", severity: Severity::Error, source: Source::Gardener, page: "",
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
    /// Where. A path that does not exist in the document points at the nearest thing that does.
    pub path: FieldPath,
    /// The very place in the file, where the path does not tell it: the second of two equal keys, a syntax error.
    #[serde(skip)]
    pub span: Option<Span>,
    /// The offending value.
    pub bad: BadValue,
    /// What is wrong, what is allowed: one lower-case sentence without a full stop.
    pub detail: Cow<'static, str>,
    /// How much it matters; usually the rule's own.
    pub severity: Severity,
    /// What to write instead, for a person; empty when the detail says it already.
    pub help: Cow<'static, str>,
    /// Every value that it is about, where one sentence is about several; empty where that is the offending value alone.
    #[serde(skip)]
    pub covers: Vec<String>,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// A change of the document that mends it.
    pub fix: Option<Fix>,
    /// The other semantics, where these accept what it is about; `None` also where nobody asked them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_by: Option<Semantics>,
}

impl Violation {
    /// A finding of `kind`, with the rule's own severity.
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
        }
    }

    /// A value must be given.
    #[must_use]
    pub fn required(rule: &'static Rule, path: impl Into<FieldPath>, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(rule, ViolationKind::Required, path, BadValue::None, detail)
    }

    /// A value is not acceptable.
    #[must_use]
    pub fn invalid(
        rule: &'static Rule,
        path: impl Into<FieldPath>,
        bad: impl Into<BadValue>,
        detail: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::new(rule, ViolationKind::Invalid, path, bad, detail)
    }

    /// A value stands there already.
    #[must_use]
    pub fn duplicate(rule: &'static Rule, path: impl Into<FieldPath>, bad: impl Into<BadValue>) -> Self {
        Self::new(rule, ViolationKind::Duplicate, path, bad, "")
    }

    /// A value must not be given.
    #[must_use]
    pub fn forbidden(rule: &'static Rule, path: impl Into<FieldPath>, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(rule, ViolationKind::Forbidden, path, BadValue::None, detail)
    }

    /// A value is not one of `supported`; the detail lists them, or of many those that begin as it does, and the nearest is what was
    /// probably meant.
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

    /// The same of a key, or of something else that no other scalar can take the place of: a question without a fix.
    #[must_use]
    pub fn name_not_supported<S: AsRef<str>>(
        rule: &'static Rule,
        path: impl Into<FieldPath>,
        bad: impl Into<BadValue>,
        supported: &[S],
    ) -> Self {
        Self { fix: None, ..Self::not_supported(rule, path, bad, supported) }
    }

    /// A value is accepted, and should be another.
    #[must_use]
    pub fn advice(
        rule: &'static Rule,
        path: impl Into<FieldPath>,
        about: impl Into<BadValue>,
        detail: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::new(rule, ViolationKind::Advice, path, about, detail)
    }

    /// The same with another sentence.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<Cow<'static, str>>) -> Self {
        self.detail = detail.into();
        self
    }

    /// The same with another severity.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// The same with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Cow<'static, str>>) -> Self {
        self.help = help.into();
        self
    }

    /// The same where the scalar at the path was probably meant to be another: a question, and a fix that writes it.
    #[must_use]
    pub fn with_meant(self, text: &str) -> Self {
        let fix = Fix::replacing(self.path.clone(), text);
        self.with_help(did_you_mean_that(text)).with_fix(fix)
    }

    /// The same where the key at the path was probably meant to be another.
    #[must_use]
    pub fn with_meant_name(self, name: &str) -> Self {
        let fix = Fix::renaming(self.path.clone(), name);
        self.with_help(did_you_mean_that(name)).with_fix(fix)
    }

    /// The same where the scalar at the path was probably meant to be the candidate that its value is nearest to, if there is one.
    ///
    /// ```
    /// use rootstock_findings::{FieldPath, Rule, Severity, Source, Violation};
    /// static RULE: Rule = Rule {
    ///     name: "region-unknown", package: "rootstock-admission", since: "0.1.0", severity: Severity::Error, source: Source::Gardener, page: "",
    /// };
    /// let violation = Violation::invalid(&RULE, FieldPath::root().field("region"), "eu-wset-1", "is not a region");
    /// let violation = violation.with_nearest(["eu-west-1", "eu-west-2"]);
    /// assert_eq!(violation.help, "did you mean `eu-west-1`?");
    /// assert!(violation.fix.is_some());
    /// ```
    #[must_use]
    pub fn with_nearest<'a>(self, candidates: impl IntoIterator<Item = &'a str>) -> Self {
        match nearest(self.bad.as_str(), candidates) {
            Some(near) => self.with_meant(near),
            None => self,
        }
    }

    /// The same about several values in one sentence, the first one among them. Findings of two readings of a text are told apart by
    /// them: one that is about less than before is not a new one.
    #[must_use]
    pub fn covering<V: Into<String>>(mut self, values: impl IntoIterator<Item = V>) -> Self {
        self.covers = values.into_iter().map(Into::into).collect();
        self
    }

    /// The same with a second place.
    #[must_use]
    pub fn with_related(mut self, path: FieldPath, note: impl Into<String>) -> Self {
        // Nearly always the only one, of a finding that there may be very often.
        self.related.reserve_exact(1);
        self.related.push(Related { path, span: None, note: note.into() });
        self
    }

    /// The same at a place of its own.
    #[must_use]
    pub fn with_span(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// The same with a change that mends it.
    #[must_use]
    pub fn with_fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
