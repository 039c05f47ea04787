//! The CSV of a choice: one row per candidate, and on request per rejected one.

use std::fmt::Display;
use std::io;

use rootstock_queries::ChoiceAnswer;

use super::{ChoiceRow, ChoiceSubject, Names, Rejected};
use crate::rows::{Rows, or_empty};

const COLUMNS: &str = "profile,region,kubernetes_version,machine_type,image,version,can_be_chosen,classification,flavor,provider_image,why";

pub(in crate::commands) fn write_rows<G: ChoiceSubject, O: ChoiceRow, R: Rejected>(
    answer: &ChoiceAnswer<G, O, R>,
    why: bool,
    rows: &mut Rows<'_>,
) -> io::Result<()> {
    rows.header(COLUMNS)?;
    let (given, region) = (answer.given.names(), or_empty(answer.region.as_ref()));
    let kubernetes_version = or_empty(answer.kubernetes_version.as_ref());
    let mut row = |names: Names<'_>, [chosen, classification, flavor, image, why]: [&dyn Display; 5]| {
        let of = |given, own| if str::is_empty(given) { own } else { given };
        rows.row(&[
            &answer.profile,
            &region,
            &kubernetes_version,
            &of(given.machine_type, names.machine_type),
            &of(given.image, names.image),
            &of(given.version, names.version),
            chosen,
            classification,
            flavor,
            image,
            why,
        ])
    };
    for option in &answer.options.options {
        let node = option.node();
        let flavor = or_empty(node.flavor.as_ref().and_then(|flavor| flavor.index));
        let alternatives = if node.ambiguous.is_empty() { String::new() } else { node.flavor_in_words() };
        let image = or_empty(node.reference.as_ref().map(|reference| &reference.value));
        row(option.names(), [&true, &or_empty(option.classification()), &flavor, &image, &alternatives])?;
    }
    for rejected in answer.options.rejected.iter().filter(|_| why) {
        let (_, reasons) = rejected.in_words();
        row(rejected.names(), [&false, &"", &"", &"", &reasons.join("; ")])?;
    }
    Ok(())
}
