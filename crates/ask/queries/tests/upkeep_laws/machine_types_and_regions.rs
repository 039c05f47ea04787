//! Adding and removing machine types and regions.

use std::path::PathBuf;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use rootstock_analysis::Profile;
use rootstock_queries::{UpkeepAnswer, UpkeepOutcome};
use rootstock_upkeep::{
    ListedImage, ListedVersion, MachineTypeAddition, MachineTypeFields, NewReference, ProfileChange, ReferenceList,
    Refusal, RegionAddition, Remapping, VersionName,
};

use crate::setup::{Form, ask, ask_accepting, cases, fixtures, read, rules_of, text};

/// An addition, and the change that removes it again.
struct Offer {
    name: String,
    add: ProfileChange,
    remove: ProfileChange,
}

fn machine_type(profile: &Profile, like: Index, number: u16) -> Option<Offer> {
    let types = profile.spec().types();
    let like = (!types.is_empty()).then(|| like.get(types).name.clone())?;
    let name = format!("{like}-{number}");
    let fields = MachineTypeFields {
        cpu: Some((number % 7 + 1).to_string().parse().unwrap()),
        usable: number.is_multiple_of(5).then_some(number.is_multiple_of(2)),
        ..MachineTypeFields::named(&name)
    };
    let add = ProfileChange::AddMachineType(MachineTypeAddition { like, fields });
    Some(Offer { add, remove: ProfileChange::RemoveMachineType { name: name.clone() }, name })
}

/// Creates the addition of a region, with the same references as the region it is modeled on.
fn region(profile: &Profile, like: Index, number: u16) -> Option<Offer> {
    let regions = profile.spec().regions.as_deref().unwrap_or_default();
    let like = (!regions.is_empty()).then(|| like.get(regions).name.clone())?;
    let name = format!("{like}-{number}");
    let mut references = ReferenceList::default();
    let all = profile.config().map(|config| config.image_references(profile.spec())).unwrap_or_default();
    for one in all.into_iter().filter(|one| one.region.as_ref() == Some(&like)) {
        let reference = NewReference {
            region: Some(name.clone()),
            capabilities: one.capabilities,
            reference: format!("{}-{number}", one.value),
        };
        let versions = vec![ListedVersion { version: one.version.to_string(), references: vec![reference] }];
        references.images.push(ListedImage { name: one.image.to_string(), versions });
    }
    let add = RegionAddition { name: name.clone(), like, references, ..RegionAddition::default() };
    Some(Offer { add: ProfileChange::AddRegion(add), remove: ProfileChange::RemoveRegion { name: name.clone() }, name })
}

fn refused(answer: &UpkeepAnswer) -> Option<String> {
    answer.refusal.as_ref().map(|refusal| format!("{refusal}: {:?}", refusal.details()))
}

fn first() -> Index {
    use proptest::strategy::ValueTree as _;
    any::<Index>().new_tree(&mut proptest::test_runner::TestRunner::deterministic()).unwrap().current()
}

/// Guards against vacuous laws: a machine type and a region can be added for every provider.
#[test]
fn machine_types_and_regions_can_be_added_for_every_provider() {
    let is_base = |path: &&PathBuf| path.parent().is_some_and(|folder| folder.ends_with("base"));
    let (mut types, mut regions) = (0, 0);
    for path in fixtures().iter().filter(is_base) {
        for form in [Form::Original, Form::Json, Form::JsonOnOneLine] {
            let before = text(path, form);
            let Some((_, profile)) = read(&before) else { continue };
            for (offer, taken) in
                [(machine_type(&profile, first(), 902), &mut types), (region(&profile, first(), 903), &mut regions)]
            {
                let Some(offer) = offer else { continue };
                let answer = ask(&before, &[offer.add]);
                assert_eq!(refused(&answer), None, "{}: {}", path.display(), offer.name);
                let back = ask(answer.text().unwrap(), &[offer.remove]);
                assert_eq!(refused(&back), None, "{}: {}", path.display(), offer.name);
                assert_eq!(back.text().unwrap().to_owned(), before, "{}: {}", path.display(), offer.name);
                *taken += 1;
            }
        }
    }
    assert!(types >= 3 * 19 && regions >= 3 * 19, "{types} {regions}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases(300)) })]

    /// Removing an added machine type or region restores the text, and while it exists, nothing else differs.
    #[test]
    fn removing_an_added_offer_restores_the_text(
        path in select(fixtures()),
        form in select(vec![Form::Original, Form::Json, Form::JsonOnOneLine]),
        is_region in any::<bool>(),
        like in any::<Index>(),
        number in 0..900_u16,
    ) {
        let before = text(&path, form);
        let Some((_, profile)) = read(&before) else { return Ok(()) };
        let offer = if is_region { region(&profile, like, number) } else { machine_type(&profile, like, number) };
        let Some(Offer { name, add, remove }) = offer else { return Ok(()) };
        let answer = ask(&before, &[add]);
        let UpkeepOutcome::Done { diff, gaps, .. } = &answer.outcome else {
            // Broken fixtures are refused, and findings about an item also apply to its copy.
            let refusal = answer.refusal.as_ref().unwrap();
            let is_old = matches!(refusal, Refusal::Undecodable(_))
                || matches!(refusal, Refusal::NewFindings(found) if found.iter().all(|one| rules_of(&before).contains(&one.rule.name)));
            prop_assert!(is_old, "{name} in {}: {:?}", path.display(), refused(&answer));
            return Ok(());
        };
        prop_assert!(gaps.iter().all(|gap| gap.as_before), "{gaps:?}");
        let inventory = &diff.changes.inventory;
        let (types, regions) = if is_region { (vec![], vec![name]) } else { (vec![name], vec![]) };
        prop_assert_eq!((&inventory.added.machine_types, &inventory.added.regions), (&types, &regions));
        prop_assert!(inventory.added.image_versions.is_empty() && inventory.added.kubernetes_versions.is_empty());
        prop_assert_eq!(&inventory.removed, &Default::default());
        prop_assert!(diff.changes.compatibility.is_empty() && diff.changes.selections.is_empty(), "{:?}", diff.changes);
        prop_assert!(diff.changes.lifecycles.is_empty(), "{:?}", diff.changes);
        let accept = rules_of(&before).into_iter().map(str::to_owned).collect();
        let back = ask_accepting(answer.text().unwrap(), &[remove], accept);
        prop_assert_eq!(refused(&back), None);
        prop_assert_eq!(back.text().unwrap().to_owned(), before);
    }

    /// Reverting the change of a machine type restores it.
    #[test]
    fn machine_type_change_can_be_reverted(
        path in select(fixtures()),
        form in select(vec![Form::Original, Form::Json, Form::JsonOnOneLine]),
        like in any::<Index>(),
        number in 1..900_u16,
    ) {
        let before = text(&path, form);
        let Some((_, profile)) = read(&before) else { return Ok(()) };
        let types = profile.spec().types();
        if types.is_empty() {
            return Ok(());
        }
        let old = like.get(types);
        let changed_fields = MachineTypeFields {
            cpu: Some(number.to_string().parse().unwrap()),
            memory: Some(format!("{number}Gi").parse().unwrap()),
            ..MachineTypeFields::named(&old.name)
        };
        let back = MachineTypeFields {
            cpu: Some(old.cpu.clone()),
            memory: Some(old.memory.clone()),
            ..MachineTypeFields::named(&old.name)
        };
        let accept: Vec<String> = rules_of(&before).into_iter().map(str::to_owned).collect();
        let Some(changed) = ask_accepting(&before, &[ProfileChange::ChangeMachineType(changed_fields)], accept.clone()).text().map(str::to_owned) else { return Ok(()) };
        let Some(again) = ask_accepting(&changed, &[ProfileChange::ChangeMachineType(back)], accept).text().map(str::to_owned) else { return Ok(()) };
        let machine_types = |text: &str| read(text).unwrap().1.spec().types().to_vec();
        prop_assert_eq!(machine_types(&again), machine_types(&before));
    }

    /// Reverting the mapping of a version restores it, although a reference may have gained quotes.
    #[test]
    fn mapping_change_can_be_reverted(
        path in select(fixtures()),
        form in select(vec![Form::Original, Form::Json, Form::JsonOnOneLine]),
        like in any::<Index>(),
        number in 1..900_u16,
    ) {
        let before = text(&path, form);
        let Some((_, profile)) = read(&before) else { return Ok(()) };
        let all = profile.config().map(|config| config.image_references(profile.spec())).unwrap_or_default();
        let Some(chosen) = (!all.is_empty()).then(|| like.get(&all)) else { return Ok(()) };
        let (image, version) = (chosen.image.clone(), chosen.version.clone());
        let own = all.into_iter().filter(|one| one.image == image && one.version == version);
        let back: Vec<NewReference> = own
            .map(|one| NewReference { region: one.region, capabilities: one.capabilities, reference: one.value })
            .collect();
        let changed_fields: Vec<NewReference> = back
            .iter()
            .map(|one| NewReference { reference: format!("{}{number}", one.reference), ..one.clone() })
            .collect();
        let map = |references| ProfileChange::Map(Remapping { name: VersionName::of_image(&*image, &*version), references });
        let accept: Vec<String> = rules_of(&before).into_iter().map(str::to_owned).collect();
        let mapped = ask_accepting(&before, &[map(changed_fields)], accept.clone());
        let Some(mapped) = mapped.text().map(str::to_owned) else { return Ok(()) };
        prop_assert_ne!(&mapped, &before);
        let again = ask_accepting(&mapped, &[map(back)], accept);
        prop_assert_eq!(refused(&again), None);
        prop_assert_eq!(again.text().unwrap().to_owned().replace('"', ""), before.replace('"', ""));
    }
}
