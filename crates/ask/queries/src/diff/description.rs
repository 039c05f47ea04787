//! A change described in sentences: a short summary of what matters most, followed by one cause after the other.

mod children;
mod fleet;
mod profile;
mod wording;

use rootstock_analysis::UserNames;
use rootstock_behavioural_diff::{ProfileChanges, ShootChanges};
use rootstock_core_model::{Severity, counted};

use self::wording::{first_items, section};
use super::{DiffHead, FleetDiff};
use crate::describe_skipped;

/// The level of detail at which a change is described.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiffDetail {
    /// The first few of each kind, and the number of the others.
    First,
    /// Every machine type, image version and Shoot.
    All,
}

/// A change described in sentences. Names from documents appear unchanged; user-supplied values are in backticks.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffDescription {
    /// The whole answer in a few lines, the most dangerous first.
    pub summary: Vec<String>,
    /// The facts that are needed to understand the rest.
    pub notes: Vec<String>,
    /// The reasons why the update is refused; absent if it is not.
    pub refusal: Option<DiffSection>,
    /// The changes, the most severe first.
    pub sections: Vec<DiffSection>,
    /// A full account of each NamespacedCloudProfile that changes in a different way than the profile, with its name;
    /// only with [`DiffDetail::All`].
    pub children: Vec<(String, Vec<DiffSection>)>,
}

/// Changes of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffSection {
    /// The kind of change.
    pub heading: String,
    /// The causes.
    pub items: Vec<DiffItem>,
}

/// A cause and its effects.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffItem {
    /// The cause, as a sentence without a full stop.
    pub text: String,
    /// The details, each with its indentation level.
    pub below: Vec<(usize, String)>,
}

impl DiffDescription {
    /// Describes an answer.
    ///
    /// ```
    /// # use rootstock_analysis::{Analysis, Role};
    /// # use rootstock_core_model::Semantics;
    /// # use rootstock_queries::QueryContext;
    /// use rootstock_queries::{DiffDescription, DiffInput, DiffDetail, DiffQuery, DiffSides, Query as _};
    ///
    /// # let registry = std::sync::Arc::new(rootstock_providers::registry()?);
    /// # let asked = QueryContext::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
    /// let profile = |versions: &str| {
    ///     let mut analysis = Analysis::new(std::sync::Arc::clone(&registry), asked.settings);
    ///     analysis.set(Role::Checked, "profile.yaml", format!("
    /// apiVersion: core.gardener.cloud/v1beta1
    /// kind: CloudProfile
    /// metadata: {{name: local}}
    /// spec: {{type: local, kubernetes: {{versions: [{versions}]}}}}
    /// ").as_bytes());
    ///     let profile = analysis.profiles().find_map(|(_, profile)| profile.ok());
    ///     (analysis, profile.expect("it can be read"))
    /// };
    /// let ((_, old), (mut after, new)) = (profile("{version: 1.33.1}"), profile("{version: 1.33.1}, {version: 1.34.1}"));
    /// let sides = DiffSides::new(&old, &mut after, &new, [vec![], vec![], vec![]]);
    /// let answer = DiffQuery {}.ask(DiffInput { sides: &sides, shoots: None, registry: &registry, asked })?;
    /// let description = DiffDescription::new(&answer.head, DiffDetail::First);
    /// assert!(description.summary.contains(&"added: 1 Kubernetes version".to_owned()), "{description:#?}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(answer: &DiffHead, detail: DiffDetail) -> Self {
        let mut sections = Vec::new();
        if let Some(fleet) = &answer.fleet {
            fleet::add_sections(&fleet.changes, detail, &mut sections);
        }
        children::add_sections(&answer.children, &mut sections);
        profile::add_sections(&answer.changes, detail, &mut sections);
        let children = match detail {
            DiffDetail::First => Vec::new(),
            DiffDetail::All => children::in_full(&answer.children),
        };
        Self { summary: summary(answer), notes: notes(answer), refusal: refusal(answer, detail), sections, children }
    }
}

/// Describes the changes of a profile, one sentence for each cause.
pub(crate) fn describe_profile(changes: &ProfileChanges) -> Vec<String> {
    let mut sections = Vec::new();
    profile::add_sections(changes, DiffDetail::First, &mut sections);
    let sentences = sections.into_iter().flat_map(|section| {
        let heading = section.heading;
        section.items.into_iter().map(move |item| {
            let mut sentence = format!("{heading}: {}", item.text);
            for (position, (_, line)) in item.below.into_iter().enumerate() {
                // A line that ends with a colon introduces those that are further in.
                sentence += match position {
                    _ if sentence.ends_with(':') => " ",
                    0 => ": ",
                    _ => "; ",
                };
                sentence += &line;
            }
            sentence
        })
    });
    sentences.collect()
}

/// Describes everything that changes for one Shoot, one sentence each.
#[must_use]
pub fn describe_shoot_changes(changes: &ShootChanges) -> Vec<String> {
    fleet::shoot(changes)
}

/// Describes what a change takes away from Shoots: offers in use, images, and updates that would be refused. One sentence for each
/// cause, without other effects; up to twenty causes of a kind.
#[must_use]
pub fn describe_losses(fleet: &FleetDiff, names: UserNames) -> Vec<String> {
    fleet::losses(&fleet.changes, names)
}

impl DiffItem {
    fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), below: Vec::new() }
    }

    /// Appends a line below the item.
    fn with(mut self, line: impl Into<String>) -> Self {
        self.below.push((0, line.into()));
        self
    }

    /// Appends a line one level further in.
    fn with_inner(mut self, line: impl Into<String>) -> Self {
        self.below.push((1, line.into()));
        self
    }

    /// Appends lines below the item.
    fn with_all(mut self, lines: impl IntoIterator<Item = String>) -> Self {
        self.below.extend(lines.into_iter().map(|line| (0, line)));
        self
    }
}

fn notes(answer: &DiffHead) -> Vec<String> {
    let name = &answer.profile;
    let renamed = answer
        .new_name
        .as_ref()
        .map(|other| format!("The new profile is called `{other}`; it is compared as if it replaced `{name}`."));
    let unknown = (!answer.knows_images).then(|| {
        "The provider section is not known for both profiles: flavors are compared, but not the images that they \
         refer to."
            .to_owned()
    });
    renamed.into_iter().chain(unknown).collect()
}

/// Returns one line for each kind of change, the most dangerous first.
fn summary(answer: &DiffHead) -> Vec<String> {
    let mut lines = Vec::new();
    let mut add = |number: usize, line: String| {
        if number > 0 {
            lines.push(line);
        }
    };
    let older = answer.update.older_errors;
    let errors = answer.update.errors.saturating_sub(older);
    add(errors, format!("the update is refused: {}", counted(errors, "error")));
    let they_were = if older == 1 { "that was" } else { "that were" };
    add(older, format!("{} {they_were} there before: `rootstock check` lists them", counted(older, "error")));
    if let Some(fleet) = &answer.fleet {
        fleet::summary(&fleet.changes, &mut add);
    }
    children::summary(&answer.children, &mut add);
    profile::summary(&answer.changes, &mut add);
    if !answer.changed {
        add(1, "no behavioural change".to_owned());
    }
    if let Some(fleet) = &answer.fleet {
        let shoots = fleet.changes.shoots;
        add(1, format!("{} compared, {} affected", counted(shoots, "Shoot"), fleet.changes.affected));
        for (reference, number) in &fleet.elsewhere {
            add(1, format!("{} of {reference} not compared", counted(*number, "Shoot")));
        }
        add(fleet.unreadable, format!("{} cannot be read", counted(fleet.unreadable, "input")));
        lines.extend(describe_skipped(&fleet.other_kinds));
    }
    lines
}

/// Lists the reasons why the update is refused. Warnings are left to `check`.
fn refusal(answer: &DiffHead, detail: DiffDetail) -> Option<DiffSection> {
    const SHOWN: usize = 10;
    let findings = answer.update.findings.iter().enumerate();
    let new = findings.filter(|(position, _)| !answer.update.older.contains(position));
    let errors: Vec<_> = new.map(|(_, finding)| finding).filter(|one| one.severity == Severity::Error).collect();
    let items = first_items(&errors, SHOWN, detail, |finding| {
        DiffItem::new(format!("{}: {} ({})", finding.location, finding.message, finding.rule))
    });
    section("The update is refused", items)
}
