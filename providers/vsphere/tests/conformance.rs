//! The laws that hold for every provider, and a snapshot of this provider's answers.

use rootstock_provider_vsphere::Vsphere;

rootstock_conformance_kit::conformance!(Vsphere);

#[test]
fn answers() {
    insta::assert_snapshot!(rootstock_conformance_kit::transcript(&Vsphere));
}
