#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark")]
//! The cost of invariants and of the lock on the large profile.

use std::sync::{Arc, LazyLock};

use divan::{Bencher, black_box};
use rootstock_analysis::{Analysis, Role};
use rootstock_core_model::{Semantics, Settings};
use rootstock_guarantees::{Invariant, InvariantVerdict, Lock, LockSettings, Prover};
use rootstock_judge::{CompiledProfile, Judge};
use rootstock_sample_profiles::{LargeProfile, Scale};

static LARGE: LazyLock<Arc<CompiledProfile>> = LazyLock::new(|| {
    let text = LargeProfile::new(Scale::times(1)).to_yaml().unwrap();
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), settings());
    analysis.set(Role::Checked, "profile.yaml", text.as_bytes());
    analysis.profiles_in(Role::Checked).first().unwrap().compiled(settings().gates).unwrap()
});

/// Twelve sentences that hold, so that every class of workers is tried.
const SENTENCES: [&str; 12] = [
    "every worker always has an image",
    "every worker with architecture=arm64 always has an image",
    "every worker has the image *",
    "every worker that is supported always has an image",
    "every worker with architecture=arm64 never gets an image with architecture=amd64",
    "every worker with architecture=amd64 never gets an image without architecture=amd64",
    "every worker stays admissible until 2026-06-02",
    "every worker using * stays admissible until 2026-06-02",
    "every worker keeps its provider image",
    "every worker with architecture=arm64 keeps its provider image",
    "every worker has an update path until 2026-06-02",
    "every worker fits at least 1 zone",
];

fn settings() -> Settings {
    Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap())
}

fn main() {
    divan::main();
}

#[divan::bench]
fn prove_twelve_invariants(bencher: Bencher<'_, '_>) {
    let invariants: Vec<Invariant> = SENTENCES.iter().map(|one| one.parse().unwrap()).collect();
    let judge = Judge::new(&LARGE, settings());
    bencher.bench_local(|| {
        let prover = Prover::new(judge, Some(judge));
        for invariant in &invariants {
            let verdict = black_box(prover.prove(invariant));
            assert!(matches!(verdict, InvariantVerdict::Holds { classes } if classes > 0), "{invariant}: {verdict:?}");
        }
    });
}

#[divan::bench]
fn lock_and_write(bencher: Bencher<'_, '_>) {
    let judge = Judge::new(&LARGE, settings());
    bencher.bench_local(|| {
        let mut lock = Lock::new(LockSettings::of(Semantics::Documented, &settings()));
        lock.add(judge);
        lock.to_string().len()
    });
}
