//! A choice for a spreadsheet: one row for everything that can be chosen, and on request for the others.

use std::io::{self, Write};

use rootstock_queries::ChoiceAnswer;

use super::{Given, Names, Rejected, Row};
use crate::csv;

const HEADER: &str = "profile,region,kubernetes_version,machine_type,image,version,can_be_chosen,classification,flavor,provider_image,why";

pub(super) fn write<G: Given, O: Row, R: Rejected>(
    answer: &ChoiceAnswer<G, O, R>,
    why: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    csv::header(out, HEADER)?;
    let given = answer.given.names();
    let mut row = |names: Names<'_>, rest: [&str; 5]| {
        let of = |given, own| if str::is_empty(given) { own } else { given };
        let first = [
            answer.profile.as_str(),
            answer.region.as_deref().unwrap_or_default(),
            answer.kubernetes_version.as_deref().unwrap_or_default(),
            of(given.machine_type, names.machine_type),
            of(given.image, names.image),
            of(given.version, names.version),
        ];
        csv::row(out, first.into_iter().chain(rest))
    };
    for option in &answer.options.options {
        let node = option.node();
        let flavor = node.flavor.as_ref().and_then(|flavor| flavor.index).map(|index| index.to_string());
        let alike = if node.ambiguous.is_empty() { String::new() } else { node.flavor_in_words() };
        let classification = option.classification().map(ToString::to_string);
        let image = node.reference.as_ref().map(|reference| reference.value.as_str());
        row(
            option.names(),
            [
                "true",
                classification.as_deref().unwrap_or_default(),
                flavor.as_deref().unwrap_or_default(),
                image.unwrap_or_default(),
                &alike,
            ],
        )?;
    }
    for rejected in answer.options.rejected.iter().filter(|_| why) {
        let (_, reasons) = rejected.in_words();
        row(rejected.names(), ["false", "", "", "", &reasons.join("; ")])?;
    }
    Ok(())
}
