//! The types of workers' configurations; the law `worker-fields` tests what they find.

use rstest::rstest;

/// The other extensions read no `WorkerConfig`.
#[rstest]
fn type_of_worker_config_is_declared(
    #[values("aws", "azure", "equinixmetal", "gcp", "hcloud", "ironcore-metal", "openstack", "stackit")] name: &str,
) {
    let registry = rootstock_providers::registry().unwrap();
    assert!(registry.get(name).unwrap().extension().worker_config.is_some());
}
