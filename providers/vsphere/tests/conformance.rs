//! What must hold for every provider.

use rootstock_provider_vsphere::Vsphere;

rootstock_provider_api::conformance!(Vsphere);
