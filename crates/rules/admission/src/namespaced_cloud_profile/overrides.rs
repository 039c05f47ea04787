//! Rules for overrides of the parent by a NamespacedCloudProfile.

pub(crate) mod kubernetes;
pub(crate) mod machine_images;
pub(crate) mod without_definition;

use std::cell::OnceCell;
use std::collections::HashSet;

use rootstock_core_model::{
    CloudProfile, CloudProfileSpec, NamespacedCloudProfile, NamespacedCloudProfileSpec, NodeRef, Settings,
};
use rootstock_worker_capabilities::Entry;

use super::render::render_converted;
use super::{Rendered, default_namespaced_cloud_profile, in_parent_format};
use crate::Operation;
use crate::scope::{Metadata, Scope};

/// A NamespacedCloudProfile with its parent and its previous version.
pub(super) struct Comparison<'a> {
    child: &'a NamespacedCloudProfile,
    /// The parent in its stored form.
    parent: &'a CloudProfileSpec,
    /// The child in the parent's format, with the same positions.
    converted: NamespacedCloudProfileSpec,
    rendered: Rendered,
    before: Previous,
    settings: &'a Settings,
    provider: &'static [Entry],
    /// The versions that the provider's part of the child maps.
    mapped: OnceCell<HashSet<&'a str>>,
}

/// The previous version of the profile.
enum Previous {
    /// Unknown: the profile is judged as a state.
    Unknown,
    /// None: the profile is created.
    Nothing,
    /// The profile that this one replaces.
    Old(Box<Old>),
}

/// The previous version of the profile, in several forms.
struct Old {
    /// As it was written.
    written: NamespacedCloudProfileSpec,
    /// In the parent's format.
    converted: NamespacedCloudProfileSpec,
    /// The rendered profile that Shoots saw.
    status: CloudProfileSpec,
}

impl Old {
    fn new(old: &NamespacedCloudProfile, parent: &CloudProfileSpec, settings: &Settings) -> Self {
        let mut old = old.clone();
        default_namespaced_cloud_profile(&mut old);
        let converted = in_parent_format(&old.spec, parent);
        // A manifest has no status, or a stale one.
        let status = old.status.take().map(|status| status.cloud_profile_spec).filter(|spec| !spec.images().is_empty());
        let status = status.unwrap_or_else(|| render_converted(parent, &converted, settings).spec);
        Self { written: old.spec, converted, status }
    }
}

impl<'a> Comparison<'a> {
    /// Compares a child with its parent. `parent` must be canonical, and `child` must have its defaults.
    pub(super) fn new(
        child: &'a NamespacedCloudProfile,
        parent: &'a CloudProfile,
        operation: Operation<'_, NamespacedCloudProfile>,
        settings: &'a Settings,
        provider: &'static [Entry],
    ) -> Self {
        let parent = &parent.spec;
        let converted = in_parent_format(&child.spec, parent);
        let rendered = render_converted(parent, &converted, settings);
        let before = match operation {
            Operation::State => Previous::Unknown,
            Operation::Create => Previous::Nothing,
            Operation::Update { old } => Previous::Old(Box::new(Old::new(old, parent, settings))),
        };
        Self { child, parent, converted, rendered, before, settings, provider, mapped: OnceCell::new() }
    }

    /// Returns the child's specification as written.
    pub(super) const fn written(&self) -> &NamespacedCloudProfileSpec {
        &self.child.spec
    }

    /// Returns the specification that this one replaces, as it was written.
    pub(super) fn old_written(&self) -> Option<&NamespacedCloudProfileSpec> {
        self.old().map(|old| &old.written)
    }

    /// Returns the parent's specification.
    pub(super) const fn parent(&self) -> &'a CloudProfileSpec {
        self.parent
    }

    /// Returns whether the provider's part of the child maps a version. Every provider lists images and versions alike.
    fn maps(&self, version: &str) -> bool {
        fn items<'n>(node: NodeRef<'n>, field: &str) -> impl Iterator<Item = NodeRef<'n>> {
            node.get(field).into_iter().flat_map(NodeRef::items)
        }
        let mapped = self.mapped.get_or_init(|| {
            let config = self.child.spec.provider_config.as_ref().map(|config| config.node());
            let images = config.into_iter().flat_map(|config| items(config, "machineImages"));
            let versions = images.flat_map(|image| items(image, "versions"));
            versions.filter_map(|version| version.get("version")?.as_str()).collect()
        });
        mapped.contains(version)
    }

    pub(super) fn parent_name(&self) -> &str {
        &self.child.spec.parent.name
    }

    /// Returns the rendered profile.
    pub(super) const fn rendered(&self) -> &Rendered {
        &self.rendered
    }

    /// Returns the settings of the check.
    pub(super) const fn settings(&self) -> &'a Settings {
        self.settings
    }

    /// Returns the scope of a profile (rendered, or the parent's) whose fields are at `path`.
    pub(super) fn scope<'s>(
        &'s self,
        spec: &'s CloudProfileSpec,
        path: rootstock_core_model::Path<'s>,
        settings: &'s Settings,
    ) -> Scope<'s> {
        let metadata = Metadata { new: &self.child.metadata, old: None, is_namespaced: true };
        let parent = Some(self.parent_name());
        Scope { parent, ..Scope::of_spec(spec, path, metadata, settings, self.provider) }
    }

    /// Returns the previous version, on an update.
    fn old(&self) -> Option<&Old> {
        match &self.before {
            Previous::Old(old) => Some(old),
            Previous::Unknown | Previous::Nothing => None,
        }
    }

    /// Returns the rendered profile.
    pub(super) fn into_rendered(self) -> Rendered {
        self.rendered
    }
}
