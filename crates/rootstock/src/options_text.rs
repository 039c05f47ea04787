//! What `images` and `machine-types` have in common when they answer a person.

use std::io::{self, Write};

use rootstock_admission::ImageFlavor;
use rootstock_core_model::Capabilities;
use rootstock_provider_api::ImageReference;

use crate::cli::SurroundingsArguments;
use crate::other_semantics::Difference;
use crate::prose::{DIM, TITLE, wrap};
use crate::table::printable;

/// The title of an answer, and what the worker asks for.
pub(crate) fn write_head(
    subject: &str,
    profile: &str,
    surroundings: &SurroundingsArguments,
    asked: &Capabilities,
    problems: &[String],
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut title = subject.to_owned();
    if let Some(region) = &surroundings.region {
        title.push_str(&format!(" in region {region}"));
    }
    if let Some(version) = &surroundings.kubernetes {
        title.push_str(&format!(" with Kubernetes {version}"));
    }
    writeln!(out, "{TITLE}{}{TITLE:#}  {DIM}(profile {}){DIM:#}", printable(&title), printable(profile))?;
    if !asked.is_empty() {
        let asked: Vec<String> = asked.iter().map(|(name, values)| format!("{name} {}", values.join(" or "))).collect();
        writeln!(out, "{}", wrap(&printable(&format!("the worker asks for {}", asked.join(", "))), width, 0))?;
    }
    problems
        .iter()
        .try_for_each(|problem| writeln!(out, "{}", wrap(&printable(&format!("passed over: {problem}")), width, 0)))
}

/// Which flavor nodes get.
pub(crate) fn flavor(flavor: Option<&ImageFlavor>, ambiguous: &[usize]) -> String {
    match (flavor.map(|flavor| flavor.index), ambiguous) {
        (_, [_, ..]) => {
            let indices: Vec<String> = ambiguous.iter().map(ToString::to_string).collect();
            format!("none: {} are alike", indices.join(" and "))
        }
        (Some(Some(index)), _) => format!("flavor {index}"),
        (Some(None), _) => "the only one".to_owned(),
        (None, _) => "unknown".to_owned(),
    }
}

/// What the provider boots.
pub(crate) fn reference(reference: Option<&ImageReference>) -> String {
    reference.map_or_else(|| "unknown".to_owned(), |reference| reference.value.clone())
}

/// What cannot be had: a line for each, and below it everything that is in its way; without `why` their number.
pub(crate) fn write_rejected(
    rejected: impl ExactSizeIterator<Item = (String, Vec<String>)>,
    what: &str,
    why: bool,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let number = rejected.len();
    if number == 0 {
        return Ok(());
    }
    if !why {
        let others = if number == 1 { format!("1 other {what} does") } else { format!("{number} other {what}s do") };
        return writeln!(out, "\n{others} not fit; for the reasons, add --why");
    }
    writeln!(out, "\n{TITLE}not to be had{TITLE:#}\n")?;
    for (name, reasons) in rejected {
        writeln!(out, "{}", printable(&name))?;
        for reason in reasons {
            writeln!(out, "{}", wrap(&printable(&reason), width, 2))?;
        }
    }
    Ok(())
}

/// What the other semantics answer, where that is something else.
pub(crate) fn write_difference(otherwise: Option<&Difference>, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let Some(otherwise) = otherwise else { return Ok(()) };
    writeln!(out, "\n{}", wrap(&printable(&otherwise.in_words()), width, 0))
}
