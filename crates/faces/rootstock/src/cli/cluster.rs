//! The arguments that select the garden to read from when no files are given.

use std::path::PathBuf;

use clap::Args;
#[cfg(feature = "cluster")]
use rootstock_sources::cluster::ClusterAccess;

/// The id of the argument that the others require, and that replaces file arguments.
pub(crate) const CLUSTER: &str = "cluster";

/// The heading of these arguments in the help.
const HEADING: &str = "Garden cluster";

/// The garden to read from.
#[derive(Debug, Clone, Args)]
pub(crate) struct ClusterArguments {
    /// Read from the garden cluster everything that is not given as files: profiles, Shoots and previous versions of objects. Name
    /// single objects cluster:cloudprofile/NAME and cluster:shoot/NAMESPACE/NAME. Needs kubectl-rootstock, or rootstock with the
    /// feature `cluster`
    #[arg(long, help_heading = HEADING, hide_short_help = true)]
    pub(crate) cluster: bool,

    /// The kubeconfig context of the garden [default: the current context]
    #[arg(long, value_name = "NAME", requires = CLUSTER, help_heading = HEADING, hide_short_help = true)]
    pub(crate) context: Option<String>,

    /// The kubeconfig [default: as in kubectl, KUBECONFIG or ~/.kube/config]
    #[arg(long, value_name = "FILE", requires = CLUSTER, help_heading = HEADING, hide_short_help = true)]
    pub(crate) kubeconfig: Option<PathBuf>,

    /// Read NamespacedCloudProfiles and Shoots only from this namespace [default: that of the context, or else all namespaces]
    #[arg(long, short, value_name = "NAMESPACE", requires = CLUSTER, value_parser = namespace)]
    #[arg(help_heading = HEADING, hide_short_help = true)]
    pub(crate) namespace: Option<String>,

    /// Read NamespacedCloudProfiles and Shoots from all namespaces, although the context has one
    #[arg(long, short = 'A', requires = CLUSTER, conflicts_with = "namespace")]
    #[arg(help_heading = HEADING, hide_short_help = true)]
    pub(crate) all_namespaces: bool,

    /// Read with the rights of this user, as kubectl does
    #[arg(long = "as", value_name = "USER", requires = CLUSTER, help_heading = HEADING, hide_short_help = true)]
    pub(crate) user: Option<String>,

    /// Read with the rights of this group; may be given several times
    #[arg(long = "as-group", value_name = "GROUP", requires = "user", help_heading = HEADING, hide_short_help = true)]
    pub(crate) groups: Vec<String>,
}

#[cfg(feature = "cluster")]
impl ClusterArguments {
    /// Returns the access that the arguments describe.
    pub(crate) fn access(&self) -> ClusterAccess {
        let context = self.context.clone();
        let access = match self.kubeconfig.clone() {
            Some(file) => ClusterAccess::File { file, context },
            None => ClusterAccess::DefaultKubeconfig { context },
        };
        match self.user.clone() {
            None => access,
            Some(user) => ClusterAccess::Impersonated { access: Box::new(access), user, groups: self.groups.clone() },
        }
    }
}

/// Parses the name of a namespace. The name becomes part of a path, so that other characters are rejected.
fn namespace(text: &str) -> Result<String, String> {
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if text.is_empty() || !text.bytes().all(is_allowed) {
        return Err("a namespace consists of lowercase letters, digits and `-`, for example garden-dev".to_owned());
    }
    Ok(text.to_owned())
}
