//! Helpers that migrate texts and show the results.

use std::sync::Arc;

use rootstock_analysis::{Analysis, Object, Profile, Role};
use rootstock_core_model::{Semantics, Settings};
use rootstock_migration::{Migration, MigrationOptions, Refusal, migrate, roll_back};

pub fn settings() -> Settings {
    Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse().unwrap())
}

/// Reads the first object of a text, which must be a CloudProfile.
fn read(text: &str, settings: Settings) -> (Analysis, Arc<Profile>) {
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), settings);
    analysis.set(Role::Checked, "profile.yaml", text.as_bytes());
    let Some(Object::CloudProfile(profile)) = analysis.objects(Role::Checked, "profile.yaml").next().cloned() else {
        panic!("there is no CloudProfile in\n{text}");
    };
    (analysis, profile)
}

pub fn migrated(text: &str, options: &MigrationOptions) -> Result<Migration, Refusal> {
    migrated_with(text, options, settings())
}

pub fn migrated_with(text: &str, options: &MigrationOptions, settings: Settings) -> Result<Migration, Refusal> {
    let (analysis, profile) = read(text, settings);
    migrate(&analysis, &profile, options)
}

pub fn rolled_back(text: &str, options: &MigrationOptions) -> Result<Migration, Refusal> {
    let (analysis, profile) = read(text, settings());
    roll_back(&analysis, &profile, options)
}

/// Migrates a text that must not be refused.
pub fn must_migrate(text: &str, options: &MigrationOptions) -> Migration {
    migrated(text, options).unwrap_or_else(|refusal| panic!("{refusal}\n{refusal:#?}"))
}

/// Formats the result for a snapshot: the notes and the proof, then the text.
pub fn shown(migration: &Migration) -> String {
    let mut shown = String::new();
    for note in &migration.notes {
        shown.push_str(&format!("note: {note}\n"));
    }
    let proof = &migration.proof;
    shown.push_str(&format!(
        "{} compared, {} the same ({} without image, {} refused in time), {} intended, {} unexpected\n",
        proof.compared,
        proof.same,
        proof.without_image,
        proof.refused_in_time,
        proof.intended(),
        proof.unexpected()
    ));
    for difference in &proof.differences {
        shown.push_str(&format!(
            "{:?} {:?}: {}@{} -> {}: {} -> {} {:?}\n",
            difference.machine_types,
            difference.regions,
            difference.image,
            difference.version,
            difference.now,
            difference.before,
            difference.after,
            difference.intent
        ));
    }
    format!("{shown}-----\n{}", migration.text)
}

pub fn fixture(name: &str) -> String {
    let path = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/migration").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn options(image: &[&str], suffix: &[&str], machine_types: &[&str]) -> MigrationOptions {
    MigrationOptions {
        images: image.iter().map(|text| text.parse().unwrap()).collect(),
        suffixes: suffix.iter().map(|text| text.parse().unwrap()).collect(),
        machine_types: machine_types.iter().map(|text| text.parse().unwrap()).collect(),
        ..MigrationOptions::default()
    }
}
