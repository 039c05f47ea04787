//! Quantities, durations and instants: printed values parse back as the same value.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rootstock_core_model::{FeatureGates, GoDuration, Quantity};
use rootstock_versioning::Timestamp;

fuzz_target!(|text: &str| {
    if let Ok(quantity) = text.parse::<Quantity>() {
        let again: Quantity = quantity.to_string().parse().expect("what is printed can be read");
        assert!(again == quantity);
    }
    if let Ok(instant) = text.parse::<Timestamp>() {
        assert_eq!(instant.to_string().parse().ok(), Some(instant));
    }
    if let Ok(duration) = text.parse::<GoDuration>() {
        assert_eq!(duration.to_string().parse().ok(), Some(duration));
    }
    let _ = text.parse::<FeatureGates>();
});
