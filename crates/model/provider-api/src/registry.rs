//! The providers of a program: collected, sorted, and checked for completeness.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use rootstock_core_model::CloudProfileSpec;

use crate::Provider;

/// The registration of a linked plug-in; [`crate::register!`] writes it.
pub struct Registration(pub &'static dyn Provider);

inventory::collect!(Registration);

/// Registers a provider: `register!(Local);`, where `Local` is a unit value.
///
/// A crate that is only listed in `Cargo.toml` is not linked and registers nothing; something must `use` it.
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

/// Clones the registry, which copies a few pointers, because plug-ins are statics.
impl From<&Registry> for Arc<Registry> {
    fn from(registry: &Registry) -> Self {
        Self::new(registry.clone())
    }
}

/// The reason why a [`Registry`] cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// No linked plug-ins.
    #[error("no provider plug-in is linked into this program; `use rootstock_providers as _;` links the usual ones")]
    Empty,
    /// Two plug-ins with the same name.
    #[error("provider `{name}` is registered twice, by {first} and by {second}")]
    Duplicate {
        /// The name.
        name: &'static str,
        /// The package of the first.
        first: &'static str,
        /// The package of the second.
        second: &'static str,
    },
    /// A missing plug-in that is expected.
    #[error(
        "provider `{name}` is expected but not linked; a dependency in Cargo.toml alone registers nothing, the \
         program must also `use` the crate"
    )]
    Missing {
        /// The name.
        name: String,
    },
}

impl Registry {
    /// Collects the plug-ins that are linked into the program.
    ///
    /// `expected` lists the required names: a plug-in that is dropped by the linker is an error, not an unknown
    /// provider.
    ///
    /// # Errors
    /// Returns an error if nothing is linked, if two plug-ins share a name, or if one of `expected` is missing.
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

    /// Starts a registry that is filled by hand, for programs that avoid linker magic.
    #[must_use]
    pub const fn builder() -> RegistryBuilder {
        RegistryBuilder { providers: Vec::new() }
    }

    /// Returns the provider with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'static dyn Provider> {
        let position = self.providers.binary_search_by(|provider| provider.name().cmp(name)).ok()?;
        self.providers.get(position).copied()
    }

    /// Returns the provider of a profile: the one that `spec.type` names or, if it is missing, the one that `providerConfig`
    /// belongs to according to its `apiVersion`.
    #[must_use]
    pub fn of_profile(&self, spec: &CloudProfileSpec) -> Option<&'static dyn Provider> {
        if !spec.provider_type.is_empty() {
            return self.get(&spec.provider_type);
        }
        let group = |version: &str| version.split('/').next().map(str::to_owned);
        let own = group(spec.provider_config.as_ref()?.get("apiVersion")?.as_str()?)?;
        self.iter().find(|provider| group(provider.extension().config.api_version).is_some_and(|group| group == own))
    }

    /// Returns the present name of the provider that once had the name `former`.
    #[must_use]
    pub fn current_name(&self, former: &str) -> Option<&'static str> {
        let had = |provider: &&dyn Provider| provider.extension().former_names.contains(&former);
        self.iter().find(had).map(|provider| provider.name())
    }

    /// Iterates over all providers, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &'static dyn Provider> {
        self.providers.iter().copied()
    }

    /// Iterates over the names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.iter().map(|provider| provider.name())
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

/// A builder of a [`Registry`].
pub struct RegistryBuilder {
    providers: Vec<&'static dyn Provider>,
}

impl RegistryBuilder {
    /// Adds a provider.
    #[must_use]
    pub fn with(mut self, provider: &'static dyn Provider) -> Self {
        self.providers.push(provider);
        self
    }

    /// Builds the registry.
    ///
    /// # Errors
    /// Returns an error if there is no provider, or if two have the same name.
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
