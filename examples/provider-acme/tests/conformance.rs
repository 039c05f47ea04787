//! The laws that hold for every provider.

use provider_acme::Acme;

rootstock_conformance_kit::conformance!(Acme);
