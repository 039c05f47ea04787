//! The laws that hold for every provider, and a snapshot of this provider's answers.

use rootstock_provider_hcloud::Hcloud;

rootstock_conformance_kit::conformance!(Hcloud);

#[test]
fn answers() {
    insta::assert_snapshot!(rootstock_conformance_kit::transcript(&Hcloud));
}
