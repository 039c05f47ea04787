//! The law that all faces name the same flavor and provider image for a worker (GEP-54), and that the exchange of a flavor's image is
//! reported; over generated profiles.

mod editor;
mod faces;
mod world;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use rootstock_wasm::Module;
use rstest::rstest;
use serde_json::{Map, Value, json};

use crate::client::{get, start_with_files};
use editor::Editor;
use faces::{AT, Faces};
use world::{Worker, World, trusted_launch, workers};

#[rstest]
#[case("documented")]
#[case("gardener")]
#[tokio::test]
async fn flavor_of_a_worker_is_the_same_in_all_faces(#[case] semantics: &str) {
    let is_thorough = std::env::var_os("ROOTSTOCK_LAWS").is_some_and(|tried| tried == "all");
    let worlds: Vec<World> = (0..if is_thorough { 60 } else { 5 }).map(World::new).collect();
    let folder = tempfile::tempdir().unwrap();
    let profiles = folder.path().join("profiles");
    fs::create_dir(&profiles).unwrap();
    for world in &worlds {
        fs::write(profiles.join(format!("{}.json", world.name)), world.text(|index| format!("id-{index}"))).unwrap();
    }
    let config = folder.path().join("worker.json");
    fs::write(&config, trusted_launch().to_string()).unwrap();
    let workers = workers(config.to_str().unwrap());
    let server = start_with_files(&[profiles.to_str().unwrap()], &[], &[]).await;
    let (mut selectable, mut special) = (0, 0);
    for world in &worlds {
        let text = world.text(|index| format!("id-{index}"));
        let file = profiles.join(format!("{}.json", world.name)).to_str().unwrap().to_owned();
        let module = RefCell::new(Module::new().unwrap());
        let faces = Faces { world, semantics, file, text, module, server: &server };
        // The first worker of each flavor, by one face.
        let mut first: BTreeMap<usize, (String, &Worker)> = BTreeMap::new();
        for worker in &workers {
            for machine_type in world.machine_types() {
                if let Some((flavor, image)) = faces.selected(&machine_type, worker) {
                    assert_eq!(image, format!("id-{flavor}"));
                    first.entry(flavor).or_insert((machine_type, worker));
                }
            }
        }
        for (flavor, (machine_type, worker)) in &first {
            faces.check_worker(&(*flavor, format!("id-{flavor}")), machine_type, worker).await;
        }
        let path =
            format!("/profiles/{}?at={AT}&semantics={semantics}&featureGates=WorkerCapabilities%3Dtrue", world.name);
        let page = get(server.api, &path).await.text().to_owned();
        let mut editor = Editor::open(&faces.text, semantics);
        for flavor in 0..world.flavors.len() {
            let worker = first.get(&flavor).map(|(_, worker)| *worker);
            let is_special = worker.is_some_and(|worker| !worker.fields.is_empty());
            let image = format!("id-{flavor}");
            let hover = editor.hover(&image);
            let is_booted = hover.contains(&format!("flavor {flavor} ")) && hover.contains(&format!("`{image}`"));
            assert_eq!(is_booted, worker.is_some(), "hover: {hover}\n{}", faces.text);
            assert_eq!(hover.contains("for workers that ask for"), is_special, "hover: {hover}\n{}", faces.text);
            let is_listed = page.contains(&format!("flavor {flavor}: booted by"))
                && page.contains(&format!("<code>{image}</code>"));
            let is_of_cell = page.contains(&format!("flavor {flavor} is selected"));
            assert_eq!((is_listed, is_of_cell), (is_special, worker.is_some() && !is_special), "page: {}", faces.text);
            let mut expected = BTreeSet::new();
            if worker.is_some() {
                expected.extend([image, "exchanged".to_owned()]);
            }
            for (face, images) in faces.reported_exchange(flavor, folder.path()).await {
                assert_eq!(images, expected, "flavor {flavor} in {face}: {}", faces.text);
            }
            selectable += usize::from(worker.is_some());
            special += usize::from(is_special);
        }
    }
    assert!(special > 0 && selectable > special, "{selectable} flavors, {special} special ones");
}

/// A misspelt requirement is an error in every face, never a worker without it.
#[rstest]
#[case("trustedlaunch", "did you mean `trustedLaunch`?")]
#[case("secureLaunch", "there is no field `secureLaunch`")]
#[tokio::test]
async fn misspelt_requirement_is_an_error_in_all_faces(#[case] field: &str, #[case] message: &str) {
    let folder = tempfile::tempdir().unwrap();
    let (world, file) = (World::new(0), folder.path().join("w0.json"));
    let text = world.text(|index| format!("id-{index}"));
    fs::write(&file, &text).unwrap();
    let file = file.to_str().unwrap().to_owned();
    let server = start_with_files(&[&file], &[], &[]).await;
    let module = RefCell::new(Module::new().unwrap());
    let faces = Faces { world: &world, semantics: "documented", file, text, module, server: &server };
    let mut config = trusted_launch();
    let setting = config["trustedLaunch"].take();
    config.as_object_mut().unwrap().remove("trustedLaunch");
    config[field] = setting;
    let path = folder.path().join("worker.json");
    fs::write(&path, config.to_string()).unwrap();
    let of_worker = ["--worker-config", path.to_str().unwrap()];
    let names = ["machineType", "image", "version"];
    for (function, needed, arguments) in [
        ("select", &names[..], &["-t", "m0", "-i", "plain", "-V", "1.0.0"][..]),
        ("matrix", &[], &[]),
        ("images", &names[..1], &["-t", "m0"]),
        ("machine-types", &names[1..], &["-i", "plain", "-V", "1.0.0"]),
    ] {
        let values = json!({"machineType": "m0", "image": "plain", "version": "1.0.0"});
        let mut question: Map<String, Value> =
            needed.iter().map(|name| ((*name).to_owned(), values[*name].clone())).collect();
        question.insert("providerConfig".to_owned(), config.clone());
        let module = faces.module(function, &question, &faces.profile());
        assert!(module.starts_with("{\"error\"") && module.contains(message), "{function}: {module}");
        let server = get(server.api, &faces.path(function, &question)).await;
        assert!(server.status >= 400 && server.text().contains(message), "{function}: {server:?}");
        let (out, messages) = faces.run(&[&[function, &faces.file], arguments, &of_worker].concat());
        assert!(out.is_empty() && messages.contains(message), "{function}: {out}{messages}");
    }
}
