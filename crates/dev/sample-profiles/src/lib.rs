//! Large, deterministic CloudProfiles and Shoot fleets for benchmarks and measurements.
//!
//! At scale 1, the profile is as large as that of a large landscape, near the size limit of etcd: an OpenStack profile
//! with 5 capabilities, 42 Kubernetes versions, 4 images × 55 versions × 6 flavors, 1080 machine types and an image id
//! for every flavor and region; about 1.4 MB as YAML and 1.05 MB as JSON. It is valid: a check finds no error. The same
//! arguments always give the same bytes.
//!
//! ```
//! use rootstock_sample_profiles::{LargeProfile, Scale};
//! let profile = LargeProfile::new(Scale::times(1));
//! assert_eq!(profile.machine_types().len(), 1080);
//! assert_eq!(profile.image_versions().count(), 4 * 55);
//! ```

mod fleet;
mod generator;
mod profile;
mod references;

pub use fleet::{Fleet, Shoot};
pub use profile::{IMAGES, LargeProfile, MachineImage, MachineType, REGIONS, Scale};
pub use references::references;
