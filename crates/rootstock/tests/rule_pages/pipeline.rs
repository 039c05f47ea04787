//! The check that every example goes through: the one behind `rootstock check`.

use rootstock::examine::{
    Conditions, Examined, Judgement, Profiles, WaitingProfile, examine, examine_everything, examine_with_advice,
};
use rootstock_admission::{
    Operation, ProfileUsers, ProviderHalf, ShootOperation, ShootProfile, canonicalise_cloud_profile,
    check_namespaced_profile_users, check_profile_users, check_shoot,
};
use rootstock_core_model::{FieldPath, NamespacedCloudProfile, NodeRef, Path, ReadLimits, Shoot, Violation, read};
use rootstock_provider_api::Registry;
use rootstock_report::Report;

use crate::comparison::Found;
use crate::example::{Example, Role};

/// The findings of a whole document, located in its example, with advice if it is wanted; `old` is what was there
/// before, `users` are documents of objects that use it.
pub(crate) fn findings(
    registry: &Registry,
    example: &Example<'_>,
    advice: Option<&rootstock_advice::Options>,
    text: &str,
    old: Option<&str>,
    users: &[String],
) -> Result<Vec<Found>, String> {
    let under = |judgement| Conditions { registry, settings: &example.settings, judgement };
    let check = |text: &str, judgement| {
        let mut report = Report::default();
        let examined =
            examine_with_advice("example.yaml", text.as_bytes(), under(judgement), advice, &mut report).profiles;
        (report, examined)
    };
    let stored: Profiles = match (example.role, old) {
        (Role::Update, None) => return Err("an update needs an `old` example before it".to_owned()),
        (Role::Update, Some(old)) => {
            let new = one(check(text, Judgement::State).1)?;
            let old = one(check(old, Judgement::State).1)?;
            // Under the name of the new one: that the name is changed is for the rules to find out.
            [(new.profile.metadata.name, old.profile)].into()
        }
        _ => Profiles::new(),
    };
    let judgement = match example.role {
        Role::State | Role::Old | Role::Profile | Role::User => Judgement::State,
        Role::Create => Judgement::Create,
        Role::Update => Judgement::Update(&stored),
    };
    let (mut report, examined) = check(text, judgement);
    if let (Some(old), [new]) = (stored.values().next(), &examined[..]) {
        let users = Users::read(users, under(Judgement::State));
        let missed = check_profile_users(&[], old, &new.profile, &users.as_ref(), &example.settings);
        new.place.report(missed, &mut report);
    }
    Ok(located(example, report))
}

fn located(example: &Example<'_>, report: Report) -> Vec<Found> {
    let places = Places::of(example);
    let found = report.findings.into_iter().map(|finding| {
        let line = match (example.base, &finding.place) {
            (None, Some(place)) => line_at(&example.text, place.span.start),
            _ => places.line(&finding.violation.path),
        };
        Found { line, violation: finding.violation }
    });
    found.collect()
}

/// The findings of a NamespacedCloudProfile, located in its example; `old` is what was there before, `parent` the profile
/// beside which it is judged if it names it, `users` are documents of objects that use it.
pub(crate) fn child_findings(
    registry: &Registry,
    example: &Example<'_>,
    with_advice: bool,
    text: &str,
    old: Option<&str>,
    parent: &str,
    users: &[String],
) -> Result<Vec<Found>, String> {
    let conditions = Conditions { registry, settings: &example.settings, judgement: Judgement::State };
    let mut parent = one(examine("parent.yaml", parent.as_bytes(), conditions, &mut Report::default()))?.profile;
    canonicalise_cloud_profile(&mut parent, None);
    let mut report = Report::default();
    let child = one_child(text, conditions, &mut report)?;
    let old = old.map(|old| one_child(old, conditions, &mut Report::default())).transpose()?;
    let operation = match (example.role, &old) {
        (Role::Update, None) => return Err("an update needs an `old` example before it".to_owned()),
        (Role::Update, Some(old)) => Operation::Update { old: &old.profile },
        (Role::Create, _) => Operation::Create,
        (Role::State | Role::Old | Role::Profile | Role::User, _) => Operation::State,
    };
    let parent = Some(&parent).filter(|parent| parent.metadata.name == child.profile.spec.parent.name);
    let outcome = child.check(parent, operation, conditions, &mut report);
    if with_advice {
        child.advise(parent, &outcome, conditions.settings, &mut report);
    }
    if let (Some(old), Some(parent)) = (operation.old(), parent) {
        let users = Users::read(users, conditions);
        let missed = check_namespaced_profile_users(old, &child.profile, parent, &users.as_ref(), conditions.settings);
        child.report(missed, &mut report);
    }
    Ok(located(example, report))
}

fn one_child(text: &str, conditions: Conditions<'_>, report: &mut Report) -> Result<WaitingProfile, String> {
    let children = examine_everything("example.yaml", text.as_bytes(), conditions, report).children;
    let [one] = <[WaitingProfile; 1]>::try_from(children)
        .map_err(|all| format!("{} NamespacedCloudProfiles instead of one", all.len()))?;
    Ok(one)
}

/// Objects that use a profile.
struct Users {
    children: Vec<NamespacedCloudProfile>,
    shoots: Vec<Shoot>,
}

impl Users {
    fn read(documents: &[String], conditions: Conditions<'_>) -> Self {
        let mut users = Self { children: Vec::new(), shoots: Vec::new() };
        for document in documents {
            let found = examine_everything("user.yaml", document.as_bytes(), conditions, &mut Report::default());
            users.children.extend(found.children.into_iter().map(|waiting| waiting.profile));
            users.shoots.extend(found.shoots.into_iter().map(|waiting| waiting.shoot));
        }
        users
    }

    fn as_ref(&self) -> ProfileUsers<'_> {
        ProfileUsers { children: self.children.iter().collect(), shoots: self.shoots.iter().collect() }
    }
}

/// The findings of a Shoot, located in its example; `old` is what was there before, `profile` the profile it is judged by.
pub(crate) fn shoot_findings(
    registry: &Registry,
    example: &Example<'_>,
    text: &str,
    old: Option<&str>,
    profile: &str,
) -> Result<Vec<Found>, String> {
    let conditions = Conditions { registry, settings: &example.settings, judgement: Judgement::State };
    let mut examined = one(examine("profile.yaml", profile.as_bytes(), conditions, &mut Report::default()))?;
    canonicalise_cloud_profile(&mut examined.profile, None);
    let spec = &examined.profile.spec;
    let half =
        registry.get(&spec.provider_type).map(|plugin| ProviderHalf { plugin, config: examined.config.as_deref() });
    let profile = ShootProfile::new(spec, &example.settings, half).map_err(|error| error.to_string())?;
    let (shoot, mut violations) = read_shoot(text)?;
    let old =
        old.map(read_shoot).transpose()?.map(|(old, _)| check_shoot(&old, ShootOperation::Create, &profile).shoot);
    let operation = match (example.role, &old) {
        (Role::Update, None) => return Err("an update needs an `old` example before it".to_owned()),
        (Role::Update, Some(old)) => ShootOperation::Update { old },
        (Role::Create, _) => ShootOperation::Create,
        (Role::State | Role::Old | Role::Profile | Role::User, _) => ShootOperation::State,
    };
    violations.extend(check_shoot(&shoot, operation, &profile).violations);
    let places = Places::of(example);
    let found = violations.into_iter();
    Ok(found.map(|violation| Found { line: places.line(&violation.path), violation }).collect())
}

fn read_shoot(text: &str) -> Result<(Shoot, Vec<Violation>), String> {
    let file = read::read("shoot.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
    let raw = file.documents.first().and_then(read::Document::raw).ok_or("there is no Shoot")?;
    Ok(raw.decode_known::<Shoot>(&Path::object()))
}

fn one(examined: Vec<Examined>) -> Result<Examined, String> {
    let [one] = <[Examined; 1]>::try_from(examined).map_err(|all| format!("{} profiles instead of one", all.len()))?;
    Ok(one)
}

/// The line of a byte, counted from 1.
fn line_at(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

/// Where the fields of a fragment stand.
struct Places<'a> {
    text: &'a str,
    file: read::File,
}

impl<'a> Places<'a> {
    fn of(example: &'a Example<'_>) -> Self {
        Self { text: &example.text, file: read::read("fragment", example.text.as_bytes(), &ReadLimits::DEFAULT) }
    }

    /// The line of a field, or of the nearest one around it that the fragment has.
    fn line(&self, path: &FieldPath) -> usize {
        let Some(root) = self.file.documents.first().and_then(read::Document::raw) else { return 1 };
        let node: NodeRef<'_> = root.node().find(path).node;
        let span = node.key_span().unwrap_or_else(|| node.span());
        line_at(self.text, span.range().start)
    }
}
