//! The cost of every list and map of every kind of object, each of them grown alone, or in both sections of a profile.
//!
//! The lists come from the schemas of the objects, so that a new one is measured without a change here. A list fails if twice the
//! input takes much more than twice the time or memory, at two sizes in succession, or if a bound for all inputs is exceeded. Most
//! inputs are cheap, and only those that are not are measured at several sizes.

mod documents;
mod places;

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::{Bound, Outcome, TRIES, best, is_an_answer, run};
use crate::cost::{mebibytes, milliseconds};
use crate::failure::Failure;
use places::Growth;

/// The size of the grown part of the largest input in bytes.
const LARGEST: usize = 256 << 10;

/// The cost below which a run is not compared with one on half the input, because the start of the program is most of it.
const CHEAP: (Duration, u64) = (Duration::from_millis(60), 40 << 20);

/// The most that twice the input may cost, in hundredths. Noise stays below, the square is 400.
const MOST_PER_DOUBLING: u64 = 270;

const PROFILE_RUNS: &[&[&str]] = &[
    &["check", "--no-config", "@0"],
    &["check", "--no-config", "--semantics", "gardener", "@0"],
    &["check", "--no-config", "--diff", "--unsafe-fixes", "@0"],
    &["check", "--no-config", "--against", "@0", "@0"],
    &["diff", "--no-config", "@1", "@0"],
    &["canonicalize", "--diff", "@0"],
    &["migrate", "--no-config", "@0"],
    &["migrate", "--no-config", "--rollback", "@0"],
    &["matrix", "--no-config", "@0"],
    &["versions", "--no-config", "@0"],
    &["report", "@0"],
    &["upkeep", "prune", "@0"],
    &["upkeep", "changes", "@1", "@0"],
    &["lock", "--no-config", "@0"],
    &["availability", "@0"],
    &["check", "--no-config", "@2", "@3"],
];

const NAMESPACED_RUNS: &[&[&str]] = &[
    &["check", "--no-config", "-p", "@1", "@0"],
    &["check", "--no-config", "-p", "@1", "--semantics", "gardener", "@0"],
    &["check", "--no-config", "-p", "@1", "--diff", "--unsafe-fixes", "@0"],
    &["check", "--no-config", "-p", "@1", "--against", "@0", "@0"],
    &["render", "-p", "@1", "@0"],
    &["check", "--no-config", "-p", "@1", "@2", "@3"],
];

const SHOOT_RUNS: &[&[&str]] = &[
    &["check", "--no-config", "-p", "@1", "@0"],
    &["check", "--no-config", "-p", "@1", "--diff", "--unsafe-fixes", "@0"],
    &["check", "--no-config", "-p", "@1", "--against", "@0", "@0"],
    &["plan", "-p", "@1", "@0"],
    &["check", "--no-config", "-p", "@1", "@2", "@3"],
];

/// A kind of object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    CloudProfile,
    NamespacedCloudProfile,
    Shoot,
}

impl Kind {
    /// Returns the runs: `@0` is the object, `@1` the profile that it belongs to or that it was, `@2` and `@3` are the reviews of its
    /// creation and of its update.
    const fn runs(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::CloudProfile => PROFILE_RUNS,
            Self::NamespacedCloudProfile => NAMESPACED_RUNS,
            Self::Shoot => SHOOT_RUNS,
        }
    }
}

/// Measures those whose name contains `filter`. Returns their number, and a line for each bound that is broken, which is also printed
/// at once, because all of them take minutes.
pub(super) fn measure(filter: &str, program: &Path, folder: &Path) -> Result<(usize, Vec<String>), Failure> {
    let mut all = places::all()?;
    all.retain(|growth| growth.to_string().contains(filter));
    let (next, broken) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = |worker: usize| -> Result<(), String> {
        let folder = folder.join(format!("growth-{worker}"));
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        while let Some(growth) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let found = measure_one(program, &folder, growth).map_err(|failure| format!("{growth}: {failure}"))?;
            found.iter().for_each(|line| println!("{line}"));
            broken.lock().map_err(|error| error.to_string())?.extend(found);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers = [0, 1].map(|worker| scope.spawn(move || work(worker)));
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(|_| Err("a worker panicked".to_owned())))
    })
    .map_err(Failure::Message)?;
    println!("{} lists and maps were grown", all.len());
    let broken = broken.into_inner().map_err(|error| Failure::Message(error.to_string()))?;
    Ok((all.len(), broken))
}

/// Measures one of them with every run.
fn measure_one(program: &Path, folder: &Path, growth: &Growth) -> Result<Vec<String>, Failure> {
    let count = growth.count_of(LARGEST);
    let largest = Input::write(folder, "4", growth, count)?;
    let (mut half, mut twice) = (None, None);
    let mut broken = Vec::new();
    for arguments in growth.kind.runs() {
        let bound = Bound::of(largest.bytes(arguments));
        let (bound, mut outcome) = best(program, arguments, &largest.paths, bound)?;
        let mut reasons = outcome.broken(bound);
        if outcome.cost.cpu > CHEAP.0 || outcome.cost.peak > CHEAP.1 {
            let half = match &half {
                Some(half) => half,
                None => half.insert(Input::write(folder, "2", growth, count / 2)?),
            };
            let mut before = run(program, arguments, &half.paths)?;
            for _ in 1..TRIES {
                if excess(&before, &outcome).is_empty() {
                    break;
                }
                before = before.best_of(run(program, arguments, &half.paths)?);
                outcome = outcome.best_of(run(program, arguments, &largest.paths)?);
            }
            // A step is not a square: that doubles too fast again.
            if let Some(first) = excess(&before, &outcome).into_iter().next() {
                let twice = match &twice {
                    Some(twice) => twice,
                    None => twice.insert(Input::write(folder, "8", growth, 2 * count)?),
                };
                let (bound, after) = (Bound::of(twice.bytes(arguments)), &twice.paths);
                let (_, after) = best(program, arguments, after, bound)?;
                let again = excess(&outcome, &after);
                reasons.extend(again.into_iter().map(|again| format!("{first}; {again} of twice the input")));
            }
        }
        broken.extend(reasons.into_iter().map(|reason| format!("{growth}, {}: {reason}", arguments.join(" "))));
    }
    Ok(broken)
}

/// Lists the measures that grow much faster than the input, from half of it to all of it.
fn excess(half: &Outcome, whole: &Outcome) -> Vec<String> {
    let mut excess = Vec::new();
    let (before, after) = (half.cost.cpu, whole.cost.cpu);
    if after > CHEAP.0 && after.as_micros() * 100 > before.as_micros() * u128::from(MOST_PER_DOUBLING) {
        excess.push(format!("{} for half, {} for the whole", milliseconds(before), milliseconds(after)));
    }
    let (before, after) = (half.cost.peak, whole.cost.peak);
    if after > CHEAP.1 && after * 100 > before * MOST_PER_DOUBLING {
        excess.push(format!("{} for half, {} for the whole", mebibytes(before), mebibytes(after)));
    }
    excess
}

/// The files of an input.
struct Input {
    paths: Vec<PathBuf>,
    sizes: Vec<u64>,
}

impl Input {
    /// Writes the object, its profile, and its reviews.
    fn write(folder: &Path, name: &str, growth: &Growth, count: usize) -> Result<Self, Failure> {
        let mut input = Self { paths: Vec::new(), sizes: Vec::new() };
        let object = growth.grown(count);
        input.add(folder, &format!("{name}-object.yaml"), |to| Ok(serde_yaml::to_writer(to, &object)?))?;
        input.add(folder, &format!("{name}-profile.yaml"), |to| Ok(serde_yaml::to_writer(to, &*growth.profile)?))?;
        for (file, old) in [("created", None), ("updated", Some(&object))] {
            let review = growth.review(&object, old);
            input.add(folder, &format!("{name}-{file}.json"), |to| Ok(serde_json::to_writer(to, &review)?))?;
        }
        Ok(input)
    }

    fn add(
        &mut self,
        folder: &Path,
        file: &str,
        write: impl FnOnce(&mut BufWriter<File>) -> Result<(), Box<dyn std::error::Error>>,
    ) -> Result<(), Failure> {
        let path = folder.join(file);
        let mut to = BufWriter::new(File::create(&path).map_err(Failure::at(&path))?);
        write(&mut to).map_err(|error| Failure::Message(error.to_string()))?;
        to.flush().map_err(Failure::at(&path))?;
        self.sizes.push(fs::metadata(&path).map_err(Failure::at(&path))?.len());
        self.paths.push(path);
        Ok(())
    }

    /// Returns the total size of the files that a run reads.
    fn bytes(&self, arguments: &[&str]) -> u64 {
        let numbers = arguments.iter().filter_map(|argument| argument.strip_prefix('@')?.parse::<usize>().ok());
        numbers.filter_map(|number| self.sizes.get(number)).sum()
    }
}

/// Fails if a command of the runs is not understood, which would measure nothing.
pub(super) fn check_runs(program: &Path, folder: &Path) -> Result<(), Failure> {
    for kind in [Kind::CloudProfile, Kind::NamespacedCloudProfile, Kind::Shoot] {
        let Some(growth) = places::all()?.into_iter().find(|growth| growth.kind == kind) else { continue };
        let input = Input::write(folder, "1", &growth, 1)?;
        for arguments in kind.runs() {
            let outcome = run(program, arguments, &input.paths)?;
            if !is_an_answer(outcome.status) || outcome.status.code() == Some(2) {
                return Err(Failure::Message(format!("{}: {}", arguments.join(" "), outcome.status)));
            }
        }
    }
    Ok(())
}
