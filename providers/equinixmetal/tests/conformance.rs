//! What must hold for every provider.

use rootstock_provider_equinixmetal::EquinixMetal;

rootstock_provider_api::conformance!(EquinixMetal);
