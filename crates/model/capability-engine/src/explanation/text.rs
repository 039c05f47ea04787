//! The textual form of a selection's result.

use std::fmt;

use super::SelectionOutcome;

impl fmt::Display for SelectionOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Selected { flavor } => write!(f, "flavor {flavor}"),
            Self::NoneCompatible => f.write_str("no flavor is compatible"),
            Self::Ambiguous { flavors } => {
                let texts: Vec<String> = flavors.iter().map(usize::to_string).collect();
                write!(f, "ambiguous: flavors {} cannot be distinguished", texts.join(", "))
            }
        }
    }
}
