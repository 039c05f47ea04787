//! The parser of invariants.

use rootstock_core_model::{nearest, suggestion_suffix};
use rootstock_versioning::{Classification, Day, Timestamp};

use super::{Claim, ImageSelector, WorkerSelector};

/// A sentence that is not an invariant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvariantError(String);

/// The words that begin a selector or a claim.
const STARTS: [&str; 11] = ["on", "with", "in", "using", "that", "always", "has", "never", "stays", "keeps", "fits"];

/// Parses the words of a sentence.
pub(super) fn parse(words: &[&str]) -> Result<(WorkerSelector, Claim), InvariantError> {
    let ["every", "worker", rest @ ..] = words else {
        return Err(InvariantError("the sentence must begin with `every worker`".to_owned()));
    };
    let mut workers = WorkerSelector::default();
    let mut rest = rest;
    loop {
        rest = match rest {
            ["on", name, after @ ..] => {
                once(&mut workers.machine_type, "on", (*name).to_owned())?;
                after
            }
            ["in", name, after @ ..] => {
                once(&mut workers.region, "in", (*name).to_owned())?;
                after
            }
            ["using", image, after @ ..] => {
                once(&mut workers.image, "using", ImageSelector::new(image))?;
                after
            }
            ["with", pair, after @ ..] => {
                workers.capabilities.push(capability(pair)?);
                after
            }
            ["that", "is", name, after @ ..] => {
                once(&mut workers.classification, "that is", classification(name)?)?;
                after
            }
            claim => return Ok((workers, parse_claim(claim)?)),
        };
    }
}

fn once<T>(place: &mut Option<T>, name: &str, value: T) -> Result<(), InvariantError> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(InvariantError(format!("`{name}` is there twice; write an invariant for each"))),
    }
}

fn parse_claim(words: &[&str]) -> Result<Claim, InvariantError> {
    Ok(match words {
        ["always", "has", "an", "image"] => Claim::HasImage(None),
        ["has", "the", "image", image] => Claim::HasImage(Some(ImageSelector::new(image))),
        ["never", "gets", "an", "image", with @ ("with" | "without"), pair] => {
            let (capability, value) = capability(pair)?;
            Claim::NeverGets { capability, value, is_without: *with == "without" }
        }
        ["stays", "admissible", "until", date] => Claim::StaysAdmissible(end_of(date)?),
        ["keeps", "its", "provider", "image"] => Claim::KeepsImage,
        ["has", "an", "update", "path", "until", date] => Claim::HasUpdatePath(end_of(date)?),
        ["fits", "at", "least", number, "zones" | "zone"] => {
            let number: Option<usize> = number.parse().ok().filter(|number| *number > 0);
            Claim::FitsZones(
                number.ok_or_else(|| InvariantError("write a whole number of zones, at least 1".to_owned()))?,
            )
        }
        other => return Err(not_understood(other)),
    })
}

/// Returns the error about words that are neither a selector nor a claim.
fn not_understood(words: &[&str]) -> InvariantError {
    let Some(first) = words.first() else {
        return InvariantError("the sentence ends without a claim, such as `always has an image`".to_owned());
    };
    let allowed = match *first {
        "always" => "`always has an image`",
        "has" => "`has the image IMAGE` or `has an update path until DATE`",
        "never" => "`never gets an image with CAPABILITY=VALUE`, or `without`",
        "stays" => "`stays admissible until DATE`",
        "keeps" => "`keeps its provider image`",
        "fits" => "`fits at least N zones`",
        "on" => "`on MACHINE-TYPE`",
        "with" => "`with CAPABILITY=VALUE`",
        "in" => "`in REGION`",
        "using" => "`using IMAGE` or `using IMAGE@VERSION`",
        "that" => "`that is CLASSIFICATION`",
        other => {
            let hint = match nearest(other, STARTS) {
                Some(near) => suggestion_suffix(near),
                None => "; a selector or a claim begins with `on`, `with`, `in`, `using`, `that`, `always`, `has`, `never`, \
                         `stays`, `keeps` or `fits`"
                    .to_owned(),
            };
            return InvariantError(format!("`{other}` is not understood{hint}"));
        }
    };
    let shown: Vec<&str> = words.iter().copied().take(2).collect();
    InvariantError(format!("`{}` is not understood; write {allowed}", shown.join(" ")))
}

fn capability(pair: &str) -> Result<(String, String), InvariantError> {
    let parts = pair.split_once('=').filter(|(name, value)| !name.is_empty() && !value.is_empty());
    let (name, value) = parts.ok_or_else(|| {
        InvariantError(format!("`{pair}` is not of the form CAPABILITY=VALUE, for instance `architecture=arm64`"))
    })?;
    Ok((name.to_owned(), value.to_owned()))
}

fn classification(name: &str) -> Result<Classification, InvariantError> {
    match Classification::from(name) {
        found @ (Classification::Preview | Classification::Supported | Classification::Deprecated) => Ok(found),
        _ => Err(InvariantError(format!(
            "`{name}` is not a classification of an admissible version; write `supported`, `deprecated` or `preview`"
        ))),
    }
}

/// Parses an instant, or a day, which means its end.
fn end_of(date: &str) -> Result<Timestamp, InvariantError> {
    let day = || date.parse::<Day>().map(Day::end).ok();
    date.parse().ok().or_else(day).ok_or_else(|| {
        InvariantError(format!("`{date}` is not a date; write it like `2027-06-30`, or with a time in RFC 3339"))
    })
}
