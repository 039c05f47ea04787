//! `render`: what the shoots of a NamespacedCloudProfile get, and what in it comes from where.

use rootstock_admission::{Effect, Origin};
use rootstock_analysis::{Profile, Written};
use rootstock_core_model::emit::{Comment, node_to_yaml_with_comments};
use rootstock_core_model::{
    CloudProfileSpec, FieldPath, NamespacedCloudProfile, NamespacedCloudProfileStatus, RawObject, Segment,
};
use rootstock_provider_api::Registry;
use rootstock_report::Locator;

use crate::cli::{RenderArguments, RenderFormat};
use crate::overlay::{Overlay, Setting};
use crate::run::Run;
use crate::status::Failure;
use crate::table::printable;
use crate::{Status, Streams, profile};
use rootstock_queries::AppliedSettings;

const SCHEMA: &str = "rootstock.render/v1";

/// The whole answer.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    settings: AppliedSettings,
    namespace: &'a str,
    profile: &'a str,
    parent: &'a str,
    /// Whether it is what Gardener rendered last, because the parent is not known.
    rendered_last: bool,
    cloud_profile_spec: &'a CloudProfileSpec,
    /// What is not the parent's. Everything else is.
    provenance: Vec<Provenance<'a>>,
}

/// Where a part of the result comes from.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Provenance<'a> {
    /// The part, in the result.
    path: FieldPath,
    effect: Effect,
    /// What the parent says there, where that is a single value.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent_value: Option<&'a str>,
    from: From<'a>,
}

/// A place in the NamespacedCloudProfile.
#[derive(serde::Serialize)]
struct From<'a> {
    path: &'a FieldPath,
    file: String,
    line: u32,
    column: u32,
}

pub(super) fn run(arguments: &RenderArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let mut run = Run::new(&arguments.answer.settings, registry, streams);
    let resolved = run.resolved;
    let rendered = profile::load(&arguments.profile, &mut run)?;
    let Some(written) = rendered.child() else {
        return Err(Failure::Usage(format!(
            "{} has a CloudProfile, which shoots get as it is; render takes a NamespacedCloudProfile",
            arguments.profile.path.display()
        )));
    };
    let rendered_last = rendered.origins().is_none();
    if rendered_last {
        streams.say(
            "the parent is not known, so this is what Gardener rendered last; give the parent with --parent to see what \
             comes of the profile as it is written",
        );
    }
    let provenance = provenance(written, &rendered);
    match arguments.answer.format {
        RenderFormat::Json => {
            let answer = Answer {
                settings: resolved.into(),
                namespace: &written.object.metadata.namespace,
                profile: rendered.name(),
                parent: &written.object.spec.parent.name,
                rendered_last,
                cloud_profile_spec: rendered.spec(),
                provenance,
            };
            streams.json(SCHEMA, &answer)?;
        }
        RenderFormat::Yaml => {
            let text = yaml(written, &rendered, &provenance)
                .map_err(|reason| Failure::Unreadable(format!("the result cannot be written: {reason}")))?;
            write!(streams.out(), "{text}")?;
        }
    }
    Ok(Status::Clean)
}

/// The path in the NamespacedCloudProfile of what stands in the rendered profile at a path below `spec`.
fn in_status(path: &FieldPath) -> FieldPath {
    let below = path.segments().iter().skip(1).cloned();
    let head = FieldPath::root().field("status").field("cloudProfileSpec");
    FieldPath::from(head.segments().iter().cloned().chain(below).collect::<Vec<Segment>>())
}

fn provenance<'a>(written: &Written<NamespacedCloudProfile>, rendered: &'a Profile) -> Vec<Provenance<'a>> {
    let source = written.source();
    let mut locator = Locator::new(written.raw.node());
    let origins = rendered.origins().into_iter().flatten();
    origins
        .map(|Origin { path, from, effect, parent }| {
            let place = source.line_column(locator.locate(from).place.span.start);
            Provenance {
                path: in_status(path),
                effect: *effect,
                parent_value: parent.as_deref(),
                from: From {
                    path: from,
                    file: source.display_name().to_owned(),
                    line: place.line,
                    column: place.column,
                },
            }
        })
        .collect()
}

/// The object as the cluster would have it, with the rendered profile in its status and comments on what is not the
/// parent's.
fn yaml(
    written: &Written<NamespacedCloudProfile>,
    rendered: &Profile,
    provenance: &[Provenance<'_>],
) -> Result<String, String> {
    let status = NamespacedCloudProfileStatus {
        cloud_profile_spec: rendered.spec().clone(),
        observed_generation: written.object.metadata.generation,
    };
    let value = RawObject::from_serialize(&status).map_err(|error| error.to_string())?;
    let settings = [Setting { path: FieldPath::root().field("status"), value }];
    let whole =
        RawObject::from_serialize(&Overlay::new(written.raw.node(), &settings)).map_err(|error| error.to_string())?;
    let mut comments: Vec<Comment> = provenance.iter().map(comment).collect();
    if rendered.origins().is_some() {
        comments.push(Comment {
            path: FieldPath::root().field("status").field("cloudProfileSpec"),
            text: format!("CloudProfile {}, but for what is marked", written.object.spec.parent.name),
        });
    }
    Ok(node_to_yaml_with_comments(whole.node(), &comments))
}

fn comment(provenance: &Provenance<'_>) -> Comment {
    let place = printable(format!("{}:{}", provenance.from.file, provenance.from.line));
    let field = match provenance.path.segments().last() {
        Some(Segment::Field(name)) => name.as_ref(),
        _ => "",
    };
    let text = match (provenance.effect, provenance.parent_value) {
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
