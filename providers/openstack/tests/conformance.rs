//! What must hold for every provider.

use rootstock_provider_openstack::OpenStack;

rootstock_conformance_kit::conformance!(OpenStack);
