//! What must hold for every provider.

use rootstock_provider_azure::Azure;

rootstock_conformance_kit::conformance!(Azure);
