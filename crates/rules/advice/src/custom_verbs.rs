//! The verbs that a user needs to set or change fields of a NamespacedCloudProfile.

use rootstock_core_model::{NamespacedCloudProfile, NamespacedCloudProfileSpec, Path, Source, Violation};

rootstock_core_model::rules! {
    /// A change that project members may not make.
    CUSTOM_VERB_REQUIRED: Note, since "0.1.0", Source::Gardener;
}

/// Reports each field that differs between the old object, if there is one, and the new one, and for which Gardener requires a custom
/// verb. Only creating and updating an object require verbs, not a desired state.
///
/// ```
/// use rootstock_advice::advise_verbs;
/// let child = serde_json::from_str(r#"{"spec": {"kubernetes": {"versions": [{"version": "1.34.1"}]}}}"#)?;
/// let found = advise_verbs(&child, None);
/// assert_eq!(found[0].path.to_string(), "spec.kubernetes");
/// assert!(found[0].detail.contains("modify-spec-kubernetes"));
/// assert!(advise_verbs(&child, Some(&child)).is_empty());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn advise_verbs(new: &NamespacedCloudProfile, old: Option<&NamespacedCloudProfile>) -> Vec<Violation> {
    let nothing = NamespacedCloudProfileSpec::default();
    let (new, old) = (&new.spec, old.map_or(&nothing, |old| &old.spec));
    let fields = [
        ("kubernetes", "modify-spec-kubernetes", new.kubernetes != old.kubernetes),
        ("machineImages", "modify-spec-machineimages", new.images() != old.images()),
        ("providerConfig", "modify-spec-providerconfig", new.provider_config != old.provider_config),
    ];
    let spec = Path::root("spec");
    let changed = fields.into_iter().filter(|(_, _, is_changed)| *is_changed);
    let report = |(field, verb, _): (&str, &str, bool)| {
        let detail = format!(
            "setting or changing this field requires the verb `{verb}` on `namespacedcloudprofiles`: Gardener forbids it to users \
             without the verb, even if they administer the project"
        );
        Violation::advice(&CUSTOM_VERB_REQUIRED, &spec.field(field), field, detail).with_help(
            "grant the verb with a ClusterRole and a RoleBinding, or let an operator of the landscape apply the change",
        )
    };
    changed.map(report).collect()
}
