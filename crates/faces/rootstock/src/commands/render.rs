//! `render`: what the Shoots of a NamespacedCloudProfile get, and what in it comes from where.

use clap::{Args, ValueEnum};
use rootstock_admission::Effect;
use rootstock_analysis::Written;
use rootstock_core_model::emit::{Comment, EmitError, node_to_yaml_with_comments};
use rootstock_core_model::{FieldPath, NamespacedCloudProfile, RawObject, Segment};
use rootstock_provider_api::Registry;
use rootstock_queries::{NoAnswer, ProfileAsked, Provenance, Query as _, RenderAnswer, RenderQuery};

use crate::cli::{AnswerArguments, Form, ProfileArguments, Shape};
use crate::failure::{Failure, Unusable};
use crate::run::Run;
use crate::table::printable;
use crate::{Status, Streams, profile};

/// In which form a rendered profile is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RenderFormat {
    /// The object as the cluster has it, with comments
    Yaml,
    /// For programs; versioned, see docs/json-output.md
    Json,
}

impl Form for RenderFormat {
    const DEFAULT: &'static str = "yaml";

    fn shape(self) -> Shape {
        match self {
            Self::Yaml => Shape::Text,
            Self::Json => Shape::Json,
        }
    }
}

/// Show what the Shoots of a NamespacedCloudProfile get, and what in it comes from where
///
/// The profile is laid over its parent as Gardener does it, `providerConfig` included, and printed as the cluster would
/// have it: with the result in `status.cloudProfileSpec`. What is not the parent's is marked with the place it comes
/// from. Nothing is refused here; what Gardener would refuse is told by `rootstock check`.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What do Shoots get of this profile?
      rootstock render namespacedcloudprofile.yaml --parent cloudprofile.yaml

  Both from the cluster
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
    pub(crate) answer: AnswerArguments<RenderFormat>,
}

pub(super) fn run(arguments: &RenderArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let mut run = Run::answering(&arguments.answer, registry, streams)?;
    let profile = profile::load(&arguments.profile, &mut run)?;
    let answer = RenderQuery {}.ask(ProfileAsked { profile: &profile, asked: run.resolved })?;
    let written = profile.child().ok_or(NoAnswer::NotNamespaced)?;
    if answer.rendered_last {
        streams.say(
            "the parent is not known, so this is what Gardener rendered last; give the parent with --parent to see what \
             comes of the profile as it is written",
        );
    }
    match arguments.answer.format {
        RenderFormat::Json => streams.out.json(RenderQuery::FORM, &answer)?,
        RenderFormat::Yaml => {
            let text = yaml(&answer, written)
                .map_err(|reason| Unusable::NotWritable { object: "the result".to_owned(), reason })?;
            write!(streams.out.raw(), "{text}")?;
        }
    }
    Ok(Status::Clean)
}

/// The object as the cluster would have it, with comments on what is not the parent's.
fn yaml(answer: &RenderAnswer, written: &Written<NamespacedCloudProfile>) -> Result<String, EmitError> {
    let whole = RawObject::from_serialize(&answer.in_cluster(written))?;
    let mut comments: Vec<Comment> = answer.provenance.iter().map(comment).collect();
    if !answer.rendered_last {
        comments.push(Comment {
            path: FieldPath::root().field("status").field("cloudProfileSpec"),
            text: format!("CloudProfile {}, but for what is marked", answer.parent),
        });
    }
    Ok(node_to_yaml_with_comments(whole.node(), &comments))
}

fn comment(provenance: &Provenance) -> Comment {
    let place = printable(format!("{}:{}", provenance.from.file, provenance.from.line));
    let field = match provenance.path.segments().last() {
        Some(Segment::Field(name)) => name.as_ref(),
        _ => "",
    };
    let text = match (provenance.effect, &provenance.parent_value) {
        (Effect::Added, _) => format!("{place}: added"),
        (Effect::Replaced, Some(value)) => format!("{place}: in place of {}", printable(value)),
        (Effect::Replaced, None) => format!("{place}: in place of the parent's"),
        (Effect::Appended, _) => format!("{place}: appended to the parent's"),
        (Effect::Removed, Some(value)) => format!("{place}: takes away `{field}`, which was {}", printable(value)),
        (Effect::Removed, None) => format!("{place}: takes away `{field}`"),
    };
    // What is taken away has no line of its own.
    let path = match provenance.effect {
        Effect::Removed => provenance.path.parent().unwrap_or_default(),
        Effect::Added | Effect::Replaced | Effect::Appended => provenance.path.clone(),
    };
    Comment { path, text }
}
