//! Checks Gardener CloudProfiles, and tells which machine image takes on which machine type.

fn main() {}
