//! The name of the Shoot to explain.

use std::fmt;
use std::str::FromStr;

use crate::failure::UsageError;

/// The name of a Shoot: `NAMESPACE/NAME`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShootName {
    pub(crate) namespace: String,
    pub(crate) name: String,
}

impl FromStr for ShootName {
    type Err = UsageError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once('/') {
            Some((namespace, name)) if !name.is_empty() && !name.contains('/') => {
                Ok(Self { namespace: namespace.to_owned(), name: name.to_owned() })
            }
            _ => Err(UsageError::NotAShootName),
        }
    }
}

impl fmt::Display for ShootName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.namespace, self.name)
    }
}
