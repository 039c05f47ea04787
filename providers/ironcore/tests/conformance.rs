//! What must hold for every provider.

use rootstock_provider_ironcore::IronCore;

rootstock_conformance_kit::conformance!(IronCore);
