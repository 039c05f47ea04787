//! The kinds of entities that profiles define, for the schemas of Gardener's objects.

use rootstock_document::schema::EntityKind;

/// A capability.
pub const CAPABILITY: EntityKind = EntityKind("capability");
/// A value of a capability.
pub const CAPABILITY_VALUE: EntityKind = EntityKind("capability value");
/// A Kubernetes version.
pub const KUBERNETES_VERSION: EntityKind = EntityKind("Kubernetes version");
/// A machine image.
pub const MACHINE_IMAGE: EntityKind = EntityKind("machine image");
/// A version of a machine image; the image is given in the same or an enclosing object.
pub const IMAGE_VERSION: EntityKind = EntityKind("image version");
/// A flavor of an image version.
pub const FLAVOR: EntityKind = EntityKind("flavor");
/// A machine type.
pub const MACHINE_TYPE: EntityKind = EntityKind("machine type");
/// A volume type.
pub const VOLUME_TYPE: EntityKind = EntityKind("volume type");
/// A region.
pub const REGION: EntityKind = EntityKind("region");
/// A zone of a region.
pub const ZONE: EntityKind = EntityKind("zone");
