//! Output formats.

use clap::ValueEnum;

/// All output formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    Text,
    Json,
    Csv,
    Svg,
    Html,
    Markdown,
    Junit,
    Sarif,
}

/// The output formats that a command supports.
pub(crate) trait CommandFormat: ValueEnum + Copy + Send + Sync + 'static {
    /// The default format. A constant, because the parser keeps only one `default_value_t` for all instances of a generic struct.
    const DEFAULT: &'static str = "text";

    /// Returns the format as one of all formats.
    fn output_format(self) -> OutputFormat;
}

/// Declares the formats of commands, with the help text of each.
macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident { $($(#[$help:meta])* $form:ident,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
        pub(crate) enum $name {
            $($(#[$help])* $form,)+
        }

        impl CommandFormat for $name {
            fn output_format(self) -> OutputFormat {
                match self {
                    $(Self::$form => OutputFormat::$form,)+
                }
            }
        }
    )+};
}

formats! {
    /// The formats of an answer.
    #[derive(Default)]
    Format {
        /// Text for people
        #[default]
        Text,
        /// JSON for programs; versioned, see docs/json-output.md
        Json,
    }

    /// The formats of an answer that consists of rows.
    TableFormat {
        /// Text for people
        Text,
        /// JSON for programs; versioned, see docs/json-output.md
        Json,
        /// One table for spreadsheets and programs: a row per item, with names and instants as in JSON
        Csv,
    }

    /// The formats of a plan.
    PlanFormat {
        /// Text for people
        Text,
        /// JSON for programs; versioned, see docs/json-output.md
        Json,
        /// One table for spreadsheets and programs: a row per item, with names and instants as in JSON
        Csv,
        /// Markdown, for a merge request or a wiki
        Markdown,
    }

    /// The formats of a profile's versions.
    VersionsFormat {
        /// Text for people
        Text,
        /// JSON for programs; versioned, see docs/json-output.md
        Json,
        /// A table for spreadsheets and programs: a row per version, with names and instants as in JSON
        Csv,
        /// A picture with a timeline per version, for documents and wikis
        Svg,
    }

    /// The formats of an answer that is also written into merge requests.
    MergeRequestFormat {
        /// Text for people
        Text,
        /// JSON for programs; versioned, see docs/json-output.md
        Json,
        /// Markdown, for the description of a pull request or a comment in it
        Markdown,
    }

    /// The formats of the changes that an upgrade makes.
    UpgradeFormat {
        /// Text for people
        Text,
        /// JSON for programs; versioned, see docs/json-output.md
        Json,
        /// Markdown, for the description of a pull request or a comment in it
        Markdown,
        /// SARIF 2.1.0, for code scanning
        Sarif,
    }

    /// The formats of test results.
    TestFormat {
        /// Text for people
        Text,
        /// JUnit XML, for tools that read test results
        Junit,
    }

    /// The formats of a matrix.
    MatrixFormat {
        /// Text for people
        Text,
        /// JSON for programs; versioned, see docs/json-output.md
        Json,
        /// A table for spreadsheets and programs: a row per machine type and image version
        Csv,
        /// A picture for documents and wikis
        Svg,
        /// A page with one table, for wikis
        Html,
    }
}

impl PlanFormat {
    /// Returns the format as one for rows; Markdown is text in another markup.
    pub(crate) const fn as_table(self) -> TableFormat {
        match self {
            Self::Text | Self::Markdown => TableFormat::Text,
            Self::Json => TableFormat::Json,
            Self::Csv => TableFormat::Csv,
        }
    }
}
