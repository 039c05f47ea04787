//! All providers that ship with Rootstock, linked.
