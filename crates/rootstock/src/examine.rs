//! The pipeline behind `check`: read, decode, admission, provider, findings with their places.
//!
//! It takes bytes that the caller brings and adds to a [`Report`], so that tests, tools and other programs run the same
//! pipeline as the command.

mod namespaced;
mod shoots;

use std::collections::BTreeMap;

use rootstock_admission::{Operation, check_cloud_profile_of, default_cloud_profile};
use rootstock_advice::{Options, Subject, advise};
use rootstock_core_model::decode::without_echoes;
use rootstock_core_model::read::{self, Body, Document, Object};
use rootstock_core_model::{
    CloudProfile, NamespacedCloudProfile, NodeRef, RawObject, ReadLimits, Settings, Shoot, Violation, ViolationKind,
};
use rootstock_provider_api::{ProviderConfig, Registry};
use rootstock_report::{
    DocumentRecord, Finding, Locator, Outcome, Place, RelatedPlace, Report, SourceId, SourceText, patch,
};

pub use namespaced::{RenderedProfile, WaitingProfile};
pub use shoots::WaitingShoot;

/// What an input is examined under.
#[derive(Debug, Clone, Copy)]
pub struct Conditions<'a> {
    /// The providers that are known.
    pub registry: &'a Registry,
    /// Semantics, feature gates and the instant.
    pub settings: &'a Settings,
    /// As what the objects are judged.
    pub judgement: Judgement<'a>,
}

/// As what an object is judged.
#[derive(Debug, Clone, Copy)]
pub enum Judgement<'a> {
    /// As a desired state.
    State,
    /// As a new object.
    Create,
    /// As an update of the profile of the same name; as a new object where there is none.
    Update(&'a Profiles),
}

/// CloudProfiles by name, as they are stored.
pub type Profiles = BTreeMap<String, CloudProfile>;

impl<'a> Judgement<'a> {
    fn operation(self, name: &str) -> Operation<'a> {
        match self {
            Self::State => Operation::State,
            Self::Create => Operation::Create,
            Self::Update(old) => old.get(name).map_or(Operation::Create, |old| Operation::Update { old }),
        }
    }
}

/// A profile that could be read.
#[derive(Debug)]
pub struct Examined {
    /// Its place in [`Report::documents`].
    pub document: usize,
    /// The profile with Gardener's defaults.
    pub profile: CloudProfile,
    /// The provider's half, as far as a plug-in knows it and could read it.
    pub config: Option<Box<dyn ProviderConfig>>,
    /// Where later findings about it go.
    pub place: DocumentPlace,
}

/// The place of an object, for findings that are made when others are known, too.
#[derive(Debug, Clone)]
pub struct DocumentPlace {
    document: usize,
    source: SourceId,
    raw: RawObject,
}

impl DocumentPlace {
    /// Adds findings to the report that has the document.
    pub fn report(&self, violations: Vec<Violation>, report: &mut Report) {
        Locate { source: self.source, document: self.document, root: self.raw.node() }.add(violations, report);
    }
}

/// Examines one input: every document in it gets a record in the report, and its findings.
///
/// The findings are added in the order in which they are made; [`Report::sort`] brings them into theirs.
///
/// ```
/// use rootstock::examine::{Conditions, Judgement, examine};
/// use rootstock_core_model::{Semantics, Settings};
/// use rootstock_report::Report;
///
/// let registry = rootstock_providers::registry()?;
/// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
/// let conditions = Conditions { registry: &registry, settings: &settings, judgement: Judgement::State };
/// let mut report = Report::default();
/// let text = b"apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nspec: {type: local}\n";
/// let examined = examine("profile.yaml", text, conditions, &mut report);
/// assert_eq!(examined[0].profile.spec.provider_type, "local");
/// assert!(report.summary().errors > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn examine(name: &str, bytes: &[u8], conditions: Conditions<'_>, report: &mut Report) -> Vec<Examined> {
    examine_everything(name, bytes, conditions, report).profiles
}

/// What was found in an input, beside findings.
#[derive(Debug, Default)]
pub struct Everything {
    /// The CloudProfiles, which are checked.
    pub profiles: Vec<Examined>,
    /// The NamespacedCloudProfiles, which wait for their parents: until then, the report calls them not checked.
    pub children: Vec<WaitingProfile>,
    /// The Shoots, which wait for their profiles: until then, the report calls them not checked.
    pub shoots: Vec<WaitingShoot>,
}

/// The same as [`examine()`], with the Shoots and the profiles that they may refer to.
pub fn examine_everything(name: &str, bytes: &[u8], conditions: Conditions<'_>, report: &mut Report) -> Everything {
    examine_with_advice(name, bytes, conditions, None, report)
}

/// The same, with advice about what is accepted, if it is wanted.
pub fn examine_with_advice(
    name: &str,
    bytes: &[u8],
    conditions: Conditions<'_>,
    advice: Option<&Options>,
    report: &mut Report,
) -> Everything {
    let file = read::read(name, bytes, &ReadLimits::DEFAULT);
    let source = report.add_source(SourceText::from(file.source));
    let mut everything = Everything::default();
    for document in file.documents {
        examine_document(document, source, conditions, advice, report, &mut everything);
    }
    everything
}

fn examine_document(
    document: Document,
    source: SourceId,
    conditions: Conditions<'_>,
    advice: Option<&Options>,
    report: &mut Report,
    everything: &mut Everything,
) {
    let number = report.documents.len();
    let is_profile = document.object().is_some_and(Object::is_cloud_profile);
    report.documents.push(record(&document, source));
    let Document { body, violations: read, .. } = document;
    let object = match body {
        Body::Object(object) if is_profile => object,
        // What is odd about an object that is not checked is its owner's business; a syntax error is not.
        Body::Unreadable => {
            report.findings.extend(read.into_iter().map(|violation| unlocated(violation, source, number)));
            return;
        }
        Body::Object(object) if shoots::is_shoot(&object) => {
            everything.shoots.push(WaitingShoot::new(object, read, number, source));
            return;
        }
        Body::Object(object) if object.is_namespaced_cloud_profile() => {
            everything.children.push(WaitingProfile::new(object, read, number, source));
            return;
        }
        Body::Object(_) | Body::NoObject { .. } | Body::Empty => return,
    };
    let (mut profile, decoded) = object.decode::<CloudProfile>();
    let operation = conditions.judgement.operation(&profile.metadata.name);
    let plugin = conditions.registry.get(&profile.spec.provider_type);
    let built_in = plugin.map_or(&[][..], |plugin| plugin.worker_capabilities());
    let outcome = check_cloud_profile_of(built_in, &profile, operation, conditions.settings);
    // The stored form is as large as the profile; only advice asks for it.
    let stored = outcome.canonical.filter(|_| advice.is_some());
    let mut later = outcome.violations;
    default_cloud_profile(&mut profile);
    let provider = conditions.registry.check_cloud_profile(&profile.spec, conditions.settings);
    later.extend(provider.violations);
    let mut violations = read;
    let later = without_echoes(&decoded, later);
    violations.extend(decoded);
    violations.extend(later);
    if let Some(options) = advice {
        let subject = Subject {
            profile: &profile,
            stored: stored.as_ref(),
            raw: Some(object.raw.node()),
            config: provider.config.as_deref(),
            built_in,
            settings: conditions.settings,
            found: &violations,
        };
        let advice = advise(&subject, options);
        violations.extend(advice);
    }
    let place = DocumentPlace { document: number, source, raw: object.raw };
    if !violations.is_empty() {
        place.report(violations, report);
    }
    everything.profiles.push(Examined { document: number, profile, config: provider.config, place });
}

fn record(document: &Document, source: SourceId) -> DocumentRecord {
    let mut record = DocumentRecord {
        source,
        place: Some(Place { span: document.span.range(), exact: true }),
        api_version: String::new(),
        kind: String::new(),
        name: String::new(),
        outcome: Outcome::Checked,
        reason: String::new(),
    };
    match &document.body {
        Body::Object(object) => {
            record.api_version.clone_from(&object.api_version);
            record.kind.clone_from(&object.kind);
            record.name.clone_from(&object.name);
            if !object.is_cloud_profile() {
                record.outcome = Outcome::NotChecked;
                record.reason = foreign(object);
            }
        }
        Body::NoObject { reason, .. } => {
            record.outcome = Outcome::NotChecked;
            record.reason = (*reason).to_owned();
        }
        Body::Empty => record.outcome = Outcome::Empty,
        Body::Unreadable => record.outcome = Outcome::Unreadable,
    }
    record
}

/// Why an object of another kind is not checked.
fn foreign(object: &Object) -> String {
    if shoots::is_shoot(object) {
        "no profile was looked for".to_owned()
    } else if object.is_namespaced_cloud_profile() {
        "no parent was looked for".to_owned()
    } else if [CloudProfile::KIND, NamespacedCloudProfile::KIND, Shoot::KIND].contains(&object.kind.as_str()) {
        format!("its apiVersion is `{}`, and only `{}` is checked", object.api_version, CloudProfile::API_VERSION)
    } else {
        format!("only kinds {}, {} and {} are checked", CloudProfile::KIND, NamespacedCloudProfile::KIND, Shoot::KIND)
    }
}

/// A finding about a document that could not be read: the reader knows its place, and there are no fields.
fn unlocated(violation: Violation, source: SourceId, document: usize) -> Finding {
    let place = violation.span.map(|span| Place { span: span.range(), exact: true });
    Finding { violation, source, document: Some(document), place, within: Vec::new(), related: Vec::new(), edits: None }
}

/// Where the findings of one document are looked up.
struct Locate<'a> {
    source: SourceId,
    document: usize,
    root: NodeRef<'a>,
}

impl Locate<'_> {
    fn add(&self, violations: Vec<Violation>, report: &mut Report) {
        let mut locator = Locator::new(self.root);
        for violation in violations {
            let finding = self.finding(violation, &mut locator);
            report.findings.push(finding);
        }
    }

    fn finding(&self, violation: Violation, locator: &mut Locator<'_>) -> Finding {
        let located = locator.locate(&violation.path);
        let place = match (violation.span, located.node.key_span()) {
            (Some(span), _) => Place { span: span.range(), exact: true },
            // What is wrong with an unknown field is its name.
            (None, Some(key)) if violation.kind == ViolationKind::UnknownField && located.place.exact => {
                Place { span: key.range(), exact: true }
            }
            (None, _) => located.place,
        };
        let related = violation.related.iter().map(|related| RelatedPlace {
            place: Some(match related.span {
                Some(span) => Place { span: span.range(), exact: true },
                None => locator.locate(&related.path).place,
            }),
            path: related.path.clone(),
            note: related.note.clone(),
        });
        let related = related.collect();
        let edits = violation.fix.as_ref().and_then(|fix| patch::edits(fix, locator));
        Finding {
            source: self.source,
            document: Some(self.document),
            place: Some(place),
            within: located.within,
            related,
            edits,
            violation,
        }
    }
}
