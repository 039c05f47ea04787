//! What must hold for every provider.

use rootstock_provider_equinixmetal::EquinixMetal;

rootstock_conformance_kit::conformance!(EquinixMetal);
