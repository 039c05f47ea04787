//! The server behind a real kube-apiserver: `cargo xtask apiserver`, with `KUBEBUILDER_ASSETS` naming the folder with kube-apiserver and etcd.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

mod certificates;
mod client;
mod control_plane;
mod garden;
mod link;
mod manifests;
mod objects;
mod outages;
mod replicas;
mod reviews;
mod rotation;
mod seeing;
mod writing;
