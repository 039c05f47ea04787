//! Tests of the local provider.

mod checks;
mod selection;
