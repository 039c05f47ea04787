//! `upkeep import`: converts data from vendors and clouds to a list of references.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, builder::TypedValueParser as _};
use rootstock_core_model::counted;
use rootstock_provider_api::Registry;
use rootstock_upkeep::{ImportFormat, ImportOptions, NamePattern, import};

use crate::cli::YamlArguments;
use crate::failure::{Failure, InputError, UsageError};
use crate::{Status, Streams, input};

/// The limit of images that are listed individually.
const MAX_MESSAGES: usize = 40;

/// Convert the data of vendors or the output of cloud tools to a list of references
///
/// The list is for `add --references` and `missing --references`. Formats: aws-images is the output of `aws ec2 describe-images`,
/// azure-image-versions of `az sig image-version list`, gcp-images of `gcloud compute images list --format json`,
/// openstack-images of `openstack image list --format json`, and garden-linux is what Garden Linux publishes about each flavor of
/// a release. Nothing is printed if a matching image cannot be used or a file has no matching image, unless --partial is given.
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

Exit status: 0 printed, 1 a matching image cannot be used or a file has no matching image, 2 an option is required \
because the files lack the value, or has no effect, 3 something cannot be read.")]
pub(super) struct ImportArguments {
    /// The format of the files
    #[arg(value_name = "FORM", value_parser = form())]
    form: ImportFormat,

    /// The files, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The name of the machine image in the profile
    #[arg(long, value_name = "NAME")]
    image: String,

    /// A pattern of image names to import: {version}, or {major}, {minor} and {patch}, and {architecture} are extracted from
    /// them, and * matches anything. For azure-image-versions, the names are those of image definitions, for garden-linux those
    /// of flavors
    #[arg(long, value_name = "PATTERN")]
    names: Option<NamePattern>,

    /// The region of the files, for aws-images and openstack-images. With it, OpenStack images are referenced by ID, and otherwise
    /// by name
    #[arg(long, value_name = "REGION")]
    region: Option<String>,

    /// The architecture, if the files do not contain it
    #[arg(long, value_name = "ARCHITECTURE", value_parser = ["amd64", "arm64"])]
    architecture: Option<String>,

    /// Add the capabilities that follow from the facts in the files: boot mode, generation, hypervisor. With it, variants of one
    /// version and architecture are imported together
    #[arg(long)]
    with_capabilities: bool,

    /// Print the list even if some matching images cannot be used, or some files have no matching image
    #[arg(long)]
    partial: bool,

    #[command(flatten)]
    yaml: YamlArguments,
}

fn form() -> impl clap::builder::TypedValueParser<Value = ImportFormat> {
    PossibleValuesParser::new(ImportFormat::ALL.iter().map(|form| form.as_str()))
        .try_map(|text| text.parse::<ImportFormat>())
}

pub(super) fn run(arguments: &ImportArguments, _: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    input::read_standard_input_once(&arguments.files)?;
    let options = ImportOptions {
        image: arguments.image.clone(),
        names: arguments.names.clone(),
        region: arguments.region.clone(),
        architecture: arguments.architecture.clone(),
        with_capabilities: arguments.with_capabilities,
    };
    options.check(arguments.form).map_err(|reason| UsageError::Import { form: arguments.form.as_str(), reason })?;
    let mut texts = Vec::new();
    for path in &arguments.files {
        texts.push(input::require(path, streams)?);
    }
    let texts = texts.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    let imported = import(arguments.form, texts, &options)
        .map_err(|(file, reason)| Failure::from(InputError::Import { file, reason }))?;
    for one in imported.unusable.iter().take(MAX_MESSAGES) {
        streams.say(format!("cannot use {one}"));
    }
    if let Some(more) = imported.unusable.len().checked_sub(MAX_MESSAGES).filter(|more| *more > 0) {
        streams.say(format!("and {more} more that cannot be used"));
    }
    if imported.others > 0 {
        streams.say(format!("{} skipped because of name or generation", counted(imported.others, "other image")));
    }
    for empty in &imported.empty {
        streams.say(empty.to_string());
    }
    // An empty list would pass for one in which nothing is missing.
    if imported.list.images.is_empty() {
        return Ok(Status::Findings);
    }
    if (!imported.unusable.is_empty() || !imported.empty.is_empty()) && !arguments.partial {
        streams.say("nothing was printed (--partial prints the others)");
        return Ok(Status::Findings);
    }
    let text = arguments.yaml.document(&imported.list, "the list")?;
    write!(streams.out.raw(), "{text}")?;
    Ok(Status::Clean)
}
