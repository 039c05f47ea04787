//! All providers that ship with Rootstock, linked.
//!
//! A plug-in registers itself, but only if it is linked, and it is linked only if something uses its crate. This crate
//! does. A program calls [`registry`] to get the shipped providers and every other plug-in that it links.

use rootstock_provider_api::{Provider, Registry, RegistryError};

/// A reference to each plug-in. A linker drops unreferenced parts of a library (WebAssembly's in particular), and a
/// dropped plug-in registers nothing.
static LINKED: &[&dyn Provider] = &[
    &rootstock_provider_alicloud::Alicloud,
    &rootstock_provider_aws::Aws,
    &rootstock_provider_azure::Azure,
    &rootstock_provider_equinixmetal::EquinixMetal,
    &rootstock_provider_gcp::Gcp,
    &rootstock_provider_hcloud::Hcloud,
    &rootstock_provider_ironcore::IronCore,
    &rootstock_provider_ironcore_metal::IronCoreMetal,
    &rootstock_provider_local::Local,
    &rootstock_provider_metal::Metal,
    &rootstock_provider_openstack::OpenStack,
    &rootstock_provider_stackit::Stackit,
    &rootstock_provider_vsphere::Vsphere,
];

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

/// Returns all providers that are linked into the program.
///
/// ```
/// let registry = rootstock_providers::registry()?;
/// assert_eq!(registry.names().collect::<Vec<_>>(), rootstock_providers::SHIPPED);
/// # Ok::<(), rootstock_provider_api::RegistryError>(())
/// ```
///
/// # Errors
/// Returns an error if one of [`SHIPPED`] is not linked, or if two plug-ins share a name.
pub fn registry() -> Result<Registry, RegistryError> {
    std::hint::black_box(LINKED);
    Registry::from_inventory(SHIPPED)
}
