//! The output of our command, for the documents that show it.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, Write};
use std::rc::Rc;

use rootstock::Streams;

/// Returns the standard output of our command, regardless of its exit status.
pub(super) fn printed(arguments: &str) -> String {
    plain(&styled(arguments))
}

/// Like [`printed`], but with colours.
pub(super) fn styled(arguments: &str) -> String {
    let out = Captured::default();
    let mut streams = Streams::new(Box::new(io::empty()), Box::new(out.clone()), Box::new(io::sink()));
    let arguments = std::iter::once("rootstock").chain(arguments.split_whitespace()).map(OsString::from);
    rootstock::run(arguments, rootstock_providers::registry, &mut streams);
    String::from_utf8_lossy(&out.0.borrow()).into_owned()
}

/// Removes colours and trailing blanks.
fn plain(text: &str) -> String {
    let text = anstream::adapter::strip_str(text).to_string();
    text.lines().fold(String::new(), |text, line| text + line.trim_end() + "\n")
}

/// A shared buffer of written bytes.
#[derive(Debug, Clone, Default)]
struct Captured(Rc<RefCell<Vec<u8>>>);

impl Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
