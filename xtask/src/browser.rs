//! `cargo xtask browser`: tests the pages in a real browser, including pages with hostile documents.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rootstock_sample_profiles::{LargeProfile, Scale};

use crate::failure::Failure;
use crate::process::succeed;
use crate::{node, npm, programs, repository};

/// The path of the browser on Debian.
const CHROMIUM: &str = "/usr/bin/chromium";

/// Runs the tests. They also write the screenshots of docs/pages.md if `screenshots` is set.
pub(crate) fn run(screenshots: bool) -> Result<(), Failure> {
    let folder = repository::target().join("browser");
    fs::create_dir_all(&folder).map_err(Failure::at(&folder))?;
    require_browser()?;
    node::install(
        "xtask/browser",
        &["package.json", "package-lock.json", "pages.test.mjs", "served.test.mjs", "playground.test.mjs"],
        &folder,
    )?;
    npm::build()?;
    npm::compress()?;
    let programs = programs::build()?;
    write_pages(&programs.join("rootstock"), &folder)?;
    let mut node = Command::new("node");
    // One file after the other, because one of them measures.
    node.args(["--test", "--test-reporter=spec", "--test-concurrency=1"]);
    node.args(["pages.test.mjs", "served.test.mjs", "playground.test.mjs"]).current_dir(&folder);
    node.env("ROOTSTOCK_PAGES", &folder).env("ROOTSTOCK_ROOT", repository::root());
    node.env("ROOTSTOCK_SERVER", programs.join("rootstock-server")).env("ROOTSTOCK_NPM", npm::folder());
    if screenshots {
        let docs = repository::root().join("docs/pages");
        fs::create_dir_all(&docs).map_err(Failure::at(&docs))?;
        node.env("ROOTSTOCK_SCREENSHOTS", docs);
    }
    succeed(&mut node)
}

/// Runs the step of `cargo xtask ci`.
pub(crate) fn test() -> Result<(), Failure> {
    run(false)
}

/// Fails if the browser is missing, because nothing would be tested.
pub(crate) fn require_browser() -> Result<(), Failure> {
    let chromium = std::env::var_os("CHROMIUM").map_or_else(|| PathBuf::from(CHROMIUM), PathBuf::from);
    if chromium.exists() {
        return Ok(());
    }
    let chromium = chromium.display();
    Err(Failure::Message(format!("{chromium} is not there: apt-get install chromium, or set CHROMIUM to where it is")))
}

/// Writes the pages to test.
fn write_pages(program: &Path, folder: &Path) -> Result<(), Failure> {
    let at = ["--at", "2026-06-01", "--no-config"];
    let before = folder.join("orchard-before.yaml");
    let orchard = repository::read("fixtures/profiles/orchard.yaml")?
        .replace("version: 1.34.1", "version: 1.34.0")
        .replace("classification: preview", "classification: supported");
    fs::write(&before, orchard).map_err(Failure::at(&before))?;
    let before = format!("--against={}", before.display());
    let fixtures: [(&str, &[&str]); 4] = [
        ("fleet", &["fixtures/profiles/orchard.yaml", "--shoots", "fixtures/shoots/fleet.yaml"]),
        ("several", &["fixtures/profiles/openstack-capabilities.yaml", "fixtures/profiles/tie.yaml"]),
        ("broken", &["fixtures/profiles/local-broken.yaml"]),
        ("changed", &["fixtures/profiles/orchard.yaml", &before, "--shoots", "fixtures/shoots/fleet.yaml"]),
    ];
    for (name, arguments) in fixtures {
        write_page(program, folder, name, &[arguments, &at].concat())?;
    }
    let old = folder.join("hostile-old.json");
    fs::write(&old, hostile("0.9.0")).map_err(Failure::at(&old))?;
    let against = format!("--against={}", old.display());
    let made: [(&str, String, &[&str]); 2] =
        [("large", LargeProfile::new(Scale::times(1)).to_json()?, &[]), ("hostile", hostile("1.0.0"), &[&against])];
    for (name, text, more) in made {
        let file = folder.join(format!("{name}.json"));
        fs::write(&file, text).map_err(Failure::at(&file))?;
        write_page(program, folder, name, &[&[&*file.to_string_lossy()], more, &at[..]].concat())?;
    }
    let page = folder.join("hostile.html");
    let page = fs::read_to_string(&page).map_err(Failure::at(&page))?;
    let injected = folder.join("injected.html");
    let with_script = page.replacen("<main", &format!("<p id=\"injected\" onclick=\"\">{INJECTED}</p><main"), 1);
    fs::write(&injected, with_script).map_err(Failure::at(&injected))
}

/// An example of injected markup.
const INJECTED: &str = "<script>window.executed = 1</script><img src=\"data:,\" onerror=\"window.executed = 1\">";

fn write_page(program: &Path, folder: &Path, name: &str, arguments: &[&str]) -> Result<(), Failure> {
    let page = folder.join(format!("{name}.html"));
    let mut report = Command::new(program);
    report.arg("report").args(arguments).arg("--output").arg(&page).current_dir(repository::root());
    succeed(&mut report)
}

/// Returns profiles and Shoots with malicious names; `version` is the newest version of each image.
fn hostile(version: &str) -> String {
    let names = [
        "<script>window.executed=1</script>",
        "<img src=x onerror=window.executed=1>",
        "\"'` onmouseover=window.executed=1 autofocus onfocus=window.executed=1 x=\"",
        "javascript:window.executed=1",
        "]]></style></title></script><svg onload=window.executed=1>",
        "a\u{202e}b\u{2066}c\u{200f}d",
        &"x".repeat(10_000),
    ];
    let profiles = names.iter().enumerate().map(|(place, name)| {
        serde_json::json!({
            "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile",
            "metadata": {"name": if place == 0 { "hostile" } else { name }},
            "spec": {
                "type": name,
                "regions": names.map(|name| serde_json::json!({"name": name})),
                "kubernetes": {"versions": [{"version": name}, {"version": "1.33.1", "expirationDate": "2026-07-01T00:00:00Z"}]},
                "machineCapabilities": [{"name": "architecture", "values": ["amd64"]}, {"name": name, "values": [name, "b"]}],
                "machineTypes": names.map(|name| serde_json::json!({"name": name, "cpu": "1", "memory": "1Gi"})),
                "machineImages": names.map(|name| serde_json::json!({"name": name, "updateStrategy": name, "versions": [
                    {"version": name, "classification": name, "capabilityFlavors": [{"architecture": ["amd64"]}]},
                    {"version": version, "capabilityFlavors": [{"architecture": ["amd64"]}, {"architecture": ["amd64"], name: [name]}]},
                ]})),
            },
        })
    });
    let shoots = names.iter().map(|name| {
        serde_json::json!({
            "apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot",
            "metadata": {"name": name, "namespace": name},
            "spec": {
                "cloudProfile": {"kind": "CloudProfile", "name": "hostile"}, "kubernetes": {"version": "1.32.0"},
                "maintenance": {"autoUpdate": {"kubernetesVersion": true, "machineImageVersion": true}},
                "provider": {"type": name, "workers": [
                    {"name": name, "machine": {"type": name, "image": {"name": name, "version": name}}},
                ]},
            },
        })
    });
    let items: Vec<serde_json::Value> = profiles.chain(shoots).collect();
    serde_json::json!({"apiVersion": "v1", "kind": "List", "items": items}).to_string()
}
