//! What must hold for every provider.

use rootstock_provider_ironcore_metal::IronCoreMetal;

rootstock_conformance_kit::conformance!(IronCoreMetal);
