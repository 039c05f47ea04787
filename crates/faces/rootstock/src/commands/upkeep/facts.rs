//! The facts that a command is given: files in the formats of clouds and vendors.

use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::PossibleValuesParser;
use clap::{Args, builder::TypedValueParser as _};
use rootstock_analysis::Profile;
use rootstock_core_model::{counted, listed_up_to};
use rootstock_facts::FactList;
use rootstock_queries::{NameKind, QueryError, UnknownName};
use rootstock_upkeep::{CollectedFacts, FactInput, FactOptions, NamePattern, collect_facts};
use rootstock_versioning::Timestamp;

use crate::cli::beginning;
use crate::failure::{Failure, InputError, UsageError};
use crate::{Streams, input};

/// The limit of items that are listed individually.
const MAX_MESSAGES: usize = 40;

/// The limit of names in a message.
const MAX_NAMES: usize = 10;

/// Names the attributes of facts that have no effect, because they mean nothing for the provider.
pub(super) fn say_without_meaning(names: &[String], streams: &mut Streams) {
    if !names.is_empty() {
        let names = listed_up_to(MAX_NAMES, names);
        streams.say(format!("ignored, because these facts mean nothing for the provider: {names}"));
    }
}

#[derive(Debug, Args)]
pub(super) struct FactArguments {
    /// Files with facts, or - for standard input: the output of the cloud's commands, or what vendors publish. The format is
    /// recognized. Write REGION=FILE for output that is about one region and does not name it
    #[arg(value_name = "[REGION=]FACTS", required = true)]
    facts: Vec<FactFileArgument>,

    /// The format of all files, if it is not recognized
    #[arg(long, value_name = "FORMAT", value_parser = source())]
    source: Option<String>,

    /// The machine image that the lists of images are about [default: all]
    #[arg(long, value_name = "NAME")]
    image: Option<String>,

    /// A pattern for the names of its images, from which versions are extracted, as in `import`
    #[arg(long, value_name = "PATTERN", requires = "image")]
    names: Option<NamePattern>,

    /// The time at which the lists were printed
    #[arg(long, value_name = "TIME", value_parser = beginning)]
    printed: Option<Timestamp>,
}

/// A file, and the region that it is about.
#[derive(Debug, Clone)]
pub(crate) struct FactFileArgument {
    region: Option<String>,
    path: PathBuf,
}

impl FromStr for FactFileArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // A path with `=` can be written with a slash: `./a=b`.
        let (region, path) = match text.split_once('=').filter(|(region, _)| !region.contains('/')) {
            Some((region, path)) if region.is_empty() || path.is_empty() => {
                return Err("write REGION=FILE, for instance `eu-west-1=images.json`".to_owned());
            }
            Some((region, path)) => (Some(region.to_owned()), path),
            None => (None, text),
        };
        Ok(Self { region, path: path.into() })
    }
}

fn source() -> impl clap::builder::TypedValueParser<Value = String> {
    PossibleValuesParser::new(FactOptions::formats()).map(|text| text)
}

impl FactArguments {
    /// Returns the paths of the files.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        paths(&self.facts)
    }

    /// Checks that the profile has the machine image that the facts are about, because others would silently be left out.
    pub(super) fn check_image(&self, profile: &Profile) -> Result<(), QueryError> {
        let images = profile.spec().images().iter().map(|image| image.name.as_str());
        match &self.image {
            Some(image) => Ok(UnknownName::check(NameKind::Image, image, images)?),
            None => Ok(()),
        }
    }

    /// Reads the facts, and reports the items that cannot be used.
    pub(super) fn read(&self, streams: &mut Streams) -> Result<FactList, Failure> {
        let options = FactOptions {
            format: self.source.clone(),
            image: self.image.clone(),
            names: self.names.clone(),
            date: self.printed,
        };
        let collected = collect(&self.facts, &options, streams)?;
        if let Some(names) = self.names.as_ref().filter(|_| !collected.has_named_images) {
            return Err(UsageError::NoImageHasName { pattern: names.to_string() }.into());
        }
        Ok(collected.list)
    }
}

/// Returns the paths of files.
pub(in crate::commands) fn paths(files: &[FactFileArgument]) -> Vec<PathBuf> {
    files.iter().map(|file| file.path.clone()).collect()
}

/// Reads the facts in files, each with its region, and reports the items that cannot be used.
pub(in crate::commands) fn collect(
    files: &[FactFileArgument],
    options: &FactOptions,
    streams: &mut Streams,
) -> Result<CollectedFacts, Failure> {
    let mut texts = Vec::new();
    for file in files {
        texts.push((input::require(&file.path, streams)?, file.region.as_deref()));
    }
    let inputs = texts.iter().map(|((name, bytes), region)| FactInput { name, bytes, region: *region });
    let collected =
        collect_facts(inputs, options).map_err(|(file, reason)| Failure::from(InputError::Facts { file, reason }))?;
    for one in collected.unread.iter().take(MAX_MESSAGES) {
        streams.say(format!("cannot use {one}"));
    }
    if let Some(more) = collected.unread.len().checked_sub(MAX_MESSAGES).filter(|more| *more > 0) {
        streams.say(format!("and {more} more that cannot be used"));
    }
    if collected.others > 0 {
        streams.say(format!(
            "{} skipped that are neither images, machine types, nor Kubernetes versions",
            counted(collected.others, "item")
        ));
    }
    Ok(collected)
}
