//! Invariants on generated small profiles, compared with a brute force over every single worker.

use std::fmt::Write as _;

use rootstock_core_model::{MachineType, Region, matches_pattern};
use rootstock_guarantees::{Invariant, InvariantVerdict, Prover};
use rootstock_judge::{CompiledProfile, Judge, Offer, Pool, PoolContext, PoolProperties};
use rootstock_maintenance::{Planner, WorkerRow};
use rootstock_versioning::Timestamp;

use crate::samples::{compiled, documented};

/// A generator of small numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[usize::try_from(self.below(from.len() as u64)).unwrap()]
    }
}

const TYPE_CAPABILITIES: [&str; 5] = [
    "{architecture: [amd64]}",
    "{architecture: [arm64], disk: [slow]}",
    "{architecture: [amd64], disk: [fast]}",
    "{architecture: [amd64, arm64]}",
    "{architecture: [arm64]}",
];
const FLAVORS: [&str; 4] = [
    "{architecture: [amd64], disk: [slow]}",
    "{architecture: [amd64], disk: [fast]}",
    "{architecture: [arm64]}",
    "{architecture: [amd64]}",
];
const LIFECYCLES: [&str; 5] = [
    "classification: supported",
    "classification: deprecated, expirationDate: \"2026-09-30T00:00:00Z\"",
    "classification: deprecated, expirationDate: \"2027-03-31T00:00:00Z\"",
    "classification: preview",
    "classification: deprecated, expirationDate: \"2026-01-31T00:00:00Z\"",
];

/// Returns a small profile. Variants differ only in what a change of a profile changes.
fn profile(seed: u64, variant: u64) -> String {
    let mut numbers = Numbers(seed);
    let mut changes = Numbers(seed ^ (variant << 40));
    let mut text = String::from(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: small}\nspec:\n  type: openstack\n  \
         machineCapabilities:\n  - {name: architecture, values: [amd64, arm64]}\n  - {name: disk, values: [fast, slow]}\n  \
         kubernetes: {versions: [{version: 1.34.1}, {version: 1.33.5}, {version: 1.33.4, expirationDate: \"2026-01-01T00:00:00Z\"}]}\n  \
         machineTypes:\n",
    );
    let types = 1 + numbers.below(4);
    for index in 0..types {
        let usable = numbers.below(6) != 0;
        let capabilities = numbers.pick(&TYPE_CAPABILITIES);
        let _ = writeln!(
            text,
            "  - {{name: m{index}, cpu: 1, gpu: 0, memory: 1Gi, usable: {usable}, capabilities: {capabilities}}}"
        );
    }
    text.push_str("  regions:\n");
    let regions = 1 + numbers.below(2);
    for region in 0..regions {
        let _ = writeln!(text, "  - name: r{region}\n    zones:");
        for zone in 0..=numbers.below(2) {
            let _ = write!(text, "    - {{name: r{region}-{zone}, unavailableMachineTypes: [");
            for index in 0..types {
                if changes.below(4) == 0 {
                    let _ = write!(text, "m{index}, ");
                }
            }
            text.push_str("]}\n");
        }
    }
    let (mut core, mut mapped) = (String::from("  machineImages:\n"), String::new());
    for image in ["a", "b"] {
        let strategy = numbers.pick(&["minor", "major", "patch"]);
        let _ = writeln!(core, "  - name: {image}\n    updateStrategy: {strategy}\n    versions:");
        let _ = writeln!(mapped, "    - name: {image}\n      versions:");
        for version in 0..=numbers.below(3) {
            let version = format!("1.{}.{}", version / 2, version % 2);
            let constraint = numbers.pick(&["", "", ", kubeletVersionConstraint: \">= 1.34\""]);
            let lifecycle = changes.pick(&LIFECYCLES);
            let _ = write!(
                core,
                "    - {{version: {version}, {lifecycle}{constraint}, cri: [{{name: containerd}}], capabilityFlavors: ["
            );
            let _ = writeln!(mapped, "      - version: {version}\n        capabilityFlavors:");
            for (number, flavor) in FLAVORS.iter().enumerate().filter(|_| numbers.below(2) == 0) {
                let _ = write!(core, "{flavor}, ");
                let _ = write!(mapped, "        - {{capabilities: {flavor}, regions: [");
                for region in 0..regions {
                    if changes.below(6) != 0 {
                        let build = changes.below(2);
                        let _ = write!(mapped, "{{name: r{region}, id: {image}-{version}-{number}-{build}}}, ");
                    }
                }
                mapped.push_str("]}\n");
            }
            core.push_str("]}\n");
        }
    }
    let provider = "  providerConfig:\n    apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1\n    \
                    kind: CloudProfileConfig\n    machineImages:\n";
    format!("{text}{core}{provider}{mapped}")
}

/// The sentences, each with its claim about a single worker.
const SENTENCES: [(&str, Selected, Claimed); 12] = [
    ("every worker always has an image", Selected::ALL, Claimed::HasImage("*")),
    (
        "every worker with disk=slow has the image a@1.*",
        Selected { disk: Some("slow"), ..Selected::ALL },
        Claimed::HasImage("a"),
    ),
    ("every worker in r1 has the image b", Selected { region: "r1", ..Selected::ALL }, Claimed::HasImage("b")),
    (
        "every worker with architecture=arm64 that is supported always has an image",
        Selected { architecture: Some("arm64"), is_supported: true, ..Selected::ALL },
        Claimed::HasImage("*"),
    ),
    ("every worker never gets an image with disk=slow", Selected::ALL, Claimed::NeverWith("disk", "slow")),
    (
        "every worker on m0 never gets an image without disk=fast",
        Selected { machine_type: "m0", ..Selected::ALL },
        Claimed::NeverWithout("disk", "fast"),
    ),
    (
        "every worker using a stays admissible until 2026-12-31",
        Selected { image: "a", ..Selected::ALL },
        Claimed::Stays("2026-12-31T23:59:59Z"),
    ),
    ("every worker stays admissible until 2027-12-31T00:00:00Z", Selected::ALL, Claimed::Stays("2027-12-31T00:00:00Z")),
    ("every worker keeps its provider image", Selected::ALL, Claimed::Keeps),
    ("every worker in r0 keeps its provider image", Selected { region: "r0", ..Selected::ALL }, Claimed::Keeps),
    ("every worker has an update path until 2028-01-01", Selected::ALL, Claimed::HasUpdate("2028-01-01T23:59:59Z")),
    ("every worker fits at least 2 zones", Selected::ALL, Claimed::Zones(2)),
];

#[derive(Debug, Clone, Copy)]
struct Selected {
    machine_type: &'static str,
    architecture: Option<&'static str>,
    disk: Option<&'static str>,
    region: &'static str,
    image: &'static str,
    is_supported: bool,
}

impl Selected {
    const ALL: Self =
        Self { machine_type: "*", architecture: None, disk: None, region: "*", image: "*", is_supported: false };
}

#[derive(Debug, Clone, Copy)]
enum Claimed {
    HasImage(&'static str),
    NeverWith(&'static str, &'static str),
    NeverWithout(&'static str, &'static str),
    Stays(&'static str),
    Keeps,
    HasUpdate(&'static str),
    Zones(usize),
}

/// A worker, by names: machine type, region, Kubernetes version, and image version if it has one.
type Worker = (String, String, String, Option<(String, String)>);

/// Every single worker, one after the other.
struct BruteForce<'p> {
    new: &'p CompiledProfile,
    old: &'p CompiledProfile,
    tried: usize,
}

impl<'p> BruteForce<'p> {
    fn zones(region: &Region, machine_type: &str) -> usize {
        let zones = region.zones.iter().flatten();
        let lacks = |name: &String| name == machine_type;
        zones.filter(|zone| !zone.unavailable_machine_types.iter().flatten().any(lacks)).count()
    }

    /// Returns the workers for which a claim does not hold.
    fn violating(&mut self, selected: Selected, claim: Claimed) -> Vec<Worker> {
        // Claims that compare two profiles are about the workers of the old one.
        let base = if matches!(claim, Claimed::Stays(_) | Claimed::Keeps) { self.old } else { self.new };
        let judge = Judge::new(base, documented());
        let mut violating = Vec::new();
        for machine_type in base.spec().types().iter().filter(|one| one.usable != Some(false)) {
            for architecture in ["amd64", "arm64"] {
                if !Self::is_selected(machine_type, architecture, selected) {
                    continue;
                }
                for region in base.spec().regions.iter().flatten() {
                    if !matches_pattern(selected.region, &region.name) || Self::zones(region, &machine_type.name) == 0 {
                        continue;
                    }
                    for kubernetes in ["1.34.1", "1.33.5"] {
                        let pool = Self::pool_of(base, &machine_type.name, architecture, &region.name, kubernetes);
                        let worker = |offer: Option<&Offer<'_>>| -> Worker {
                            let image = offer.map(|offer| (offer.name().to_owned(), offer.text().to_owned()));
                            (machine_type.name.clone(), region.name.clone(), kubernetes.to_owned(), image)
                        };
                        let admissible: Vec<Offer<'_>> = base
                            .offers()
                            .filter(|offer| matches_pattern(selected.image, offer.name()))
                            .filter(|offer| {
                                !selected.is_supported || judge.classification(offer).as_str() == "supported"
                            })
                            .filter(|offer| judge.obstacles(&pool, offer).is_empty())
                            .collect();
                        self.tried += admissible.len().max(1);
                        match claim {
                            Claimed::HasImage(image) => {
                                if !admissible.iter().any(|offer| matches_pattern(image, offer.name())) {
                                    violating.push(worker(None));
                                }
                            }
                            Claimed::Zones(least) => {
                                if Self::zones(region, &machine_type.name) < least {
                                    violating.push(worker(None));
                                }
                            }
                            _ => {
                                let broken = admissible.iter().filter(|offer| {
                                    self.is_broken(claim, judge, &pool, architecture, region, kubernetes, offer)
                                });
                                violating.extend(broken.map(|offer| worker(Some(offer))));
                            }
                        }
                    }
                }
            }
        }
        violating
    }

    fn is_selected(machine_type: &MachineType, architecture: &str, selected: Selected) -> bool {
        let has = |name: &str, value: &str| {
            machine_type.capabilities.get(name).is_none_or(|values| values.iter().any(|one| one == value))
        };
        has("architecture", architecture)
            && matches_pattern(selected.machine_type, &machine_type.name)
            && selected.architecture.is_none_or(|wanted| wanted == architecture)
            && selected.disk.is_none_or(|disk| has("disk", disk))
    }

    #[expect(clippy::too_many_arguments, reason = "everything that a single worker consists of")]
    fn is_broken(
        &self,
        claim: Claimed,
        judge: Judge<'_>,
        pool: &Pool<'_>,
        architecture: &str,
        region: &Region,
        kubernetes: &str,
        offer: &Offer<'_>,
    ) -> bool {
        let machine_type = pool.properties.machine_type;
        let booted = || judge.choice(pool, offer).unwrap().unwrap().reference;
        let supports = |name: &str, value: &str| {
            booted().capabilities.get(name).is_none_or(|values| values.iter().any(|one| one == value))
        };
        match claim {
            Claimed::NeverWith(name, value) => supports(name, value),
            Claimed::NeverWithout(name, value) => !supports(name, value),
            Claimed::Keeps => {
                let new = Judge::new(self.new, documented());
                let pool = Self::pool_of(self.new, machine_type, architecture, &region.name, kubernetes);
                let own = self.new.offer(offer.name(), offer.text());
                let after = own.and_then(|own| new.choice(&pool, &own)).and_then(Result::ok);
                after.is_none_or(|after| after.reference.value != booted().value)
            }
            Claimed::Stays(until) => {
                let until: Timestamp = until.parse().unwrap();
                let own = self.new.spec().regions.iter().flatten().find(|one| one.name == region.name).unwrap();
                let usable =
                    self.new.spec().types().iter().any(|one| one.name == machine_type && one.usable != Some(false));
                if !usable || Self::zones(own, machine_type) == 0 {
                    return true;
                }
                let pool = Self::pool_of(self.new, machine_type, architecture, &region.name, kubernetes);
                let own = self.new.offer(offer.name(), offer.text()).unwrap();
                // Classifications of these profiles only change at midnight.
                let days = (0..800).map(|day| documented().now.unix_seconds() + day * 86_400 + 1);
                let mut instants =
                    std::iter::once(documented().now.unix_seconds()).chain(days).map(Timestamp::from_unix_seconds);
                instants.any(|at| {
                    let settings = rootstock_core_model::Settings { now: at, ..documented() };
                    at <= until && !Judge::new(self.new, settings).obstacles(&pool, &own).is_empty()
                })
            }
            Claimed::HasUpdate(until) => {
                let until: Timestamp = until.parse().unwrap();
                let mut planner = Planner::new(self.new, documented().quirks);
                let mut row = WorkerRow {
                    machine_type: machine_type.to_owned().into(),
                    architecture: Some(architecture.to_owned().into()),
                    image_name: Some(offer.name().to_owned().into()),
                    image_version: Some(offer.text().to_owned().into()),
                    ..WorkerRow::default()
                };
                // A run each week, and several on the same day, as a team would see in the end.
                for week in 0..90 {
                    let at = Timestamp::from_unix_seconds(documented().now.unix_seconds() + week * 7 * 86_400 + 60);
                    for _ in 0..10 {
                        if at > until {
                            return false;
                        }
                        let decision = planner.image(&row, kubernetes, false, at);
                        if decision.failed().is_some() {
                            return true;
                        }
                        match decision.update() {
                            Some(update) => row.image_version = Some(update.to.to_string().into()),
                            None => break,
                        }
                    }
                }
                false
            }
            Claimed::HasImage(_) | Claimed::Zones(_) => false,
        }
    }

    fn pool_of<'a>(
        profile: &'a CompiledProfile,
        machine_type: &'a str,
        architecture: &'a str,
        region: &'a str,
        kubernetes: &'a str,
    ) -> Pool<'a> {
        let properties = PoolProperties { machine_type, architecture: Some(architecture), ..PoolProperties::default() };
        let context = PoolContext { region, kubernetes_version: kubernetes, ..PoolContext::default() };
        Pool::new(Judge::new(profile, documented()), properties, context)
    }
}

/// With `ROOTSTOCK_LAWS=all`, on more than 100 000 workers.
#[test]
fn classes_decide_as_every_single_worker_does() {
    let all = std::env::var("ROOTSTOCK_LAWS").is_ok_and(|value| value == "all");
    let (mut holding, mut broken, mut tried) = ([0; SENTENCES.len()], [0; SENTENCES.len()], 0);
    for seed in 0..if all { 1100 } else { 60 } {
        let (old, new) = (profile(seed, 0), profile(seed, seed % 3));
        let (before, after) = (compiled(&old, documented()), compiled(&new, documented()));
        let (old_judge, new_judge) = (Judge::new(&before, documented()), Judge::new(&after, documented()));
        let prover = Prover::new(new_judge, Some(old_judge));
        let mut single = BruteForce { new: &after, old: &before, tried: 0 };
        for (number, (sentence, selected, claim)) in SENTENCES.into_iter().enumerate() {
            let violating = single.violating(selected, claim);
            match prover.prove(&sentence.parse::<Invariant>().unwrap()) {
                InvariantVerdict::Broken { counterexample } => {
                    let image = counterexample.image.as_ref().map(|one| (one.image.clone(), one.version.clone()));
                    let has_image = !matches!(claim, Claimed::HasImage(_) | Claimed::Zones(_));
                    let worker = (
                        counterexample.machine_type.clone(),
                        counterexample.region.clone(),
                        counterexample.kubernetes_version.clone(),
                        image.filter(|_| has_image),
                    );
                    assert!(
                        violating.contains(&worker),
                        "{sentence}: {worker:?} {}\n{old}\n{new}",
                        counterexample.reason
                    );
                    broken[number] += 1;
                }
                InvariantVerdict::Holds { .. } => {
                    assert_eq!(violating, [], "{sentence}\n{old}\n{new}");
                    holding[number] += 1;
                }
                InvariantVerdict::NeedsOld => panic!("{sentence}"),
            }
        }
        tried += single.tried;
    }
    println!("{tried} workers; holding {holding:?}, broken {broken:?}");
    assert!(holding.iter().chain(&broken).all(|count| *count > 0), "holding {holding:?}, broken {broken:?}");
    assert!(tried > if all { 100_000 } else { 2_000 }, "{tried}");
}
