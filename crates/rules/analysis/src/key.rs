//! What leads to an object.

use std::fmt;

use rootstock_core_model::{CloudProfile, CloudProfileReference, NamespacedCloudProfile, Shoot};

/// What leads to a profile.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProfileKey {
    /// The namespace of a NamespacedCloudProfile; none of a CloudProfile.
    pub namespace: Option<String>,
    /// The name.
    pub name: String,
}

impl ProfileKey {
    /// A CloudProfile.
    #[must_use]
    pub fn global(name: &str) -> Self {
        Self { namespace: None, name: name.to_owned() }
    }

    /// A NamespacedCloudProfile.
    #[must_use]
    pub fn namespaced(namespace: &str, name: &str) -> Self {
        Self { namespace: Some(namespace.to_owned()), name: name.to_owned() }
    }

    /// What a reference in an object of a namespace leads to.
    #[must_use]
    pub fn of(reference: &CloudProfileReference, namespace: &str) -> Self {
        match reference.is_namespaced() {
            true => Self::namespaced(namespace, &reference.name),
            false => Self::global(&reference.name),
        }
    }

    /// The parent of a NamespacedCloudProfile; `None` if it names none, or something that is no CloudProfile.
    #[must_use]
    pub fn parent_of(child: &NamespacedCloudProfile) -> Option<Self> {
        let parent = &child.spec.parent;
        // An absent kind is a mistake of its own, and says nothing else.
        let is_global = parent.kind == CloudProfile::KIND || parent.kind.is_empty();
        (is_global && !parent.name.is_empty()).then(|| Self::global(&parent.name))
    }

    /// The kind of the profile.
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

/// From `NAME`, or `NAMESPACE/NAME`.
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

/// `NAME`, or `NAMESPACE/NAME`.
impl fmt::Display for ProfileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.namespace {
            Some(namespace) => write!(f, "{namespace}/{}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// A Shoot in words: `NAMESPACE/NAME`.
#[must_use]
pub fn full_name(shoot: &Shoot) -> String {
    format!("{}/{}", shoot.metadata.namespace, shoot.metadata.name)
}
