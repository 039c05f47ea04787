//! The four kinds of image references; an entry has exactly one.

use rootstock_core_model::{Path, Source, Violation};
use rootstock_provider_api::{Artifact, Checker};

rootstock_core_model::rules! {
    /// Several references on one entry.
    AZURE_IMAGE_REFERENCES: Error, since "0.1.0", Source::ProviderExtension("azure");
    /// A reference that is invalid in Azure.
    AZURE_IMAGE_REFERENCE_FORM: Error, since "0.1.0", Source::ProviderExtension("azure");
}

/// The reference to an image, in the order in which the extension reads the fields.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reference<'a>([(ReferenceKind, Option<&'a str>); 4]);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReferenceKind {
    Urn,
    CommunityGallery,
    SharedGallery,
    Id,
}

impl ReferenceKind {
    const fn field(self) -> &'static str {
        match self {
            Self::Urn => "urn",
            Self::CommunityGallery => "communityGalleryImageID",
            Self::SharedGallery => "sharedGalleryImageID",
            Self::Id => "id",
        }
    }

    /// Returns the expected form of a reference, if there is one.
    const fn form(self) -> Option<&'static str> {
        match self {
            Self::Urn => Some("PUBLISHER:OFFER:SKU:VERSION"),
            Self::CommunityGallery => Some("/CommunityGalleries/GALLERY/Images/IMAGE/Versions/VERSION"),
            Self::SharedGallery => Some("/SharedGalleries/GALLERY/Images/IMAGE/Versions/VERSION"),
            Self::Id => None,
        }
    }

    fn accepts(self, value: &str) -> bool {
        let gallery = |name: &str| {
            let parts: Vec<&str> = value.split('/').collect();
            parts.len() == 7 && parts.get(1).is_some_and(|first| first.eq_ignore_ascii_case(name))
        };
        match self {
            Self::Urn => value.split(':').count() == 4,
            Self::CommunityGallery => gallery("CommunityGalleries"),
            Self::SharedGallery => gallery("SharedGalleries"),
            Self::Id => true,
        }
    }
}

impl<'a> Reference<'a> {
    pub(crate) fn new(
        urn: &'a Option<String>,
        community: &'a Option<String>,
        shared: &'a Option<String>,
        id: &'a Option<String>,
    ) -> Self {
        Self([
            (ReferenceKind::Urn, urn.as_deref()),
            (ReferenceKind::CommunityGallery, community.as_deref()),
            (ReferenceKind::SharedGallery, shared.as_deref()),
            (ReferenceKind::Id, id.as_deref()),
        ])
    }

    fn set(&self) -> impl Iterator<Item = (ReferenceKind, &'a str)> {
        self.0.into_iter().filter_map(|(kind, value)| Some((kind, value?)))
    }

    /// Returns the number of references.
    pub(crate) fn count(&self) -> usize {
        self.set().count()
    }

    /// Adds the reference that the extension uses to the artifact: the first one that is set, even to an empty text.
    pub(crate) fn of(&self, artifact: Artifact<'a>) -> Artifact<'a> {
        match self.set().next() {
            Some((kind, "")) => artifact.with_everywhere_as(kind.field(), "").with_empty_reference(),
            Some((kind, value)) => artifact.with_everywhere_as(kind.field(), value),
            None => artifact,
        }
    }
}

/// Checks the reference of the entry at `path`; a missing one is reported at `missing_path`.
pub(crate) fn check(reference: &Reference<'_>, path: &Path<'_>, missing_path: &Path<'_>, checker: &mut Checker<'_>) {
    match reference.count() {
        0 => {
            let what =
                "mapped to an image, with one of `urn`, `communityGalleryImageID`, `sharedGalleryImageID` and `id`";
            checker.require_reference(missing_path, what);
        }
        1 => {}
        _ => {
            let fields: Vec<String> = reference.set().map(|(kind, _)| format!("`{}`", kind.field())).collect();
            let detail = format!("must have one image reference, but has {}; keep one of them", fields.join(" and "));
            checker.report(Violation::required(&AZURE_IMAGE_REFERENCES, path, detail));
        }
    }
    for (kind, value) in reference.set() {
        let path = path.field(kind.field());
        let form = kind.form().map_or_else(String::new, |form| format!(" of the form `{form}`"));
        if value.is_empty() {
            checker.require_reference(&path, &format!("a reference{form}, or omitted"));
        } else if !kind.accepts(value) {
            checker.report(Violation::invalid(
                &AZURE_IMAGE_REFERENCE_FORM,
                &path,
                value,
                format!("must be a reference{form}"),
            ));
        }
    }
}
