//! Manifests in files and directories, for programs that have a file system.
//!
//! [`find`] says which files there are behind paths, [`read`] has the bytes of one, and [`ShootTexts`] cuts a text into
//! Shoots, one by one, however many there are.
//!
//! ```
//! use rootstock_maintenance::FleetItem;
//! use rootstock_manifest_files::ShootTexts;
//!
//! let text = "kind: Shoot\nmetadata: {name: one}\n---\nkind: Shoot\nmetadata: {name: two}\n";
//! let shoots = ShootTexts::new("shoots.yaml", text.as_bytes())?;
//! assert_eq!(shoots.filter(|item| matches!(item, FleetItem::Json(_))).count(), 2);
//! # Ok::<(), std::io::Error>(())
//! ```

mod find;
mod read;
mod shoots;

pub use find::{Found, FoundFile, find, find_directly_in, path_name};
pub use read::{MOST_BYTES, NotRead, read, read_at_most};
pub use shoots::ShootTexts;
