//! A stream of the command whose content can be read afterwards.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// The bytes that were written, shared by all clones.
#[derive(Clone, Default)]
pub(crate) struct Written(Rc<RefCell<Vec<u8>>>);

impl Written {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.borrow().clone()).unwrap()
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
