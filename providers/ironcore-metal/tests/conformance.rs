//! The laws that hold for every provider, and a snapshot of this provider's answers.

use rootstock_provider_ironcore_metal::IronCoreMetal;

rootstock_conformance_kit::conformance!(IronCoreMetal);

#[test]
fn answers() {
    insta::assert_snapshot!(rootstock_conformance_kit::transcript(&IronCoreMetal));
}
