//! The functions of the module: the questions that its features include.

use rootstock_core_model::{nearest, suggestion_suffix};
use rootstock_queries::{Query, QueryVisitor, WasmModule, visit_queries};

use crate::context::answer;
use crate::failure::Failure;
use crate::request::Request;
use crate::state::ModuleState;

/// The module that this build creates.
const MODULE: WasmModule = if cfg!(feature = "everything") {
    WasmModule::Everything
} else if cfg!(feature = "whole") {
    WasmModule::Rootstock
} else {
    WasmModule::Queries
};

/// A function that answers a question with serialized JSON.
type Function = fn(&Request<'_>, &ModuleState) -> Result<Vec<u8>, Failure>;

/// Looks up a function.
pub(crate) fn function(name: &str) -> Result<Function, Failure> {
    let mut search = Search { name, found: None, larger: None, names: Vec::new() };
    visit_queries(&mut search);
    match search {
        Search { found: Some(function), .. } => Ok(function),
        Search { larger: Some(larger), .. } => {
            let (module, larger) = (MODULE.file_name(), larger.file_name());
            Err(Failure::request(format!("{module} has no function `{name}`; load {larger}")))
        }
        Search { names, .. } => {
            let names: Vec<&str> = names.into_iter().chain(["hold", "release"]).collect();
            let hint = match nearest(name, names.iter().copied()) {
                Some(near) => suggestion_suffix(near),
                None => format!("; the functions are {}", names.join(", ")),
            };
            Err(Failure::request(format!("there is no function `{name}`{hint}")))
        }
    }
}

/// A lookup of a question by name.
struct Search<'n> {
    name: &'n str,
    found: Option<Function>,
    /// The module that includes the question, if this one does not.
    larger: Option<WasmModule>,
    /// The questions in this module.
    names: Vec<&'static str>,
}

impl QueryVisitor for Search<'_> {
    fn question<Q: Query>(&mut self) {
        let is_match = Q::name() == self.name;
        // A constant, so that the compiler omits questions of other modules.
        if const { MODULE.has(Q::MODULE) } {
            self.names.push(Q::name());
            if is_match {
                self.found = Some(answer::<Q>);
            }
        } else if is_match {
            self.larger = Some(Q::MODULE);
        }
    }
}
