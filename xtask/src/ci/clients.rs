//! Clients of the HTTP API, generated from its OpenAPI document.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::tools;
use crate::failure::Failure;
use crate::process::{output_of, succeed};
use crate::{node, programs, repository};

const FILES: &str = "xtask/src/ci/clients";
/// The Python generator, which the step installs.
const GENERATOR: &str = "openapi-python-client==0.29.1";
/// The time in which the server must be ready.
const LIMIT: Duration = Duration::from_secs(30);

/// Lints the document, generates a client for Python and types for TypeScript, and asks the server one question with each.
pub(super) fn test() -> Result<(), Failure> {
    let folder = repository::target().join("openapi-clients");
    node::install(FILES, &["package.json", "package-lock.json", "redocly.yaml", "python.yaml", "call.ts"], &folder)?;
    let server = Server::start(&programs::build()?.join("rootstock-server"))?;
    output_of(
        Command::new("curl")
            .args(["-sf", "-o", "openapi.json", &format!("{}/openapi.json", server.url)])
            .current_dir(&folder),
    )?;
    let node = |program: &str| {
        let mut command = Command::new(folder.join("node_modules/.bin").join(program));
        command.current_dir(&folder);
        command
    };
    succeed(node("redocly").args(["lint", "--config=redocly.yaml", "openapi.json"]))?;
    output_of(node("openapi-typescript").args(["openapi.json", "-o", "api.d.ts"]))?;
    let options = ["--strict", "--target", "es2022", "--module", "nodenext", "--outDir", "built", "call.ts"];
    succeed(node("tsc").args(options))?;
    succeed(Command::new("node").args(["built/call.js", &server.url]).current_dir(&folder))?;
    call_from_python(&folder, &server.url)
}

fn call_from_python(folder: &Path, url: &str) -> Result<(), Failure> {
    let programs = tools::from_pypi(GENERATOR)?;
    let mut generate = Command::new(programs.join("openapi-python-client"));
    generate.args(["generate", "--path=openapi.json", "--overwrite", "--meta=none", "--config=python.yaml"]);
    // It succeeds even if it drops operations, and reports them.
    let said = output_of(generate.args(["--output-path=rootstock_client", "--fail-on-warning"]).current_dir(folder))?;
    println!("{}", said.trim());
    let call = repository::root().join(FILES).join("call.py");
    succeed(Command::new(programs.join("python")).arg(call).arg(url).env("PYTHONPATH", folder).current_dir(folder))
}

/// A server that answers questions about a profile of the fixtures.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(program: &PathBuf) -> Result<Self, Failure> {
        let mut command = Command::new(program);
        command.arg("--profiles=fixtures/profiles/local-clean.yaml").current_dir(repository::root());
        let free = || Ok::<_, Failure>(TcpListener::bind("127.0.0.1:0")?.local_addr()?);
        let (api, webhook, operations) = (free()?, free()?, free()?);
        command.arg(format!("--api-address={api}")).arg(format!("--webhook-address={webhook}"));
        command.arg(format!("--operations-address={operations}"));
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let server = Self { child, url: format!("http://{api}") };
        let ready = format!("http://{operations}/readyz");
        let start = Instant::now();
        while output_of(Command::new("curl").args(["-sf", &ready])).is_err() {
            if start.elapsed() > LIMIT {
                return Err(Failure::Message("the server is not ready in time".to_owned()));
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
