//! `cargo xtask bench --table`: measures whole runs of the programs, and writes the table of docs/performance.md.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use comfy_table::Table;
use rootstock_sample_profiles::{IMAGES, references};

use crate::cost::{self, Cost, mebibytes, milliseconds};
use crate::failure::Failure;
use crate::table::table;
use crate::{load, process, programs, repository};

const PAGE: &str = "docs/performance.md";
const BEGIN: &str = "<!-- begin table: written by `cargo xtask bench --table` -->\n";
const END: &str = "<!-- end table -->\n";

/// The duration of the load on the server.
const LOAD: Duration = Duration::from_secs(5);

/// Measures everything, and writes the table into its page.
pub(super) fn write(programs: Option<&Path>, runs: u16) -> Result<(), Failure> {
    let path = repository::root().join(PAGE);
    let page = repository::read(PAGE)?;
    let parts = page.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.ok_or_else(|| Failure::Message(format!("{PAGE} has no place for the table")))?;
    let programs = match programs {
        Some(folder) => folder.to_owned(),
        None => {
            programs::build_release("rootstock-server")?;
            programs::build_release("gardener-rootstock")?
        }
    };
    let table = measured(&programs, runs)?;
    println!("{table}");
    fs::write(&path, format!("{before}{BEGIN}\n{table}\n\n{END}{after}")).map_err(Failure::at(&path))
}

fn measured(programs: &Path, runs: u16) -> Result<Table, Failure> {
    let rootstock = programs.join("rootstock");
    let mut table = table(["what", "CPU time", "peak memory"]);
    let mut add = |what: String, cost: Cost| {
        table.add_row([what, milliseconds(cost.cpu), mebibytes(cost.peak)]);
    };
    for (format, size) in [("yaml", "1"), ("yaml", "4"), ("json", "1"), ("json", "4")] {
        let profile = profile(format, size)?;
        let cost = median(runs, || once(timed(&rootstock)?.arg("check").arg(&profile), None))?;
        add(format!("`check` of the large profile ×{size}, {}", format.to_uppercase()), cost);
    }
    let profile = profile("json", "1")?;
    let (list, image) = references_of_a_version()?;
    let add_version = || {
        let mut command = timed(&rootstock)?;
        command.args(["upkeep", "add"]).arg(&profile).arg(&image).arg("--references").arg(&list);
        once(&mut command, None)
    };
    add("`upkeep add` of an image version, 6 flavors in 6 regions".to_owned(), median(runs, add_version)?);
    let plan = |shoots| once(timed(&rootstock)?.args(["plan", "-", "--profile"]).arg(&profile), Some(shoots));
    add("`plan` of 20 000 Shoots".to_owned(), median(runs, || plan("20000"))?);
    add("`plan` of 1 000 000 Shoots, streamed".to_owned(), plan("1000000")?);
    let (rate, reviews, cost) = load::reviews_per_second(&programs.join("rootstock-server"), LOAD)?;
    let each = cost.cpu.div_f64(u32::try_from(reviews).map_or(f64::INFINITY, f64::from).max(1.0));
    add(format!("a review of 5 KB; the server judges {rate:.0} a second on one core"), Cost { cpu: each, ..cost });
    for (what, median) in benchmarks()? {
        table.add_row([what, &median, ""]);
    }
    Ok(table)
}

/// Returns the medians of the benchmarks `pair` and `matrix`.
fn benchmarks() -> Result<[(&'static str, String); 2], Failure> {
    let arguments =
        ["bench", "--quiet", "--package=rootstock-capability-engine", "--bench=engine", "--", "pair", "matrix"];
    let printed = process::output_of(&mut process::cargo(arguments))?;
    // The name of a benchmark with arguments is followed by one line for each argument.
    let median = |name| {
        let lines = printed.lines().skip_while(|line| !line.contains(name));
        let mut medians = lines.filter_map(|line| line.rsplit('│').nth(3)).map(str::trim);
        medians.find(|cell| !cell.is_empty()).unwrap_or_default().to_owned()
    };
    Ok([
        ("1080 machine types × 6 flavors, pair by pair, compiled", median("pair")),
        ("matrix of the large profile, each cell read, compiled", median("matrix")),
    ])
}

/// Returns the file with the large profile. Another process writes it, because the peak memory of this one would count for the
/// measured programs.
fn profile(format: &str, size: &str) -> Result<PathBuf, Failure> {
    let path = folder()?.join(format!("large-{size}.{format}"));
    let file = File::create(&path).map_err(Failure::at(&path))?;
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["bigprofile", "--scale", size]).args((format == "json").then_some("--json"));
    process::succeed(command.stdin(Stdio::null()).stdout(file))?;
    Ok(path)
}

/// Writes the references of an additional version, and returns the file and the version's name.
fn references_of_a_version() -> Result<(PathBuf, String), Failure> {
    const VERSION: &str = "2000.0.0";
    let [image, ..] = IMAGES;
    let list = folder()?.join("references.json");
    let text = references(VERSION).map_err(|error| Failure::Message(error.to_string()))?;
    fs::write(&list, text).map_err(Failure::at(&list))?;
    Ok((list, format!("{image}@{VERSION}")))
}

fn folder() -> Result<PathBuf, Failure> {
    let folder = repository::target().join("bench-inputs");
    fs::create_dir_all(&folder).map_err(Failure::at(&folder))?;
    Ok(folder)
}

/// Returns the median cost of all runs, separately for CPU time and memory.
fn median(runs: u16, run: impl Fn() -> Result<Cost, Failure>) -> Result<Cost, Failure> {
    let costs = (0..runs).map(|_| run()).collect::<Result<Vec<_>, _>>()?;
    Ok(Cost {
        cpu: middle_of(costs.iter().map(|cost| cost.cpu).collect()),
        peak: middle_of(costs.iter().map(|cost| cost.peak).collect()),
    })
}

fn middle_of<T: Ord + Copy + Default>(mut figures: Vec<T>) -> T {
    figures.sort_unstable();
    figures.get(figures.len() / 2).copied().unwrap_or_default()
}

/// Returns the file with the peak memory of the last run.
fn peak_file() -> Result<PathBuf, Failure> {
    Ok(folder()?.join("peak"))
}

/// Returns a command that runs a program, and writes its peak memory to the file for it.
fn timed(program: &Path) -> Result<Command, Failure> {
    let mut command = cost::timed(&peak_file()?);
    command.arg(program);
    Ok(command)
}

/// Runs a command once, with a fleet of Shoots on standard input if `shoots` is set.
fn once(command: &mut Command, shoots: Option<&str>) -> Result<Cost, Failure> {
    let mut fleet = None;
    command.stdin(Stdio::null()).stdout(Stdio::null());
    if let Some(count) = shoots {
        let mut writer = Command::new(std::env::current_exe()?);
        let mut writer = writer.args(["bigprofile", "--json", "--shoots", count]).stdout(Stdio::piped()).spawn()?;
        command.stdin(writer.stdout.take().map_or_else(Stdio::null, Stdio::from));
        fleet = Some(writer);
    }
    let mut child = command.spawn()?;
    // Close our end of the pipe, so that the writer stops when the program ends.
    command.stdin(Stdio::null());
    let (status, cost) = Cost::of(&mut child)?;
    if let Some(mut writer) = fleet {
        writer.wait()?;
    }
    if !status.success() {
        return Err(Failure::Message(format!("{}: {status}", process::shown(command))));
    }
    Ok(Cost { peak: cost::peak_in(&peak_file()?)?, ..cost })
}
