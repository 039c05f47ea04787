//! Buffers in the module's memory, which it shares with its host: requests that the host writes, and answers until the host has
//! read them.
//!
//! The module owns the buffers, and looks them up by address. It therefore never dereferences an address from the host, and
//! needs no unsafe code: an unknown address has no buffer.

use std::collections::HashMap;

/// The buffers by address.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    buffers: HashMap<usize, Vec<u8>>,
}

impl Buffers {
    /// Allocates a buffer, and returns its address.
    pub(crate) fn allocate(&mut self, length: usize) -> usize {
        self.store(vec![0; length])
    }

    /// Stores bytes until they are taken, and returns their address.
    pub(crate) fn store(&mut self, mut bytes: Vec<u8>) -> usize {
        // An empty vector has no unique address.
        bytes.reserve_exact(1);
        let address = bytes.as_ptr().addr();
        self.buffers.insert(address, bytes);
        address
    }

    /// Removes a buffer, and returns its content; `None` if there is no buffer at the address.
    pub(crate) fn take(&mut self, address: usize) -> Option<Vec<u8>> {
        self.buffers.remove(&address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_can_be_taken_once() {
        let mut buffers = Buffers::default();
        let [one, two] = [buffers.store(b"one".to_vec()), buffers.store(Vec::new())];
        assert_ne!(one, two);
        assert_eq!(buffers.take(two), Some(Vec::new()));
        assert_eq!(buffers.take(one), Some(b"one".to_vec()));
        assert_eq!(buffers.take(one), None);
        assert_eq!(buffers.take(7), None);
    }

    #[test]
    fn a_buffer_has_its_length() {
        let mut buffers = Buffers::default();
        let address = buffers.allocate(5);
        assert_eq!(buffers.take(address).map(|bytes| bytes.len()), Some(5));
    }
}
