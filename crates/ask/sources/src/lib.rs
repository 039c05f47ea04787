//! Sources of manifests: files and directories ([`files`]), and the API server of a garden (`cluster`, with the feature
//! of that name).
//!
//! ```
//! use rootstock_maintenance::FleetItem;
//! use rootstock_sources::files::ShootTexts;
//!
//! let text = "kind: Shoot\nmetadata: {name: one}\n---\nkind: Shoot\nmetadata: {name: two}\n";
//! let shoots = ShootTexts::new("shoots.yaml", text.as_bytes())?;
//! assert_eq!(shoots.filter(|item| matches!(item, FleetItem::Json(_))).count(), 2);
//! # Ok::<(), std::io::Error>(())
//! ```

#[cfg(feature = "cluster")]
pub mod cluster;
pub mod files;
