//! Other people's names for the architectures that Gardener knows.

use rootstock_core_model::{VALID_ARCHITECTURES, Violation};

/// The architecture that was probably meant.
pub(crate) fn meant_by(value: &str) -> Option<&'static str> {
    match value.to_ascii_lowercase().as_str() {
        "x86_64" | "x86-64" | "x64" | "amd" | "intel" => Some("amd64"),
        "aarch64" | "arm64v8" | "arm64/v8" | "arm" => Some("arm64"),
        // One is never a slip of the other.
        other => VALID_ARCHITECTURES.into_iter().find(|valid| *valid == other),
    }
}

/// The finding about a wrong architecture, with the one that was probably meant.
pub(crate) fn with_meant(violation: Violation) -> Violation {
    match meant_by(violation.bad.as_str()) {
        Some(architecture) => crate::fixes::replacing(violation, architecture),
        None => violation,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("x86_64", Some("amd64"))]
    #[case("AArch64", Some("arm64"))]
    #[case("ARM64", Some("arm64"))]
    #[case("amd46", None)]
    #[case("riscv64", None)]
    fn other_names_are_known(#[case] value: &str, #[case] architecture: Option<&str>) {
        assert_eq!(meant_by(value), architecture);
    }
}
