//! A garden as inputs. What is read from it has names of the form `cluster:KIND/NAMESPACE/NAME`, and lists of it are called
//! `cluster:cloudprofiles,shoots`, as kubectl would be asked for them.

#[cfg(feature = "cluster")]
mod reading;

use std::path::{Path, PathBuf};

use crate::Streams;
use crate::cli::ClusterArguments;
use crate::failure::Failure;

#[cfg(feature = "cluster")]
pub(crate) use reading::Garden;

/// What all names begin with.
const PREFIX: &str = "cluster:";
/// All profiles.
pub(crate) const PROFILES: &str = "cluster:cloudprofiles,namespacedcloudprofiles";
/// All NamespacedCloudProfiles.
pub(crate) const CHILDREN: &str = "cluster:namespacedcloudprofiles";
/// All Shoots.
pub(crate) const SHOOTS: &str = "cluster:shoots";
/// Everything that is judged.
pub(crate) const EVERYTHING: &str = "cluster:cloudprofiles,namespacedcloudprofiles,shoots";

/// The name of a Shoot.
pub(crate) fn shoot_path(namespace: &str, name: &str) -> PathBuf {
    format!("{PREFIX}shoot/{namespace}/{name}").into()
}

/// Whether a path is the name of something in a garden.
pub(crate) fn is_in_garden(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().starts_with(PREFIX.as_bytes())
}

/// What shows all that is wrong with an input.
pub(crate) fn way_to_check(name: &str) -> String {
    let cluster = if is_in_garden(Path::new(name)) { " --cluster" } else { "" };
    format!("rootstock check {name}{cluster}")
}

/// Finds out how the garden is reached that is asked for. Nothing is read yet.
pub(crate) fn open(arguments: &ClusterArguments, streams: &mut Streams) -> Result<(), Failure> {
    if arguments.cluster {
        streams.set_garden(Garden::connect(arguments)?);
    }
    Ok(())
}

/// Nothing, in a program that can reach no garden.
#[cfg(not(feature = "cluster"))]
pub(crate) enum Garden {}

#[cfg(not(feature = "cluster"))]
mod unreached {
    use std::io::Read;
    use std::path::Path;

    use rootstock_manifest_files::{Found, NotRead};

    use super::Garden;
    use crate::cli::ClusterArguments;
    use crate::failure::{Failure, Usage};

    impl Garden {
        pub(crate) fn connect(_: &ClusterArguments) -> Result<Self, Failure> {
            Err(Usage::NoCluster.into())
        }

        pub(crate) fn find(&mut self, _: &Path) -> Vec<Found> {
            match *self {}
        }

        pub(crate) fn read(&mut self, _: &Path) -> Result<Vec<u8>, NotRead> {
            match *self {}
        }

        pub(crate) fn profiles_called(&mut self, _: &str) -> Result<Vec<String>, NotRead> {
            match *self {}
        }

        pub(crate) fn shoots(&self) -> Box<dyn Read + Send> {
            match *self {}
        }
    }
}
