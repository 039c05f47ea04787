//! What must hold for every provider.

use rootstock_provider_local::Local;

rootstock_conformance_kit::conformance!(Local);
