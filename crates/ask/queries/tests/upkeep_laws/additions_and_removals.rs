//! Adding and removing versions.

use std::path::PathBuf;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use rootstock_analysis::Profile;
use rootstock_queries::UpkeepOutcome;
use rootstock_upkeep::{
    Addition, ListedImage, ListedVersion, MissingItem, NewReference, ProfileChange, Pruning, ReferenceList, Remark,
    VersionInUse, VersionName, missing,
};
use rootstock_versioning::{Classification, Timestamp};
use rstest::rstest;

use crate::setup::{Form, ask, ask_accepting, asked, cases, fixtures, read, rules_of, text};

/// Creates an addition of a version, with the same references as the version it is modeled on.
fn addition(
    profile: &Profile,
    image: usize,
    like: Index,
    number: u16,
    classification: Classification,
) -> Option<Addition> {
    let images = profile.spec().images();
    let image = images.get(image.checked_rem(images.len() + 1)?);
    let versions: Vec<&str> = match image {
        Some(image) => image.offered().iter().map(|one| one.version.as_str()).collect(),
        None => profile.spec().kubernetes.offered().iter().map(|one| one.version.as_str()).collect(),
    };
    let like = (!versions.is_empty()).then(|| *like.get(&versions))?;
    let patch = like.split(['-', '+']).next()?.rsplit_once('.')?.0;
    let name = VersionName { image: image.map(|one| one.name.clone()), version: format!("{patch}.{number}") };
    let all = profile.config().map(|config| config.image_references(profile.spec())).unwrap_or_default();
    let own = all.into_iter().filter(|one| Some(&*one.image) == name.image.as_deref() && *one.version == *like);
    let references = own.map(|one| NewReference {
        reference: format!("{}{number}", one.value),
        region: one.region,
        capabilities: one.capabilities,
    });
    let references = references.collect();
    let classification = Some(classification);
    (!versions.contains(&name.version.as_str())).then(|| Addition {
        like: Some(like.to_owned()),
        classification,
        references,
        ..Addition::new(name)
    })
}

/// Guards against vacuous laws: a version can be added to the first image of each of these profiles, modeled on any of
/// its versions.
#[test]
fn version_can_be_added_for_every_provider() {
    let is_base = |path: &&PathBuf| path.parent().is_some_and(|folder| folder.ends_with("base"));
    let mut taken = 0;
    for path in fixtures().iter().filter(is_base) {
        for form in [Form::Original, Form::Json, Form::JsonOnOneLine] {
            let before = text(path, form);
            let Some((_, profile)) = read(&before) else { continue };
            // The base profiles have no findings, so an addition that no worker could use would be refused.
            let Some(addition) = addition(&profile, 0, any_index(), 901, Classification::Preview) else { continue };
            let name = addition.name.clone();
            let answer = ask(&before, &[ProfileChange::Add(addition)]);
            let refused = answer.refusal.as_ref().map(|refusal| format!("{refusal}: {:?}", refusal.details()));
            assert_eq!(refused, None, "{}", path.display());
            assert_eq!(
                ask(answer.text().unwrap(), &[ProfileChange::Remove(name.into())]).text().unwrap().to_owned(),
                before
            );
            taken += 1;
        }
    }
    assert!(taken >= 3 * 20, "{taken}");
}

fn any_index() -> Index {
    use proptest::strategy::ValueTree as _;
    any::<Index>().new_tree(&mut proptest::test_runner::TestRunner::deterministic()).unwrap().current()
}

#[derive(Debug, Clone)]
struct Scenario {
    path: PathBuf,
    form: Form,
    image: usize,
    like: Index,
    number: u16,
    classification: Classification,
}

fn scenario() -> impl Strategy<Value = Scenario> {
    let forms = select(vec![Form::Original, Form::Original, Form::Json, Form::JsonOnOneLine]);
    let classes = select(vec![Classification::Preview, Classification::Preview, Classification::Deprecated]);
    (select(fixtures()), forms, 0..9_usize, any::<Index>(), 0..900_u16, classes).prop_map(
        |(path, form, image, like, number, classification)| Scenario {
            path,
            form,
            image,
            like,
            number,
            classification,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases(300)) })]

    /// Removing an added version restores the text, and while it exists, nothing else differs.
    #[test]
    fn removing_an_added_version_restores_the_text(scenario in scenario()) {
        let before = text(&scenario.path, scenario.form);
        let Some((_, profile)) = read(&before) else { return Ok(()) };
        let made = addition(&profile, scenario.image, scenario.like, scenario.number, scenario.classification.clone());
        let Some(addition) = made else { return Ok(()) };
        let name = addition.name.clone();
        let answer = ask(&before, &[ProfileChange::Add(addition)]);
        let UpkeepOutcome::Done { diff, gaps, .. } = &answer.outcome else {
            // Broken fixtures are refused, and some profiles warn about every deprecated version.
            let refusal = answer.refusal.unwrap();
            let details = refusal.details();
            let is_old = matches!(refusal, rootstock_upkeep::Refusal::Undecodable(_))
                || matches!(&refusal, rootstock_upkeep::Refusal::NewFindings(found)
                    if found.iter().all(|one| rules_of(&before).contains(&one.rule.name)) || scenario.classification == Classification::Deprecated);
            prop_assert!(is_old, "{name}: {refusal}: {details:?}");
            return Ok(());
        };
        prop_assert!(gaps.iter().all(|gap| gap.as_before), "{gaps:?}");
        let (added, removed) = (&diff.changes.inventory.added, &diff.changes.inventory.removed);
        let versions: Vec<String> = added.image_versions.iter().map(|one| one.version.clone()).collect();
        let expected = vec![name.version.clone()];
        match name.image {
            Some(_) => prop_assert_eq!((&versions, &added.kubernetes_versions), (&expected, &Vec::new())),
            None => prop_assert_eq!((&added.kubernetes_versions, &versions), (&expected, &Vec::new())),
        }
        prop_assert_eq!(removed, &Default::default());
        prop_assert!(diff.changes.compatibility.is_empty() && diff.changes.selections.is_empty(), "{:?}", diff.changes);
        prop_assert!(diff.changes.lifecycles.is_empty() && diff.changes.properties.is_empty(), "{:?}", diff.changes);
        // The old findings reappear.
        let accept = rules_of(&before).into_iter().map(str::to_owned).collect();
        let back = ask_accepting(answer.text().unwrap(), &[ProfileChange::Remove(name.into())], accept);
        let refused = back.refusal.as_ref().map(|refusal| format!("{refusal}: {:?}", refusal.details()));
        prop_assert_eq!(refused, None);
        prop_assert_eq!(back.text().unwrap().to_owned(), before);
    }

    /// Two versions can be added in any order, or at once.
    #[test]
    fn the_order_of_additions_does_not_matter(scenario in scenario(), other in any::<Index>(), number in 0..900_u16, image in 0..9_usize) {
        let before = text(&scenario.path, scenario.form);
        let Some((_, profile)) = read(&before) else { return Ok(()) };
        let one = addition(&profile, scenario.image, scenario.like, scenario.number, Classification::Preview);
        let two = addition(&profile, image, other, number, Classification::Preview);
        let (Some(one), Some(two)) = (one, two) else { return Ok(()) };
        if one.name == two.name {
            return Ok(());
        }
        let at_once = ask(&before, &[ProfileChange::Add(one.clone()), ProfileChange::Add(two.clone())]);
        let Some(at_once) = at_once.text().map(str::to_owned) else { return Ok(()) };
        let after_one = ask(&before, &[ProfileChange::Add(one.clone())]).text().unwrap().to_owned();
        let both = ask(&after_one, &[ProfileChange::Add(two.clone())]).text().unwrap().to_owned();
        let after_two = ask(&before, &[ProfileChange::Add(two)]).text().unwrap().to_owned();
        let reversed = ask(&after_two, &[ProfileChange::Add(one)]).text().unwrap().to_owned();
        let normalized = |text: &str| {
            let (_, profile) = read(text).unwrap();
            let mut written = (*profile.written().unwrap().object).clone();
            let mut references = profile.config().map(|config| config.image_references(profile.spec())).unwrap_or_default();
            written.spec.provider_config = None;
            for image in written.spec.machine_images.iter_mut().flatten() {
                image.versions.iter_mut().for_each(|all| all.sort_by(|one, other| one.version.cmp(&other.version)));
            }
            written.spec.kubernetes.versions.iter_mut().for_each(|all| all.sort_by(|one, other| one.version.cmp(&other.version)));
            references.sort_by_key(|one| (one.image.clone(), one.version.clone(), one.region.clone(), one.value.clone()));
            let references: Vec<_> = references.into_iter().map(|one| (one.image, one.version, one.region, one.value)).collect();
            (written, references)
        };
        prop_assert_eq!(normalized(&both), normalized(&reversed));
        prop_assert_eq!(normalized(&both), normalized(&at_once));
    }

    /// A listed version is missing before it is added; afterwards nothing in the list is missing.
    #[test]
    fn added_version_is_no_longer_missing(scenario in scenario()) {
        let before = text(&scenario.path, scenario.form);
        let Some((_, profile)) = read(&before) else { return Ok(()) };
        let made = addition(&profile, scenario.image, scenario.like, scenario.number, Classification::Preview);
        let Some(addition) = made else { return Ok(()) };
        let (name, references) = (addition.name.clone(), addition.references.clone());
        let Some(image) = name.image.clone() else { return Ok(()) };
        let versions = vec![ListedVersion { version: name.version.clone(), references }];
        let list = ReferenceList { images: vec![ListedImage { name: image, versions }] };
        let Ok(found) = missing(&profile, rootstock_core_model::FeatureGates::DEFAULT, &list) else { return Ok(()) };
        prop_assert_eq!(found, [MissingItem::Version { name }]);
        let Some(text) = ask_accepting(&before, &[ProfileChange::Add(addition)], Vec::new()).text().map(str::to_owned) else { return Ok(()) };
        let (_, after) = read(&text).unwrap();
        prop_assert_eq!(missing(&after, rootstock_core_model::FeatureGates::DEFAULT, &list).unwrap(), []);
    }

    /// Pruning removes expired, unused versions, adds nothing, and leaves nothing to prune. Used versions are kept and reported.
    #[test]
    fn expired_versions_are_pruned_once(scenario in scenario(), days in 0..4_i64) {
        let before = text(&scenario.path, scenario.form);
        let Some((_, profile)) = read(&before) else { return Ok(()) };
        // Add a version that expires soon or has expired.
        let expires = Timestamp::from_unix_seconds(asked().settings.now.unix_seconds() + (days - 2) * 86_400);
        let made = addition(&profile, scenario.image, scenario.like, scenario.number, Classification::Preview);
        let Some(addition) = made.map(|one| Addition { expiration_date: Some(expires), ..one }) else { return Ok(()) };
        let name = addition.name.clone();
        let accept = rules_of(&before).into_iter().map(str::to_owned).chain(["version-expires-soon", "new-version-expired"].map(str::to_owned)).collect();
        let Some(with) = ask_accepting(&before, &[ProfileChange::Add(addition)], accept).text().map(str::to_owned) else { return Ok(()) };
        let accept: Vec<String> = rules_of(&with).into_iter().map(str::to_owned).collect();
        let prune = [ProfileChange::Prune(Pruning::default())];
        let pruned = ask_accepting(&with, &prune, accept.clone());
        let UpkeepOutcome::Done { diff, .. } = &pruned.outcome else {
            return Err(TestCaseError::fail(format!("{:?}", pruned.refusal)));
        };
        prop_assert_eq!(&diff.changes.inventory.added, &Default::default());
        let removed = &diff.changes.inventory.removed;
        let removed_images = removed.image_versions.iter().map(|one| VersionName::of_image(&one.image, &one.version));
        let all: Vec<VersionName> = removed_images.chain(removed.kubernetes_versions.iter().map(VersionName::of_kubernetes)).collect();
        prop_assert_eq!(all.contains(&name), expires < asked().settings.now);
        let reason = "used by 1 Shoot: garden-x/x".to_owned();
        let in_use = vec![VersionInUse { name: name.clone(), reason: reason.clone() }];
        let kept = ask_accepting(&with, &[ProfileChange::Prune(Pruning { in_use })], accept.clone());
        if let UpkeepOutcome::Done { diff, notes, .. } = &kept.outcome {
            prop_assert!(!diff.changes.inventory.removed.image_versions.iter().any(|one| VersionName::of_image(&one.image, &one.version) == name));
            prop_assert!(!diff.changes.inventory.removed.kubernetes_versions.contains(&name.version) || name.image.is_some());
            let is_reported = notes.iter().any(|note| note.note == Remark::Kept { name: name.clone(), reason: reason.clone() });
            prop_assert_eq!(is_reported, expires < asked().settings.now);
        }
        let text = pruned.text().unwrap().to_owned();
        let nothing = ask_accepting(&text, &prune, accept);
        prop_assert_eq!(nothing.text(), Some(text.as_str()));
    }
}

/// A section without a list is left without it.
#[rstest]
#[case::nothing("")]
#[case::empty_lists("  kubernetes: {versions: []}\n  machineImages: []\n")]
#[case::no_images("  kubernetes: {versions: [{version: 1.34.1}]}\n  machineTypes: []\n")]
#[case::null("  machineImages: null\n")]
fn profiles_without_versions_have_nothing_to_prune(#[case] lists: &str) {
    let text = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: x}}\nspec:\n  type: local\n{lists}"
    );
    let accept = rules_of(&text).into_iter().map(str::to_owned).collect();
    let pruned = ask_accepting(&text, &[ProfileChange::Prune(Pruning::default())], accept);
    assert_eq!(pruned.text(), Some(text.as_str()), "{:?}", pruned.refusal);
}
