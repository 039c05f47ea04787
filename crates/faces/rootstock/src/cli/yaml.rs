//! The form of YAML that commands write.

use clap::{Args, ValueEnum};
use rootstock_core_model::NodeRef;
use rootstock_core_model::emit::{Comment, node_to_kyaml_with_comments, node_to_yaml_with_comments, to_kyaml, to_yaml};
use serde::Serialize;

use crate::failure::InputError;

#[derive(Debug, Args)]
pub(crate) struct YamlArguments {
    /// The form of the YAML that is written
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    output_format: YamlForm,
}

/// A form of YAML.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum YamlForm {
    /// Indented blocks, as kubectl writes them
    #[default]
    Yaml,
    /// KYAML: in brackets, with quotes around all strings
    Kyaml,
}

impl YamlArguments {
    /// Returns a value as a document; `object` names it in the reason if it cannot be written.
    pub(crate) fn document(&self, value: &impl Serialize, object: &str) -> Result<String, InputError> {
        let text = match self.output_format {
            YamlForm::Yaml => to_yaml(value),
            YamlForm::Kyaml => to_kyaml(value),
        };
        text.map_err(|reason| InputError::NotWritable { object: object.to_owned(), reason })
    }

    /// Returns a node as a document with comments.
    pub(crate) fn with_comments(&self, node: NodeRef<'_>, comments: &[Comment]) -> String {
        match self.output_format {
            YamlForm::Yaml => node_to_yaml_with_comments(node, comments),
            YamlForm::Kyaml => node_to_kyaml_with_comments(node, comments),
        }
    }

    /// Returns the line between two documents.
    pub(crate) const fn separator(&self) -> &'static str {
        match self.output_format {
            YamlForm::Yaml => "---\n",
            // Each document begins with it.
            YamlForm::Kyaml => "",
        }
    }
}
