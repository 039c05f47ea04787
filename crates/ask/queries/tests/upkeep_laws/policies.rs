//! Maintaining a profile by policies.

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use rootstock_analysis::configuration::{Freeze, NewVersions, UpkeepPolicies, VersionPolicy};
use rootstock_analysis::{Analysis, Profile, Role, new_findings};
use rootstock_core_model::{Quirks, Severity};
use rootstock_facts::{FactSheet, KubernetesFact};
use rootstock_judge::CompiledProfile;
use rootstock_maintenance::{Decision, NO_HORIZON, Planner, ShootPlan, ShootRow, UpdateCause, WorkerRow};
use rootstock_queries::{ProposalAnswer, ProposalQuery, Query as _, QueryContext, UpkeepInput, UpkeepQuery};
use rootstock_upkeep::{KnownSince, VersionPattern};
use rootstock_versioning::{Day, Timestamp, Weekday};

use crate::setup::{asked, cases, fixtures};

const FROM: &str = "2026-06-01";

/// Enables lifecycle stages, so that every notation of a classification occurs.
fn asked_on(day: Day) -> QueryContext {
    let mut asked = asked();
    asked.settings.gates.version_classification_lifecycle = true;
    asked.settings.now = day.beginning();
    asked
}

fn first_day() -> Day {
    FROM.parse().unwrap()
}

/// Returns all fixtures, and the profiles made for upkeep.
fn profiles() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/upkeep");
    let own = ["aws.yaml", "lingering.yaml", "policies.yaml", "stages.yaml"].map(|name| folder.join(name));
    // Profiles with the most to do are tried as often as all others together.
    let many = own.iter().cycle().take(fixtures().len()).cloned();
    fixtures().into_iter().chain(many).collect()
}

fn read(text: &str, day: Day) -> Option<(Analysis, Arc<Profile>)> {
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), asked_on(day).settings);
    analysis.set(Role::Checked, "profile", text.as_bytes());
    let profile =
        Arc::clone(analysis.objects(Role::Checked, "profile").find_map(rootstock_analysis::Object::cloud_profile)?);
    Some((analysis, profile))
}

/// Returns the proposal for a day; `None` if the profile cannot be decoded.
fn propose(text: &str, query: &ProposalQuery, day: Day) -> Option<ProposalAnswer> {
    let (analysis, profile) = read(text, day)?;
    let over =
        UpkeepInput { analysis: &analysis, profile: &profile, children: Vec::new(), usage: None, asked: asked_on(day) };
    query.ask(over).ok()
}

fn policy() -> impl Strategy<Value = VersionPolicy> {
    let number = || proptest::option::of((1..4_u32).prop_map(|number| NonZeroU32::new(number).unwrap()));
    let days = || proptest::option::weighted(0.8, select(vec![1_u32, 7, 30, 90, 200]));
    (days(), number(), number(), days()).prop_map(|(preview_days, supported, supported_per_minor, deprecated_days)| {
        VersionPolicy { preview_days, supported, supported_per_minor, deprecated_days, ..VersionPolicy::default() }
    })
}

/// Generates the policies that follow facts.
fn policy_of_facts() -> impl Strategy<Value = (Option<NewVersions>, Option<u32>)> {
    let new_versions = select(vec![None, Some(NewVersions::Patches), Some(NewVersions::Minors)]);
    (new_versions, select(vec![None, Some(0), Some(45)]))
}

/// Generates facts about the minors of the profiles: later patches, and ends of life around the first year.
fn facts() -> impl Strategy<Value = Vec<FactSheet>> {
    let minor = (28..38_u32, 0..20_u32, -60..600_i64).prop_map(|(minor, patch, days)| {
        let fact = |version: String| KubernetesFact { version, ..KubernetesFact::default() };
        let end = KubernetesFact { end_of_life: Some(first_day().plus(days)), ..fact(format!("1.{minor}")) };
        [end, fact(format!("1.{minor}.{patch}"))]
    });
    proptest::collection::vec(minor, 0..8).prop_map(|all| {
        vec![FactSheet { kubernetes_versions: all.into_iter().flatten().collect(), ..FactSheet::default() }]
    })
}

/// Generates policies for every kind of version.
fn query() -> impl Strategy<Value = ProposalQuery> {
    let weekdays = select(vec![vec![], vec![Weekday::Monday, Weekday::Tuesday, Weekday::Thursday]]);
    let freeze = Freeze { from: "2026-07-01".parse().unwrap(), to: "2026-08-15".parse().unwrap(), reason: None };
    let freezes = select(vec![vec![], vec![freeze]]);
    let prune = proptest::option::of(select(vec![0_u32, 30]));
    let since = proptest::option::of(select(vec!["2026-01-01", "2026-05-30"]));
    (weekdays, freezes, prune, since, policy(), policy(), policy_of_facts(), facts()).prop_map(
        |(weekdays, freezes, prune_days, since, kubernetes, images, (new_versions, end_of_life_days), facts)| {
            let of = "kubernetes".to_owned();
            let kubernetes = VersionPolicy { of, new_versions, end_of_life_days, ..kubernetes };
            let images = VersionPolicy { of: "*".to_owned(), ..images };
            let policies = UpkeepPolicies { weekdays, freezes, prune_days, policies: vec![kubernetes, images] };
            let all = |image: Option<&str>| VersionPattern { image: image.map(str::to_owned), version: "*".to_owned() };
            let since = since.map(|day| {
                let names = [None, Some("gardenlinux"), Some("ubuntu"), Some("apple")];
                names.map(|image| KnownSince { versions: all(image), since: day.parse().unwrap() }).to_vec()
            });
            ProposalQuery { policies, since: since.unwrap_or_default(), facts, ..ProposalQuery::default() }
        },
    )
}

/// The choices of a pool.
#[derive(Debug, Clone)]
struct Pool {
    image: Index,
    version: Index,
    machine_type: Index,
    region: Index,
    kubernetes: Index,
}

fn pool() -> impl Strategy<Value = Pool> {
    let index = any::<Index>;
    (index(), index(), index(), index(), index()).prop_map(|(image, version, machine_type, region, kubernetes)| Pool {
        image,
        version,
        machine_type,
        region,
        kubernetes,
    })
}

/// Creates a Shoot with that pool; `None` if the profile lacks the necessary entries.
fn shoot(profile: &CompiledProfile, pool: &Pool) -> Option<ShootRow<'static>> {
    fn pick<T>(index: Index, all: &[T]) -> Option<&T> {
        (!all.is_empty()).then(|| index.get(all))
    }
    let spec = profile.spec();
    let image = pick(pool.image, spec.images())?;
    let regions: Vec<&str> = spec.regions.iter().flatten().map(|region| region.name.as_str()).collect();
    let worker = WorkerRow {
        machine_type: pick(pool.machine_type, spec.types())?.name.clone().into(),
        image_name: Some(image.name.clone().into()),
        image_version: Some(pick(pool.version, image.offered())?.version.clone().into()),
        ..WorkerRow::default()
    };
    Some(ShootRow {
        region: pick(pool.region, &regions).copied().unwrap_or_default().to_owned().into(),
        kubernetes_version: pick(pool.kubernetes, profile.kubernetes())?.version.clone().into(),
        workers: vec![worker],
        ..ShootRow::default()
    })
}

/// Whether a required update is not made.
fn is_stuck(plan: &ShootPlan) -> bool {
    plan.items().filter(|item| item.decision.cause().is_none_or(UpdateCause::is_forced)).any(|item| {
        match item.decision {
            Decision::Failed(_) => true,
            Decision::Update(_) => plan.is_rejected() || !plan.warnings.is_empty(),
            _ => false,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases(200)) })]

    /// The proposed changes cause no new findings, and once they are made, nothing is proposed.
    #[test]
    fn proposals_are_idempotent(path in select(profiles()), query in query()) {
        let before = std::fs::read_to_string(&path).unwrap();
        let Some(answer) = propose(&before, &query, first_day()) else { return Ok(()) };
        prop_assert!(answer.upkeep.refusal.is_none(), "{:?}", answer.upkeep.refusal);
        let after = answer.upkeep.text().unwrap().to_owned();
        prop_assert_eq!(before == after, answer.proposed.is_empty());
        // Added versions are not among those of which the team knows since when they are previews.
        let has_additions = answer.proposed.iter().any(|one| one.message.contains("is added"));
        let query = if has_additions { ProposalQuery { since: Vec::new(), ..query } } else { query };
        let again = propose(&after, &query, first_day()).unwrap();
        let proposed: Vec<&str> = again.proposed.iter().map(|one| one.message.as_str()).collect();
        prop_assert_eq!(proposed, Vec::<&str>::new());
        let report = |text: &str| {
            let (analysis, profile) = read(text, first_day()).unwrap();
            analysis.report_on(&profile)
        };
        let (old, new) = (report(&before), report(&after));
        let found = new_findings(&old, &new);
        let found: Vec<_> = found.iter().filter(|one| one.violation.severity != Severity::Note).collect();
        prop_assert!(found.is_empty(), "{found:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases(60)) })]

    /// A year of policies: each day's changes can be made on that day, and no pool loses an update path that it would
    /// otherwise have had.
    #[test]
    fn policies_keep_update_paths_open_for_a_year(path in select(profiles()), query in query(), pools in proptest::collection::vec(pool(), 12)) {
        let mut text = std::fs::read_to_string(&path).unwrap();
        let end = first_day().plus(365);
        let query = ProposalQuery { until: Some(end), ..query };
        let Some(answer) = propose(&text, &query, first_day()) else { return Ok(()) };
        let calendar = answer.calendar.unwrap();
        let mut profiles = vec![(first_day(), compiled(&text))];
        for day in calendar.days.iter().filter(|day| !day.changes.is_empty()) {
            let (analysis, profile) = read(&text, day.day).unwrap();
            let asked = asked_on(day.day);
            let over = UpkeepInput { analysis: &analysis, profile: &profile, children: Vec::new(), usage: None, asked };
            let changes = day.changes.iter().map(|one| one.change.clone()).collect();
            let made = UpkeepQuery { changes, accept: Vec::new(), in_order: false }.ask(over).unwrap();
            prop_assert!(made.refusal.is_none(), "{}: {:?}", day.day, made.refusal);
            text = made.text().unwrap().to_owned();
            profiles.push((day.day, compiled(&text)));
        }
        prop_assert_eq!(&text, &calendar.text);
        let first = Arc::clone(&profiles[0].1);
        for pool in pools {
            let Some(shoot) = shoot(&first, &pool) else { continue };
            let start = first_day().beginning();
            let mut planner = Planner::new(&first, Quirks::NONE);
            let at_first = planner.image(&shoot.workers[0], &shoot.kubernetes_version, false, start);
            let never_was = matches!(at_first.cause(), Some(UpdateCause::DoesNotFit(_)));
            if never_was || planner.timeline(&shoot, start, NO_HORIZON).steps.iter().any(is_stuck) {
                continue;
            }
            let mut moving = shoot.clone();
            let ends = profiles.iter().skip(1).map(|(day, _)| *day).chain([end]);
            for ((from, profile), to) in profiles.iter().zip(ends) {
                // Gardener would have refused to remove versions in use.
                if !has_versions_of(profile, &moving) {
                    break;
                }
                let before = Timestamp::from_unix_seconds(to.beginning().unix_seconds() - 1);
                let timeline = Planner::new(profile, Quirks::NONE).timeline(&moving, from.beginning(), before);
                for step in &timeline.steps {
                    prop_assert!(!is_stuck(step), "{}: {shoot:?}: {step:?}", path.display());
                    moving.apply(step);
                }
            }
        }
    }
}

fn has_versions_of(profile: &CompiledProfile, shoot: &ShootRow<'_>) -> bool {
    let worker = &shoot.workers[0];
    let (image, version) = (worker.image_name.as_deref().unwrap(), worker.image_version.as_deref().unwrap());
    profile.offer(image, version).is_some()
        && profile.kubernetes().iter().any(|one| one.version == shoot.kubernetes_version)
}

fn compiled(text: &str) -> Arc<CompiledProfile> {
    let (_, profile) = read(text, first_day()).unwrap();
    profile.compiled(asked_on(first_day()).settings.gates).unwrap()
}

/// Guards against vacuous laws: on these profiles, policies cause every kind of change.
#[test]
fn policies_cause_every_kind_of_change() {
    let kept = VersionPolicy {
        preview_days: Some(7),
        supported: NonZeroU32::new(2),
        supported_per_minor: NonZeroU32::new(1),
        deprecated_days: Some(30),
        end_of_life_days: Some(0),
        new_versions: Some(NewVersions::Patches),
        ..VersionPolicy::default()
    };
    let of = |of: &str| VersionPolicy { of: of.to_owned(), ..kept.clone() };
    let policies =
        UpkeepPolicies { prune_days: Some(0), policies: vec![of("kubernetes"), of("*")], ..Default::default() };
    let facts = ["1.34", "1.34.90"].map(|version| KubernetesFact {
        version: version.to_owned(),
        end_of_life: Some(first_day().plus(20)),
        ..KubernetesFact::default()
    });
    let facts = vec![FactSheet { kubernetes_versions: facts.to_vec(), ..FactSheet::default() }];
    let query = ProposalQuery { policies, facts, until: Some(first_day().plus(365)), ..ProposalQuery::default() };
    let mut kinds = BTreeSet::new();
    // Deduplicate the profiles.
    for path in profiles().into_iter().collect::<BTreeSet<_>>() {
        let Some(answer) = propose(&std::fs::read_to_string(path).unwrap(), &query, first_day()) else { continue };
        let json = serde_json::to_value(answer.calendar.unwrap()).unwrap();
        for change in json["days"].as_array().unwrap().iter().flat_map(|day| day["changes"].as_array().unwrap()) {
            kinds.insert(change["reason"]["kind"].as_str().unwrap().to_owned());
        }
        for left in json["left"].as_array().unwrap() {
            kinds.insert(left["kind"].as_str().unwrap().to_owned());
        }
    }
    for kind in [
        "previewHasWaited",
        "tooManySupported",
        "deprecatedWithoutDate",
        "endOfLife",
        "newVersion",
        "expiredAndUnused",
        "losesWay",
    ] {
        assert!(kinds.contains(kind), "{kind}: {kinds:?}");
    }
}
