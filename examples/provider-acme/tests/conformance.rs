//! What must hold for every provider.

use provider_acme::Acme;

rootstock_provider_api::conformance!(Acme);
