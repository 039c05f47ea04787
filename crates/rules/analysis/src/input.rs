//! One input: its text and its documents.

use std::sync::Arc;

use rootstock_core_model::read::{self, Body, File};
use rootstock_core_model::{CloudProfile, Decode, NamespacedCloudProfile, Path, Shoot, Violation, violations};
use rootstock_report::{DocumentOutcome, DocumentRecord, Finding, Place, SourceId, SourceText};

use crate::acceptance::{self, AcceptanceComment};
use crate::child::Child;
use crate::context::CheckContext;
use crate::finding_limit::FindingLimit;
use crate::foreign::{self, RelatedDocument};
use crate::key::ProfileKey;
use crate::managed;
use crate::profile::Profile;
use crate::template;
use crate::written::Written;

/// The role of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The objects are judged, and may be referred to.
    Checked,
    /// The profiles may be referred to, in preference to checked ones unless
    /// [`set_prefers_checked`](crate::Analysis::set_prefers_checked) says otherwise, and nothing is judged.
    Known,
    /// The objects are the previous state, for [`CheckMode::Update`](crate::CheckMode::Update). Those that are not
    /// given anew are unchanged, and use the profiles that change.
    Old,
}

/// An object that is judged or referred to.
#[derive(Debug, Clone)]
pub enum Object {
    /// A CloudProfile.
    CloudProfile(Arc<Profile>),
    /// A NamespacedCloudProfile.
    NamespacedCloudProfile(Arc<Child>),
    /// A Shoot.
    Shoot(Arc<Written<Shoot>>),
}

impl Object {
    /// Returns the key of the object, if it is a profile.
    #[must_use]
    pub fn profile_key(&self) -> Option<ProfileKey> {
        match self {
            Self::CloudProfile(profile) => Some(profile.key().clone()),
            Self::NamespacedCloudProfile(child) => Some(ProfileKey::from(&*child.object)),
            Self::Shoot(_) => None,
        }
    }

    /// Returns the CloudProfile, if it is one.
    #[must_use]
    pub const fn cloud_profile(&self) -> Option<&Arc<Profile>> {
        if let Self::CloudProfile(profile) = self { Some(profile) } else { None }
    }

    /// Returns the NamespacedCloudProfile, if it is one.
    #[must_use]
    pub const fn child(&self) -> Option<&Arc<Child>> {
        if let Self::NamespacedCloudProfile(child) = self { Some(child) } else { None }
    }

    /// Returns the Shoot, if it is one.
    #[must_use]
    pub const fn shoot(&self) -> Option<&Arc<Written<Shoot>>> {
        if let Self::Shoot(shoot) = self { Some(shoot) } else { None }
    }
}

/// An input that has been read.
#[derive(Debug)]
pub struct Input {
    pub(crate) role: Role,
    pub(crate) name: String,
    pub(crate) source: SourceText,
    pub(crate) documents: Arc<[Document]>,
    /// The comments that may accept findings.
    pub(crate) comments: Arc<[AcceptanceComment]>,
    /// The file as it was read, for callers that need all of it, such as editors.
    pub(crate) file: Option<File>,
}

/// A document of an input.
#[derive(Debug)]
pub(crate) struct Document {
    /// The report's record of it, without the outcome of a judgement.
    record: DocumentRecord,
    /// The object, if it is of a judged kind.
    pub(crate) object: Option<Object>,
    /// The reasons why it cannot be read.
    pub(crate) unreadable: Vec<Finding>,
    /// The findings from reading a document that is not judged any further.
    pub(crate) found: Vec<Finding>,
}

impl Input {
    /// Decodes every document of a file.
    pub(crate) fn new(role: Role, file: File, context: &CheckContext) -> Self {
        let name = file.source.name().to_owned();
        // A single check never replaces an input.
        let kept = (!context.discards_results).then(|| file.clone());
        let source = SourceText::from(file.source);
        let values = file.documents.iter().filter_map(read::Document::raw).map(|raw| raw.node());
        let comments = acceptance::comments(source.text(), values).into();
        let documents = file.documents.into_iter().map(|document| Document::new(document, &source, context)).collect();
        Self { role, name, source, documents, comments, file: kept }
    }

    /// Creates an input that cannot be read; it counts as one document.
    pub(crate) fn unavailable(role: Role, name: &str, reason: String) -> Self {
        let record = DocumentRecord { outcome: DocumentOutcome::Unreadable, reason, ..DocumentRecord::default() };
        let document = Document { record, object: None, unreadable: Vec::new(), found: Vec::new() };
        Self {
            role,
            name: name.to_owned(),
            source: SourceText::new(name, ""),
            documents: Arc::new([document]),
            comments: Arc::new([]),
            file: None,
        }
    }

    /// Returns a copy in another role, without reading anything again.
    pub(crate) fn in_role(&self, role: Role) -> Self {
        let Self { name, source, documents, comments, file, .. } = self;
        let (documents, comments) = (Arc::clone(documents), Arc::clone(comments));
        Self { role, name: name.clone(), source: source.clone(), documents, comments, file: file.clone() }
    }

    /// Returns whether it was read from these bytes.
    pub(crate) fn is_of(&self, bytes: &[u8]) -> bool {
        self.is_available() && self.source.text().as_bytes() == bytes
    }

    pub(crate) fn is_available(&self) -> bool {
        self.documents.iter().all(|document| document.record.place.is_some())
    }

    /// Returns the objects that are judged or referred to.
    pub(crate) fn objects(&self) -> impl Iterator<Item = &Object> {
        self.documents.iter().filter_map(|document| document.object.as_ref())
    }

    /// Returns whether a document in it cannot be read.
    pub(crate) fn has_unreadable(&self) -> bool {
        self.documents.iter().any(|document| document.record.outcome == DocumentOutcome::Unreadable)
    }
}

impl Document {
    fn new(document: read::Document, source: &SourceText, context: &CheckContext) -> Self {
        let mut record = record(&document);
        let read::Document { body, problems, .. } = document;
        let mut found = violations(&problems);
        let (mut unreadable, mut found_early) = (Vec::new(), Vec::new());
        let gardener = context.settings.gardener;
        let running = gardener.running();
        let object = match body {
            // Mistakes in an object that is not judged are its owner's business; a syntax error is not.
            Body::Unreadable => {
                unreadable = found.into_iter().map(Finding::unlocated).collect();
                None
            }
            Body::Object(object) if object.is(CloudProfile::KIND, CloudProfile::API_VERSION) => {
                let (profile, decoded) = object.raw.decode_at::<CloudProfile>(&Path::object(), running);
                let written = written(profile, object, source, &mut found, decoded, context.finding_limit);
                Some(Object::CloudProfile(Arc::new(Profile::own(Arc::new(written), context))))
            }
            Body::Object(object) if object.is(NamespacedCloudProfile::KIND, NamespacedCloudProfile::API_VERSION) => {
                let (child, decoded) = object.raw.decode_at::<NamespacedCloudProfile>(&Path::object(), running);
                let written = written(child, object, source, &mut found, decoded, context.finding_limit);
                Some(Object::NamespacedCloudProfile(Arc::new(Child::new(written))))
            }
            Body::Object(object) if is_shoot(&object) => {
                let (shoot, mut decoded) = object.raw.decode_known_at::<Shoot>(&Path::object(), running);
                decoded.extend(Shoot::unrecognized_fields_at(object.raw.node(), gardener));
                Some(Object::Shoot(Arc::new(written(
                    shoot,
                    object,
                    source,
                    &mut found,
                    decoded,
                    context.finding_limit,
                ))))
            }
            Body::Object(object) if managed::is_managed(&object) => {
                let profile = managed::profile(object, source, std::mem::take(&mut found), context);
                Some(Object::CloudProfile(Arc::new(profile)))
            }
            Body::Object(object) if let Some(template) = template::find(&object, &context.shoot_templates) => {
                let settings = (context.settings.gardener, context.finding_limit);
                let shoot = template::shoot(object, &template, source, std::mem::take(&mut found), settings);
                shoot.map(|(shoot, path)| {
                    record.inside = path;
                    Object::Shoot(Arc::new(shoot))
                })
            }
            Body::Object(object) => {
                match foreign::classify(&object, &context.registry) {
                    Some(RelatedDocument::ProviderConfig(provider)) => {
                        found_early =
                            foreign::check_provider_config(provider, object, source, &context.settings, found);
                    }
                    Some(RelatedDocument::NearMiss(violation)) => {
                        record.outcome = DocumentOutcome::NotChecked;
                        found_early = Written::new((), object.raw, source.clone(), Vec::new(), FindingLimit::Reporting)
                            .located(vec![*violation]);
                    }
                    None => {
                        record.outcome = DocumentOutcome::NotChecked;
                        record.reason = foreign::not_checked_reason();
                    }
                }
                None
            }
            Body::NotAnObject { .. } | Body::Empty => None,
        };
        Self { record, object, unreadable, found: found_early }
    }

    /// Returns the report's record of it.
    pub(crate) fn record(&self, source: SourceId) -> DocumentRecord {
        DocumentRecord { source, ..self.record.clone() }
    }
}

fn written<T>(
    object: T,
    read: read::ReadObject,
    source: &SourceText,
    found: &mut Vec<Violation>,
    mut decoded: Vec<Violation>,
    limit: FindingLimit,
) -> Written<T> {
    // In this order, because only the decoder has thousands of findings.
    decoded.splice(..0, std::mem::take(found));
    Written::new(object, read.raw, source.clone(), decoded, limit)
}

/// Returns whether it is a Shoot of the supported version.
fn is_shoot(object: &read::ReadObject) -> bool {
    object.kind == Shoot::KIND && (object.api_version == CloudProfile::API_VERSION || object.api_version.is_empty())
}

fn record(document: &read::Document) -> DocumentRecord {
    let mut record = DocumentRecord { place: Some(Place::exact(document.span)), ..DocumentRecord::default() };
    match &document.body {
        Body::Object(object) => {
            record.api_version.clone_from(&object.api_version);
            record.kind.clone_from(&object.kind);
            record.name.clone_from(&object.name);
        }
        Body::NotAnObject { raw, reason } => {
            record.outcome = DocumentOutcome::NotChecked;
            record.reason = if foreign::is_json_patch(raw.node()) { foreign::JSON_PATCH } else { reason }.to_owned();
        }
        Body::Empty => record.outcome = DocumentOutcome::Empty,
        Body::Unreadable => record.outcome = DocumentOutcome::Unreadable,
    }
    record
}
