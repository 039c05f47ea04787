//! Whole runs of the command on the large profile: `check` at three sizes, as YAML and as JSON, and `upkeep add`.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rootstock_sample_profiles::{IMAGES, references};
use wait4::Wait4;

use super::cost::{Cost, mebibytes, milliseconds};
use super::table::Table;
use crate::failure::Failure;
use crate::{process, programs, repository};

/// How many times the large profile.
const SIZES: [&str; 3] = ["1", "2", "4"];

/// What Gardener's own Go code needs for size ×1 (docs/performance.md says how it was measured): format, wall
/// milliseconds, CPU milliseconds, peak MiB.
const GARDENER: [(&str, u64, u64, f64); 2] = [("yaml", 340, 390, 57.1), ("json", 70, 70, 21.3)];

pub(super) fn measure(runs: u16) -> Result<(), Failure> {
    let program = programs::released()?;
    println!(
        "\nrootstock check on the large profile: whole process, median of {runs} runs, time against half the size\n"
    );
    let mut table = Table::new(["input", "bytes", "wall", "CPU", "peak memory", "growth"]);
    for (format, wall, cpu, peak) in GARDENER {
        let mut before: Option<Cost> = None;
        for size in SIZES {
            let (path, bytes) = input(format, size)?;
            let cost = median(&program, &[OsStr::new("check"), path.as_os_str()], runs)?;
            let growth = before.map(|before| cost.cpu.as_secs_f64() / before.cpu.as_secs_f64());
            table.row([
                format!("{format} ×{size}"),
                bytes.to_string(),
                milliseconds(cost.wall),
                milliseconds(cost.cpu),
                mebibytes(cost.peak),
                growth.map_or_else(String::new, |growth| format!("×{growth:.2}")),
            ]);
            before = Some(cost);
        }
        let reference =
            [format!("{format} ×1, Gardener's code"), String::new(), format!("{wall} ms"), format!("{cpu} ms")];
        let [name, size, wall, cpu] = reference;
        table.row([name, size, wall, cpu, format!("{peak:.1} MiB"), String::new()]);
    }
    println!("{table}");
    measure_upkeep(&program, runs)
}

/// One more version of an image, with 6 flavors in 6 regions: what is asked, both halves edited, judged and compared.
fn measure_upkeep(program: &Path, runs: u16) -> Result<(), Failure> {
    const VERSION: &str = "2000.0.0";
    let [image, ..] = IMAGES;
    println!(
        "\nrootstock upkeep add on the large profile: whole process, median of {runs} runs; at most 60 ms is the goal\n"
    );
    let list = folder()?.join("references.json");
    let text = references(VERSION).map_err(|error| Failure::Found(error.to_string()))?;
    fs::write(&list, text).map_err(Failure::at(&list))?;
    let name = format!("{image}@{VERSION}");
    let mut table = Table::new(["input", "wall", "CPU", "peak memory"]);
    for (format, ..) in GARDENER {
        let (path, _) = input(format, "1")?;
        let [upkeep, add, name, references] = ["upkeep", "add", name.as_str(), "--references"].map(OsStr::new);
        let arguments = [upkeep, add, path.as_os_str(), name, references, list.as_os_str()];
        let cost = median(program, &arguments, runs)?;
        table.row([format!("{format} ×1"), milliseconds(cost.wall), milliseconds(cost.cpu), mebibytes(cost.peak)]);
    }
    println!("{table}");
    Ok(())
}

/// Where inputs are kept.
fn folder() -> Result<PathBuf, Failure> {
    let folder = repository::target().join("bench-inputs");
    fs::create_dir_all(&folder).map_err(Failure::at(&folder))?;
    Ok(folder)
}

/// Writes an input to the build folder. Another process makes it: what this one has ever held would count as the
/// measured child's peak.
fn input(format: &str, size: &str) -> Result<(PathBuf, u64), Failure> {
    let path = folder()?.join(format!("large-{size}.{format}"));
    let file = File::create(&path).map_err(Failure::at(&path))?;
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["bigprofile", "--scale", size]).stdout(file).stdin(Stdio::null());
    if format == "json" {
        command.arg("--json");
    }
    let status = command.status()?;
    if !status.success() {
        return Err(Failure::Found(format!("{}: {status}", process::shown(&command))));
    }
    let bytes = fs::metadata(&path).map_err(Failure::at(&path))?.len();
    Ok((path, bytes))
}

/// The cost in the middle, each figure by itself.
fn median(program: &Path, arguments: &[&OsStr], runs: u16) -> Result<Cost, Failure> {
    let costs = (0..runs).map(|_| once(program, arguments)).collect::<Result<Vec<_>, _>>()?;
    let middle = |figure: fn(&Cost) -> Duration| middle_of(costs.iter().map(figure).collect());
    Ok(Cost {
        wall: middle(|cost| cost.wall),
        cpu: middle(|cost| cost.cpu),
        peak: middle_of(costs.iter().map(|cost| cost.peak).collect()),
    })
}

fn middle_of<T: Ord + Copy + Default>(mut figures: Vec<T>) -> T {
    figures.sort_unstable();
    figures.get(figures.len() / 2).copied().unwrap_or_default()
}

fn once(program: &Path, arguments: &[&OsStr]) -> Result<Cost, Failure> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
    let begun = Instant::now();
    let used = command.spawn()?.wait4()?;
    let wall = begun.elapsed();
    if !used.status.success() {
        return Err(Failure::Found(format!("{}: {}", process::shown(&command), used.status)));
    }
    Ok(Cost { wall, cpu: used.rusage.utime + used.rusage.stime, peak: used.rusage.maxrss })
}
