//! Shared parts of the fuzz targets: mutated documents, and runs of the program on them.

use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use arbitrary::Arbitrary;
use rootstock::{Status, Streams};

/// The instant of all checks.
pub const AT: &str = "2026-06-01T00:00:00Z";

/// A profile with versions in every lifecycle stage.
pub const ORCHARD: &str = include_str!("../../fixtures/profiles/orchard.yaml");

/// Real documents of every kind, for several providers.
const SEEDS: [&str; 12] = [
    ORCHARD,
    include_str!("../../fixtures/profiles/local-clean.yaml"),
    include_str!("../../fixtures/profiles/local-broken.yaml"),
    include_str!("../../fixtures/profiles/openstack-nested.yaml"),
    include_str!("../../fixtures/profiles/tie.yaml"),
    include_str!("../../fixtures/base/aws.yaml"),
    include_str!("../../fixtures/base/azure.yaml"),
    include_str!("../../fixtures/base/gcp.yaml"),
    include_str!("../../fixtures/base/local-legacy.yaml"),
    include_str!("../../fixtures/base/hcloud.yaml"),
    include_str!("../../fixtures/children/arboretum.yaml"),
    include_str!("../../fixtures/children/arboretum-shoot.yaml"),
];

/// Typical input of users, valid and invalid.
const USER_INPUTS: [&str; 40] = [
    "",
    "1",
    "-1",
    "1.2.3",
    "1.2.3-gen2",
    "null",
    "~",
    "\"\"",
    "[]",
    "{}",
    "yes",
    "1e999",
    "0x1f",
    "&a ",
    "*a",
    "<<: *a",
    "- ",
    ": ",
    "#",
    "? ",
    "|\n",
    ">-\n",
    "---\n",
    "...\n",
    "\t",
    "'",
    "\"",
    "\u{1b}",
    "\u{85}",
    "amd64",
    "arm64",
    "[amd64, arm64]",
    "capabilities: {architecture: [amd64]}",
    "capabilityFlavors: [{}]",
    "expirationDate: \"2026-01-01T00:00:00Z\"",
    "classification: preview",
    "architectures: [amd64]",
    "version: 1.34.1",
    "name: x",
    "regions: [{name: here}]",
];

/// A mutation of a text.
#[derive(Debug, Arbitrary)]
pub enum Change {
    /// A removed line.
    Drop(u16),
    /// A duplicated line.
    Repeat(u16),
    /// Two swapped lines.
    Swap(u16, u16),
    /// A replaced value on a line.
    Value(u16, u8),
    /// A new line with the indentation of another one.
    Insert(u16, u8),
    /// A line with more or less indentation.
    Indent(u16, i8),
    /// Any new text within a line.
    Text(u16, u8, String),
}

/// A real document with mutations.
#[derive(Debug, Arbitrary)]
pub struct Mutated {
    seed: u8,
    changes: Vec<Change>,
}

impl Mutated {
    /// Returns a mutated document based on one of the real ones.
    #[must_use]
    pub fn text(&self) -> String {
        self.of(SEEDS[usize::from(self.seed) % SEEDS.len()])
    }

    /// Returns this document with the mutations applied.
    #[must_use]
    pub fn of(&self, seed: &str) -> String {
        let mut lines: Vec<String> = seed.lines().map(str::to_owned).collect();
        for change in self.changes.iter().take(8) {
            change.make(&mut lines);
        }
        lines.join("\n") + "\n"
    }
}

impl Change {
    fn make(&self, lines: &mut Vec<String>) {
        if lines.is_empty() {
            return;
        }
        let count = lines.len();
        let at = |line: u16| usize::from(line) % count;
        let user_input = |text: u8| USER_INPUTS[usize::from(text) % USER_INPUTS.len()];
        let indent = |line: &str| " ".repeat(line.len() - line.trim_start_matches([' ', '-']).len());
        match self {
            Self::Drop(line) => _ = lines.remove(at(*line)),
            Self::Repeat(line) => lines.insert(at(*line), lines[at(*line)].clone()),
            Self::Swap(one, other) => lines.swap(at(*one), at(*other)),
            Self::Value(line, text) => {
                let line = &mut lines[at(*line)];
                let key = line.split_once(':').map_or("", |(key, _)| key).to_owned();
                *line = format!("{key}: {}", user_input(*text));
            }
            Self::Insert(line, text) => {
                let new = format!("{}{}", indent(&lines[at(*line)]), user_input(*text));
                lines.insert(at(*line), new);
            }
            Self::Indent(line, by) => {
                let line = &mut lines[at(*line)];
                let by = i32::from(*by).rem_euclid(9) - 4;
                *line = match usize::try_from(by) {
                    Ok(more) => " ".repeat(more) + line,
                    Err(_) => line.strip_prefix(&" ".repeat(by.unsigned_abs() as usize)).unwrap_or(line).to_owned(),
                };
            }
            Self::Text(line, place, text) => {
                let line = &mut lines[at(*line)];
                let mut place = usize::from(*place) % (line.len() + 1);
                while !line.is_char_boundary(place) {
                    place -= 1;
                }
                line.insert_str(place, text);
            }
        }
    }
}

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    pub status: Status,
    pub out: Vec<u8>,
    pub messages: Vec<u8>,
}

#[derive(Clone, Default)]
struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no thread panics while it holds the lock").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs a command with the given standard input, and checks that the status is not that of an internal error.
///
/// # Panics
///
/// Panics on an internal error: this is what the fuzzer looks for.
#[must_use]
pub fn run(arguments: &[&str], input: &[u8]) -> Run {
    let (out, messages) = (SharedBuffer::default(), SharedBuffer::default());
    let mut streams =
        Streams::new(Box::new(io::Cursor::new(input.to_vec())), Box::new(out.clone()), Box::new(messages.clone()));
    let arguments = ["rootstock"].iter().chain(arguments).map(OsString::from);
    let status = rootstock::run(arguments, rootstock_providers::registry, &mut streams);
    drop(streams);
    let taken = |kept: SharedBuffer| std::mem::take(&mut *kept.0.lock().expect("no thread panics while it holds the lock"));
    let run = Run { status, out: taken(out), messages: taken(messages) };
    assert_ne!(run.status, Status::Internal, "{}", String::from_utf8_lossy(&run.messages));
    run
}

/// Returns the path of a fixture file.
#[must_use]
pub fn fixture(path: &str) -> String {
    format!("{}/../fixtures/{path}", env!("CARGO_MANIFEST_DIR"))
}
