//! What Gardener lets in: defaulting, canonicalisation and the rules of each object.
