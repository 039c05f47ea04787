//! Rootstock's plug-in for Gardener's local provider.
