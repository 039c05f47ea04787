//! Tests of the server over sockets.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

mod access;
mod api;
mod api_server;
mod client;
mod cluster;
mod cross_origin;
mod deployment;
mod faults;
mod flavors;
mod metrics;
mod pages;
mod playground;
mod ports;
mod process;
mod releases;
mod reviews;
mod same_bytes;
mod shutdown;
mod written;
