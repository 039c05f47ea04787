//! `schema`: JSON Schemas of manifests and the configuration.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::manifest_schemas;

use crate::failure::{Failure, UsageError};
use crate::{Status, Streams};

/// Print the JSON Schema of a manifest or configuration, for editors and other programs
///
/// Without KIND, list all schemas: of CloudProfile, NamespacedCloudProfile and Shoot, of each provider's providerConfig, of
/// rootstock.toml, and of files of tests. The schemas are strict: what cannot be decoded is invalid. See docs/editors.md for their use in editors.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  All schemas, in the layout of custom resource catalogs
      rootstock schema --out schemas

  Validate with another program
      rootstock schema CloudProfile > cloudprofile.json")]
pub(crate) struct SchemaArguments {
    /// A kind, a provider, rootstock.toml, or rootstock-test
    #[arg(value_name = "KIND")]
    kind: Option<String>,

    /// Write all schemas to this directory, each as GROUP/KIND_VERSION.json; it is created if it is missing
    #[arg(long, value_name = "DIR", conflicts_with = "kind")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &SchemaArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let schemas = manifest_schemas(registry);
    if let Some(folder) = &arguments.out {
        for schema in &schemas {
            let file = folder.join(&schema.file);
            let written = file.parent().map_or(Ok(()), fs::create_dir_all);
            written
                .and_then(|()| fs::write(&file, schema.text()))
                .map_err(|error| Failure::write_file(&file, error))?;
        }
        streams.say(format!("wrote {} schemas to {}", schemas.len(), folder.display()));
        return Ok(Status::Clean);
    }
    let Some(kind) = &arguments.kind else {
        for schema in &schemas {
            writeln!(streams.out.raw(), "{:<24}{}", schema.name, schema.file)?;
        }
        return Ok(Status::Clean);
    };
    let schema = schemas.iter().find(|schema| schema.name.eq_ignore_ascii_case(kind));
    let known = || schemas.iter().map(|schema| schema.name.clone()).collect();
    let schema = schema.ok_or_else(|| UsageError::UnknownSchema { kind: kind.clone(), known: known() })?;
    streams.out.raw().write_all(schema.text().as_bytes())?;
    Ok(Status::Clean)
}
