//! What must hold for every provider.

use rootstock_provider_hcloud::Hcloud;

rootstock_provider_api::conformance!(Hcloud);
