//! The `providerConfig` of a worker.

use rootstock_document::Decodable;
use rootstock_provider_api::NodeTemplate;

/// The `WorkerConfig` of the STACKIT extension.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct WorkerConfig {
    api_version: String,
    kind: String,
    node_template: Option<NodeTemplate>,
    machine_labels: Vec<MachineLabel>,
}

/// A label of machines.
#[derive(Debug, Default, Decodable)]
#[serde(rename_all = "camelCase", default)]
struct MachineLabel {
    name: String,
    value: String,
    trigger_rolling_on_update: bool,
}
