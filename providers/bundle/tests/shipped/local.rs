//! The local provider.

mod checks;
mod selection;
