//! Where the extension does less than the profile lets one expect.

use rootstock_core_model::{ARCHITECTURE, BadValue, Path, Source, Violation, ViolationKind};

use crate::entries::entries;
use crate::{Checker, ImageVersion, Plugin, ProviderImage};

rootstock_core_model::rules! {
    /// Capabilities in a profile of an extension that knows none.
    PROVIDER_WITHOUT_CAPABILITIES: Warning, since "0.1.0", Source::Rootstock;
    /// A flavor, or an entry of the legacy format, without an architecture, of which the extension cannot create machines.
    PROVIDER_FLAVOR_ARCHITECTURE_UNWRITTEN: Warning, since "0.1.0", Source::Rootstock;
}

impl Checker<'_> {
    /// Reports what the profile may say and the extension cannot act on.
    pub(crate) fn check_support<P: Plugin>(&mut self, images: &[ProviderImage<P::Version>]) {
        if !P::EXTENSION.knows_capabilities() && self.spec().has_capabilities() {
            let spec = Path::root("spec");
            let detail = format!(
                "the extension of provider `{}` knows no capabilities and chooses images by version and architecture alone; \
                 register no capability but `{ARCHITECTURE}`",
                P::EXTENSION.name,
            );
            let path = spec.field("machineCapabilities");
            let definitions = self.spec().capability_definitions();
            if definitions.iter().any(|one| one.name != ARCHITECTURE) {
                self.report(Violation::new(
                    &PROVIDER_WITHOUT_CAPABILITIES,
                    ViolationKind::NotSupported,
                    &path,
                    BadValue::None,
                    detail,
                ));
            }
        }
        if P::EXTENSION.needs_written_architecture {
            self.check_written_architectures(images);
        }
    }

    /// Reports flavors, or entries of the legacy format, that do not say for which architecture they are.
    pub(crate) fn check_written_architectures<V: ImageVersion>(&mut self, images: &[ProviderImage<V>]) {
        for entry in entries(images).flat_map(|(_, placed)| placed.mapped()) {
            if !entry.artifact.writes_architecture {
                let detail = "should name its architecture: leaving it out means amd64 where the profile is checked, but the \
                              extension then does not find the entry and cannot create machines of it";
                self.report(Violation::required(&PROVIDER_FLAVOR_ARCHITECTURE_UNWRITTEN, entry.path(), detail));
            }
        }
        if !self.has_capabilities() {
            return;
        }
        for flavor in entries(images).flat_map(|(_, placed)| placed.flavors()) {
            // What must be written anyway, and is not, is an error of its own.
            let capabilities = &flavor.artifact.capabilities;
            if capabilities.get(ARCHITECTURE).is_some() || !self.registered.is_sound(capabilities) {
                continue;
            }
            let detail = "should name its architecture: leaving out the only registered one is allowed, but the extension \
                          then cannot create machines of this flavor";
            self.report(Violation::required(
                &PROVIDER_FLAVOR_ARCHITECTURE_UNWRITTEN,
                flavor.path().field("capabilities"),
                detail,
            ));
        }
    }
}
