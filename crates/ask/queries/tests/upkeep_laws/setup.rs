//! Profiles, and questions about them.

use std::path::PathBuf;
use std::sync::Arc;

use rootstock_analysis::{Analysis, Object, Profile, Role};
use rootstock_core_model::Semantics;
use rootstock_queries::{Query as _, QueryContext, UpkeepAnswer, UpkeepInput, UpkeepQuery};
use rootstock_upkeep::ProfileChange;

/// Whether to run all cases, as `cargo xtask ci --all` does, instead of a sample that takes some seconds.
pub(crate) fn is_thorough() -> bool {
    std::env::var_os("ROOTSTOCK_LAWS").is_some_and(|tried| tried == "all")
}

pub(crate) fn cases(all: u32) -> u32 {
    if is_thorough() { all } else { all / 4 }
}

/// The notation of a fixture.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form {
    Original,
    /// Indented JSON.
    Json,
    JsonOnOneLine,
}

pub(crate) fn fixtures() -> Vec<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures");
    let mut all = Vec::new();
    for folder in ["base", "profiles"] {
        let files = std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        all.extend(files.filter(|path| path.extension().is_some_and(|one| one == "yaml")));
    }
    all.sort();
    all
}

pub(crate) fn text(path: &PathBuf, form: Form) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let (Form::Json | Form::JsonOnOneLine) = form else { return text };
    match serde_yaml::from_str::<serde_json::Value>(&text) {
        Ok(value) if matches!(form, Form::Json) => format!("{value:#}\n"),
        Ok(value) => value.to_string(),
        // Skip texts with several documents.
        Err(_) => text,
    }
}

pub(crate) fn asked() -> QueryContext {
    QueryContext::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap())
}

/// Returns the first CloudProfile that can be decoded.
pub(crate) fn read(text: &str) -> Option<(Analysis, Arc<Profile>)> {
    read_at(text, asked())
}

/// Like [`read`], at another time.
pub(crate) fn read_at(text: &str, asked: QueryContext) -> Option<(Analysis, Arc<Profile>)> {
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), asked.settings);
    analysis.set(Role::Checked, "profile", text.as_bytes());
    let profile = Arc::clone(analysis.objects(Role::Checked, "profile").find_map(Object::cloud_profile)?);
    Some((analysis, profile))
}

pub(crate) fn ask(text: &str, changes: &[ProfileChange]) -> UpkeepAnswer {
    ask_accepting(text, changes, Vec::new())
}

pub(crate) fn ask_accepting(text: &str, changes: &[ProfileChange], accept: Vec<String>) -> UpkeepAnswer {
    answer(text, UpkeepQuery { changes: changes.to_vec(), accept, in_order: false })
}

/// Asks about changes that build on each other.
pub(crate) fn ask_in_order(text: &str, changes: &[ProfileChange], accept: Vec<String>) -> UpkeepAnswer {
    answer(text, UpkeepQuery { changes: changes.to_vec(), accept, in_order: true })
}

fn answer(text: &str, query: UpkeepQuery) -> UpkeepAnswer {
    let (analysis, profile) = read(text).unwrap();
    query
        .ask(UpkeepInput { analysis: &analysis, profile: &profile, children: Vec::new(), usage: None, asked: asked() })
        .unwrap()
}

/// Returns the rules with findings in a profile.
pub(crate) fn rules_of(text: &str) -> Vec<&'static str> {
    let (analysis, profile) = read(text).unwrap();
    analysis.report_on(&profile).findings.iter().map(|one| one.violation.rule.name).collect()
}
