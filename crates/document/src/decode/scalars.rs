//! Scalars with a syntax of their own, and whole numbers.

use serde::de::Visitor;
use serde::de::value::BorrowedStrDeserializer;

use super::node::NodeDeserializer;
use super::{Refusal, wording};
use crate::tree::json_float;
use crate::{Numbers, ProblemKind, Scalar, ScalarSyntax};

impl ScalarSyntax {
    /// Reads the scalar; one that is none is reported, and a stand-in read.
    pub(super) fn visit<'a, V: Visitor<'a>>(
        &self,
        node: NodeDeserializer<'_, 'a>,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let fits = self.numbers == Numbers::Fit;
        let text = match node.scalar() {
            Some(Scalar::Text(text)) => Some(text),
            Some(Scalar::Null) => None,
            // In YAML the number counts, not how it is written: `0777` is 511.
            Some(Scalar::Int(_) | Scalar::Uint(_)) if fits && node.node.is_json_number() => node.node.raw_text(),
            Some(Scalar::Int(value)) if fits => return self.visit_number(node, &value.to_string(), visitor),
            Some(Scalar::Float(value)) if fits => {
                let written = node.node.raw_text().filter(|_| node.node.is_json_number());
                let number = written.map_or_else(|| json_float(value), str::to_owned);
                return self.visit_number(node, &number, visitor);
            }
            Some(_) => {
                let kind = match self.numbers {
                    Numbers::Fit | Numbers::WrongType => ProblemKind::WrongType,
                    Numbers::OtherFormat => ProblemKind::InvalidScalar(self.name),
                };
                node.reject(kind, self.wanted);
                None
            }
            None => {
                node.reject(ProblemKind::WrongType, self.wanted);
                None
            }
        };
        let text = text.filter(|text| self.accepts(node, text)).unwrap_or(self.stand_in);
        visitor.visit_newtype_struct(BorrowedStrDeserializer::new(text))
    }

    fn visit_number<'a, V: Visitor<'a>>(
        &self,
        node: NodeDeserializer<'_, 'a>,
        number: &str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        if self.accepts(node, number) {
            return visitor.visit_newtype_struct(serde::de::value::StrDeserializer::new(number));
        }
        visitor.visit_newtype_struct(BorrowedStrDeserializer::new(self.stand_in))
    }

    /// Whether the text has the syntax; what is wrong with it is reported.
    fn accepts(&self, node: NodeDeserializer<'_, '_>, text: &str) -> bool {
        let Err(detail) = (self.check)(text) else { return true };
        let kind = ProblemKind::InvalidScalar(self.name);
        node.context.reject(node.slot, || wording::bad_scalar(kind, node.path, text, detail, (self.advice)(text)));
        false
    }
}

/// A type of whole number, with its bounds.
pub(super) trait WholeNumber: Default + TryFrom<i128> {
    const LEAST: i128;
    const MOST: i128;
}

macro_rules! whole_number {
    ($($number:ty),+) => {
        $(impl WholeNumber for $number {
            const LEAST: i128 = <$number>::MIN as i128;
            const MOST: i128 = <$number>::MAX as i128;
        })+
    };
}

whole_number!(i8, i16, i32, i64, u8, u16, u32, u64);

/// The whole number that Kubernetes gets: YAML's `1e3` and `2.0` reach it as `1000` and `2`; JSON's are kept as they are
/// written and refused.
pub(super) fn whole(scalar: Scalar<'_>, is_json: bool) -> Option<i128> {
    match scalar {
        Scalar::Int(value) => Some(value.into()),
        Scalar::Uint(value) => Some(value.into()),
        #[expect(clippy::cast_possible_truncation, reason = "the value is whole and below 2^70")]
        Scalar::Float(value) if !is_json && value.fract() == 0.0 && value.abs() < 1e21 => Some(value as i128),
        _ => None,
    }
}
