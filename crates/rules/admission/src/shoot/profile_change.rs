//! The change of a Shoot to another profile.

use rootstock_core_model::{CloudProfileSpec, Path, Shoot, Source, Violation, Worker};

rootstock_core_model::rules! {
    SHOOT_PROFILE_CHANGED: Error, since "0.1.0", Source::Gardener;
    SHOOT_PROFILE_LACKS_USED: Error, since "0.1.0", Source::Gardener;
}

/// A profile that a Shoot refers to before or after an update, as far as it is known.
#[derive(Debug, Clone, Copy)]
pub struct ReferencedProfile<'a> {
    /// The name.
    pub name: &'a str,
    /// The CloudProfile at the root of its hierarchy: itself, or its parent; `None` if unknown.
    pub root: Option<&'a str>,
    /// The stored or rendered profile; `None` if unknown.
    pub spec: Option<&'a CloudProfileSpec>,
}

/// A change of a Shoot from one profile to another.
#[derive(Debug, Clone, Copy)]
pub struct ReferenceChange<'a> {
    /// The previous profile.
    pub old: ReferencedProfile<'a>,
    /// The new profile.
    pub new: ReferencedProfile<'a>,
}

impl ReferenceChange<'_> {
    /// Checks that both profiles belong to one hierarchy, and that the new one has what the workers use.
    pub(super) fn check(&self, shoot: &Shoot, findings: &mut Vec<Violation>) {
        let spec = Path::root("spec");
        if let (Some(old), Some(new)) = (self.old.root, self.new.root)
            && old != new
        {
            let detail = format!(
                "a Shoot can change its profile only between a CloudProfile and the NamespacedCloudProfiles below it: {} and \
                 {} do not belong together",
                shown(self.old.name, old),
                shown(self.new.name, new)
            );
            findings.push(Violation::invalid(
                &SHOOT_PROFILE_CHANGED,
                &spec.field("cloudProfile"),
                self.new.name,
                detail,
            ));
            return;
        }
        let Some(after) = self.new.spec else { return };
        let provider = spec.field("provider");
        let list = provider.field("workers");
        for (index, worker) in shoot.spec.provider.workers.iter().enumerate() {
            self.check_worker(worker, after, &list.index(index), findings);
        }
    }

    fn check_worker(&self, worker: &Worker, after: &CloudProfileSpec, path: &Path<'_>, findings: &mut Vec<Violation>) {
        let mut lacks = |path: &Path<'_>, bad: &str, what: &str| {
            let known = findings.iter().any(|found| found.path == path.to_field_path());
            if !known {
                let detail =
                    format!("profile `{}` does not have {what}, which worker `{}` uses", self.new.name, worker.name);
                findings.push(Violation::invalid(&SHOOT_PROFILE_LACKS_USED, path, bad, detail));
            }
        };
        let machine = path.field("machine");
        if let Some(image) = &worker.machine.image
            && let Some(version) = image.version.as_deref()
            && self.old.spec.is_none_or(|before| has_version(before, &image.name, version))
            && !has_version(after, &image.name, version)
        {
            let at = machine.field("image");
            lacks(&at.field("version"), version, &format!("version `{version}` of image `{}`", image.name));
        }
        let name = worker.machine.machine_type.as_str();
        if !after.types().iter().any(|one| one.name == name) {
            lacks(&machine.field("type"), name, &format!("machine type `{name}`"));
        }
        let volume = worker.volume.as_ref().and_then(|volume| volume.volume_type.as_deref());
        if let Some(name) = volume.filter(|name| !after.volume_types.iter().flatten().any(|one| one.name == *name)) {
            let volume = path.field("volume");
            lacks(&volume.field("type"), name, &format!("volume type `{name}`"));
        }
    }
}

fn has_version(spec: &CloudProfileSpec, image: &str, version: &str) -> bool {
    let images = spec.images().iter().filter(|one| one.name == image);
    images.flat_map(|image| image.offered()).any(|one| one.version == version)
}

fn shown(name: &str, root: &str) -> String {
    if name == root { format!("CloudProfile `{name}`") } else { format!("`{name}` (below CloudProfile `{root}`)") }
}
