//! `upkeep import`: a list of references out of what vendors publish and clouds print.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, builder::TypedValueParser as _};
use rootstock_core_model::{counted, emit};
use rootstock_provider_api::Registry;
use rootstock_upkeep::{ImportError, ImportForm, ImportOptions, NamePattern, import};

use crate::failure::{Failure, Unusable, Usage};
use crate::{Status, Streams, input};

/// The most images that are told one by one.
const MOST: usize = 40;

/// Print a list of references out of what vendors publish and clouds print
///
/// The list is for `add --references` and `missing --references`. Forms: aws-images is what `aws ec2 describe-images` prints,
/// azure-image-versions what `az sig image-version list` prints, gcp-images what `gcloud compute images list --format json` prints,
/// openstack-images what `openstack image list --format json` prints, and garden-linux what Garden Linux publishes about each flavor of a
/// release. Nothing is printed if an image that is meant cannot be used, unless --partial says so.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Images of AWS, which are valid in one region only
      aws ec2 describe-images --region eu-west-1 --owners 123456789012 \\
        > images.json
      rootstock upkeep import aws-images images.json --image gardenlinux \\
        --region eu-west-1 \\
        --names 'gardenlinux-aws-gardener_prod-{architecture}-{version}-*' \\
        > eu-west-1.yaml
      rootstock upkeep add aws.yaml gardenlinux@1592.3.0 \\
        --references eu-west-1.yaml

  Images of GCP, whose names have no dots
      gcloud compute images list --project example --format json |
        rootstock upkeep import gcp-images - --image gardenlinux \\
        --names 'gardenlinux-*-{major}-{minor}-{patch}-*'

Exit status: 0 printed, 1 an image that is meant cannot be used, 2 something has to be given that the file does not \
say, 3 something cannot be read.")]
pub(super) struct ImportArguments {
    /// What the files are
    #[arg(value_name = "FORM", value_parser = form())]
    form: ImportForm,

    /// The files, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The name of the machine image in the profile
    #[arg(long, value_name = "NAME")]
    image: String,

    /// The images that are meant, by their names: {version}, or {major}, {minor} and {patch}, and {architecture} are read out of them, and
    /// * stands for anything. For azure-image-versions these are names of image definitions, for garden-linux of flavors
    #[arg(long, value_name = "PATTERN")]
    names: Option<NamePattern>,

    /// The region that the files are about. Images of OpenStack are referred to by their IDs then, and else by their names
    #[arg(long, value_name = "REGION")]
    region: Option<String>,

    /// The architecture, where the files do not say it
    #[arg(long, value_name = "ARCHITECTURE", value_parser = ["amd64", "arm64"])]
    architecture: Option<String>,

    /// Print the list although images that are meant cannot be used
    #[arg(long)]
    partial: bool,
}

fn form() -> impl clap::builder::TypedValueParser<Value = ImportForm> {
    PossibleValuesParser::new(ImportForm::ALL.iter().map(|form| form.as_str()))
        .try_map(|text| text.parse::<ImportForm>())
}

pub(super) fn run(arguments: &ImportArguments, _: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    input::read_standard_input_once(&arguments.files)?;
    let options = ImportOptions {
        image: arguments.image.clone(),
        names: arguments.names.clone(),
        region: arguments.region.clone(),
        architecture: arguments.architecture.clone(),
    };
    let mut texts = Vec::new();
    for path in &arguments.files {
        texts.push(input::require(path, streams)?);
    }
    let texts = texts.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    let imported = import(arguments.form, texts, &options).map_err(|(file, reason)| -> Failure {
        match reason {
            ImportError::NeedsRegion | ImportError::NeedsNames => Usage::Import { file, reason }.into(),
            reason => Unusable::Import { file, reason }.into(),
        }
    })?;
    for one in imported.unusable.iter().take(MOST) {
        streams.say(format!("cannot use {one}"));
    }
    if let Some(more) = imported.unusable.len().checked_sub(MOST).filter(|more| *more > 0) {
        streams.say(format!("and {more} more that cannot be used"));
    }
    if imported.others > 0 {
        streams.say(format!("{} left out, by their names or generation", counted(imported.others, "other image")));
    }
    if !imported.unusable.is_empty() && !arguments.partial {
        streams.say("nothing was printed (--partial prints the others)");
        return Ok(Status::Findings);
    }
    let text = emit::to_yaml(&imported.list)
        .map_err(|reason| Unusable::NotWritable { object: "the list".to_owned(), reason })?;
    write!(streams.out.raw(), "{text}")?;
    Ok(Status::Clean)
}
