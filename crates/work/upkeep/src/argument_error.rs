//! Errors for arguments that cannot be parsed.

/// An argument that cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{argument}` is invalid; write {form}")]
pub struct UpkeepArgumentError {
    argument: String,
    form: &'static str,
}

impl UpkeepArgumentError {
    pub(crate) fn new(argument: &str, form: &'static str) -> Self {
        Self { argument: argument.to_owned(), form }
    }
}
