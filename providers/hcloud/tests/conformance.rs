//! What must hold for every provider.

use rootstock_provider_hcloud::Hcloud;

rootstock_conformance_kit::conformance!(Hcloud);
