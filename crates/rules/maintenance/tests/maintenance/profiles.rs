//! The profiles that Shoots refer to, and the resolution of references.

use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Quirks};
use rootstock_judge::CompiledProfile;
use rootstock_maintenance::{
    Moment, NO_HORIZON, NamespacedProfile, Planners, ProfileReference, Profiles, ShootRow, Skipped, TimelineEnd,
};
use rootstock_versioning::Timestamp;
use rstest::rstest;

use crate::samples::NOW;

fn named(name: &str) -> CompiledProfile {
    CompiledProfile::new(CanonicalProfile::named(name, CloudProfileSpec::default())).unwrap()
}

/// Two profiles, and children in two namespaces: rendered, known by the parent alone, and with an unknown parent.
fn profiles() -> Profiles {
    let mut profiles = Profiles::new();
    profiles.insert(named("one"));
    profiles.insert(named("two"));
    profiles.insert_namespaced("b", named("rendered"));
    profiles.insert_namespaced("a", named("rendered"));
    profiles.insert_parent("a", "rendered", "two");
    profiles.insert_parent("a", "child", "two");
    profiles.insert_parent("a", "orphan", "gone");
    profiles
}

fn row(namespace: &'static str, name: Option<&'static str>, is_namespaced: bool) -> ShootRow<'static> {
    let profile = name.map(|name| ProfileReference { is_namespaced, name: name.into() });
    ShootRow { namespace: namespace.into(), profile, ..ShootRow::default() }
}

#[rstest]
#[case::by_name("a", "two", false, Some(1))]
#[case::rendered("a", "rendered", true, Some(3))]
#[case::rendered_elsewhere("b", "rendered", true, Some(2))]
#[case::parent_instead("a", "child", true, Some(1))]
#[case::unknown_parent("a", "orphan", true, None)]
#[case::another_namespace("b", "child", true, None)]
#[case::another_kind("a", "rendered", false, None)]
#[case::kind_of_the_other("a", "two", true, None)]
fn reference_resolves_to_profile(
    #[case] namespace: &'static str,
    #[case] name: &'static str,
    #[case] is_namespaced: bool,
    #[case] index: Option<usize>,
) {
    let profiles = profiles();
    let row = row(namespace, Some(name), is_namespaced);
    let found = profiles.resolve(&row);
    assert_eq!(found.as_ref().ok().copied(), index);
    let kind = if is_namespaced { "NamespacedCloudProfile" } else { "CloudProfile" };
    if let Err(skipped) = found {
        assert_eq!(skipped, Skipped::UnknownProfile { kind, name: name.to_owned() });
        let hint =
            if is_namespaced { "pass it as well, with its parent or with its `status`" } else { "pass it as well" };
        assert_eq!(skipped.to_string(), format!("{kind} `{name}` is not among the given profiles; {hint}"));
    }
    let mut planners = Planners::new(&profiles, Quirks::NONE);
    let planner = planners.planner(&row).ok().map(|planner| std::ptr::from_ref(planner.profile()));
    assert_eq!(planner, index.map(|index| std::ptr::from_ref(&*profiles.all()[index])));
}

#[test]
fn children_are_sorted_with_their_parents() {
    let child = |namespace, index, parent| NamespacedProfile { namespace, name: "rendered", index, parent };
    assert_eq!(profiles().namespaced(), [child("a", 3, Some(1)), child("b", 2, None)]);
}

#[test]
fn last_profile_of_a_name_wins() {
    let mut profiles = profiles();
    profiles.insert(named("one"));
    assert_eq!((profiles.all().len(), profiles.resolve(&row("a", Some("one"), false)).ok()), (5, Some(4)));
}

/// Without a profile there is no maintenance; deletion takes precedence as the reason.
#[rstest]
#[case(None, false, Skipped::NoProfile)]
#[case(Some("gone"), false, Skipped::UnknownProfile { kind: "CloudProfile", name: "gone".to_owned() })]
#[case(Some("gone"), true, Skipped::Deleting)]
#[case(Some("one"), true, Skipped::Deleting)]
fn skip_reasons(#[case] name: Option<&'static str>, #[case] is_deleting: bool, #[case] skipped: Skipped) {
    let profiles = profiles();
    let mut planners = Planners::new(&profiles, Quirks::NONE);
    let row = ShootRow { is_deleting, ..row("a", name, false) };
    let plan = planners.plan(&row, Moment::Instant(NOW));
    assert_eq!((plan.skipped.as_ref(), plan.at), (Some(&skipped), NOW));
    assert_eq!((plan.has_failures(), plan.control_plane), (skipped != Skipped::Deleting, None));
    let timeline = planners.timeline(&row, NOW, NO_HORIZON);
    assert_eq!(timeline.end, TimelineEnd::NoMaintenance);
}

#[test]
fn next_window_is_taken_from_the_shoot() {
    let profiles = profiles();
    let shoot: ShootRow<'_> = serde_json::from_str(
        r#"{"spec": {"cloudProfile": {"name": "one"}, "maintenance": {"timeWindow": {"begin": "220000+0000", "end": "230000+0000"}}}}"#,
    )
    .unwrap();
    let mut planners = Planners::new(&profiles, Quirks::NONE);
    let tonight: Timestamp = "2026-06-01T22:00:00Z".parse().unwrap();
    assert_eq!(planners.plan(&shoot, Moment::NextWindow(NOW)).at, tonight);
    assert_eq!(planners.decisions(&shoot, Moment::Instant(NOW)).at, NOW);
}
