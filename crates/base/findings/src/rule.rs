//! A rule as data: its name, its source, and the page that explains it and tests it.

use std::fmt;

/// How much a finding matters.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, strum::Display,
)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Severity {
    /// Gardener, or the documents it follows, refuse the object.
    Error,
    /// Accepted, and probably not what is meant.
    Warning,
    /// Worth knowing.
    Note,
}

/// Where a rule comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase", tag = "from", content = "place")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Source {
    /// The operator's guide to CloudProfile capabilities; the section.
    CapabilitiesGuide(&'static str),
    /// GEP-33, Machine Image Capabilities; the section.
    Gep33(&'static str),
    /// GEP-54, Worker Capabilities; the section.
    Gep54(&'static str),
    /// The OpenStack extension's operator guide; the section.
    OpenStackGuide(&'static str),
    /// Shoot Kubernetes and Operating System Versioning; the section.
    VersioningGuide(&'static str),
    /// Gardener's code, where the documents are silent.
    Gardener,
    /// A provider extension's code; its name.
    ProviderExtension(&'static str),
    /// The Kubernetes API conventions.
    Kubernetes,
    /// Rootstock's own advice or reader.
    Rootstock,
}

impl Source {
    /// Where the document is, in the version that is followed; `None` for what is no document.
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
    /// In words: `GEP-33, Machine Image Capabilities: Proposal`.
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

/// One rule. Declared once, beside the code that checks it; everything else is generated from it.
///
/// The page is Markdown: a title, a summary paragraph, an explanation, and fenced `yaml` blocks that are the rule's
/// tests: a comment `# error: RULE-NAME` (or `# warning: …`) on a line says that the rule fires there; a block without
/// one is a good example.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Stable kebab-case name.
    pub name: &'static str,
    /// The package that declares it.
    pub package: &'static str,
    /// How much a finding of this rule matters unless the finding says otherwise.
    pub severity: Severity,
    /// The version of the package that had it first.
    pub since: &'static str,
    /// Where it comes from.
    pub source: Source,
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
    /// As its name: that is what reports refer to.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

/// A rule that has been declared with [`rules!`](crate::rules!).
#[doc(hidden)]
pub struct Registered(pub &'static Rule);

inventory::collect!(Registered);

impl Rule {
    /// The rules that a package declares, sorted by name; none if the package is not linked into the program.
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

    /// A rule as [`rules!`](crate::rules!) declares it. The page stays out of a program that is built without the feature `pages`.
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
            #[cfg(feature = "pages")]
            page,
        }
    }

    /// The first paragraph below the title.
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
