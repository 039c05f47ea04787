//! What can be asked, by name.

use rootstock_core_model::{and_did_you_mean, nearest};
use rootstock_queries::{ImagesQuery, MachineTypesQuery, MatrixQuery, SelectQuery, VersionsQuery};

#[cfg(feature = "whole")]
use crate::check::check;
use crate::failure::Failure;
use crate::held::Held;
use crate::profiles::{profile, resolve};
use crate::request::Request;
#[cfg(feature = "whole")]
use crate::shoots::{default, plan};

/// How an answer is made, as the bytes of its JSON.
type Function = fn(&Request<'_>, &Held) -> Result<Vec<u8>, Failure>;

/// The functions, each by the name in the form of its answer.
const FUNCTIONS: &[(&str, Function)] = &[
    #[cfg(feature = "whole")]
    ("check", check),
    #[cfg(feature = "whole")]
    ("default", default),
    ("images", profile::<ImagesQuery>),
    ("machine-types", profile::<MachineTypesQuery>),
    ("matrix", profile::<MatrixQuery>),
    #[cfg(feature = "whole")]
    ("plan", plan),
    ("resolve", resolve),
    ("select", profile::<SelectQuery>),
    ("versions", profile::<VersionsQuery>),
];

/// What the module of the queries does without.
const IN_THE_WHOLE_MODULE: &[&str] = &["check", "default", "plan"];

/// The function of that name.
pub(crate) fn function(name: &str) -> Result<Function, Failure> {
    let found = FUNCTIONS.iter().find(|(known, _)| *known == name);
    found.map(|(_, function)| *function).ok_or_else(|| {
        if IN_THE_WHOLE_MODULE.contains(&name) {
            return Failure::request(format!("this is the module of the queries alone; `{name}` is in the whole one"));
        }
        let names: Vec<&str> = FUNCTIONS.iter().map(|(name, _)| *name).chain(["hold", "release"]).collect();
        let hint = match nearest(name, names.iter().copied()) {
            Some(near) => and_did_you_mean(near),
            None => format!("; there are {}", names.join(", ")),
        };
        Failure::request(format!("there is no function `{name}`{hint}"))
    })
}
