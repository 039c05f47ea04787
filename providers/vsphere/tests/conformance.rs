//! What must hold for every provider.

use rootstock_provider_vsphere::Vsphere;

rootstock_conformance_kit::conformance!(Vsphere);
