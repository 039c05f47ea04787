//! What must hold for every provider.

use rootstock_provider_gcp::Gcp;

rootstock_conformance_kit::conformance!(Gcp);
