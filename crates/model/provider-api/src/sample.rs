//! A template from which tests can write a `providerConfig` for any profile.

use crate::LegacyArchitecture;

/// A minimal description of a provider section. Together with [`LegacyFormat`](crate::LegacyFormat) it is enough to
/// write a whole `providerConfig` for any core section.
///
/// It is plain data and costs a program nothing; only the conformance kit reads it.
///
/// ```
/// use rootstock_provider_api::Sample;
/// const OPENSTACK: Sample = Sample::regional("id")
///     .or_everywhere("image")
///     .with_settings(r#"{"keystoneURL": "https://keystone.example/v3/"}"#);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// The field of a reference that is valid in one region, next to its `name` in `regions`; `None` if there are no
    /// such references.
    pub regional: Option<&'static str>,
    /// The field of a reference that is valid everywhere; `None` if there is none.
    pub everywhere: Option<&'static str>,
    /// The only architecture of a reference that is valid everywhere and is combined with regional references; `None` if
    /// it is for all.
    pub everywhere_for: Option<&'static str>,
    /// The place of the architecture in the legacy format, for a provider whose formats cannot be converted.
    pub legacy: Option<LegacyArchitecture>,
    /// The further fields that an entry in the legacy format needs to support every value of
    /// [`LegacyFormat::capabilities`](crate::LegacyFormat::capabilities), as a JSON object.
    pub legacy_fields: &'static str,
    /// The form of references: `{}` is replaced by a short, distinguishing word.
    pub reference: &'static str,
    /// The fields of `providerConfig` other than the images, as a JSON object.
    pub settings: &'static str,
    /// The `providerConfig` of a worker, as a JSON object.
    pub worker_config: &'static str,
    /// The `infrastructureConfig` of a Shoot, as a JSON object.
    pub infrastructure_config: &'static str,
    /// The `controlPlaneConfig` of a Shoot, as a JSON object.
    pub control_plane_config: &'static str,
}

impl Sample {
    /// No information: only laws that need no images can be tested.
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

    /// Describes images with one reference per region: entries of `regions` with a `name` and this field (`id`, `ami`).
    #[must_use]
    pub const fn regional(field: &'static str) -> Self {
        Self { regional: Some(field), ..Self::NONE }
    }

    /// Describes images with one reference, which is valid everywhere, in this field (`image`).
    #[must_use]
    pub const fn everywhere(field: &'static str) -> Self {
        Self { everywhere: Some(field), ..Self::NONE }
    }

    /// Adds a field next to `regions` for the reference that is valid where a region has none.
    #[must_use]
    pub const fn or_everywhere(self, field: &'static str) -> Self {
        Self { everywhere: Some(field), ..self }
    }

    /// Sets the only architecture of references that are valid everywhere, according to the documents
    /// ([`Artifact::with_everywhere_for`](crate::Artifact::with_everywhere_for)).
    #[must_use]
    pub const fn everywhere_for(self, architecture: &'static str) -> Self {
        Self { everywhere_for: Some(architecture), ..self }
    }

    /// Sets the legacy format, for a provider that has no other and no [`LegacyFormat`](crate::LegacyFormat).
    #[must_use]
    pub const fn in_legacy_format(self, architecture: LegacyArchitecture) -> Self {
        Self { legacy: Some(architecture), ..self }
    }

    /// Sets the fields, as a JSON object, that an entry in the legacy format needs to support every value of
    /// [`LegacyFormat::capabilities`](crate::LegacyFormat::capabilities).
    #[must_use]
    pub const fn with_legacy_fields(self, json: &'static str) -> Self {
        Self { legacy_fields: json, ..self }
    }

    /// Sets the form of references: `{}` is replaced by a short, distinguishing word. By default any word is a
    /// reference.
    #[must_use]
    pub const fn with_references_like(self, form: &'static str) -> Self {
        Self { reference: form, ..self }
    }

    /// Sets the fields of a `providerConfig` other than `apiVersion`, `kind` and `machineImages`, as a JSON object.
    /// Avoid objects with free keys (labels, parameters), since an unknown field in them is not a mistake. Regions must
    /// be `north` and `south`.
    #[must_use]
    pub const fn with_settings(self, json: &'static str) -> Self {
        Self { settings: json, ..self }
    }

    /// Sets the `providerConfig` of a worker, as a JSON object.
    #[must_use]
    pub const fn with_worker_config(self, json: &'static str) -> Self {
        Self { worker_config: json, ..self }
    }

    /// Sets the `infrastructureConfig` and `controlPlaneConfig` of a Shoot, as JSON objects.
    #[must_use]
    pub const fn with_shoot_configs(self, infrastructure: &'static str, control_plane: &'static str) -> Self {
        Self { infrastructure_config: infrastructure, control_plane_config: control_plane, ..self }
    }
}
