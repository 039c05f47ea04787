//! The order in which to upgrade Gardener and to change objects.

use std::collections::{BTreeMap, BTreeSet};

use rootstock_admission::is_reserved_capability_name;
use rootstock_advice::SupportedKubernetes;
use rootstock_behavioural_diff::{MachineSettingGroup, SelectionCause, SelectionGroup};
use rootstock_core_model::{GardenerRelease, Release, Settings, counted};
use rootstock_provider_api::{Extension, Provider, Registry};
use rootstock_upgrade::ChangeGroup;

use super::{UpgradeAnswer, UpgradeChangeAnswer, UpgradeStepAnswer};

/// Returns the order as sentences. Steps of one program without anything to do before or after them are one sentence. `settings` are
/// those of the first release of Gardener, with the releases that the extensions go to.
pub(super) fn of(answer: &UpgradeAnswer, registry: &Registry, settings: &Settings, to: GardenerRelease) -> Vec<String> {
    let mut needed = further_upgrades(registry, settings, to);
    let mut order = Vec::new();
    let sentences = |step: &UpgradeStepAnswer| Sentences::of(step, answer.to, reads_new_form(step, registry, settings));
    let mut steps = answer.steps.iter().peekable();
    while let Some(first) = steps.next() {
        let own = sentences(first);
        let mut last = first;
        if own.after.is_empty() {
            let follows = |next: &&UpgradeStepAnswer| program(next) == program(first) && sentences(next).is_empty();
            while let Some(next) = steps.next_if(follows) {
                last = next;
            }
        }
        let way = if release(last) == release(first) { "" } else { ", one minor release at a time" };
        order.extend(own.before);
        order.push(format!("upgrade {} from v{} to v{}{way}", program(first), release(first).0, release(last).1));
        order.extend(own.after);
        let provider = first.extension.as_ref().map(|moved| moved.provider);
        let is_last =
            |provider| !steps.clone().any(|next| next.extension.as_ref().is_some_and(|it| it.provider == provider));
        order.extend(provider.filter(|provider| is_last(*provider)).and_then(|provider| needed.remove(provider)));
    }
    // Extensions that do not move.
    needed.into_values().chain(order).collect()
}

/// Returns a sentence for each extension that stays at a release, or goes to one, which needs a name that Gardener refuses from `to` on.
fn further_upgrades<'r>(registry: &'r Registry, settings: &Settings, to: GardenerRelease) -> BTreeMap<&'r str, String> {
    let sentence = |(provider, release): (&str, Release)| {
        let extension = registry.get(provider)?.extension();
        let until = extension.at(settings).renames_capability_until()?;
        let sentence = format!(
            "upgrade extension {provider} to v{until} first: v{release} needs the name of a capability that Gardener v{to} refuses"
        );
        needs_refused_name(extension, settings, to).then_some((extension.name, sentence))
    };
    settings.extensions.iter().filter_map(sentence).collect()
}

/// Returns whether the release of an extension calls a capability by a name that Gardener refuses from `to` on. The extension passes
/// such releases before Gardener moves.
pub(super) fn needs_refused_name(extension: &Extension, running: &Settings, to: GardenerRelease) -> bool {
    extension.at(running).renamed_capability.is_some_and(|(_, name)| {
        let is_reserved = |gardener: GardenerRelease| is_reserved_capability_name(name, gardener.release());
        is_reserved(to) && !is_reserved(running.gardener)
    })
}

/// Returns whether the program before a step reads every form that objects may need after it: only extensions learn another one,
/// capability flavors.
fn reads_new_form(step: &UpgradeStepAnswer, registry: &Registry, settings: &Settings) -> bool {
    let Some(moved) = &step.extension else { return true };
    let Some(extension) = registry.get(moved.provider).map(Provider::extension) else { return true };
    let reads_flavors = |release: Release| {
        let extensions = settings.extensions.with(moved.provider, release);
        extensions.is_ok_and(|extensions| extension.at(&Settings { extensions, ..*settings }).knows_capabilities())
    };
    reads_flavors(moved.from) || !reads_flavors(moved.to)
}

/// Returns the program that a step moves.
fn program(step: &UpgradeStepAnswer) -> String {
    step.extension.as_ref().map_or_else(|| "Gardener".to_owned(), |moved| format!("extension {}", moved.provider))
}

/// Returns the releases before and after a step.
fn release(step: &UpgradeStepAnswer) -> (Release, Release) {
    step.extension.as_ref().map_or((step.from, step.to), |moved| (moved.from, moved.to))
}

/// The sentences before and after the upgrade of a step.
struct Sentences {
    before: Vec<String>,
    after: Vec<String>,
}

impl Sentences {
    fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }

    /// `target` is the release of Gardener that the upgrade goes to.
    fn of(step: &UpgradeStepAnswer, target: Release, reads_new_form: bool) -> Self {
        let of = |groups: &'static [ChangeGroup]| step.changes.iter().filter(|one| groups.contains(&one.group));
        let (from, to) = (format!("{} v{}", program(step), release(step).0), step.target());
        let accepted: BTreeSet<_> = of(&[ChangeGroup::Accepted]).map(object).collect();
        // One refusal in the place of another: the object is refused before and after.
        let (exchanged, broken): (Vec<_>, Vec<_>) =
            of(&[ChangeGroup::Refused, ChangeGroup::Dropped]).partition(|one| accepted.contains(&object(one)));
        let exchanged: BTreeSet<_> = exchanged.into_iter().map(object).collect();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        if !exchanged.is_empty() {
            let objects = counted(exchanged.len(), "object");
            before.push(format!("correct {objects} that {from} and {to} refuse, each for another reason"));
        }
        let when = match reads_new_form {
            true => format!("while {from} still runs"),
            false => format!(
                "while {from} still runs, or together with the upgrade where it takes capability flavors, which {from} does not read"
            ),
        };
        if !broken.is_empty() {
            let places = counted(broken.len(), "place");
            before.push(format!("change profiles and Shoots in {places} that {to} refuses or drops, {when}"));
        }
        let broken: BTreeSet<_> = broken.into_iter().map(object).collect();
        let losing = || step.changes.iter().filter(|one| is_loss(one, step.extension.is_some()));
        // What Shoots lose, they lose through their profile.
        let of_profiles = losing().any(|one| one.object_kind != "Shoot");
        let losing = losing().filter(|one| !of_profiles || one.object_kind != "Shoot").map(object);
        let losing: BTreeSet<_> = losing.filter(|object| !broken.contains(object)).collect();
        if !losing.is_empty() {
            let objects = counted(losing.len(), "object");
            before.push(format!(
                "change {objects} of which new machines boot no image, or another one, or lose settings, with {to}, {when}"
            ));
        }
        let is_about_kubernetes = |one: &&UpgradeChangeAnswer| one.finding.rule == SupportedKubernetes::RULE.name;
        let mut unsupported = of(&[ChangeGroup::WarningBegins]).filter(is_about_kubernetes).peekable();
        if unsupported.peek().is_some() {
            let shoots: BTreeSet<_> = unsupported.filter(|one| one.object_kind == "Shoot").map(object).collect();
            before.push(match shoots.len() {
                0 => format!(
                    "update Shoots that run Kubernetes versions which {to} does not support, if there are any, while {from} still \
                     runs"
                ),
                number => format!(
                    "update {} to a Kubernetes version that all releases up to Gardener v{target} support, while {from} still runs: \
                     {to} does not reconcile such clusters",
                    counted(number, "Shoot")
                ),
            });
        }
        let mut moved = of(&[ChangeGroup::Image, ChangeGroup::Default, ChangeGroup::Maintenance, ChangeGroup::Profile]);
        if moved.any(|one| one.remedy.is_some()) {
            before.push(format!("before {to}, write down the values that must not change, where there is a remedy"));
        }
        if !accepted.is_empty() {
            after.push(format!("only then apply profiles and Shoots that {from} refuses"));
        }
        Self { before, after }
    }
}

/// Returns whether new machines get no image any more, or lose a setting, or whether the release of an extension takes another image.
fn is_loss(change: &UpgradeChangeAnswer, moves_extension: bool) -> bool {
    let takes_another = moves_extension && change.remedy.is_none();
    let is_lost = |selection: &SelectionGroup| takes_another || matches!(selection.cause, SelectionCause::Lost { .. });
    let is_off = |setting: &MachineSettingGroup| !setting.change.enabled;
    let of_profile = change.profile.as_ref();
    of_profile.is_some_and(|one| one.machine_settings.iter().any(is_off) || one.selections.iter().any(is_lost))
        || change.group == ChangeGroup::Image
            && match change.after.as_deref() {
                None | Some("off") => true,
                Some(value) => takes_another && value != "on",
            }
}

/// Returns the file, kind, and name of the object of a change.
fn object(change: &UpgradeChangeAnswer) -> (&str, &str, &str) {
    (&change.finding.location.file, &change.object_kind, &change.object)
}
