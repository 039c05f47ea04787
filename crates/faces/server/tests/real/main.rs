//! Tests of the server with a real kube-apiserver: `cargo xtask apiserver`, with kube-apiserver and etcd in `KUBEBUILDER_ASSETS`.
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
mod visibility;
mod write_requests;
