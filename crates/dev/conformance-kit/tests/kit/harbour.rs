//! A provider with every optional feature, either correct or with a single mistake.

use rootstock_core_model::{Decode, Path, RawObject, Releases, Rule, Severity, Source, Violation};
use rootstock_document::Decodable;
use rootstock_provider_api::{
    Checker, ConfigIdentity, Extension, LegacyArchitecture, LegacyFormat, Package, Plugin, ProviderImage, Sample,
    WorkerConfigType, WorkerDemand, extension,
};
use rootstock_worker_capabilities::{Entry, FlavorOmission, Property};

pub(crate) use crate::mistakes::Mistake;
use crate::mistakes::{Berth, MistakeType, Quay, WithMistake};

const CONFIDENTIAL: &str = "harbour-confidential";

static ENDPOINT: Rule = Rule {
    name: "harbour-endpoint",
    package: "rootstock-provider-harbour",
    since: "0.1.0",
    severity: Severity::Error,
    source: Source::Rootstock,
    releases: Releases::ALL,
    finds_in_equal_shoots: true,
    remedy: "",
    page: "# harbour-endpoint\n\nThere is an endpoint.\n\n```yaml\nendpoint: '' # error: harbour-endpoint\n```\n\n\
           ```yaml\nendpoint: https://harbour.example\n```\n",
};

rootstock_findings::__submit! { rootstock_findings::Registered(&ENDPOINT) }

#[derive(Debug, Default, PartialEq, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Config<M: MistakeType> {
    api_version: String,
    kind: String,
    endpoint: String,
    quays: Vec<Quay<M>>,
    machine_images: Option<Vec<ProviderImage<Berth<M>>>>,
}

/// The `providerConfig` of a worker.
#[derive(Debug, Default, PartialEq, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct WorkerConfig {
    api_version: String,
    kind: String,
    confidential: bool,
    berths: Vec<WorkerBerth>,
}

/// A berth of a worker.
#[derive(Debug, Default, PartialEq, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct WorkerBerth {
    length: i64,
}

/// The provider, with the mistake `MISTAKE`.
#[derive(Debug)]
pub(crate) struct Harbour<const MISTAKE: u8>;

const fn legacy(mistake: u8) -> LegacyFormat {
    LegacyFormat {
        architecture: match mistake {
            Mistake::MISPLACES_ARCHITECTURE => LegacyArchitecture::Version,
            _ => LegacyArchitecture::Regions,
        },
        regions: true,
        moved: if mistake == Mistake::OMITS_MOVED_FIELDS { &[] } else { &["image"] },
        replaced: &[],
        capabilities: &[],
    }
}

impl<const MISTAKE: u8> Plugin for Harbour<MISTAKE> {
    const EXTENSION: Extension = Extension {
        config: ConfigIdentity::cloud_profile("harbour.example/v1"),
        package: Package { name: "rootstock-provider-harbour", version: "1.0.0" },
        legacy_format: Some(legacy(MISTAKE)),
        worker_config: Some(WorkerConfigType::of::<WorkerConfig>()),
        worker_capabilities: &[Entry {
            name: CONFIDENTIAL,
            values: &["off", "on"],
            on_flavor: FlavorOmission::Neutral,
            property: Property::ProviderConfig,
        }],
        sample: Sample::regional("id")
            .or_everywhere("image")
            .with_settings(match MISTAKE {
                Mistake::REFUSES_ITS_SAMPLE => r#"{"quays": [{"name": "north"}]}"#,
                Mistake::SAMPLE_IS_NOT_JSON => "endpoint: https://harbour.example",
                _ => r#"{"endpoint": "https://harbour.example", "quays": [{"name": "north"}, {"name": "south"}]}"#,
            })
            .with_worker_config(r#"{"confidential": true, "berths": [{"length": 2}]}"#),
        ..extension!("harbour")
    };

    type Config = Config<WithMistake<MISTAKE>>;
    type Version = Berth<WithMistake<MISTAKE>>;

    fn images(config: &Config<WithMistake<MISTAKE>>) -> &[ProviderImage<Berth<WithMistake<MISTAKE>>>] {
        let images = config.machine_images.as_deref().unwrap_or_default();
        if MISTAKE == Mistake::LOSES_AN_IMAGE { images.split_last().map_or(images, |(_, rest)| rest) } else { images }
    }

    fn check(config: &Config<WithMistake<MISTAKE>>, path: &Path<'_>, checker: &mut Checker<'_>) {
        if config.endpoint.is_empty() {
            let name = if MISTAKE == Mistake::MISSPELLS_A_PATH { "endPoint" } else { "endpoint" };
            checker.report(Violation::required(&ENDPOINT, &path.field(name), "must be the address of the harbour"));
        }
        if MISTAKE == Mistake::PANICS {
            let _ = &config.quays[0].name;
        }
        checker.check_images(Self::images(config), &path.field("machineImages"), Self::check_version);
    }

    fn check_version(checker: &mut Checker<'_>, version: &Berth<WithMistake<MISTAKE>>, path: &Path<'_>) {
        version.check(path, checker);
    }

    fn worker_demand(config: &RawObject, path: &Path<'_>) -> WorkerDemand {
        let (read, violations) = match MISTAKE {
            Mistake::STRICT_WORKER_CONFIG => config.decode::<WorkerConfig>(path),
            _ => config.decode_known::<WorkerConfig>(path),
        };
        let mut demand = WorkerDemand { violations, ..WorkerDemand::default() };
        if read.confidential {
            demand.capabilities.insert(CONFIDENTIAL, vec!["on".to_owned()]);
        }
        demand
    }
}
