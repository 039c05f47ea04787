//! Access to the profiles and Shoots of a garden through its API server.
//!
//! The server watches a garden, and the command reads one once. Both use this module to connect to the API server
//! ([`ClusterAccess`]), for the kinds of objects ([`Kind`]), and for paginated lists ([`Pages`]). [`Reader`] is for
//! programs without an async runtime.
//!
//! ```no_run
//! use rootstock_sources::cluster::{ClusterAccess, Detail, Kind, Reader};
//!
//! let garden = Reader::connect(&ClusterAccess::DefaultKubeconfig { context: None })?;
//! for page in garden.list(Kind::CloudProfile, Detail::Shown) {
//!     page?.iter().for_each(|profile| println!("{}", profile.key.name));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod access;
mod kind;
mod object;
mod pages;
mod reader;
mod reduced;

pub use access::{ClusterAccess, ClusterError, error_chain};
pub use kind::{Detail, Kind};
pub use object::{Key, Object};
pub use pages::{ListError, PAGE_TIMEOUT, Pages};
pub use reader::{Listing, Reader};
pub use reduced::reduced;
