//! Rules as data: the name, the source, and the page that explains and tests a rule.

use std::fmt;

use rootstock_document::Releases;

/// The severity of a finding.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, strum::Display,
)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Severity {
    /// A mistake because of which Gardener, or the documents it follows, reject the object.
    Error,
    /// A value that is accepted, but probably not intended.
    Warning,
    /// A fact worth knowing.
    Note,
}

/// The source of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase", tag = "from", content = "place")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Source {
    /// A section of the operator's guide to CloudProfile capabilities.
    CapabilitiesGuide(&'static str),
    /// A section of GEP-33, Machine Image Capabilities.
    Gep33(&'static str),
    /// A section of GEP-54, Worker Capabilities.
    Gep54(&'static str),
    /// A section of the OpenStack extension's operator guide.
    OpenStackGuide(&'static str),
    /// A section of Shoot Kubernetes and Operating System Versioning.
    VersioningGuide(&'static str),
    /// Gardener's code, where the documents are silent.
    Gardener,
    /// The code of the provider extension with this name.
    ProviderExtension(&'static str),
    /// The Kubernetes API conventions.
    Kubernetes,
    /// Rootstock's own advice or parser.
    Rootstock,
}

impl Source {
    /// Returns the URL of the document, in the version that Rootstock follows; `None` if the source is not a document.
    ///
    /// ```
    /// use rootstock_findings::Source;
    /// assert!(Source::Gep33("Proposal").url().is_some_and(|url| url.contains("0033-machine-image-capabilities")));
    /// assert_eq!(Source::Rootstock.url(), None);
    /// ```
    #[must_use]
    pub const fn url(self) -> Option<&'static str> {
        match self {
            Self::CapabilitiesGuide(_) => Some(
                "https://github.com/gardener/gardener/blob/e73b32d2c841808ffb3e7d8602a7f77ee82060dd/docs/operations/cloudprofile_capabilities.md",
            ),
            Self::Gep33(_) => Some(
                "https://github.com/gardener/enhancements/blob/5b6adbb9fff43a8a50f63787781c102c00668947/geps/0033-machine-image-capabilities/README.md",
            ),
            Self::Gep54(_) => Some(
                "https://github.com/gardener/enhancements/blob/6792a89009ded9a462ba0a7127f25ce06f48e433/geps/0040-worker-capabilities/README.md",
            ),
            Self::OpenStackGuide(_) => Some(
                "https://github.com/gardener/gardener-extension-provider-openstack/blob/97400dd075b8/docs/operations/operations.md",
            ),
            Self::VersioningGuide(_) => Some(
                "https://github.com/gardener/gardener/blob/8eed67a2d7ec0126baf6e1a10c7bd3a717c69594/docs/usage/shoot-operations/shoot_versions.md",
            ),
            Self::Gardener | Self::ProviderExtension(_) | Self::Kubernetes | Self::Rootstock => None,
        }
    }
}

impl fmt::Display for Source {
    /// Formats as `GEP-33, Machine Image Capabilities: Proposal`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (place, section) = match *self {
            Self::CapabilitiesGuide(section) => ("CloudProfile Capabilities", section),
            Self::Gep33(section) => ("GEP-33, Machine Image Capabilities", section),
            Self::Gep54(section) => ("GEP-54, Worker Capabilities", section),
            Self::OpenStackGuide(section) => ("OpenStack extension, operator guide", section),
            Self::VersioningGuide(section) => ("Shoot Kubernetes and Operating System Versioning", section),
            Self::ProviderExtension(name) => return write!(f, "what the {name} extension does"),
            Self::Gardener => ("what Gardener does", ""),
            Self::Kubernetes => ("Kubernetes' API conventions", ""),
            Self::Rootstock => ("rootstock's own", ""),
        };
        if section.is_empty() { f.write_str(place) } else { write!(f, "{place}: {section}") }
    }
}

/// A rule. It is declared once, next to the code that checks it; everything else is generated from it.
///
/// The page is Markdown: a title, a summary paragraph, an explanation, and fenced `yaml` blocks that test the rule. A
/// comment `# error: RULE-NAME` (or `# warning: …`) on a line means that the rule fires there; a block without such a
/// comment is a valid example.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// The stable name, in kebab-case.
    pub name: &'static str,
    /// The package that declares it.
    pub package: &'static str,
    /// The severity of this rule's findings, unless a finding overrides it.
    pub severity: Severity,
    /// The version of the package that introduced it.
    pub since: &'static str,
    /// The source of the requirement.
    pub source: Source,
    /// The releases of Gardener that have it. A rule of the documents holds in all of them with documented semantics.
    pub releases: Releases,
    /// Whether it may find something in a Shoot that Gardener reads alike with and without the rule.
    pub finds_in_equal_shoots: bool,
    /// The form of an object that the releases with and without it treat alike; if empty, the help of the finding.
    pub remedy: &'static str,
    /// The whole page, Markdown.
    #[cfg(feature = "pages")]
    pub page: &'static str,
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Rule {}

impl serde::Serialize for Rule {
    /// Serializes as the name, which is how reports refer to a rule.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

/// A rule declared with [`rules!`](crate::rules!).
#[doc(hidden)]
pub struct Registered(pub &'static Rule);

inventory::collect!(Registered);

impl Rule {
    /// Returns the rules that a package declares, sorted by name; empty if the package is not linked into the program.
    ///
    /// ```
    /// use rootstock_findings::Rule;
    /// assert!(Rule::of("not-linked-into-this-program").is_empty());
    /// ```
    #[must_use]
    pub fn of(package: &str) -> Vec<&'static Self> {
        let declared = inventory::iter::<Registered>.into_iter().map(|registered| registered.0);
        let mut rules: Vec<&'static Self> = declared.filter(|rule| rule.package == package).collect();
        rules.sort_unstable_by_key(|rule| rule.name);
        rules
    }

    /// Returns the rules in this program that only some releases of Gardener have, sorted by name.
    #[must_use]
    pub fn limited() -> Vec<&'static Self> {
        let declared = inventory::iter::<Registered>.into_iter().map(|registered| registered.0);
        let mut rules: Vec<&'static Self> = declared.filter(|rule| !rule.releases.are_all()).collect();
        rules.sort_unstable_by_key(|rule| rule.name);
        rules
    }

    /// Creates a rule for [`rules!`](crate::rules!). The page is dropped in a program built without the feature `pages`.
    #[doc(hidden)]
    #[must_use]
    pub const fn declared(
        [name, package]: [&'static str; 2],
        severity: Severity,
        since: &'static str,
        source: Source,
        #[cfg_attr(not(feature = "pages"), expect(unused_variables, reason = "left out"))] page: &'static str,
    ) -> Self {
        Self {
            name,
            package,
            severity,
            since,
            source,
            releases: Releases::ALL,
            finds_in_equal_shoots: true,
            remedy: "",
            #[cfg(feature = "pages")]
            page,
        }
    }

    /// Returns the rule for [`rules!`](crate::rules!), in some releases of Gardener only.
    #[doc(hidden)]
    #[must_use]
    pub const fn only_in(self, releases: Releases) -> Self {
        Self { releases, ..self }
    }

    /// Returns the rule for [`rules!`](crate::rules!), with nothing to find in equal Shoots.
    #[doc(hidden)]
    #[must_use]
    pub const fn not_equal(self, _shoots: &str) -> Self {
        Self { finds_in_equal_shoots: false, ..self }
    }

    /// Returns the rule for [`rules!`](crate::rules!), with the form of an object that all releases treat alike.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_remedy(self, remedy: &'static str) -> Self {
        Self { remedy, ..self }
    }

    /// Returns the first paragraph after the title.
    #[cfg(feature = "pages")]
    #[must_use]
    pub fn summary(&self) -> String {
        self.page
            .lines()
            .skip_while(|line| line.is_empty() || line.starts_with("# "))
            .take_while(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    }
}
