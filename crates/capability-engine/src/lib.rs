//! Which machine image fits which machine type: capability matching and selection (GEP-33), with explanations.
