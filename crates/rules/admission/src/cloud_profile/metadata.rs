//! `metadata`: the generic rules of Kubernetes.
//!
//! An update may omit fields that the server sets (`uid`, `resourceVersion`, `creationTimestamp`, …): a manifest does
//! not have them, and a client or the server fills them in from the stored object. An omitted field counts as
//! unchanged.

use rootstock_core_model::names::{self, NameFault};
use rootstock_core_model::{BadValue, ObjectMeta, Path, Rule, Source, Violation, ViolationKind};

use crate::bad_value;
use crate::scope::Scope;

rootstock_core_model::rules! {
    GENERATE_NAME_INVALID: Error, since "0.1.0", Source::Kubernetes;
    NAME_MISSING: Error, since "0.1.0", Source::Kubernetes;
    NAME_INVALID: Error, since "0.1.0", Source::Kubernetes;
    NAMESPACE_SET: Error, since "0.1.0", Source::Kubernetes;
    NAMESPACE_MISSING: Error, since "0.1.0", Source::Kubernetes;
    NAMESPACE_INVALID: Error, since "0.1.0", Source::Kubernetes;
    GENERATION_NEGATIVE: Error, since "0.1.0", Source::Kubernetes;
    LABELS_INVALID: Error, since "0.1.0", Source::Kubernetes;
    ANNOTATIONS_INVALID: Error, since "0.1.0", Source::Kubernetes;
    /// CP-M07b.
    FINALIZERS_INVALID: Error, since "0.1.0", Source::Kubernetes;
    RESOURCE_VERSION_MISSING: Error, since "0.1.0", Source::Kubernetes;
    METADATA_CHANGED: Error, since "0.1.0", Source::Kubernetes;
    FINALIZER_ADDED_WHILE_DELETING: Error, since "0.1.0", Source::Kubernetes;
}

/// The limit on the total size of the keys and values of all annotations, in bytes.
const ANNOTATIONS_LIMIT: usize = 256 * 1024;

pub(crate) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    let meta = scope.metadata.new;
    let path = Path::root("metadata");
    check_names(meta, scope.metadata.is_namespaced, &path, findings);
    if meta.generation < 0 {
        let detail = "a generation cannot be negative; remove the field, the API server sets it";
        findings.push(Violation::invalid(
            &GENERATION_NEGATIVE,
            &path.field("generation"),
            bad_value::plain(meta.generation),
            detail,
        ));
    }
    check_labels(meta, &path, findings);
    check_annotations(meta, &path, findings);
    check_finalizers(meta, &path, findings);
    if let Some(old) = scope.metadata.old {
        check_update(scope, meta, old, &path, findings);
    }
}

/// Reports one finding per fault, as Kubernetes does.
fn push_faults(
    rule: &'static Rule,
    path: &Path<'_>,
    value: &str,
    faults: Vec<NameFault>,
    what: &str,
    findings: &mut Vec<Violation>,
) {
    findings.extend(
        faults
            .into_iter()
            .map(|fault| Violation::invalid(rule, path, value, format!("this is not a valid {what}: {fault}"))),
    );
}

fn check_names(meta: &ObjectMeta, is_namespaced: bool, path: &Path<'_>, findings: &mut Vec<Violation>) {
    if !meta.generate_name.is_empty() {
        let faults = names::dns_subdomain(&generated_example(&meta.generate_name));
        let what = "beginning of an object's name";
        push_faults(&GENERATE_NAME_INVALID, &path.field("generateName"), &meta.generate_name, faults, what, findings);
    }
    let name = path.field("name");
    if meta.name.is_empty() {
        // The server sets a generated name before validation.
        if meta.generate_name.is_empty() {
            findings.push(Violation::required(&NAME_MISSING, &name, "the profile needs a name"));
        }
    } else {
        push_faults(&NAME_INVALID, &name, &meta.name, names::dns_subdomain(&meta.name), "name of an object", findings);
    }
    let namespace = path.field("namespace");
    if is_namespaced {
        if meta.namespace.is_empty() {
            let detail = "a NamespacedCloudProfile needs the namespace of the project that uses it";
            findings.push(
                Violation::required(&NAMESPACE_MISSING, &namespace, detail)
                    .with_help("write `namespace: garden-PROJECT`"),
            );
        } else {
            let faults = names::dns_label(&meta.namespace);
            push_faults(&NAMESPACE_INVALID, &namespace, &meta.namespace, faults, "name of a namespace", findings);
        }
    } else if !meta.namespace.is_empty() {
        let detail = "a CloudProfile has no namespace; remove the field, or write a NamespacedCloudProfile";
        findings.push(Violation::forbidden(&NAMESPACE_SET, &namespace, detail));
    }
}

/// Returns a sample name to validate `generateName` with: a trailing dash is not the end of the name.
fn generated_example(prefix: &str) -> String {
    let mut bytes = prefix.as_bytes().to_vec();
    if bytes.len() > 1 && bytes.ends_with(b"-") {
        bytes.truncate(bytes.len() - 2);
        bytes.push(b'a');
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn check_labels(meta: &ObjectMeta, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let labels = path.field("labels");
    for (key, value) in &meta.labels {
        push_faults(&LABELS_INVALID, &labels, key, names::label_key(key), "label key", findings);
        push_faults(&LABELS_INVALID, &labels, value, names::label_value(value), "label value", findings);
    }
}

fn check_annotations(meta: &ObjectMeta, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let annotations = path.field("annotations");
    let mut size = 0;
    for (key, value) in &meta.annotations {
        push_faults(
            &ANNOTATIONS_INVALID,
            &annotations,
            key,
            names::label_key(&key.to_lowercase()),
            "annotation key",
            findings,
        );
        size += key.len() + value.len();
    }
    if size > ANNOTATIONS_LIMIT {
        let detail = format!("the annotations have {size} bytes together; at most {ANNOTATIONS_LIMIT} are allowed");
        // Kubernetes does not repeat the value, and puts these words in its place.
        let bad = BadValue::from("<value omitted>");
        findings.push(Violation::new(&ANNOTATIONS_INVALID, ViolationKind::TooLong, &annotations, bad, detail));
    }
}

/// Checks finalizers (CP-M07b).
fn check_finalizers(meta: &ObjectMeta, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let finalizers = path.field("finalizers");
    for name in &meta.finalizers {
        push_faults(&FINALIZERS_INVALID, &finalizers, name, names::label_key(name), "finalizer", findings);
    }
    let has = |name: &str| meta.finalizers.iter().any(|finalizer| finalizer == name);
    if has("orphan") && has("foregroundDeletion") {
        let detail = "`orphan` and `foregroundDeletion` exclude each other; keep one of them";
        findings.push(Violation::invalid(&FINALIZERS_INVALID, &finalizers, bad_value::list(&meta.finalizers), detail));
    }
}

fn check_update(
    scope: &Scope<'_>,
    meta: &ObjectMeta,
    old: &ObjectMeta,
    path: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    let repeats = scope.quirks().findings.follow_up_errors;
    if meta.resource_version.is_empty()
        && !old.resource_version.is_empty()
        && scope.quirks().cloud_profile.resource_version_is_required
    {
        let detail = "an update needs the version of the object that it changes";
        let help = "`kubectl apply` fills it in; for `kubectl replace`, copy it from the current object";
        let violation = Violation::invalid(&RESOURCE_VERSION_MISSING, &path.field("resourceVersion"), "", detail);
        findings.push(violation.with_help(help));
    }
    let mut changed = |field: &str, bad: BadValue| {
        let detail = format!("`{field}` cannot be changed by an update");
        findings.push(Violation::invalid(&METADATA_CHANGED, &path.field(field), bad, detail));
    };
    if meta.generation < old.generation && (meta.generation > 0 || (meta.generation < 0 && repeats)) {
        changed("generation", bad_value::plain(meta.generation));
    }
    // An empty name, or a namespace on a cluster-scoped object, is already reported as such.
    if meta.name != old.name && (!meta.name.is_empty() || repeats) {
        changed("name", BadValue::from(meta.name.as_str()));
    }
    if meta.namespace != old.namespace && (repeats || (scope.metadata.is_namespaced && !meta.namespace.is_empty())) {
        changed("namespace", BadValue::from(meta.namespace.as_str()));
    }
    if !meta.uid.is_empty() && meta.uid != old.uid {
        changed("uid", BadValue::from(meta.uid.as_str()));
    }
    for (field, new, old) in [
        ("creationTimestamp", meta.creation_timestamp, old.creation_timestamp),
        ("deletionTimestamp", meta.deletion_timestamp, old.deletion_timestamp),
    ] {
        if let Some(new) = new.filter(|new| Some(*new) != old) {
            changed(field, BadValue::from(new.to_string()));
        }
    }
    if let Some(new) = meta.deletion_grace_period_seconds.filter(|new| Some(*new) != old.deletion_grace_period_seconds)
    {
        changed("deletionGracePeriodSeconds", bad_value::plain(new));
    }
    if old.deletion_timestamp.is_some() {
        check_no_new_finalizers(meta, old, path, findings);
    }
    if repeats {
        check_labels(meta, path, findings);
        check_annotations(meta, path, findings);
    }
}

fn check_no_new_finalizers(meta: &ObjectMeta, old: &ObjectMeta, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let known: std::collections::HashSet<&String> = old.finalizers.iter().collect();
    let added: Vec<&str> = meta.finalizers.iter().filter(|name| !known.contains(name)).map(String::as_str).collect();
    if !added.is_empty() {
        let detail =
            format!("the profile is being deleted: no finalizer can be added, so remove `{}`", added.join("`, `"));
        findings.push(Violation::forbidden(&FINALIZER_ADDED_WHILE_DELETING, &path.field("finalizers"), detail));
    }
}
