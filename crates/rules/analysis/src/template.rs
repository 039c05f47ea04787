//! Templates of Shoots inside objects of other kinds.

use rootstock_core_model::{Decode, GardenerRelease, NodeKind, ObjectMeta, Path, Shoot, Violation, decode_at, read};
use rootstock_report::SourceText;

use crate::embedding::Embedding;
use crate::finding_limit::FindingLimit;
use crate::written::Written;

/// The kinds that are known to contain the template of a Shoot, and its path.
const KNOWN: [(&str, &[&str]); 2] = [
    // Gardener's seedmanagement.gardener.cloud.
    ("ManagedSeedSet", &["spec", "shootTemplate"]),
    // openmcp's cluster-provider-gardener.
    ("ProviderConfig", &["spec", "shootTemplate"]),
];

/// A kind whose objects contain the template of a Shoot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShootTemplate {
    /// The kind of the object.
    pub(crate) kind: String,
    /// The fields on the way to the template, which has the `spec` of a Shoot, and possibly its `metadata`.
    pub(crate) path: Vec<Box<str>>,
}

impl ShootTemplate {
    /// Returns the path of the template as it is written.
    fn written_path(&self) -> String {
        self.path.join(".")
    }

    fn is_in(&self, object: &read::ReadObject) -> bool {
        let template = self.path.iter().try_fold(object.raw.node(), |node, field| node.get(field));
        self.kind == object.kind
            && template.and_then(|node| node.get("spec")).is_some_and(|spec| spec.kind() == NodeKind::Object)
    }
}

/// Returns the template that an object contains, if its kind is known to contain one.
pub(crate) fn find(object: &read::ReadObject, configured: &[ShootTemplate]) -> Option<ShootTemplate> {
    let known = KNOWN.iter().map(|(kind, path)| ShootTemplate {
        kind: (*kind).to_owned(),
        path: path.iter().map(|field| (*field).into()).collect(),
    });
    configured.iter().cloned().chain(known).find(|template| template.is_in(object))
}

/// Returns the Shoot that an object contains, under the name of the object unless it has its own, and its path.
pub(crate) fn shoot(
    object: read::ReadObject,
    template: &ShootTemplate,
    source: &SourceText,
    mut found: Vec<Violation>,
    (gardener, limit): (GardenerRelease, FindingLimit),
) -> Option<(Written<Shoot>, String)> {
    let spec: Vec<Box<str>> = template.path.iter().cloned().chain(["spec".into()]).collect();
    let raw = object.raw.with_inner(&spec)?;
    let how = Embedding::of_template(spec);
    found.iter_mut().for_each(|violation| violation.path = how.inner_path(&violation.path));
    let (mut shoot, decoded) = raw.decode_known_at::<Shoot>(&Path::object(), gardener.running());
    found.extend(decoded);
    found.extend(Shoot::unrecognized_fields_at(raw.node(), gardener));
    let own = template.path.iter().try_fold(object.raw.node(), |node, field| node.get(field));
    let own = own.and_then(|template| template.get("metadata"));
    let (own, _) =
        own.map(|own| decode_at::<ObjectMeta>(own, &Path::root("metadata"), gardener.running())).unwrap_or_default();
    let outer = std::mem::take(&mut shoot.metadata);
    let or = |own: String, outer: String| if own.is_empty() { outer } else { own };
    shoot.metadata =
        ObjectMeta { name: or(own.name, outer.name), namespace: or(own.namespace, outer.namespace), ..own };
    let shoot = Written::new(shoot, raw, source.clone(), found, limit);
    Some((shoot.embedding(how), template.written_path()))
}
