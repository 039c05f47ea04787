//! What must hold for every provider.

use rootstock_provider_metal::Metal;

rootstock_conformance_kit::conformance!(Metal);
