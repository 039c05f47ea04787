//! What must hold for every provider.

use rootstock_provider_stackit::Stackit;

rootstock_provider_api::conformance!(Stackit);
