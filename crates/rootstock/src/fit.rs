//! One machine type against the flavors of one image version: what `select` and `matrix --why` explain.

use rootstock_capability_engine::{Catalog, CatalogMachineType, CatalogVersion, Explanation};
use rootstock_core_model::{Capabilities, CloudProfileSpec, FieldPath, Quirks};
use rootstock_worker_capabilities::CompiledDemand;

/// What is compared, beside what the document says about it.
pub(crate) struct Question<'a> {
    pub(crate) catalog: &'a Catalog,
    machine_type: &'a CatalogMachineType,
    version: &'a CatalogVersion,
    /// What the worker asks for, if one takes part.
    pub(crate) worker: Option<&'a CompiledDemand>,
    /// What the machine type declares; none in a profile without capabilities.
    pub(crate) machine_declares: Option<&'a Capabilities>,
    /// What each flavor declares; none in a profile without capabilities.
    pub(crate) flavors_declare: Option<Vec<&'a Capabilities>>,
    /// Where each flavor stands; in a profile without capabilities, each architecture.
    pub(crate) paths: Vec<FieldPath>,
}

impl<'a> Question<'a> {
    /// The question about a machine type and a version of the image at `image` in `spec.machineImages`.
    pub(crate) fn new(
        spec: &'a CloudProfileSpec,
        catalog: &'a Catalog,
        machine_type: &'a CatalogMachineType,
        image: usize,
        version: &'a CatalogVersion,
        worker: Option<&'a CompiledDemand>,
    ) -> Self {
        let path = version_path(image, version.index);
        let written = spec.images().get(image).and_then(|image| image.offered().get(version.index));
        let count = version.flavors.len();
        let list = if catalog.is_legacy() {
            written.filter(|version| !version.legacy_architectures().is_empty()).map(|_| "architectures")
        } else {
            version.has_flavors.then_some("capabilityFlavors")
        };
        let paths = (0..count).map(|index| match list {
            Some(list) => path.clone().field(list).index(index),
            None => path.clone(),
        });
        let declared = |index: usize| written.and_then(|version| version.flavors().get(index)).map(|flavor| &flavor.0);
        Self {
            catalog,
            machine_type,
            version,
            worker,
            machine_declares: if catalog.is_legacy() {
                None
            } else {
                spec.types().get(machine_type.index).map(|machine_type| &machine_type.capabilities)
            },
            flavors_declare: (!catalog.is_legacy()).then(|| (0..count).map(|i| declared(i).unwrap_or(&NONE)).collect()),
            paths: paths.collect(),
        }
    }

    /// The answer, with its reasons.
    pub(crate) fn explain(&self, quirks: &Quirks) -> Explanation {
        // The worker of the question names no architecture; this quirk would leave out everything else that it asks for.
        let separate = quirks.worker_architecture_is_separate && self.worker.is_none();
        let quirks = Quirks { worker_architecture_is_separate: separate, ..*quirks };
        self.catalog.explain(self.machine_type, self.version, self.worker.map(CompiledDemand::set), &quirks)
    }

    /// The values of a capability, most preferred first.
    pub(crate) fn order(&self, capability: &str) -> &[String] {
        self.catalog.vocabulary().get(capability).map(|capability| capability.values()).unwrap_or_default()
    }

    /// Whether nobody knows a flavor of the version, only the version itself.
    pub(crate) fn has_flavors(&self) -> bool {
        self.version.has_flavors
    }
}

/// A version without flavors declares nothing.
static NONE: Capabilities = Capabilities::new();

/// `spec.machineImages[image].versions[version]`.
pub(crate) fn version_path(image: usize, version: usize) -> FieldPath {
    FieldPath::root().field("spec").field("machineImages").index(image).field("versions").index(version)
}
