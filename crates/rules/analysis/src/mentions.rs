//! The names in documents and their places: a machine type where a profile offers it, and where a Shoot refers to it.

mod walk;

use std::ops::Range;

use rootstock_core_model::{NodeRef, Shoot, Span};

use crate::analysis::Analysis;
use crate::input::{Object, Role};
use crate::key::ProfileKey;
use walk::Walk;

/// Something that a profile offers and that others refer to by name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MentionTarget {
    /// The CloudProfile that it belongs to. Offers of a NamespacedCloudProfile count as its parent's.
    pub profile: ProfileKey,
    /// The kind and name.
    pub name: MentionedName,
}

/// The kind and name of a [`MentionTarget`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MentionedName {
    /// The profile itself.
    Profile,
    /// A NamespacedCloudProfile below it.
    Child(ProfileKey),
    /// A Kubernetes version.
    Kubernetes(String),
    /// A machine type.
    MachineType(String),
    /// A volume type.
    VolumeType(String),
    /// A region.
    Region(String),
    /// A machine image.
    Image(String),
    /// A version of a machine image.
    ImageVersion {
        /// The image.
        image: String,
        /// The version.
        version: String,
    },
    /// A flavor of an image version, or its counterpart in the provider section.
    Flavor {
        /// The image.
        image: String,
        /// The version.
        version: String,
        /// The capabilities: those that the profile registers, of which an omitted one has all values, and then the others that the
        /// flavor names; values are in alphabetical order.
        capabilities: Vec<(String, Vec<String>)>,
    },
    /// A capability.
    Capability(String),
    /// A value of a capability.
    CapabilityValue {
        /// The capability.
        capability: String,
        /// The value.
        value: String,
    },
}

/// A place where something is named.
#[derive(Debug, Clone)]
pub struct Mention<'a> {
    /// The named thing.
    pub thing: MentionTarget,
    /// The value that names it; if the key names it, the value of the key.
    pub node: NodeRef<'a>,
    /// Whether the key names it.
    pub is_key: bool,
    /// Whether the profile offers it here, as opposed to referring to it.
    pub is_offer: bool,
}

impl Mention<'_> {
    /// Returns the span of the name; for a flavor, which has no name, the span of the whole flavor.
    #[must_use]
    pub fn span(&self) -> Span {
        let key = self.node.key_span().filter(|_| self.is_key);
        key.unwrap_or_else(|| self.node.span())
    }
}

impl Analysis {
    /// Returns the names in an input, in both sections of profiles, in NamespacedCloudProfiles and in Shoots, in text order.
    ///
    /// ```
    /// use rootstock_analysis::{Analysis, Role, MentionedName};
    /// use rootstock_core_model::{Semantics, Settings};
    ///
    /// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
    /// analysis.set(Role::Checked, "profile.yaml", &std::fs::read("../../../fixtures/base/local.yaml")?);
    /// let mentions = analysis.mentions(Role::Checked, "profile.yaml");
    /// let arm = MentionedName::CapabilityValue { capability: "architecture".to_owned(), value: "arm64".to_owned() };
    /// // Registered, in a flavor, in a machine type, and in the provider section.
    /// assert_eq!(mentions.iter().filter(|mention| mention.thing.name == arm).count(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn mentions(&self, role: Role, name: &str) -> Vec<Mention<'_>> {
        let mut mentions: Vec<Mention<'_>> =
            self.objects(role, name).flat_map(|object| self.mentions_of(object)).collect();
        mentions.sort_by_key(|mention| (mention.span().start, std::cmp::Reverse(mention.span().end)));
        mentions
    }

    /// Returns the mentions that touch a byte range of the text.
    ///
    /// ```
    /// use rootstock_analysis::{Analysis, Role, MentionedName};
    /// use rootstock_core_model::{Semantics, Settings};
    ///
    /// let text = "{kind: CloudProfile, metadata: {name: local}, spec: {regions: [{name: east}, {name: west}]}}";
    /// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
    /// analysis.set(Role::Checked, "profile.yaml", text.as_bytes());
    /// let west = text.find("west").unwrap_or_default();
    /// let [mention] = &analysis.mentions_at(Role::Checked, "profile.yaml", west..west)[..] else { panic!("one region") };
    /// assert_eq!(mention.thing.name, MentionedName::Region("west".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn mentions_at(&self, role: Role, name: &str, bytes: Range<usize>) -> Vec<Mention<'_>> {
        let mut mentions = self.mentions(role, name);
        mentions.retain(|mention| {
            let span = mention.span().range();
            span.start <= bytes.end && bytes.start <= span.end
        });
        mentions
    }

    fn mentions_of<'a>(&'a self, object: &'a Object) -> Vec<Mention<'a>> {
        match object {
            Object::CloudProfile(profile) => {
                let Some(written) = profile.written() else { return Vec::new() };
                let root = written.raw.node();
                let definitions = written.object.spec.capability_definitions();
                let mut walk = Walk::new(profile.key().clone(), definitions);
                walk.name(MentionedName::Profile, root.get("metadata").and_then(|it| it.get("name")), true);
                walk.profile(root);
                walk.mentions
            }
            Object::NamespacedCloudProfile(child) => {
                let Some(parent) = ProfileKey::parent_of(&child.object) else { return Vec::new() };
                let definitions =
                    self.index().parent_of(&child.object).map(|parent| parent.spec().capability_definitions());
                let root = child.raw.node();
                let mut walk = Walk::new(parent, definitions.unwrap_or_default());
                let own = MentionedName::Child(ProfileKey::from(&*child.object));
                walk.name(own, root.get("metadata").and_then(|it| it.get("name")), true);
                let named = root.get("spec").and_then(|it| it.get("parent")).and_then(|it| it.get("name"));
                walk.name(MentionedName::Profile, named, false);
                walk.profile(root);
                walk.mentions
            }
            Object::Shoot(shoot) => {
                let Some((profile, own)) = self.named_by(&shoot.object) else { return Vec::new() };
                let root = shoot.raw.node();
                let mut walk = Walk::new(profile, &[]);
                walk.shoot(root, own);
                walk.mentions
            }
        }
    }

    /// Returns the CloudProfile behind a Shoot, and the profile that the Shoot names, whether or not that exists.
    fn named_by(&self, shoot: &Shoot) -> Option<(ProfileKey, MentionedName)> {
        let key = match shoot.profile() {
            Some(reference) => ProfileKey::of(&reference, &shoot.metadata.namespace),
            None => self.profile_of(shoot).ok()?.key().clone(),
        };
        if key.namespace.is_none() {
            return Some((key, MentionedName::Profile));
        }
        let child = self.index().profiles.get(&key).and_then(Object::child);
        let parent = child.and_then(|child| ProfileKey::parent_of(&child.object));
        Some((parent.unwrap_or_else(|| key.clone()), MentionedName::Child(key)))
    }
}
