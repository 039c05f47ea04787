//! The laws that hold for every provider, and a snapshot of this provider's answers.

use rootstock_provider_alicloud::Alicloud;

rootstock_conformance_kit::conformance!(Alicloud);

#[test]
fn answers() {
    insta::assert_snapshot!(rootstock_conformance_kit::transcript(&Alicloud));
}
