//! The providers of a program: collected, sorted, and complete or an error.

use std::collections::BTreeMap;
use std::fmt;

use crate::Provider;

/// The slip that a plug-in hands in where it is linked; [`crate::register!`] writes it.
pub struct Registration(pub &'static dyn Provider);

inventory::collect!(Registration);

/// Hands in a provider: `register!(Local);`, where `Local` is a unit value.
///
/// A crate that only stands in `Cargo.toml` is not linked and registers nothing; something must `use` it.
#[macro_export]
macro_rules! register {
    ($provider:expr) => {
        $crate::inventory::submit! { $crate::Registration(&$provider) }
    };
}

/// The providers of a program, sorted by name.
#[derive(Clone)]
pub struct Registry {
    providers: Vec<&'static dyn Provider>,
}

/// Why a [`Registry`] cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// No plug-in is linked.
    #[error("no provider plug-in is linked into this program; `use rootstock_providers as _;` links the usual ones")]
    Empty,
    /// Two plug-ins want the same name.
    #[error("provider `{name}` is registered twice, by {first} and by {second}")]
    Duplicate {
        /// The name.
        name: &'static str,
        /// The package of the one.
        first: &'static str,
        /// The package of the other.
        second: &'static str,
    },
    /// A plug-in that should be there is not.
    #[error(
        "provider `{name}` is expected but not linked; a crate that only stands in Cargo.toml registers nothing, \
         something must `use` it"
    )]
    Missing {
        /// The name.
        name: String,
    },
}

impl Registry {
    /// The plug-ins that are linked into the program.
    ///
    /// `expected` are names that must be among them: a plug-in that falls out of the link is an error, not a provider
    /// that nobody knows.
    ///
    /// # Errors
    /// When nothing is linked, when two plug-ins share a name, or when one of `expected` is not there.
    pub fn from_inventory(expected: &[&str]) -> Result<Self, RegistryError> {
        let mut builder = Self::builder();
        for Registration(provider) in inventory::iter::<Registration> {
            builder = builder.with(*provider);
        }
        let registry = builder.build()?;
        match expected.iter().find(|name| registry.get(name).is_none()) {
            Some(name) => Err(RegistryError::Missing { name: (*name).to_owned() }),
            None => Ok(registry),
        }
    }

    /// A registry by hand, for programs that want no linker magic.
    #[must_use]
    pub const fn builder() -> RegistryBuilder {
        RegistryBuilder { providers: Vec::new() }
    }

    /// The provider of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'static dyn Provider> {
        let position = self.providers.binary_search_by(|provider| provider.name().cmp(name)).ok()?;
        self.providers.get(position).copied()
    }

    /// What the provider is called now that once had that name.
    #[must_use]
    pub fn called_now(&self, former: &str) -> Option<&'static str> {
        let had = |provider: &&dyn Provider| provider.extension().former_names.contains(&former);
        self.iter().find(had).map(|provider| provider.name())
    }

    /// All providers, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &'static dyn Provider> {
        self.providers.iter().copied()
    }

    /// The names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.iter().map(|provider| provider.name())
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

/// Collects providers for a [`Registry`].
pub struct RegistryBuilder {
    providers: Vec<&'static dyn Provider>,
}

impl RegistryBuilder {
    /// Adds one.
    #[must_use]
    pub fn with(mut self, provider: &'static dyn Provider) -> Self {
        self.providers.push(provider);
        self
    }

    /// The registry.
    ///
    /// # Errors
    /// When there is none, or when two have the same name.
    pub fn build(self) -> Result<Registry, RegistryError> {
        let mut by_name: BTreeMap<&'static str, &'static dyn Provider> = BTreeMap::new();
        for provider in self.providers {
            if let Some(other) = by_name.insert(provider.name(), provider) {
                let (a, b) = (other.extension().package.name, provider.extension().package.name);
                return Err(RegistryError::Duplicate { name: provider.name(), first: a.min(b), second: a.max(b) });
            }
        }
        if by_name.is_empty() {
            return Err(RegistryError::Empty);
        }
        Ok(Registry { providers: by_name.into_values().collect() })
    }
}
