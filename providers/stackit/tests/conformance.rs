//! What must hold for every provider.

use rootstock_provider_stackit::Stackit;

rootstock_conformance_kit::conformance!(Stackit);
