//! Buffers in the module's memory, which it shares with its host: texts that the host writes before it asks, and answers until
//! the host has read them.
//!
//! The module keeps every buffer itself, by its address. So it follows no address that it is given, and needs no unsafe code: an
//! address that was never handed out is not known.

use std::collections::HashMap;

/// Buffers by their addresses.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    buffers: HashMap<usize, Vec<u8>>,
}

impl Buffers {
    /// Makes a buffer of so many bytes; its address.
    pub(crate) fn make(&mut self, length: usize) -> usize {
        self.keep(vec![0; length])
    }

    /// Keeps bytes until they are taken; their address.
    pub(crate) fn keep(&mut self, mut bytes: Vec<u8>) -> usize {
        // What is empty has no address of its own.
        bytes.reserve_exact(1);
        let address = bytes.as_ptr().addr();
        self.buffers.insert(address, bytes);
        address
    }

    /// Takes a buffer away, with what is in it; `None` if there is none at the address.
    pub(crate) fn take(&mut self, address: usize) -> Option<Vec<u8>> {
        self.buffers.remove(&address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_taken_once() {
        let mut buffers = Buffers::default();
        let [one, two] = [buffers.keep(b"one".to_vec()), buffers.keep(Vec::new())];
        assert_ne!(one, two);
        assert_eq!(buffers.take(two), Some(Vec::new()));
        assert_eq!(buffers.take(one), Some(b"one".to_vec()));
        assert_eq!(buffers.take(one), None);
        assert_eq!(buffers.take(7), None);
    }

    #[test]
    fn a_buffer_has_its_length() {
        let mut buffers = Buffers::default();
        let address = buffers.make(5);
        assert_eq!(buffers.take(address).map(|bytes| bytes.len()), Some(5));
    }
}
