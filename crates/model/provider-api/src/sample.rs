//! A few words from which a `providerConfig` can be written for any profile: what tests of a provider start from.

use crate::LegacyArchitecture;

/// How a provider's half is written, in as few words as possible: from these and from
/// [`LegacyFormat`](crate::LegacyFormat) a whole `providerConfig` can be written for any core half.
///
/// It is data, and costs a program nothing. The conformance kit is what reads it.
///
/// ```
/// use rootstock_provider_api::Sample;
/// const OPENSTACK: Sample = Sample::regional("id")
///     .or_everywhere("image")
///     .with_settings(r#"{"keystoneURL": "https://keystone.example/v3/"}"#);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// The field of a reference that holds in one region, beside its `name` in `regions`; none if there are no such references.
    pub regional: Option<&'static str>,
    /// The field of a reference that holds everywhere; none if there is none.
    pub everywhere: Option<&'static str>,
    /// The only architecture that a reference that holds everywhere is for, beside references that hold in a region; none if it
    /// is for all.
    pub everywhere_for: Option<&'static str>,
    /// Where the legacy format says the architecture, for a provider whose formats cannot be turned into one another.
    pub legacy: Option<LegacyArchitecture>,
    /// What else an entry in the legacy format needs to support every value of
    /// [`LegacyFormat::capabilities`](crate::LegacyFormat::capabilities), as a JSON object.
    pub legacy_fields: &'static str,
    /// How references look: `{}` stands for a short word that tells them apart.
    pub reference: &'static str,
    /// The fields of `providerConfig` beside the images, as a JSON object.
    pub settings: &'static str,
    /// The `providerConfig` of a worker, as a JSON object.
    pub worker_config: &'static str,
    /// `infrastructureConfig` of a Shoot, as a JSON object.
    pub infrastructure_config: &'static str,
    /// `controlPlaneConfig` of a Shoot, as a JSON object.
    pub control_plane_config: &'static str,
}

impl Sample {
    /// Nothing is known: only laws that need no images can be tried.
    pub const NONE: Self = Self {
        regional: None,
        everywhere: None,
        everywhere_for: None,
        legacy: None,
        legacy_fields: "{}",
        reference: "{}",
        settings: "{}",
        worker_config: "{}",
        infrastructure_config: "{}",
        control_plane_config: "{}",
    };

    /// An image has one reference for each region: entries of `regions` with a `name` and this field (`id`, `ami`).
    #[must_use]
    pub const fn regional(field: &'static str) -> Self {
        Self { regional: Some(field), ..Self::NONE }
    }

    /// An image has one reference, which is valid everywhere, in this field (`image`).
    #[must_use]
    pub const fn everywhere(field: &'static str) -> Self {
        Self { everywhere: Some(field), ..Self::NONE }
    }

    /// The same, with a field beside `regions` for a reference that holds where a region has none.
    #[must_use]
    pub const fn or_everywhere(self, field: &'static str) -> Self {
        Self { everywhere: Some(field), ..self }
    }

    /// The same, with the only architecture that references which are valid everywhere are for, by the documents
    /// ([`Artifact::with_everywhere_for`](crate::Artifact::with_everywhere_for)).
    #[must_use]
    pub const fn everywhere_for(self, architecture: &'static str) -> Self {
        Self { everywhere_for: Some(architecture), ..self }
    }

    /// The same, with the legacy format, for a provider that knows no other and has no [`LegacyFormat`](crate::LegacyFormat).
    #[must_use]
    pub const fn in_legacy_format(self, architecture: LegacyArchitecture) -> Self {
        Self { legacy: Some(architecture), ..self }
    }

    /// The same, with the fields, as a JSON object, that an entry in the legacy format needs to support every value of
    /// [`LegacyFormat::capabilities`](crate::LegacyFormat::capabilities).
    #[must_use]
    pub const fn with_legacy_fields(self, json: &'static str) -> Self {
        Self { legacy_fields: json, ..self }
    }

    /// The same, with a form of references: `{}` stands for a short word that tells them apart. By default any word is a
    /// reference.
    #[must_use]
    pub const fn with_references_like(self, form: &'static str) -> Self {
        Self { reference: form, ..self }
    }

    /// The same, with the fields that a `providerConfig` has or must have beside `apiVersion`, `kind` and
    /// `machineImages`: a JSON object. Objects with free keys (labels, parameters) should stay away, since an unknown field
    /// in them is no mistake. Regions in it are `north` and `south`.
    #[must_use]
    pub const fn with_settings(self, json: &'static str) -> Self {
        Self { settings: json, ..self }
    }

    /// The same, with a `providerConfig` of a worker, as a JSON object.
    #[must_use]
    pub const fn with_worker_config(self, json: &'static str) -> Self {
        Self { worker_config: json, ..self }
    }

    /// The same, with `infrastructureConfig` and `controlPlaneConfig` of a Shoot, as JSON objects.
    #[must_use]
    pub const fn with_shoot_configs(self, infrastructure: &'static str, control_plane: &'static str) -> Self {
        Self { infrastructure_config: infrastructure, control_plane_config: control_plane, ..self }
    }
}
