//! Manifests in files and directories, for programs that have a file system.
//!
//! [`find`] says which files there are behind paths, [`read`] has the bytes of one, and [`ShootTexts`] cuts a text into
//! Shoots, one by one, however many there are.

mod find;
mod read;
mod shoots;

pub use find::{Found, FoundFile, find, find_directly_in, path_name};
pub use read::{MOST_BYTES, NotRead, read, read_at_most};
pub use shoots::ShootTexts;
