//! What must hold for every provider.

use rootstock_provider_local::Local;

rootstock_provider_api::conformance!(Local);
