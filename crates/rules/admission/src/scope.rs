//! What every check may look at.

use rootstock_core_model::{CloudProfile, CloudProfileSpec, ObjectMeta, Path, Quirks, Settings};
use rootstock_worker_capabilities::{Catalogue, Entry};

use crate::Operation;
use crate::registered::Registered;

/// Where the `spec` of an object stands.
pub(crate) static SPEC: Path<'static> = Path::root("spec");

/// How much of a profile the object under validation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All of it.
    Whole,
    /// What a namespaced profile says beside its parent: every list may be empty, what is missing may be the parent's, and
    /// nothing can be compared with what is registered there.
    Changes {
        /// Whether the profile with its parent is looked at besides.
        parent_is_known: bool,
    },
}

/// The `metadata` under validation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Metadata<'a> {
    /// What it is to be.
    pub(crate) new: &'a ObjectMeta,
    /// What was there before, on an update.
    pub(crate) old: Option<&'a ObjectMeta>,
    /// Whether objects of this kind live in namespaces.
    pub(crate) is_namespaced: bool,
}

/// The object under validation (defaulted and prepared), and what it is judged under.
#[derive(Debug)]
pub(crate) struct Scope<'a> {
    /// The `metadata`.
    pub(crate) metadata: Metadata<'a>,
    /// What it says.
    pub(crate) spec: &'a CloudProfileSpec,
    /// Where that stands.
    pub(crate) path: Path<'a>,
    /// What was there before, on an update of a CloudProfile.
    pub(crate) old_spec: Option<&'a CloudProfileSpec>,
    /// Whether it is created.
    pub(crate) is_created: bool,
    /// How much of a profile it is.
    pub(crate) extent: Extent,
    /// Semantics, gates and time.
    pub(crate) settings: &'a Settings,
    /// `spec.machineCapabilities`, indexed.
    pub(crate) registered: Registered<'a>,
    /// The capabilities that the provider's plug-in brings.
    pub(crate) provider: &'static [Entry],
    /// The CloudProfile that registers the capabilities, where that is another object.
    pub(crate) parent: Option<&'a str>,
}

impl<'a> Scope<'a> {
    /// `provider` are the capabilities that the provider's plug-in brings.
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

    /// The scope of a specification that stands at `path`, as a state.
    pub(crate) fn of_spec(
        spec: &'a CloudProfileSpec,
        path: Path<'a>,
        metadata: Metadata<'a>,
        settings: &'a Settings,
        provider: &'static [Entry],
    ) -> Self {
        let definitions = spec.capability_definitions();
        let built_in = if settings.gates.worker_capabilities {
            Catalogue::FIRST.built_in(definitions, provider)
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

    /// Where capabilities are registered, in words: `` `spec.machineCapabilities` ``.
    pub(crate) fn vocabulary_place(&self) -> String {
        match self.parent {
            Some(parent) => format!("`spec.machineCapabilities` of CloudProfile `{parent}`"),
            None => "`spec.machineCapabilities`".to_owned(),
        }
    }

    /// Which departures from the documents are in force.
    pub(crate) const fn quirks(&self) -> &Quirks {
        &self.settings.quirks
    }

    /// Whether this is all of a profile.
    pub(crate) fn is_whole(&self) -> bool {
        self.extent == Extent::Whole
    }
}
