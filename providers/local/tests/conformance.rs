//! The laws that hold for every provider, and a snapshot of this provider's answers.

use rootstock_provider_local::Local;

rootstock_conformance_kit::conformance!(Local);

#[test]
fn answers() {
    insta::assert_snapshot!(rootstock_conformance_kit::transcript(&Local));
}
