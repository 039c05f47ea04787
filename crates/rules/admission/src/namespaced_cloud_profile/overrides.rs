//! What a NamespacedCloudProfile may say about what its parent has.

pub(crate) mod kubernetes;
pub(crate) mod machine_images;
pub(crate) mod without_definition;

use rootstock_core_model::{
    CloudProfile, CloudProfileSpec, NamespacedCloudProfile, NamespacedCloudProfileSpec, Settings,
};
use rootstock_worker_capabilities::Entry;

use super::render::render_converted;
use super::{Rendered, default_namespaced_cloud_profile, in_parent_format};
use crate::Operation;
use crate::scope::{Metadata, Scope};

/// A NamespacedCloudProfile beside its parent, and beside what it was before.
pub(super) struct Comparison<'a> {
    child: &'a NamespacedCloudProfile,
    /// The parent as it is stored.
    parent: &'a CloudProfileSpec,
    /// What the child says, in the parent's format, at the same positions.
    converted: NamespacedCloudProfileSpec,
    rendered: Rendered,
    before: Before,
    settings: &'a Settings,
    provider: &'static [Entry],
}

/// What is known about what was there before.
enum Before {
    /// Nothing: it is judged as a state.
    Unknown,
    /// The profile is created.
    Nothing,
    /// The profile takes the place of this one.
    Old(Box<Old>),
}

/// What was there before.
struct Old {
    /// As it was written.
    written: NamespacedCloudProfileSpec,
    /// In the parent's format.
    converted: NamespacedCloudProfileSpec,
    /// What Shoots got.
    status: CloudProfileSpec,
}

impl Old {
    fn new(old: &NamespacedCloudProfile, parent: &CloudProfileSpec, settings: &Settings) -> Self {
        let mut old = old.clone();
        default_namespaced_cloud_profile(&mut old);
        let converted = in_parent_format(&old.spec, parent);
        // A manifest has no status, or one that was left over.
        let status = old.status.take().map(|status| status.cloud_profile_spec).filter(|spec| !spec.images().is_empty());
        let status = status.unwrap_or_else(|| render_converted(parent, &converted, settings).spec);
        Self { written: old.spec, converted, status }
    }
}

impl<'a> Comparison<'a> {
    /// `parent` is canonical, `child` has its defaults.
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
            Operation::State => Before::Unknown,
            Operation::Create => Before::Nothing,
            Operation::Update { old } => Before::Old(Box::new(Old::new(old, parent, settings))),
        };
        Self { child, parent, converted, rendered, before, settings, provider }
    }

    /// What the child says, as it is written.
    pub(super) const fn written(&self) -> &NamespacedCloudProfileSpec {
        &self.child.spec
    }

    /// The parent's part.
    pub(super) const fn parent(&self) -> &'a CloudProfileSpec {
        self.parent
    }

    /// The name of the parent.
    pub(super) fn parent_name(&self) -> &str {
        &self.child.spec.parent.name
    }

    /// What comes of the two.
    pub(super) const fn rendered(&self) -> &Rendered {
        &self.rendered
    }

    /// What the check is made under.
    pub(super) const fn settings(&self) -> &'a Settings {
        self.settings
    }

    /// The scope of a profile, the rendered one or the parent's, whose parts stand at `path`.
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

    /// What was there before, on an update.
    fn old(&self) -> Option<&Old> {
        match &self.before {
            Before::Old(old) => Some(old),
            Before::Unknown | Before::Nothing => None,
        }
    }

    /// What Shoots get.
    pub(super) fn into_rendered(self) -> Rendered {
        self.rendered
    }
}
