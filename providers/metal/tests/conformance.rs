//! What must hold for every provider.

use rootstock_provider_metal::Metal;

rootstock_provider_api::conformance!(Metal);
