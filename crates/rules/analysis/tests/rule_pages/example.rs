//! The fenced YAML blocks of a page, with the options in their first line.

use rootstock_core_model::{FeatureGates, Quirks, Semantics, Settings};
use rootstock_versioning::Timestamp;

/// The default instant at which examples are judged.
const NOW: &str = "2026-06-01T00:00:00Z";

/// The role of an example's object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A desired state to judge.
    State,
    /// A new object.
    Create,
    /// An update of the last [`Role::Old`] example.
    Update,
    /// A previous state; not checked itself.
    Old,
    /// The profile of the Shoots and NamespacedCloudProfiles below it; not checked itself.
    Profile,
    /// Facts with which the profiles below it are compared; not checked itself.
    Facts,
    /// A user of the profile that the next [`Role::Update`] example changes; not checked itself.
    User,
}

/// The kind of an example's object, which is laid over the base of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A CloudProfile.
    Profile,
    /// A NamespacedCloudProfile, judged against the profile above it or else the base.
    Child,
    /// A Shoot, judged against the profile above it or else the base.
    Shoot,
}

/// One example.
#[derive(Debug)]
pub(crate) struct Example<'a> {
    /// The line of the page on which its text begins, counted from 1.
    pub(crate) line: usize,
    /// The text.
    pub(crate) text: String,
    /// The base profile it is laid over; `None` if it is a whole document.
    pub(crate) base: Option<&'a str>,
    /// The fields to remove from the base first.
    pub(crate) without: Vec<&'a str>,
    /// The kind of object.
    pub(crate) kind: Kind,
    /// The size of added labels in KiB, because a large profile does not fit on a page.
    pub(crate) padding: usize,
    /// The role of the object.
    pub(crate) role: Role,
    /// The settings to judge it under.
    pub(crate) settings: Settings,
}

impl<'a> Example<'a> {
    /// Returns the examples of a page in order.
    pub(crate) fn all_of(page: &'a str) -> Result<Vec<Self>, String> {
        let mut examples = Vec::new();
        let mut lines = page.lines().enumerate();
        while let Some((number, line)) = lines.next() {
            let Some(info) = line.strip_prefix("```") else { continue };
            let mut text = String::new();
            loop {
                let Some((_, line)) = lines.next() else {
                    return Err(format!("line {}: the block has no end", number + 1));
                };
                if line == "```" {
                    break;
                }
                text.push_str(line);
                text.push('\n');
            }
            let mut words = info.split_whitespace();
            if words.next() == Some("yaml") {
                let mut example = Self::new(number + 2, text);
                for word in words {
                    example.apply(word).map_err(|problem| format!("line {}: {problem}", number + 1))?;
                }
                examples.push(example);
            }
        }
        Ok(examples)
    }

    fn new(line: usize, text: String) -> Self {
        let settings = Settings::new(Semantics::Documented, NOW.parse().unwrap());
        Self {
            line,
            text,
            base: Some("local"),
            without: Vec::new(),
            kind: Kind::Profile,
            padding: 0,
            role: Role::State,
            settings,
        }
    }

    fn apply(&mut self, word: &'a str) -> Result<(), String> {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        match (name, value) {
            ("base", "none") => self.base = None,
            ("base", base) => self.base = Some(base),
            ("without", paths) => self.without = paths.split(',').collect(),
            ("padded", kib) => self.padding = kib.parse().map_err(|_| format!("`{kib}` is not a number of KiB"))?,
            ("semantics", "gardener") => self.settings.quirks = Quirks::of(Semantics::Gardener),
            ("semantics", "documented") => self.settings.quirks = Quirks::of(Semantics::Documented),
            ("op", "create") => self.role = Role::Create,
            ("op", "update") => self.role = Role::Update,
            ("shoot", "") => self.kind = Kind::Shoot,
            ("ncp", "") => self.kind = Kind::Child,
            ("facts", "") => (self.role, self.base) = (Role::Facts, None),
            ("user", "") => self.role = Role::User,
            ("profile", "") => self.role = Role::Profile,
            ("old", "") => self.role = Role::Old,
            ("gates", list) => {
                self.settings.gates = list.parse::<FeatureGates>().map_err(|error| error.to_string())?;
            }
            ("at", instant) => {
                self.settings.now = instant.parse::<Timestamp>().map_err(|error| error.to_string())?;
            }
            _ => return Err(format!("`{word}` means nothing in the first line of an example")),
        }
        Ok(())
    }
}
