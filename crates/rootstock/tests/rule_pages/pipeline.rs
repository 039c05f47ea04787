//! The check that every example goes through: the one behind `rootstock check`.

use rootstock::examine::{Conditions, Examined, Judgement, Profiles, examine, examine_with_advice};
use rootstock_admission::{ProviderHalf, ShootOperation, ShootProfile, canonicalise_cloud_profile, check_shoot};
use rootstock_core_model::{FieldPath, NodeRef, Path, ReadLimits, Shoot, Violation, read};
use rootstock_provider_api::Registry;
use rootstock_report::Report;

use crate::comparison::Found;
use crate::example::{Example, Role};

/// The findings of a whole document, located in its example, with advice if it is wanted; `old` is what was there before.
pub(crate) fn findings(
    registry: &Registry,
    example: &Example<'_>,
    advice: Option<&rootstock_advice::Options>,
    text: &str,
    old: Option<&str>,
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
        Role::State | Role::Old | Role::Profile => Judgement::State,
        Role::Create => Judgement::Create,
        Role::Update => Judgement::Update(&stored),
    };
    let (report, _) = check(text, judgement);
    let places = Places::of(example);
    Ok(report
        .findings
        .into_iter()
        .map(|finding| {
            let line = match (example.base, &finding.place) {
                (None, Some(place)) => line_at(&example.text, place.span.start),
                _ => places.line(&finding.violation.path),
            };
            Found { line, violation: finding.violation }
        })
        .collect())
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
        (Role::State | Role::Old | Role::Profile, _) => ShootOperation::State,
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
