//! What must hold for every provider.

use rootstock_provider_azure::Azure;

rootstock_provider_api::conformance!(Azure);
