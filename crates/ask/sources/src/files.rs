//! Manifests in files and directories, for programs that have a file system.
//!
//! [`find`] lists the files at some paths, [`read`] returns the bytes of one, and [`ShootTexts`] splits a text into its
//! Shoots, one by one, in any number.

mod find;
mod read;
mod shoots;

pub use find::{FindResult, FoundFile, find, find_directly_in, path_name};
pub use read::{MAX_FILE_BYTES, ReadFailure, read, read_at_most};
pub use shoots::ShootTexts;
