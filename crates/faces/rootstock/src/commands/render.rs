//! `render`: the profile that the Shoots of a NamespacedCloudProfile get, and the origin of its fields.

use clap::{Args, ValueEnum};
use rootstock_admission::Effect;
use rootstock_analysis::Written;
use rootstock_core_model::emit::{Comment, EmitError};
use rootstock_core_model::{FieldPath, NamespacedCloudProfile, RawObject, Segment};
use rootstock_provider_api::Registry;
use rootstock_queries::{ProfileInput, Provenance, Query as _, QueryError, RenderAnswer, RenderQuery};

use crate::cli::{AnswerArguments, CommandFormat, OutputFormat, ProfileArguments, YamlArguments};
use crate::failure::{Failure, InputError};
use crate::run::Run;
use crate::table::printable;
use crate::{Status, Streams, profile};

/// The formats of a rendered profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RenderFormat {
    /// The object as in the cluster, with comments
    Yaml,
    /// JSON for programs; versioned, see docs/json-output.md
    Json,
}

impl CommandFormat for RenderFormat {
    const DEFAULT: &'static str = "yaml";

    fn output_format(self) -> OutputFormat {
        match self {
            Self::Yaml => OutputFormat::Text,
            Self::Json => OutputFormat::Json,
        }
    }
}

/// Render the profile that the Shoots of a NamespacedCloudProfile get, and show the origin of its fields
///
/// The profile is merged with its parent as Gardener does it, including `providerConfig`, and printed as in the cluster: with the
/// result in `status.cloudProfileSpec`. Fields that are not the parent's are marked with their origin. Rendering refuses nothing;
/// use `rootstock check` to see what Gardener would refuse.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What do Shoots get from this profile?
      rootstock render namespacedcloudprofile.yaml --parent cloudprofile.yaml

  Both profiles from the cluster
      kubectl get cloudprofile gcp -o yaml > gcp.yaml
      kubectl get namespacedcloudprofile -n garden-dev ours -o yaml |
        rootstock render - --parent gcp.yaml

  Which values are not the parent's?
      rootstock render ours.yaml --parent gcp.yaml --format json |
        jq .provenance")]
pub(crate) struct RenderArguments {
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,

    #[command(flatten)]
    pub(crate) yaml: YamlArguments,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments<RenderFormat>,
}

pub(super) fn run(arguments: &RenderArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let mut run = Run::with_output(&arguments.answer, registry, streams)?;
    let profile = profile::load(&arguments.profile, &mut run)?;
    let answer = RenderQuery {}.ask(ProfileInput { profile: &profile, asked: run.resolved })?;
    let written = profile.child().ok_or(QueryError::NotNamespaced)?;
    if answer.rendered_last {
        streams.say(
            "the parent is unknown, so this is the last result that Gardener rendered; give the parent with --parent to \
             render the profile as written",
        );
    }
    match arguments.answer.format {
        RenderFormat::Json => streams.out.json(RenderQuery::ANSWER_SCHEMA, &answer)?,
        RenderFormat::Yaml => {
            let text = yaml(&answer, written, &arguments.yaml)
                .map_err(|reason| InputError::NotWritable { object: "the result".to_owned(), reason })?;
            write!(streams.out.raw(), "{text}")?;
        }
    }
    Ok(Status::Clean)
}

/// Formats the object as in the cluster, with comments on the fields that are not the parent's.
fn yaml(
    answer: &RenderAnswer,
    written: &Written<NamespacedCloudProfile>,
    form: &YamlArguments,
) -> Result<String, EmitError> {
    let whole = RawObject::from_serialize(&answer.in_cluster(written))?;
    let mut comments: Vec<Comment> = answer.provenance.iter().map(comment).collect();
    if !answer.rendered_last {
        comments.push(Comment {
            path: FieldPath::root().field("status").field("cloudProfileSpec"),
            text: format!("from CloudProfile {}, except for marked fields", answer.parent),
        });
    }
    Ok(form.with_comments(whole.node(), &comments))
}

fn comment(provenance: &Provenance) -> Comment {
    let place = printable(format!("{}:{}", provenance.from.file, provenance.from.line));
    let field = match provenance.path.segments().last() {
        Some(Segment::Field(name)) => name.as_ref(),
        _ => "",
    };
    let text = match (provenance.effect, &provenance.parent_value) {
        (Effect::Added, _) => format!("{place}: added"),
        (Effect::Replaced, Some(value)) => format!("{place}: replaced; the parent has {}", printable(value)),
        (Effect::Replaced, None) => format!("{place}: replaced the parent's value"),
        (Effect::Appended, _) => format!("{place}: appended to the parent's"),
        (Effect::Removed, Some(value)) => format!("{place}: removed `{field}`, which was {}", printable(value)),
        (Effect::Removed, None) => format!("{place}: removed `{field}`"),
    };
    // A removed field has no line of its own.
    let path = match provenance.effect {
        Effect::Removed => provenance.path.parent().unwrap_or_default(),
        Effect::Added | Effect::Replaced | Effect::Appended => provenance.path.clone(),
    };
    Comment { path, text }
}
