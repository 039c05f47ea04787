//! Versions and constraints: printed versions parse back as the same version; a constraint accepts exactly the versions without
//! obstacles.
#![no_main]

use std::cmp::Ordering;

use libfuzzer_sys::fuzz_target;
use rootstock_versioning::{Constraint, MAX_VERSION_LENGTH, Operator, Version, compare_versions};

fuzz_target!(|input: (&str, &str, &str)| {
    let (one, other, constraint) = input;
    let Ok(one) = one.parse::<Version>() else { return };
    let printed = one.to_string();
    // Omitted numbers are printed, which may exceed the maximum length, as in Gardener.
    if printed.len() <= MAX_VERSION_LENGTH {
        assert_eq!(printed.parse::<Version>().ok().as_ref(), Some(&one));
    }
    if let Ok(other) = other.parse::<Version>() {
        assert_eq!(one.cmp(&other), other.cmp(&one).reverse());
        assert_eq!(one == other, one.cmp(&other) == Ordering::Equal);
        let _ = compare_versions(input.0, Operator::Greater, input.1);
    }
    if let Ok(constraint) = constraint.parse::<Constraint>() {
        assert_eq!(constraint.accepts(&one), constraint.obstacles(&one).is_empty());
    }
});
