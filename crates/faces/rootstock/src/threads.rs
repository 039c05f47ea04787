//! How much is done side by side.

/// How many threads answer: one for each processor.
pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
