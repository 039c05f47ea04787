//! In which form an answer is given.

use clap::ValueEnum;

/// A choice of forms of an answer.
pub(crate) trait Form: ValueEnum + Send + Sync + 'static {
    /// The form when none is asked for. The parser keeps one `default_value_t` for all types of a generic struct.
    const DEFAULT: &'static str = "text";
}

/// In which form the answer is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// For programs; versioned, see docs/json-output.md
    Json,
}

impl Form for Format {}

/// In which form an answer is given that is made of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For people
    Text,
    /// For programs; versioned, see docs/json-output.md
    Json,
    /// For spreadsheets and programs: one table with a row for each thing, names and instants as JSON has them
    Csv,
}

impl Form for TableFormat {}

/// In which form the versions of a profile are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum VersionsFormat {
    /// For people
    Text,
    /// For programs; versioned, see docs/json-output.md
    Json,
    /// For spreadsheets and programs: a row per version, names and instants as JSON has them
    Csv,
    /// A picture with a time line for each version, for documents and wikis
    Svg,
}

impl Form for VersionsFormat {}

/// In which form a proposal is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProposalFormat {
    /// For people
    Text,
    /// For programs; versioned, see docs/json-output.md
    Json,
    /// The text of a pull request
    Markdown,
}

impl Form for ProposalFormat {}

/// In which form a matrix is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MatrixFormat {
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

impl Form for MatrixFormat {}
