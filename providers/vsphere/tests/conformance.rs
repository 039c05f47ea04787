//! The laws of every provider, and a snapshot of this one's answers.

use rootstock_provider_vsphere::Vsphere;

rootstock_conformance_kit::conformance!(Vsphere);

#[test]
fn answers() {
    insta::assert_snapshot!(rootstock_conformance_kit::transcript(&Vsphere));
}
