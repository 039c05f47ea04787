//! What must hold for every provider.

use rootstock_provider_alicloud::Alicloud;

rootstock_conformance_kit::conformance!(Alicloud);
