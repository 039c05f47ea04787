//! Scalars: strings, whole numbers, and scalars with their own syntax.

use serde::de::Visitor;

use super::form::Form;
use super::node::NodeDeserializer;
use super::{DecodeError, wording};
use crate::tree::{json_float, resolve};
use crate::{Applicability, Change, Fix, Numbers, Problem, ProblemKind, Scalar, ScalarSyntax};

impl<'a> NodeDeserializer<'_, 'a> {
    /// Reads a whole number; one in quotes is read and reported.
    pub(super) fn whole_number<V, T>(
        self,
        visit: impl FnOnce(V, T) -> Result<V::Value, DecodeError>,
        visitor: V,
    ) -> Result<V::Value, DecodeError>
    where
        V: Visitor<'a>,
        T: WholeNumber,
    {
        if self.is_replaced() {
            return self.visit_form(visitor);
        }
        let Some(scalar) = self.scalar() else {
            self.reject(ProblemKind::WrongType, "a whole number");
            return visit(visitor, T::default());
        };
        let (scalar, is_quoted) = match scalar {
            Scalar::Null => return visit(visitor, T::default()),
            Scalar::Text(text) => (resolve(text), true),
            other => (other, false),
        };
        let Some(number) = whole(scalar, self.node.is_json_number()) else {
            self.reject(ProblemKind::WrongType, "a whole number");
            return visit(visitor, T::default());
        };
        let Ok(fitting) = T::try_from(number) else {
            self.reject(
                ProblemKind::WrongType,
                &format!("a whole number from {} to {}", T::LOWER_BOUND, T::UPPER_BOUND),
            );
            return visit(visitor, T::default());
        };
        if is_quoted {
            self.context.report(|| wording::needless_quotes(self.path, self.node, "a whole number"));
        }
        visit(visitor, fitting)
    }

    /// Returns the text of a string; reports missing quotes.
    pub(super) fn string(&self) -> &'a str {
        match self.scalar() {
            Some(Scalar::Text(text)) => text,
            Some(Scalar::Null) => "",
            Some(scalar) => {
                // The author meant the text as written, not the value that YAML makes of it.
                let text = self.node.raw_text().unwrap_or_default();
                self.context.report(|| {
                    let quoted = format!("\"{text}\"");
                    Problem::new(
                        ProblemKind::UnquotedString,
                        self.path,
                        wording::rendered(self.node),
                        format!("must be a string, but without quotes `{text}` is {}", scalar.noun()),
                    )
                    .with_help(format!("put the value in quotes: `{quoted}`"))
                    .with_fix(Fix {
                        title: "put the value in quotes".to_owned(),
                        applicability: Applicability::Safe,
                        changes: vec![Change::Replace { path: self.path.to_field_path(), text: quoted }],
                    })
                });
                text
            }
            None => {
                self.reject(ProblemKind::WrongType, "a string");
                ""
            }
        }
    }
}

impl ScalarSyntax {
    /// Reads the scalar; reports an invalid one and reads a stand-in.
    pub(super) fn visit<'a, V: Visitor<'a>>(
        &self,
        node: NodeDeserializer<'_, 'a>,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        let fits = self.numbers == Numbers::Fit;
        let text = match node.scalar() {
            Some(Scalar::Text(text)) => Some(text),
            Some(Scalar::Null) => None,
            // In YAML, the value of the number counts, not its notation: `0777` is 511.
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
        visitor.visit_newtype_struct(node.as_form(Form::Text(text)))
    }

    fn visit_number<'a, V: Visitor<'a>>(
        &self,
        node: NodeDeserializer<'_, 'a>,
        number: &str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        if self.accepts(node, number) {
            return visitor.visit_newtype_struct(node.as_form(Form::Written(number)));
        }
        visitor.visit_newtype_struct(node.as_form(Form::Text(self.stand_in)))
    }

    /// Returns whether the text has the syntax; reports an error if not.
    fn accepts(&self, node: NodeDeserializer<'_, '_>, text: &str) -> bool {
        let Err(detail) = (self.check)(text) else { return true };
        let kind = ProblemKind::InvalidScalar(self.name);
        node.context.reject(node.slot, || wording::bad_scalar(kind, node.path, text, detail, (self.advice)(text)));
        false
    }
}

/// An integer type with its bounds.
pub(super) trait WholeNumber: Default + TryFrom<i128> {
    const LOWER_BOUND: i128;
    const UPPER_BOUND: i128;
}

macro_rules! whole_number {
    ($($number:ty),+) => {
        $(impl WholeNumber for $number {
            const LOWER_BOUND: i128 = <$number>::MIN as i128;
            const UPPER_BOUND: i128 = <$number>::MAX as i128;
        })+
    };
}

whole_number!(i8, i16, i32, i64, u8, u16, u32, u64);

/// Returns the whole number that reaches Kubernetes: YAML's `1e3` and `2.0` become `1000` and `2`, whereas JSON keeps the notation,
/// which Kubernetes refuses.
pub(super) fn whole(scalar: Scalar<'_>, is_json: bool) -> Option<i128> {
    match scalar {
        Scalar::Int(value) => Some(value.into()),
        Scalar::Uint(value) => Some(value.into()),
        #[expect(clippy::cast_possible_truncation, reason = "the value is whole and below 2^70")]
        Scalar::Float(value) if !is_json && value.fract() == 0.0 && value.abs() < 1e21 => Some(value as i128),
        _ => None,
    }
}
