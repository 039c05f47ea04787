//! The GitHub action, the GitLab template, and the hooks of pre-commit, with a release in a folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde::Deserialize as _;
use serde_yaml::Value;

use super::tools;
use crate::dist::{self, Platform};
use crate::failure::Failure;
use crate::names::{COMMAND, VERSION};
use crate::process::{output_of, succeed};
use crate::repository;

const PRE_COMMIT: &str = "pre-commit==4.7.0";
const CHECK_JSONSCHEMA: &str = "check-jsonschema==0.39.0";

/// A profile with errors, and one without.
const PROFILES: [(&str, &str); 2] =
    [("broken", "fixtures/readme/orchard.yaml"), ("clean", "fixtures/profiles/local-clean.yaml")];

/// Runs each with a profile that has errors, which it must refuse, and with one that has none.
pub(super) fn test() -> Result<(), Failure> {
    let place = tempfile::tempdir()?;
    let releases = release(place.path())?;
    validate(place.path())?;
    for (name, profile) in PROFILES {
        let project = place.path().join(name);
        fs::create_dir_all(&project).map_err(Failure::at(&project))?;
        let text = repository::read(profile)?;
        fs::write(project.join("profile.yaml"), text).map_err(Failure::at(&project))?;
        let is_clean = name == "clean";
        github(&project, &releases, is_clean)?;
        gitlab(&project, &releases, is_clean)?;
        pre_commit(&project, &releases, is_clean)?;
    }
    refuses_another_checksum(place.path(), &releases)
}

/// Lays out a release as its host does. Returns its URL.
fn release(place: &Path) -> Result<String, Failure> {
    let folder = place.join("releases").join(format!("v{VERSION}"));
    fs::create_dir_all(&folder).map_err(Failure::at(&folder))?;
    let archive = format!("{COMMAND}-{VERSION}-{}.tar.gz", Platform::of_this_machine()?.target);
    for name in [format!("{archive}.sha256"), archive] {
        let file = dist::artifacts()?.join(&name);
        fs::copy(&file, folder.join(name)).map_err(Failure::at(&file))?;
    }
    Ok(format!("file://{}", place.join("releases").display()))
}

/// Validates the files with the schemas of their readers.
fn validate(place: &Path) -> Result<(), Failure> {
    let root = repository::root();
    let check = tools::from_pypi(CHECK_JSONSCHEMA)?.join("check-jsonschema");
    let job = place.join("gitlab-ci.yml");
    fs::write(&job, serde_yaml::to_string(&gitlab_job(&repository::read(GITLAB)?)?)?).map_err(Failure::at(&job))?;
    let files = [("vendor.github-actions", root.join("action.yml")), ("vendor.gitlab-ci", job)];
    for (schema, file) in files {
        succeed(Command::new(&check).args(["--builtin-schema", schema]).arg(file))?;
    }
    let pre_commit = tools::from_pypi(PRE_COMMIT)?.join("pre-commit");
    succeed(Command::new(pre_commit).args(["validate-manifest", ".pre-commit-hooks.yaml"]).current_dir(root))
}

/// Runs the shell lines of the action as its runner does.
fn github(project: &Path, releases: &str, is_clean: bool) -> Result<(), Failure> {
    let action: Value = serde_yaml::from_str(&repository::read("action.yml")?)?;
    let temporary = project.join("runner");
    fs::create_dir_all(&temporary).map_err(Failure::at(&temporary))?;
    let steps = action.get("runs").and_then(|runs| runs.get("steps")?.as_sequence());
    let steps = steps.ok_or_else(|| Failure::Message("action.yml has no steps".to_owned()))?;
    let mut said = String::new();
    let mut status = true;
    for step in steps {
        let mut shell = Command::new("bash");
        shell.args(["--noprofile", "--norc", "-eo", "pipefail", "-c"]);
        shell.arg(step.get("run").and_then(Value::as_str).unwrap_or_default()).current_dir(project);
        let inputs = action.get("inputs").and_then(Value::as_mapping).into_iter().flatten();
        for (name, input) in inputs {
            let value = match name.as_str().unwrap_or_default() {
                "paths" => "profile.yaml\n",
                "releases" => releases,
                _ => input.get("default").and_then(Value::as_str).unwrap_or_default(),
            };
            shell.env(name.as_str().unwrap_or_default().to_uppercase(), value);
        }
        for file in ["GITHUB_PATH", "GITHUB_STEP_SUMMARY"] {
            shell.env(file, temporary.join(file));
        }
        shell.env("GITHUB_ACTION_PATH", repository::root()).env("RUNNER_TEMP", &temporary);
        let output = shell.output()?;
        status &= output.status.success();
        said.push_str(&all_of(&output));
    }
    expect("the action", status, is_clean, &said)?;
    let summary = temporary.join("GITHUB_STEP_SUMMARY");
    for file in [project.join("rootstock.sarif"), summary, temporary.join("GITHUB_PATH")] {
        if fs::metadata(&file).map_err(Failure::at(&file))?.len() == 0 {
            return Err(Failure::Message(format!("the action leaves {} empty", file.display())));
        }
    }
    Ok(())
}

const GITLAB: &str = "integrations/gitlab.yml";

/// Returns the job of the template, with the defaults of its inputs.
fn gitlab_job(template: &str) -> Result<Value, Failure> {
    let documents: Result<Vec<Value>, _> =
        serde_yaml::Deserializer::from_str(template).map(Value::deserialize).collect();
    let documents = documents?;
    let [header, _] = documents.as_slice() else {
        return Err(Failure::Message(format!("{GITLAB} must have a header and a job")));
    };
    let (_, job) = template.split_once("\n---\n").unwrap_or_default();
    let mut job = job.to_owned();
    let inputs = header.get("spec").and_then(|spec| spec.get("inputs")?.as_mapping()).into_iter().flatten();
    for (name, input) in inputs {
        let default = input.get("default").and_then(Value::as_str).unwrap_or_default();
        job = job.replace(&format!("$[[ inputs.{} ]]", name.as_str().unwrap_or_default()), &format!("{default:?}"));
    }
    if job.contains("$[[") {
        return Err(Failure::Message(format!("{GITLAB} uses an input that it does not have")));
    }
    Ok(serde_yaml::from_str(&job)?)
}

/// Runs the script of the template as GitLab's runner does.
fn gitlab(project: &Path, releases: &str, is_clean: bool) -> Result<(), Failure> {
    let template = gitlab_job(&repository::read(GITLAB)?)?;
    let job = template.get(COMMAND).ok_or_else(|| Failure::Message(format!("{GITLAB} has no job {COMMAND}")))?;
    let lines = job.get("script").and_then(Value::as_sequence).into_iter().flatten();
    let script: Vec<&str> = lines.filter_map(Value::as_str).collect();
    let mut shell = Command::new("sh");
    shell.args(["-ec", &script.join("\n")]).current_dir(project);
    for (name, value) in job.get("variables").and_then(Value::as_mapping).into_iter().flatten() {
        shell.env(name.as_str().unwrap_or_default(), value.as_str().unwrap_or_default());
    }
    let output = shell.env("PATHS", "profile.yaml").env("RELEASES", releases).output()?;
    expect("the job of GitLab", output.status.success(), is_clean, &all_of(&output))?;
    for report in ["gl-code-quality-report.json", "rootstock.xml"] {
        let path = project.join(report);
        fs::metadata(&path).map_err(Failure::at(&path))?;
    }
    Ok(())
}

/// Runs the hook from a repository with the files that it needs.
fn pre_commit(project: &Path, releases: &str, is_clean: bool) -> Result<(), Failure> {
    let hooks = project.join("hooks");
    for file in [".pre-commit-hooks.yaml", "integrations/install.sh", "integrations/pre-commit.sh"] {
        let to = hooks.join(file);
        let parent = to.parent().unwrap_or(&hooks);
        fs::create_dir_all(parent).map_err(Failure::at(parent))?;
        fs::copy(repository::root().join(file), &to).map_err(Failure::at(&to))?;
    }
    let revision = commit(&hooks)?;
    let configuration =
        format!("repos:\n- repo: {}\n  rev: {revision}\n  hooks: [{{id: rootstock-check}}]\n", hooks.display());
    let user = project.join("user");
    fs::create_dir_all(&user).map_err(Failure::at(&user))?;
    fs::copy(project.join("profile.yaml"), user.join("profile.yaml")).map_err(Failure::at(&user))?;
    fs::write(user.join(".pre-commit-config.yaml"), configuration).map_err(Failure::at(&user))?;
    commit(&user)?;
    let mut run = Command::new(tools::from_pypi(PRE_COMMIT)?.join("pre-commit"));
    run.args(["run", "--all-files"]).current_dir(&user).env("RELEASES", releases);
    run.env("XDG_CACHE_HOME", project.join("cache")).env("PRE_COMMIT_HOME", project.join("pre-commit"));
    let output = run.output()?;
    expect("the hook", output.status.success(), is_clean, &all_of(&output))
}

/// Commits everything in a folder to a new repository, and returns the commit.
fn commit(folder: &PathBuf) -> Result<String, Failure> {
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "core.hooksPath=/dev/null"]);
        output_of(git.args(arguments).current_dir(folder))
    };
    git(&["init", "--quiet"])?;
    git(&["add", "--all"])?;
    git(&["commit", "--quiet", "--message", "All"])?;
    Ok(git(&["rev-parse", "HEAD"])?.trim().to_owned())
}

/// Checks that nothing is installed whose checksum is another one.
fn refuses_another_checksum(place: &Path, releases: &str) -> Result<(), Failure> {
    let mut install = Command::new("sh");
    install.arg(repository::root().join("integrations/install.sh"));
    install.env("RELEASES", releases).env("FOLDER", place.join("other")).env("SHA256", "0".repeat(64));
    let output = install.output()?;
    if output.status.success() || !all_of(&output).contains("the checksum of") || place.join("other").exists() {
        return Err(Failure::Message(format!(
            "install.sh installs an archive with another checksum: {}",
            all_of(&output)
        )));
    }
    Ok(())
}

fn expect(what: &str, has_passed: bool, is_clean: bool, said: &str) -> Result<(), Failure> {
    let tells = is_clean || said.contains("provider-flavor-unmapped");
    if has_passed == is_clean && tells {
        println!("{what}: {}", if is_clean { "passes" } else { "reports the errors, and fails" });
        return Ok(());
    }
    Err(Failure::Message(format!("{what}, with {} profile:\n{said}", if is_clean { "a clean" } else { "an invalid" })))
}

fn all_of(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned()).concat()
}
