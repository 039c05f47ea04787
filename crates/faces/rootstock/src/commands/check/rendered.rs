//! `check --kustomize` and `--helm`: manifests that another program renders.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rootstock_analysis::{Analysis, Role};
use rootstock_report::Report;
use rootstock_sources::files::{MAX_FILE_BYTES, ReadFailure, path_name};

use super::{CheckArguments, kustomization};
use crate::Streams;
use crate::failure::{InputError, RenderFailure};

/// Manifests that another program renders.
enum Rendered<'a> {
    /// A directory with a kustomization.
    Kustomization(&'a Path),
    /// A Helm chart, with the files of its values.
    Chart(&'a Path, &'a [PathBuf]),
}

/// Adds the manifests that the arguments ask to render. Those that cannot be rendered are reported and marked as unavailable.
pub(super) fn add(analysis: &mut Analysis, arguments: &CheckArguments, streams: &mut Streams) {
    let kustomizations = arguments.kustomize.iter().map(|directory| Rendered::Kustomization(directory));
    let charts = arguments.helm.iter().map(|chart| Rendered::Chart(chart, &arguments.values));
    for rendered in kustomizations.chain(charts) {
        let name = rendered.to_string();
        match rendered.render() {
            Ok(bytes) => match std::str::from_utf8(&bytes) {
                Ok(text) if matches!(rendered, Rendered::Chart(..)) => {
                    for (template, text) in by_template(text) {
                        let name = template.map_or_else(|| name.clone(), |template| format!("{name} ({template})"));
                        analysis.set(Role::Checked, &name, text.as_bytes());
                    }
                }
                _ => analysis.set(Role::Checked, &name, &bytes),
            },
            Err(reason) => {
                analysis.set_unavailable(Role::Checked, &name, reason.to_string());
                streams.say_lines(&InputError::Render { name, reason }.to_string());
            }
        }
    }
}

/// Moves the findings about kustomizations to the patches and bases that have their values.
pub(super) fn relocate(report: &mut Report, arguments: &CheckArguments) {
    for directory in &arguments.kustomize {
        let name = Rendered::Kustomization(directory).to_string();
        kustomization::origins(directory).relocate(report, &name);
    }
}

impl fmt::Display for Rendered<'_> {
    /// Formats the command that renders the manifests.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kustomization(directory) => write!(f, "kustomize build {}", path_name(directory)),
            Self::Chart(chart, _) => write!(f, "helm template {}", path_name(chart)),
        }
    }
}

impl Rendered<'_> {
    /// Returns the commands that render the manifests; the first one that is installed is run.
    fn commands(&self) -> Vec<(&'static str, Command)> {
        let command = |program: &'static str, action: &str, path: &Path| {
            let mut command = Command::new(program);
            // A path may look like an option.
            command.arg(action).arg(Path::new(".").join(path));
            (program, command)
        };
        match self {
            Self::Kustomization(directory) => {
                vec![command("kubectl", "kustomize", directory), command("kustomize", "build", directory)]
            }
            Self::Chart(chart, values) => {
                let (program, mut helm) = command("helm", "template", chart);
                values.iter().for_each(|file| _ = helm.arg("--values").arg(file));
                vec![(program, helm)]
            }
        }
    }

    fn render(&self) -> Result<Vec<u8>, RenderFailure> {
        let mut missing = Vec::new();
        for (program, mut command) in self.commands() {
            match run(program, &mut command) {
                Err(RenderFailure::Other(ReadFailure::Missing)) => missing.push(program),
                answer => return answer,
            }
        }
        Err(RenderFailure::NotInstalled(missing))
    }
}

/// Splits what Helm renders by the templates that its comments name, in their order.
fn by_template(rendered: &str) -> BTreeMap<Option<&str>, String> {
    const SEPARATOR: &str = "---";
    let mut parts: BTreeMap<Option<&str>, String> = BTreeMap::new();
    let mut template = None;
    let mut lines = rendered.lines().peekable();
    while let Some(line) = lines.next() {
        if line == SEPARATOR
            && let Some(next) = lines.peek().and_then(|next| next.strip_prefix("# Source: "))
        {
            template = Some(next);
        }
        let part = parts.entry(template).or_default();
        part.push_str(line);
        part.push('\n');
    }
    parts
}

/// Runs a program and returns its output, up to the size limit of inputs.
fn run(program: &'static str, command: &mut Command) -> Result<Vec<u8>, RenderFailure> {
    const LINES: usize = 5;
    // Messages go to a file, because a full pipe would block the program.
    let mut messages = tempfile::tempfile()?;
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::from(messages.try_clone()?)).spawn()?;
    let mut bytes = Vec::new();
    if let Some(output) = child.stdout.take() {
        output.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    }
    let status = child.wait()?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(RenderFailure::Other(ReadFailure::TooLarge { most: MAX_FILE_BYTES }));
    }
    if status.success() {
        return Ok(bytes);
    }
    let mut text = Vec::new();
    io::Seek::rewind(&mut messages)?;
    messages.take(1 << 16).read_to_end(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(LINES).collect();
    let message = if lines.is_empty() { status.to_string() } else { lines.join("; ") };
    Err(RenderFailure::Failed { program, message })
}
