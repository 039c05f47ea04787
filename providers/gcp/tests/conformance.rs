//! What must hold for every provider.

use rootstock_provider_gcp::Gcp;

rootstock_provider_api::conformance!(Gcp);
