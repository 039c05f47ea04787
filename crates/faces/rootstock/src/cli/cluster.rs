//! How a garden is read where no files are given.

use std::path::PathBuf;

use clap::Args;

/// The id of the argument that the others depend on, and that takes the place of files.
pub(crate) const CLUSTER: &str = "cluster";

/// Where help tells of them.
const HEADING: &str = "Garden cluster";

/// Which garden is read.
#[derive(Debug, Clone, Args)]
pub(crate) struct ClusterArguments {
    /// Read from the garden cluster what is not given as files: profiles, Shoots, and what was there before. Single objects are
    /// cluster:cloudprofile/NAME and cluster:shoot/NAMESPACE/NAME. For kubectl-rootstock, and rootstock with the feature `cluster`
    #[arg(long, help_heading = HEADING)]
    pub(crate) cluster: bool,

    /// The context of the kubeconfig that leads to the garden [default: its current one]
    #[arg(long, value_name = "NAME", requires = CLUSTER, help_heading = HEADING)]
    pub(crate) context: Option<String>,

    /// The kubeconfig [default: as for kubectl, KUBECONFIG or ~/.kube/config]
    #[arg(long, value_name = "FILE", requires = CLUSTER, help_heading = HEADING)]
    pub(crate) kubeconfig: Option<PathBuf>,

    /// Read NamespacedCloudProfiles and Shoots of this namespace only [default: all namespaces]
    #[arg(long, short, value_name = "NAMESPACE", requires = CLUSTER, value_parser = namespace, help_heading = HEADING)]
    pub(crate) namespace: Option<String>,
}

/// The name of a namespace, which becomes a part of a path.
fn namespace(text: &str) -> Result<String, String> {
    let is_fit = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if text.is_empty() || !text.bytes().all(is_fit) {
        return Err("a namespace has a name of lower case letters, digits and `-`, for example garden-dev".to_owned());
    }
    Ok(text.to_owned())
}
