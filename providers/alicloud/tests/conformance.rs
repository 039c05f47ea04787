//! What must hold for every provider.

use rootstock_provider_alicloud::Alicloud;

rootstock_provider_api::conformance!(Alicloud);
