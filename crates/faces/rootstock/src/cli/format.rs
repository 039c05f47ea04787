//! In which form an answer is given.

use clap::ValueEnum;

/// All forms of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Text,
    Json,
    Csv,
    Svg,
    Html,
    Markdown,
}

/// A choice of forms of an answer.
pub(crate) trait Form: ValueEnum + Copy + Send + Sync + 'static {
    /// The form when none is asked for. The parser keeps one `default_value_t` for all types of a generic struct.
    const DEFAULT: &'static str = "text";

    /// The form among all forms.
    fn shape(self) -> Shape;
}

/// The forms of one command, with what its help says of each.
macro_rules! forms {
    ($($(#[$doc:meta])* $name:ident { $($(#[$help:meta])* $form:ident,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
        pub(crate) enum $name {
            $($(#[$help])* $form,)+
        }

        impl Form for $name {
            fn shape(self) -> Shape {
                match self {
                    $(Self::$form => Shape::$form,)+
                }
            }
        }
    )+};
}

forms! {
    /// In which form the answer is given.
    #[derive(Default)]
    Format {
        /// For people
        #[default]
        Text,
        /// For programs; versioned, see docs/json-output.md
        Json,
    }

    /// In which form an answer is given that is made of rows.
    TableFormat {
        /// For people
        Text,
        /// For programs; versioned, see docs/json-output.md
        Json,
        /// For spreadsheets and programs: one table with a row for each thing, names and instants as JSON has them
        Csv,
    }

    /// In which form the versions of a profile are given.
    VersionsFormat {
        /// For people
        Text,
        /// For programs; versioned, see docs/json-output.md
        Json,
        /// For spreadsheets and programs: a row per version, names and instants as JSON has them
        Csv,
        /// A picture with a time line for each version, for documents and wikis
        Svg,
    }

    /// In which form a proposal is given.
    ProposalFormat {
        /// For people
        Text,
        /// For programs; versioned, see docs/json-output.md
        Json,
        /// The text of a pull request
        Markdown,
    }

    /// In which form a matrix is given.
    MatrixFormat {
        /// For people
        Text,
        /// For programs; versioned, see docs/json-output.md
        Json,
        /// For spreadsheets and programs: a row per machine type and image version
        Csv,
        /// A picture, for documents and wikis
        Svg,
        /// A page with one table, for wikis
        Html,
    }
}
