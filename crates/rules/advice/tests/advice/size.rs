//! The size of a CloudProfile covers everything that is written, including escapes.

use rootstock_admission::AcceptedCloudProfile;
use rootstock_advice::{AdviceOptions, CoreSubject, advise};
use rootstock_core_model::{CloudProfile, Decode, Path, RawObject, Semantics, Settings};
use rstest::rstest;
use serde_json::json;

#[rstest]
#[case::small("\n", 100, &[])]
#[case::letters("a", 1_300_000, &["profile-near-size-limit"])]
#[case::line_breaks_take_two_bytes("\n", 650_000, &["profile-near-size-limit"])]
#[case::control_characters_take_six("\u{1}", 300_000, &["profile-over-size-limit"])]
fn escapes_count(#[case] text: &str, #[case] times: usize, #[case] expected: &[&str]) {
    let profile = json!({ "spec": { "type": "local", "caBundle": text.repeat(times) } });
    let raw = RawObject::from_serialize(&profile).unwrap();
    let (profile, _) = raw.decode::<CloudProfile>(&Path::object());
    let settings = Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap());
    let core = CoreSubject {
        profile: &profile,
        stored: Some(&AcceptedCloudProfile::from(&profile)),
        raw: Some(raw.node()),
        built_in: &[],
        providers: &[],
        settings: &settings,
    };
    let found = advise(&core.into(), &AdviceOptions::default());
    let about_size = found.iter().map(|violation| violation.rule.name).filter(|name| name.contains("-size-limit"));
    assert_eq!(about_size.collect::<Vec<_>>(), expected);
}
