//! The version lifecycles as a picture.

use std::io;

use askama::Template;
use rootstock_queries::ProfileInput;
use rootstock_versioning::Classification;

use super::{LINE, MARGIN, shortened, widest, width};
use crate::assets::PICTURE_STYLE;
use crate::instant::Instant;
use crate::lifecycles::{Group, Lifecycles, Stage, VersionTimeline};
use crate::prose as filters;
use crate::report::write_template;

/// The width of the timelines, in pixels.
const TIME: usize = 440;

#[derive(Template)]
#[template(path = "versions.svg")]
struct VersionsPicture<'l> {
    css: &'static str,
    profile: String,
    at: Instant,
    lifecycles: &'l Lifecycles,
    lines: Vec<Line<'l>>,
    legend: Vec<Entry>,
    layout: Layout,
}

/// A line of the picture.
struct Line<'l> {
    /// The baseline of the text, from the top.
    y: usize,
    of: Content<'l>,
}

/// The content of a line.
enum Content<'l> {
    /// Kubernetes or a machine image.
    Title(&'l Group),
    /// A version and its future stages in words.
    VersionTimeline(&'l VersionTimeline, String),
}

/// An entry of the legend.
struct Entry {
    stage: Stage,
    x: usize,
}

/// The positions of the columns, in pixels.
struct Layout {
    stage: usize,
    time: usize,
    becomes: usize,
    width: usize,
    height: usize,
}

impl Layout {
    const fn time_width(&self) -> usize {
        TIME
    }

    /// Returns the bottom of the axis labels, which is the top of the timelines.
    const fn top(&self) -> usize {
        3 * LINE
    }

    /// Returns the baseline of the legend.
    const fn legend(&self) -> usize {
        self.height - MARGIN
    }
}

/// Writes the version lifecycles of a profile as an SVG.
///
/// # Errors
///
/// Returns an error if writing to `out` fails.
pub fn write_versions_picture(over: ProfileInput<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    write_template(&VersionsPicture::new(over, &Lifecycles::ask(over)), out)
}

/// Describes the future stages of a version.
fn becomes(life: &VersionTimeline) -> String {
    let changes = life.becomes.iter().map(|(at, stage)| format!("{} after {at}", stage.name()));
    changes.collect::<Vec<_>>().join(", ")
}

impl<'l> VersionsPicture<'l> {
    fn new(over: ProfileInput<'_>, lifecycles: &'l Lifecycles) -> Self {
        let (mut lines, mut y) = (Vec::new(), 3 * LINE + LINE / 2);
        for group in &lifecycles.groups {
            lines.push(Line { y, of: Content::Title(group) });
            y += LINE;
            for life in &group.lives {
                lines.push(Line { y, of: Content::VersionTimeline(life, becomes(life)) });
                y += LINE;
            }
            y += LINE / 2;
        }
        let lives = || lifecycles.groups.iter().flat_map(|group| &group.lives);
        let versions: Vec<String> = lives().map(|life| shortened(&life.version)).collect();
        let changes = lines.iter().filter_map(|line| match &line.of {
            Content::Title(_) => None,
            Content::VersionTimeline(_, becomes) => Some(becomes.as_str()),
        });
        let stage = MARGIN + widest(versions.iter().map(String::as_str)) + MARGIN;
        let time = stage + widest(lives().map(|life| life.stage.name())) + MARGIN;
        let after = time + TIME + MARGIN;
        let (legend, end) = legend(lifecycles);
        let layout = Layout {
            stage,
            time,
            becomes: after,
            width: (after + widest(changes) + MARGIN).max(end),
            height: y + LINE + MARGIN,
        };
        Self {
            css: PICTURE_STYLE,
            profile: over.profile.name().to_owned(),
            at: Instant(over.asked.settings.now),
            lifecycles,
            lines,
            legend,
            layout,
        }
    }
}

/// Returns the legend entries of the stages in the picture, and the right end of the last one.
fn legend(lifecycles: &Lifecycles) -> (Vec<Entry>, usize) {
    let all = [
        Classification::Unavailable,
        Classification::Preview,
        Classification::Supported,
        Classification::Deprecated,
        Classification::Expired,
    ];
    let bars = || lifecycles.groups.iter().flat_map(|group| &group.lives).flat_map(|life| &life.bars);
    let mut x = MARGIN;
    let mut entries = Vec::new();
    for stage in all.map(Stage).into_iter().filter(|stage| bars().any(|bar| bar.stage == *stage)) {
        let end = x + 20 + width(stage.name()) + MARGIN;
        entries.push(Entry { stage, x });
        x = end;
    }
    (entries, x)
}
