//! Items with a superfluous level: reported, and read nevertheless.

use serde::de::Visitor;

use super::DecodeError;
use super::node::NodeDeserializer;
use crate::{Applicability, BadValue, Change, Fix, NestedLevel, Problem, ProblemKind};

/// Reads an item; reports a superfluous level and reads the item as if it were not there.
pub(super) fn visit<'a, V: Visitor<'a>>(
    hint: &NestedLevel,
    node: NodeDeserializer<'_, 'a>,
    visitor: V,
) -> Result<V::Value, DecodeError> {
    let Some(nested) = hint.below(node.node).filter(|_| !node.absent) else {
        return visitor.visit_newtype_struct(node);
    };
    let NestedLevel { level, example, siblings, .. } = hint;
    let path = node.path.field(level);
    let is_alone = node.node.len() == 1;
    node.context.report(|| {
        let kind = ProblemKind::NestedLevel(hint.name);
        let mut problem = Problem::new(kind, &path, BadValue::Rendered("{…}".into()), hint.detail)
            .with_help(format!("remove the `{level}:` level: {example}"))
            .with_fix(Fix {
                title: format!("remove the `{level}:` level"),
                // Unwrapping would lose sibling fields.
                applicability: if is_alone { Applicability::Safe } else { Applicability::Suggested },
                changes: vec![Change::Unwrap { path: node.path.to_field_path(), child: (*level).to_owned() }],
            });
        if !is_alone {
            let others: Vec<String> =
                node.node.entries().filter(|(key, _)| key != level).map(|(key, _)| format!("`{key}`")).collect();
            problem.help = format!("remove the `{level}:` level, and {} too: {siblings}", others.join(", "));
        }
        problem
    });
    visitor.visit_newtype_struct(NodeDeserializer::at(nested, &path, node.context, None))
}
