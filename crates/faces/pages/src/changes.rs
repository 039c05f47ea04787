//! What a change of a profile changes: what `diff` says.

use std::collections::BTreeMap;

use rootstock_core_model::counted;
use rootstock_queries::{DiffAccount, DiffAnswer, DiffDetail, DiffItem, DiffSection, shoot_account};

/// From so many characters on, the first of each kind are named and the others counted.
const LONGEST: usize = 250_000;

/// What becomes of a profile that is compared with what it was.
#[derive(Debug)]
pub enum ComparedProfile {
    /// What `diff` answers.
    Compared(Box<DiffAnswer>),
    /// There was none before.
    New,
    /// There is no answer, for this reason.
    Failed(String),
}

/// What a page says of it.
#[derive(Debug)]
pub(crate) enum Changes {
    /// What changes.
    Compared(Box<ChangeAccount>),
    /// There was no profile before.
    New,
    /// There is no answer, for this reason.
    Failed(String),
}

/// What changes, in sentences.
#[derive(Debug)]
pub(crate) struct ChangeAccount {
    /// Whether the API server would refuse the update.
    pub(crate) is_refused: bool,
    /// Whether anything behaves differently.
    pub(crate) has_changes: bool,
    /// The sentences.
    pub(crate) account: DiffAccount,
    /// Whether everything is named.
    pub(crate) is_complete: bool,
    /// What changes for single Shoots, and for which.
    pub(crate) shoots: Vec<AlikeShoots>,
}

/// Shoots for which the same changes.
#[derive(Debug)]
pub(crate) struct AlikeShoots {
    /// The Shoots.
    pub(crate) names: Vec<String>,
    /// What changes.
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
        let whole = DiffAccount::new(&answer.head, DiffDetail::All);
        let is_complete = length(&whole) <= LONGEST;
        Self {
            is_refused: answer.head.update.refused,
            has_changes: answer.head.changed,
            account: if is_complete { whole } else { DiffAccount::new(&answer.head, DiffDetail::First) },
            is_complete,
            shoots: shoots(answer),
        }
    }
}

/// What changes for single Shoots, the most frequent first.
fn shoots(answer: &DiffAnswer) -> Vec<AlikeShoots> {
    let mut groups: BTreeMap<Vec<String>, Vec<String>> = BTreeMap::new();
    for shoot in answer.shoots.iter().flatten() {
        groups.entry(shoot_account(shoot)).or_default().push(format!("{}/{}", shoot.namespace, shoot.name));
    }
    let groups = groups.into_iter().filter(|(sentences, _)| !sentences.is_empty());
    let mut groups: Vec<AlikeShoots> = groups.map(|(sentences, names)| AlikeShoots { names, sentences }).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.names.len()));
    groups
}

impl AlikeShoots {
    /// The first Shoot, and how many there are.
    pub(crate) fn title(&self) -> String {
        match self.names.as_slice() {
            [only] => only.clone(),
            several => counted(several.len(), "Shoot"),
        }
    }
}

/// How many characters are told.
fn length(account: &DiffAccount) -> usize {
    let of_item = |item: &DiffItem| item.text.len() + item.below.iter().map(|(_, line)| line.len() + 16).sum::<usize>();
    let of_section = |section: &DiffSection| section.items.iter().map(of_item).sum::<usize>();
    let children = account.children.iter().flat_map(|(_, sections)| sections);
    account.refusal.iter().chain(&account.sections).chain(children).map(of_section).sum()
}
