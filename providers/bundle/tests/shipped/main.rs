//! The findings and selections in which each shipped provider differs from the others. The pages of the rules have
//! further examples.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

mod alicloud;
mod aws;
mod azure;
mod base;
mod flavors_webhook;
mod gcp;
mod ironcore;
mod keyed_lists;
mod local;
mod metal;
mod namespaced;
mod openstack;
mod quirks;
mod recorded;
mod regions;
mod releases;
mod repetition;
mod shoots;
mod support;
mod without_capabilities;
mod worker_config;
mod worker_fields;
