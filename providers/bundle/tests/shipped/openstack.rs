//! Tests of the OpenStack provider.

mod bounds;
mod checks;
mod decoding;
mod documents;
mod selection;
mod shoots;
