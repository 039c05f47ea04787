//! All providers that ship with Rootstock, linked.
//!
//! A plug-in registers itself, but only where it is linked, and it is linked only where something uses its crate. This
//! crate does. A program calls [`registry`]; it gets the shipped providers and every other plug-in it links itself.

use rootstock_provider_alicloud as _;
use rootstock_provider_api::{Registry, RegistryError};
use rootstock_provider_aws as _;
use rootstock_provider_azure as _;
use rootstock_provider_equinixmetal as _;
use rootstock_provider_gcp as _;
use rootstock_provider_hcloud as _;
use rootstock_provider_ironcore as _;
use rootstock_provider_ironcore_metal as _;
use rootstock_provider_local as _;
use rootstock_provider_metal as _;
use rootstock_provider_openstack as _;
use rootstock_provider_stackit as _;
use rootstock_provider_vsphere as _;

/// The names of the providers in this bundle, sorted.
pub const SHIPPED: &[&str] = &[
    "alicloud",
    "aws",
    "azure",
    "equinixmetal",
    "gcp",
    "hcloud",
    "ironcore",
    "ironcore-metal",
    "local",
    "metal",
    "openstack",
    "stackit",
    "vsphere",
];

/// All providers linked into the program.
///
/// ```
/// let registry = rootstock_providers::registry()?;
/// assert_eq!(registry.names().collect::<Vec<_>>(), rootstock_providers::SHIPPED);
/// # Ok::<(), rootstock_provider_api::RegistryError>(())
/// ```
///
/// # Errors
/// When one of [`SHIPPED`] fell out of the link, or two plug-ins share a name.
pub fn registry() -> Result<Registry, RegistryError> {
    Registry::from_inventory(SHIPPED)
}
