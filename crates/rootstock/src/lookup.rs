//! Things that the command line names, looked up in a profile.

use rootstock_core_model::{CloudProfileSpec, nearest};

use crate::status::Failure;

/// The item of that name with its position, or what was probably meant. `nothing` says what there is none of.
pub(crate) fn named<'a, T>(
    items: &'a [T],
    name: impl Fn(&'a T) -> &'a String,
    asked: &str,
    nothing: &str,
) -> Result<(usize, &'a T), Failure> {
    items.iter().enumerate().find(|(_, item)| name(item) == asked).ok_or_else(|| {
        let known: Vec<&str> = items.iter().map(|item| name(item).as_str()).collect();
        Failure::Usage(unknown(&known, asked, nothing))
    })
}

/// Whether the profile has the region asked for, if one is.
pub(crate) fn region(spec: &CloudProfileSpec, asked: Option<&str>) -> Result<(), Failure> {
    let regions = spec.regions.as_deref().unwrap_or_default();
    asked.map_or(Ok(()), |asked| named(regions, |region| &region.name, asked, "the profile has no region").map(drop))
}

/// Why a name is refused: the nearest one, or all of them if they are few.
pub(crate) fn unknown(known: &[&str], asked: &str, nothing: &str) -> String {
    const FEW: usize = 12;
    let mut text = format!("{nothing} `{asked}`");
    if let Some(near) = nearest(asked, known.iter().copied()) {
        text.push_str(&format!("; did you mean `{near}`?"));
    } else if known.is_empty() {
        text.push_str(", and no other");
    } else if known.len() <= FEW {
        let list: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
        text.push_str(&format!("; it has {}", list.join(", ")));
    } else {
        text.push_str(&format!("; it has {} others", known.len()));
    }
    text
}
