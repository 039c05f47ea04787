//! What must hold for every provider.

use rootstock_provider_ironcore::IronCore;

rootstock_provider_api::conformance!(IronCore);
