//! Flavors: one in the provider's shape is reported, and read all the same.

use serde::de::Visitor;

use super::Refusal;
use super::node::NodeDeserializer;
use crate::flavor_shape::{LEVEL, below_level};
use crate::rules::NESTED_CAPABILITIES;
use crate::{Applicability, BadValue, Change, Fix, Violation, ViolationKind};

/// Reads a flavor; one in the provider's shape is reported and read as if it were in this one.
pub(super) fn visit<'a, V: Visitor<'a>>(node: NodeDeserializer<'_, 'a>, visitor: V) -> Result<V::Value, Refusal> {
    let Some(nested) = below_level(node.node).filter(|_| !node.absent) else {
        return visitor.visit_newtype_struct(node);
    };
    let path = node.path.field(LEVEL);
    let is_alone = node.node.len() == 1;
    node.context.report(|| {
        let detail = "in `spec.machineImages` a flavor is the map of capabilities itself, without a `capabilities` level; \
                      only `providerConfig` has that level";
        let mut violation =
            Violation::new(&NESTED_CAPABILITIES, ViolationKind::TypeInvalid, &path, BadValue::Rendered("{…}".into()), detail)
                .with_help("remove the `capabilities:` level: `- architecture: [amd64]`")
                .with_fix(Fix {
                    title: "remove the `capabilities:` level".to_owned(),
                    // Whatever stands beside it would be lost.
                    applicability: if is_alone { Applicability::Safe } else { Applicability::Suggested },
                    changes: vec![Change::Unwrap { path: node.path.to_field_path(), child: LEVEL.to_owned() }],
                });
        if !is_alone {
            let others: Vec<String> =
                node.node.entries().filter(|(key, _)| *key != LEVEL).map(|(key, _)| format!("`{key}`")).collect();
            violation.help = format!(
                "remove the `capabilities:` level, and {} too: provider fields belong to `providerConfig`",
                others.join(", ")
            );
        }
        violation
    });
    visitor.visit_newtype_struct(NodeDeserializer::at(nested, &path, node.context, None))
}
