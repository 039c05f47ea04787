//! The kinds of entities that profiles define, for the schemas of Gardener's objects.

use rootstock_document::schema::Noun;

/// A capability.
pub const CAPABILITY: Noun = Noun("capability");
/// A value of a capability.
pub const CAPABILITY_VALUE: Noun = Noun("capability value");
/// A Kubernetes version.
pub const KUBERNETES_VERSION: Noun = Noun("Kubernetes version");
/// A machine image.
pub const MACHINE_IMAGE: Noun = Noun("machine image");
/// A version of a machine image; the image is given in the same or an enclosing object.
pub const IMAGE_VERSION: Noun = Noun("image version");
/// A flavor of an image version.
pub const FLAVOR: Noun = Noun("flavor");
/// A machine type.
pub const MACHINE_TYPE: Noun = Noun("machine type");
/// A volume type.
pub const VOLUME_TYPE: Noun = Noun("volume type");
/// A region.
pub const REGION: Noun = Noun("region");
/// A zone of a region.
pub const ZONE: Noun = Noun("zone");
