//! The keys of objects.

use std::fmt;

use rootstock_core_model::{CloudProfile, CloudProfileReference, NamespacedCloudProfile, Shoot};

/// The key of a profile.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProfileKey {
    /// The namespace of a NamespacedCloudProfile; `None` for a CloudProfile.
    pub namespace: Option<String>,
    /// The name.
    pub name: String,
}

impl ProfileKey {
    /// Returns the key of a CloudProfile.
    #[must_use]
    pub fn global(name: &str) -> Self {
        Self { namespace: None, name: name.to_owned() }
    }

    /// Returns the key of a NamespacedCloudProfile.
    #[must_use]
    pub fn namespaced(namespace: &str, name: &str) -> Self {
        Self { namespace: Some(namespace.to_owned()), name: name.to_owned() }
    }

    /// Resolves a reference in an object of a namespace.
    #[must_use]
    pub fn of(reference: &CloudProfileReference, namespace: &str) -> Self {
        match reference.is_namespaced() {
            true => Self::namespaced(namespace, &reference.name),
            false => Self::global(&reference.name),
        }
    }

    /// Returns the parent of a NamespacedCloudProfile; `None` if it names none, or something other than a CloudProfile.
    #[must_use]
    pub fn parent_of(child: &NamespacedCloudProfile) -> Option<Self> {
        let parent = &child.spec.parent;
        // An absent kind is reported on its own, and does not make the parent ambiguous.
        let is_global = parent.kind == CloudProfile::KIND || parent.kind.is_empty();
        (is_global && !parent.name.is_empty()).then(|| Self::global(&parent.name))
    }

    /// Returns the kind of the profile.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        if self.namespace.is_some() { NamespacedCloudProfile::KIND } else { CloudProfile::KIND }
    }
}

impl From<&CloudProfile> for ProfileKey {
    fn from(profile: &CloudProfile) -> Self {
        Self::global(&profile.metadata.name)
    }
}

impl From<&NamespacedCloudProfile> for ProfileKey {
    fn from(child: &NamespacedCloudProfile) -> Self {
        Self::namespaced(&child.metadata.namespace, &child.metadata.name)
    }
}

/// Parses `NAME` or `NAMESPACE/NAME`.
///
/// ```
/// use rootstock_analysis::ProfileKey;
///
/// assert_eq!(ProfileKey::from("garden-a/small"), ProfileKey::namespaced("garden-a", "small"));
/// assert_eq!(ProfileKey::from("small"), ProfileKey::global("small"));
/// ```
impl From<&str> for ProfileKey {
    fn from(text: &str) -> Self {
        match text.split_once('/') {
            Some((namespace, name)) => Self::namespaced(namespace, name),
            None => Self::global(text),
        }
    }
}

/// Formats the key as `NAME` or `NAMESPACE/NAME`.
impl fmt::Display for ProfileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.namespace {
            Some(namespace) => write!(f, "{namespace}/{}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// Returns the full name of a Shoot: `NAMESPACE/NAME`, or `NAME` if the manifest leaves the namespace to the command that applies it.
#[must_use]
pub fn full_name(shoot: &Shoot) -> String {
    match shoot.metadata.namespace.as_str() {
        "" => shoot.metadata.name.clone(),
        namespace => format!("{namespace}/{}", shoot.metadata.name),
    }
}
