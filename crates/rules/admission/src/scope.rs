//! The context of every check.

use rootstock_core_model::{CloudProfile, CloudProfileSpec, ObjectMeta, Path, Quirks, Settings};
use rootstock_worker_capabilities::{BuiltInCatalog, Entry};

use crate::Operation;
use crate::registered::Registered;

/// The path of an object's `spec`.
pub(crate) static SPEC: Path<'static> = Path::root("spec");

/// The extent to which the object under validation is a whole profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// A whole profile.
    Whole,
    /// The changes of a namespaced profile to its parent: every list may be empty, missing fields may come from the
    /// parent, and nothing can be compared with the capabilities registered there.
    Changes {
        /// Whether the profile merged with its parent is checked as well.
        parent_is_known: bool,
    },
}

/// The `metadata` under validation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Metadata<'a> {
    /// The new `metadata`.
    pub(crate) new: &'a ObjectMeta,
    /// The previous `metadata`, on an update.
    pub(crate) old: Option<&'a ObjectMeta>,
    /// Whether objects of this kind are namespaced.
    pub(crate) is_namespaced: bool,
}

/// The object under validation (defaulted and prepared), and the settings for it.
#[derive(Debug)]
pub(crate) struct Scope<'a> {
    /// The object's `metadata`.
    pub(crate) metadata: Metadata<'a>,
    /// The object's `spec`.
    pub(crate) spec: &'a CloudProfileSpec,
    /// The path of `spec`.
    pub(crate) path: Path<'a>,
    /// The previous `spec`, on an update of a CloudProfile.
    pub(crate) old_spec: Option<&'a CloudProfileSpec>,
    /// Whether the object is being created.
    pub(crate) is_created: bool,
    /// Whole profile or changes only.
    pub(crate) extent: Extent,
    /// Semantics, feature gates and time.
    pub(crate) settings: &'a Settings,
    /// `spec.machineCapabilities`, indexed.
    pub(crate) registered: Registered<'a>,
    /// The capabilities that the provider's plug-in brings.
    pub(crate) provider: &'static [Entry],
    /// The name of the CloudProfile that registers the capabilities, if that is another object.
    pub(crate) parent: Option<&'a str>,
}

impl<'a> Scope<'a> {
    /// `provider` lists the capabilities that the provider's plug-in brings.
    pub(crate) fn new(
        profile: &'a CloudProfile,
        operation: Operation<'a>,
        settings: &'a Settings,
        provider: &'static [Entry],
    ) -> Self {
        let old = operation.old();
        let metadata = Metadata { new: &profile.metadata, old: old.map(|old| &old.metadata), is_namespaced: false };
        Self {
            old_spec: old.map(|old| &old.spec),
            is_created: operation == Operation::Create,
            ..Self::of_spec(&profile.spec, SPEC, metadata, settings, provider)
        }
    }

    /// Returns the scope of a specification at `path`, judged as a state.
    pub(crate) fn of_spec(
        spec: &'a CloudProfileSpec,
        path: Path<'a>,
        metadata: Metadata<'a>,
        settings: &'a Settings,
        provider: &'static [Entry],
    ) -> Self {
        let definitions = spec.capability_definitions();
        let built_in = if settings.gates.worker_capabilities {
            BuiltInCatalog::FOLLOWED.built_in(definitions, provider)
        } else {
            Vec::new()
        };
        let registered = Registered::new(definitions, built_in, &settings.quirks);
        Self {
            metadata,
            spec,
            path,
            old_spec: None,
            is_created: false,
            extent: Extent::Whole,
            settings,
            registered,
            provider,
            parent: None,
        }
    }

    /// Describes where capabilities are registered: `` `spec.machineCapabilities` ``.
    pub(crate) fn vocabulary_place(&self) -> String {
        match self.parent {
            Some(parent) => format!("`spec.machineCapabilities` of CloudProfile `{parent}`"),
            None => "`spec.machineCapabilities`".to_owned(),
        }
    }

    /// Returns the departures from the documents that are in force.
    pub(crate) const fn quirks(&self) -> &Quirks {
        &self.settings.quirks
    }

    /// Returns whether this is a whole profile.
    pub(crate) fn is_whole(&self) -> bool {
        self.extent == Extent::Whole
    }
}
