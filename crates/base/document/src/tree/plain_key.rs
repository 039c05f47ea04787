//! Keys without quotes.

use super::{Scalar, resolve};

/// The interpretation of a key without quotes by Kubernetes.
pub(super) enum PlainKey {
    AsWritten,
    ReadAs(String),
    Merge,
    Missing,
}

impl PlainKey {
    pub(super) fn of(written: &str) -> Self {
        let read_as = match resolve(written) {
            Scalar::Text("<<") => return Self::Merge,
            Scalar::Text(_) => return Self::AsWritten,
            Scalar::Null => return Self::Missing,
            Scalar::Bool(value) => value.to_string(),
            Scalar::Int(value) => value.to_string(),
            Scalar::Uint(value) => value.to_string(),
            // Go prints fractional keys with 32-bit precision.
            #[expect(clippy::cast_possible_truncation, reason = "as Go does")]
            Scalar::Float(value) => (value as f32).to_string(),
        };
        if read_as == written { Self::AsWritten } else { Self::ReadAs(read_as) }
    }
}
