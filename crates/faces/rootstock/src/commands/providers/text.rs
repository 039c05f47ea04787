//! The text of a plug-in's description.

use std::io::{self, Write as _};

use rootstock_core_model::listed_up_to;
use rootstock_provider_api::{
    CapabilitySupport, Evidence, Extension, FlavorsWebhook, Held, IdentityDefaults, RollingConfig,
};
use rootstock_queries::{ProviderAnswer, ProviderQuery};

use crate::page::Page;
use crate::prose::wrap;
use crate::view::AnswerView;

/// Returns the evidence behind answers on one line.
pub(super) fn evidence_summary(evidence: &Evidence) -> String {
    let questions = evidence.by_question();
    if questions.iter().all(|(_, held)| *held == Held::Documentation) {
        return "only the documentation and the source of the extension".to_owned();
    }
    questions.map(|(question, held)| format!("{question}: {held}")).join("; ")
}

impl AnswerView<ProviderQuery> for ProviderQuery {
    fn text(&self, answer: &ProviderAnswer, page: &mut Page<'_>) -> io::Result<()> {
        let extension = &answer.extension;
        page.title(extension.name)?;
        writeln!(page, "  package:        {} {}", extension.package.name, extension.package.version)?;
        for (title, text) in about(extension) {
            let lines = wrap(&text, page.width, 18);
            writeln!(page, "  {:<16}{}", format!("{title}:"), lines.trim_start())?;
        }
        page.section("Evidence: recorded verdicts of the extension")?;
        for (question, held) in extension.evidence.by_question() {
            writeln!(page, "  {question:<25}{held}")?;
        }
        if let Some(known) = &extension.releases {
            page.section("Releases (--extension)")?;
            page.paragraph(2, format!("known: v{} to v{}", known.oldest, known.newest))?;
            for departure in known.departures {
                let releases = match departure.releases.are_all() {
                    true => "in all of them".to_owned(),
                    false => departure.releases.to_string(),
                };
                page.paragraph(2, format!("{releases}: {}", departure.what))?;
            }
        }
        page.section("Fields whose change replaces nodes, besides those of every provider")?;
        for (title, text) in rolling(extension) {
            page.paragraph(2, format!("{title}: {text}"))?;
        }
        page.section("What workers can require, with the feature gate WorkerCapabilities")?;
        for entry in &answer.catalogue {
            let values = all(entry.values);
            let text =
                format!("{}: {values}; neutral is `{}`; by {}", entry.name, entry.neutral(), entry.property.field());
            page.paragraph(2, &text)?;
        }
        page.section("Its own rules")?;
        if answer.rules.is_empty() {
            writeln!(page, "  none")?;
        }
        answer.rules.iter().try_for_each(|rule| writeln!(page, "  {} ({})", rule.name, rule.severity))
    }
}

fn about(extension: &Extension) -> Vec<(&'static str, String)> {
    let mut about = Vec::new();
    if !extension.follows.is_empty() {
        about.push(("follows", extension.follows.to_owned()));
    }
    if !extension.former_names.is_empty() {
        about.push(("former names", all(extension.former_names)));
    }
    let optional = match extension.identity_defaults {
        IdentityDefaults::Nothing => "",
        IdentityDefaults::Kind => "; `kind` may be omitted",
        IdentityDefaults::Everything => "; `apiVersion` and `kind` may be omitted",
    };
    let required = if extension.requires_config { "" } else { "; not required" };
    about.push((
        "providerConfig",
        format!("{}, kind {}{optional}{required}", extension.config.api_version, extension.config.kind),
    ));
    if !extension.removed_fields.is_empty() {
        let names: Vec<&str> = extension.removed_fields.iter().map(|field| field.name).collect();
        about.push(("removed fields", all(&names)));
    }
    let mixed = if extension.mixes_formats() {
        "; can be mixed with versions in the legacy format"
    } else {
        "; cannot be mixed with versions in the legacy format"
    };
    about.push((
        "capabilities",
        match extension.capabilities {
            CapabilitySupport::Never => "not supported: images are found by version and architecture".to_owned(),
            CapabilitySupport::Merged(change) => {
                format!(
                    "not in the followed release; {change} adds them{mixed} (quirk `merged_capabilities_are_unknown`)"
                )
            }
            CapabilitySupport::Since(release) | CapabilitySupport::NotYet(release) => format!("since {release}{mixed}"),
            CapabilitySupport::SinceUnknown => format!("supported since an unknown release{mixed}"),
            CapabilitySupport::Always => format!("supported{mixed}"),
        },
    ));
    let webhook = if extension.flavors_webhook == FlavorsWebhook::None {
        "writes no flavors into the core section"
    } else {
        "writes the flavors of `spec.providerConfig` into the core section (quirk `extensions_write_flavors`)"
    };
    about.push(("webhook", webhook.to_owned()));
    let shoots = match (extension.refuses_unmapped_shoots, extension.finds_images_elsewhere) {
        (true, _) => "refused by the extension if their image is not mapped",
        (false, true) => "accepted if their image is not mapped, because it may be found elsewhere",
        (false, false) => "accepted if their image is not mapped, but no machine can be created",
    };
    about.push(("Shoots", shoots.to_owned()));
    about
}

fn rolling(extension: &Extension) -> [(&'static str, String); 3] {
    const UNKNOWN: &str = "unknown";
    let rolling = &extension.rolling;
    let fields = |fields: &[&str]| if fields.is_empty() { "nothing".to_owned() } else { all(fields) };
    let encryption = match rolling.encryption {
        Some(true) => "counts",
        Some(false) => "does not count",
        None => UNKNOWN,
    };
    let config = match rolling.config {
        RollingConfig::Chosen { since, settings, .. } => {
            format!(
                "from Kubernetes 1.{since} on {}; before that, everything except `nodeTemplate.virtualCapacity`",
                fields(settings)
            )
        }
        RollingConfig::Own { settings, .. } => fields(settings),
        RollingConfig::Unknown => UNKNOWN.to_owned(),
    };
    [
        ("volume.encrypted", encryption.to_owned()),
        ("dataVolumes", rolling.data_volumes.map_or_else(|| UNKNOWN.to_owned(), fields)),
        ("providerConfig", config),
    ]
}

fn all(names: &[&str]) -> String {
    listed_up_to(names.len(), names)
}
