//! `mcp`: what ends the server.

use std::fs::File;
use std::process::Stdio;

use crate::command;

#[cfg(unix)]
#[test]
fn directory_as_standard_input_has_one_message() {
    let directory = File::open(crate::fixtures()).unwrap();
    let output = command().arg("mcp").stdin(Stdio::from(directory)).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "rootstock: cannot read <stdin>: it is a directory\n");
    assert_eq!(output.stdout, b"");
}
