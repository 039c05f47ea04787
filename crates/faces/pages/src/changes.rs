//! The effects of a changed profile, from `diff`.

use std::collections::BTreeMap;

use rootstock_core_model::counted;
use rootstock_queries::{DiffAnswer, DiffDescription, DiffDetail, DiffItem, DiffSection, describe_shoot_changes};

/// The length in bytes above which a page lists only the first items of each kind and counts the others.
const MAX_LENGTH: usize = 250_000;

/// The comparison of a profile with its previous version.
#[derive(Debug)]
pub enum ComparedProfile {
    /// The answer of `diff`.
    Compared(Box<DiffAnswer>),
    /// The profile is new.
    New,
    /// The comparison failed, for this reason.
    Failed(String),
}

/// The comparison as the page shows it.
#[derive(Debug)]
pub(crate) enum Changes {
    /// The effects.
    Compared(Box<ChangeAccount>),
    /// The profile is new.
    New,
    /// The comparison failed, for this reason.
    Failed(String),
}

/// The effects, in sentences.
#[derive(Debug)]
pub(crate) struct ChangeAccount {
    /// Whether the API server would refuse the update.
    pub(crate) is_refused: bool,
    /// Whether anything behaves differently.
    pub(crate) has_changes: bool,
    pub(crate) account: DiffDescription,
    /// Whether the account lists every item.
    pub(crate) is_complete: bool,
    /// The effects on individual Shoots.
    pub(crate) shoots: Vec<ShootGroup>,
}

/// Shoots with the same effects.
#[derive(Debug)]
pub(crate) struct ShootGroup {
    pub(crate) names: Vec<String>,
    /// The effects.
    pub(crate) sentences: Vec<String>,
}

impl Changes {
    pub(crate) fn new(compared: &ComparedProfile) -> Self {
        match compared {
            ComparedProfile::Compared(answer) => Self::Compared(Box::new(ChangeAccount::new(answer))),
            ComparedProfile::New => Self::New,
            ComparedProfile::Failed(reason) => Self::Failed(reason.clone()),
        }
    }
}

impl ChangeAccount {
    fn new(answer: &DiffAnswer) -> Self {
        let whole = DiffDescription::new(&answer.head, DiffDetail::All);
        let is_complete = length(&whole) <= MAX_LENGTH;
        Self {
            is_refused: answer.head.update.refused,
            has_changes: answer.head.changed,
            account: if is_complete { whole } else { DiffDescription::new(&answer.head, DiffDetail::First) },
            is_complete,
            shoots: shoots(answer),
        }
    }
}

/// Groups Shoots by the effects on them, the largest group first.
fn shoots(answer: &DiffAnswer) -> Vec<ShootGroup> {
    let mut groups: BTreeMap<Vec<String>, Vec<String>> = BTreeMap::new();
    for shoot in answer.shoots.iter().flatten() {
        groups.entry(describe_shoot_changes(shoot)).or_default().push(format!("{}/{}", shoot.namespace, shoot.name));
    }
    let groups = groups.into_iter().filter(|(sentences, _)| !sentences.is_empty());
    let mut groups: Vec<ShootGroup> = groups.map(|(sentences, names)| ShootGroup { names, sentences }).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.names.len()));
    groups
}

impl ShootGroup {
    /// Returns the name of a single Shoot, or the number of Shoots.
    pub(crate) fn title(&self) -> String {
        match self.names.as_slice() {
            [only] => only.clone(),
            several => counted(several.len(), "Shoot"),
        }
    }
}

/// Returns the approximate length of an account in bytes.
fn length(account: &DiffDescription) -> usize {
    let of_item = |item: &DiffItem| item.text.len() + item.below.iter().map(|(_, line)| line.len() + 16).sum::<usize>();
    let of_section = |section: &DiffSection| section.items.iter().map(of_item).sum::<usize>();
    let children = account.children.iter().flat_map(|(_, sections)| sections);
    account.refusal.iter().chain(&account.sections).chain(children).map(of_section).sum()
}
