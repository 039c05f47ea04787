//! What there is to say about a change, in sentences: what matters most first, in a few lines, then one cause after the other.

mod children;
mod fleet;
mod profile;
mod words;

use rootstock_behavioural_diff::ShootChanges;
use rootstock_core_model::{Severity, counted};

use self::words::{first, section};
use super::DiffHead;
use crate::left_out;

/// How much of a change is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiffDetail {
    /// The first of each kind, and how many more there are.
    First,
    /// Every machine type, image version and Shoot.
    All,
}

/// What there is to say about a change, in sentences. Names in it are a document's, as they are; user values stand in backticks.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffAccount {
    /// The whole answer in a few lines, the most dangerous first.
    pub summary: Vec<String>,
    /// What has to be known to read the rest.
    pub notes: Vec<String>,
    /// Why the update is refused; absent if it is not.
    pub refusal: Option<DiffSection>,
    /// What changes, the gravest first.
    pub sections: Vec<DiffSection>,
    /// Everything about the NamespacedCloudProfiles that change otherwise than the profile, each with what it is called; only
    /// where all is named.
    pub children: Vec<(String, Vec<DiffSection>)>,
}

/// Changes of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffSection {
    /// What kind.
    pub heading: String,
    /// One cause after the other.
    pub items: Vec<DiffItem>,
}

/// One cause, and what it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffItem {
    /// The cause, as a sentence without a full stop.
    pub text: String,
    /// What belongs to it, each with how many levels further in it stands.
    pub below: Vec<(usize, String)>,
}

impl DiffAccount {
    /// Tells an answer.
    ///
    /// ```
    /// # use rootstock_analysis::{Analysis, Role};
    /// # use rootstock_core_model::Semantics;
    /// # use rootstock_queries::Asked;
    /// use rootstock_queries::{DiffAccount, DiffAsked, DiffDetail, DiffQuery, DiffSides, Query as _};
    ///
    /// # let registry = std::sync::Arc::new(rootstock_providers::registry()?);
    /// # let asked = Asked::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
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
    /// let answer = DiffQuery {}.ask(DiffAsked { sides: &sides, shoots: None, registry: &registry, asked })?;
    /// let account = DiffAccount::new(&answer.head, DiffDetail::First);
    /// assert!(account.summary.contains(&"added: 1 Kubernetes version".to_owned()), "{account:#?}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(answer: &DiffHead, detail: DiffDetail) -> Self {
        let mut sections = Vec::new();
        if let Some(fleet) = &answer.fleet {
            fleet::tell(&fleet.changes, detail, &mut sections);
        }
        children::tell(&answer.children, &mut sections);
        profile::tell(&answer.changes, detail, &mut sections);
        let children = match detail {
            DiffDetail::First => Vec::new(),
            DiffDetail::All => children::in_full(&answer.children),
        };
        Self { summary: summary(answer), notes: notes(answer), refusal: refusal(answer, detail), sections, children }
    }
}

/// Everything that changes for one Shoot, a sentence each.
#[must_use]
pub fn shoot_account(changes: &ShootChanges) -> Vec<String> {
    fleet::shoot(changes)
}

impl DiffItem {
    fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), below: Vec::new() }
    }

    /// With one more line below it.
    fn with(mut self, line: impl Into<String>) -> Self {
        self.below.push((0, line.into()));
        self
    }

    /// With one more line, one level further in.
    fn with_inner(mut self, line: impl Into<String>) -> Self {
        self.below.push((1, line.into()));
        self
    }

    /// With more lines below it.
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
        .map(|other| format!("The new profile is called `{other}`; it is judged as if it took the place of `{name}`."));
    let unknown = (!answer.knows_images).then(|| {
        "The provider's half of the profiles is not known on both sides: flavors are compared, and not the images that they \
         refer to."
            .to_owned()
    });
    renamed.into_iter().chain(unknown).collect()
}

/// One line for each kind of change, the most dangerous first.
fn summary(answer: &DiffHead) -> Vec<String> {
    let mut lines = Vec::new();
    let mut add = |number: usize, line: String| {
        if number > 0 {
            lines.push(line);
        }
    };
    let errors = answer.update.errors;
    add(errors, format!("the update is refused: {}", counted(errors, "error")));
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
            add(1, format!("{} not compared, of {reference}", counted(*number, "Shoot")));
        }
        add(fleet.unreadable, format!("{} cannot be read", counted(fleet.unreadable, "input")));
        lines.extend(left_out(&fleet.other_kinds));
    }
    lines
}

/// Why the update is refused. Warnings are told by `check`.
fn refusal(answer: &DiffHead, detail: DiffDetail) -> Option<DiffSection> {
    const SHOWN: usize = 10;
    let errors: Vec<_> = answer.update.findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
    let items = first(&errors, SHOWN, detail, |finding| {
        DiffItem::new(format!("{}: {} ({})", finding.location, finding.message, finding.rule))
    });
    section("The update is refused", items)
}
