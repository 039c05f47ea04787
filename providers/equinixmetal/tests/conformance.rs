//! The laws that hold for every provider, and a snapshot of this provider's answers.

use rootstock_provider_equinixmetal::EquinixMetal;

rootstock_conformance_kit::conformance!(EquinixMetal);

#[test]
fn answers() {
    insta::assert_snapshot!(rootstock_conformance_kit::transcript(&EquinixMetal));
}
