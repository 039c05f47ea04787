//! What must hold for every provider.

use rootstock_provider_aws::Aws;

rootstock_conformance_kit::conformance!(Aws);
