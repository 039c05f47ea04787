//! The hostile inputs, with the commands to run on them and their bounds.

use std::io::{self, Write};
use std::time::Duration;

use super::{Bound, inputs};

/// Writes an input.
type Writer = fn(&mut dyn Write) -> io::Result<()>;

/// Inputs, and runs of the command on them.
pub(super) struct Case {
    pub(super) name: &'static str,
    /// The files: name and writer.
    pub(super) inputs: &'static [(&'static str, Writer)],
    /// Arguments; `@0` is the path of the first file, `<0` passes it on standard input.
    pub(super) runs: &'static [&'static [&'static str]],
    /// The bound of every run; `None` is the default bound.
    pub(super) bound: Option<Bound>,
}

const fn bound(seconds: u64, mebibytes: u64) -> Bound {
    Bound { cpu: Duration::from_secs(seconds), peak: mebibytes << 20, answer: mebibytes << 20 }
}

/// The runs for each file of `fixtures/hostile`.
pub(super) const ON_EVERY_FILE: &[&[&str]] = &[
    &["check", "--no-config", "@0"],
    &["check", "--no-config", "--format", "json", "@0"],
    &["check", "--no-config", "--diff", "@0"],
    &["matrix", "--why", "@0"],
    &["versions", "@0"],
    &["canonicalize", "@0"],
    &["migrate", "@0"],
    &["diff", "@0", "@0"],
    &["plan", "-p", "@0", "@0"],
];

const PROFILE_RUNS: &[&[&str]] = &[
    &["check", "--no-config", "@0"],
    &["check", "--no-config", "--format", "json", "@0"],
    &["check", "--no-config", "--diff", "@0"],
    &["check", "--no-config", "--against", "@1", "@0"],
    &["diff", "@0", "@1"],
    &["diff", "--details", "--format", "json", "@0", "@1"],
    &["migrate", "@0"],
    &["migrate", "--rollback", "@0"],
    &["canonicalize", "@0"],
    &["canonicalize", "--diff", "@0"],
    &["matrix", "@0"],
    &["matrix", "--why", "@0"],
    &["matrix", "--format", "json", "@0"],
    &["select", "@0", "-t", "t0", "-i", "im"],
    &["select", "@0", "-t", "t0", "-i", "im", "--format", "json"],
    &["images", "@0", "-t", "t0"],
    &["machine-types", "@0", "-i", "im", "-V", "1.0.0"],
    &["versions", "@0"],
    &["resolve", "@0"],
];

const CHECKS: &[&[&str]] = &[
    &["check", "--no-config", "@0"],
    &["check", "--no-config", "--format", "json", "@0"],
    &["check", "--no-config", "--diff", "@0"],
];

const VERSIONS: &[&[&str]] = &[
    &["check", "--no-config", "@0"],
    &["check", "--no-config", "--semantics", "gardener", "--diff", "@0"],
    &["versions", "@0"],
    &["versions", "--semantics", "gardener", "--format", "json", "@0"],
    &["report", "@0"],
];

/// The bound for the largest of the three sizes of flavors and values, used for all of them.
const FLAVORS: Option<Bound> = Some(bound(2, 150));

pub(super) const CASES: &[Case] = &[
    Case {
        name: "100 000 versions of one minor",
        inputs: &[("one-minor.yaml", |to| {
            let head = format!("{}  type: local\n  kubernetes:\n    versions:\n", inputs::HEAD);
            inputs::numbered(to, &head, "    - {version: 1.30.", ", classification: supported}\n", 100_000)
        })],
        runs: VERSIONS,
        bound: None,
    },
    Case {
        name: "100 000 versions, each of its own minor",
        inputs: &[("own-minors.yaml", |to| {
            let head = format!(
                "{}  type: local\n  machineImages:\n  - name: im\n    updateStrategy: patch\n    versions:\n",
                inputs::HEAD
            );
            inputs::numbered(to, &head, "    - {version: 1.", ".0, classification: expired}\n", 100_000)
        })],
        runs: VERSIONS,
        bound: None,
    },
    Case {
        name: "1 000 flavors × 1 000 values",
        inputs: &[
            ("flavors-1000.yaml", |to| inputs::flavors(to, 1_000, 1_000, 1, false)),
            ("flavors-1000-reversed.yaml", |to| inputs::flavors(to, 1_000, 1_000, 1, true)),
        ],
        runs: PROFILE_RUNS,
        bound: FLAVORS,
    },
    Case {
        name: "4 000 flavors × 4 000 values",
        inputs: &[
            ("flavors-4000.yaml", |to| inputs::flavors(to, 4_000, 4_000, 1, false)),
            ("flavors-4000-reversed.yaml", |to| inputs::flavors(to, 4_000, 4_000, 1, true)),
        ],
        runs: PROFILE_RUNS,
        bound: FLAVORS,
    },
    Case {
        name: "1 000 flavors × 10 000 values, a type of all",
        inputs: &[
            ("values-10000.yaml", |to| inputs::flavors(to, 1_000, 10_000, 0, false)),
            ("values-10000-reversed.yaml", |to| inputs::flavors(to, 1_000, 10_000, 0, true)),
        ],
        runs: PROFILE_RUNS,
        bound: None,
    },
    Case {
        name: "10 000 flavors × 10 000 values × 200 types",
        inputs: &[
            ("flavors-10000.yaml", |to| inputs::flavors(to, 10_000, 10_000, 200, false)),
            ("flavors-10000-reversed.yaml", |to| inputs::flavors(to, 10_000, 10_000, 200, true)),
        ],
        runs: &[&["check", "--no-config", "@0"], &["canonicalize", "@0"], &["matrix", "@0"], &["versions", "@0"]],
        bound: None,
    },
    Case {
        name: "4 000 flavors that limit a capability each",
        inputs: &[("capabilities-4000.yaml", |to| inputs::capabilities_of_flavors(to, 4_000))],
        runs: CHECKS,
        bound: None,
    },
    Case {
        name: "4 000 flavors that leave 4 000 values out",
        inputs: &[("left-out.yaml", |to| inputs::omitted_values(to, 4_000, 4_000))],
        runs: &[
            &["check", "--no-config", "@0"],
            &["select", "@0", "-t", "t0", "-i", "im"],
            &["select", "@0", "-t", "t0", "-i", "im", "--format", "json"],
            &["images", "@0", "-t", "t0", "--format", "json"],
            &["matrix", "--why", "@0"],
        ],
        bound: FLAVORS,
    },
    Case {
        name: "2 000 versions × 2 000 values",
        inputs: &[("versions-values.yaml", |to| inputs::versions_and_values(to, 2_000, 2_000))],
        runs: &[
            &["check", "--no-config", "@0"],
            &["select", "@0", "-t", "t0", "-i", "im"],
            &["select", "@0", "-t", "t0", "-i", "im", "--format", "json"],
            &["images", "@0", "-t", "t0", "--format", "json"],
        ],
        bound: FLAVORS,
    },
    Case {
        name: "1 000 types × 1 000 image versions",
        inputs: &[
            ("pairs.yaml", |to| inputs::pairs(to, 1_000, 1_000, "amd64")),
            ("pairs-other.yaml", |to| inputs::pairs(to, 1_000, 1_000, "arm64")),
        ],
        runs: PROFILE_RUNS,
        bound: None,
    },
    Case {
        name: "5 000 versions, 1 000 Shoots",
        inputs: &[("future.yaml", inputs::versions), ("future-shoots.json", |to| inputs::shoots(to, 1_000))],
        runs: &[
            &["plan", "-p", "@0", "@1"],
            &["plan", "-p", "@0", "@1", "--until", "2100-01-01T00:00:00Z"],
            &["plan", "-p", "@0", "@1", "--until", "9999-01-01T00:00:00Z"],
            &["plan", "-p", "@0", "@1", "--until", "2100-01-01T00:00:00Z", "--format", "json"],
            &["usage", "-p", "@0", "@1"],
            &["check", "--no-config", "-p", "@0", "@1"],
            &["diff", "@0", "@0", "@1"],
            &["versions", "@0"],
        ],
        bound: None,
    },
    Case {
        name: "20 000 Shoots",
        inputs: &[
            ("fleet-profile.yaml", |to| inputs::pairs(to, 4, 4, "amd64")),
            ("fleet.json", |to| inputs::shoots(to, 20_000)),
        ],
        runs: &[
            &["plan", "-p", "@0", "@1"],
            &["usage", "-p", "@0", "@1"],
            &["diff", "@0", "@0", "@1"],
            &["check", "--no-config", "-p", "@0", "@1"],
        ],
        bound: None,
    },
    Case {
        name: "aliases of lists of aliases, refused",
        inputs: &[
            ("aliases.yaml", |to| inputs::aliases(to, 900, 400)),
            ("aliases-1.yaml", |to| inputs::aliases(to, 900, 401)),
        ],
        runs: PROFILE_RUNS,
        bound: None,
    },
    Case {
        name: "as many aliases as are read",
        inputs: &[
            ("aliases-few.yaml", |to| inputs::aliases(to, 60, 60)),
            ("aliases-few-1.yaml", |to| inputs::aliases(to, 60, 61)),
        ],
        runs: PROFILE_RUNS,
        bound: None,
    },
    Case {
        name: "100 000 brackets",
        inputs: &[("brackets.yaml", |to| inputs::repeated(to, "", "[", 100_000))],
        runs: CHECKS,
        bound: None,
    },
    Case {
        name: "100 000 braces",
        inputs: &[("braces.json", |to| inputs::repeated(to, "", "{\"a\":", 100_000))],
        runs: CHECKS,
        bound: None,
    },
    Case {
        name: "100 000 lists in lists, as blocks",
        inputs: &[("dashes.yaml", |to| inputs::repeated(to, "a:\n", "- ", 100_000))],
        runs: CHECKS,
        bound: None,
    },
    Case {
        name: "20 000 documents without a kind",
        inputs: &[("documents.yaml", |to| inputs::repeated(to, "", "a: b\n---\n", 20_000))],
        runs: CHECKS,
        bound: None,
    },
    Case {
        name: "5 000 profiles",
        inputs: &[("profiles.yaml", |to| inputs::repeated(to, "", inputs::SMALL_PROFILE, 5_000))],
        runs: CHECKS,
        // More than the default: `--diff` holds every object with its findings before and after.
        bound: Some(bound(3, 130)),
    },
    Case {
        name: "5 000 profiles with 19 findings each",
        inputs: &[("broken-profiles.yaml", |to| inputs::repeated(to, "", inputs::BROKEN_PROFILE, 5_000))],
        runs: CHECKS,
        bound: None,
    },
    Case {
        name: "50 000 fields that do not exist",
        inputs: &[("fields.yaml", |to| inputs::numbered(to, inputs::HEAD, "  f", ": 1\n", 50_000))],
        runs: CHECKS,
        bound: None,
    },
    Case {
        name: "50 000 times the same key",
        inputs: &[("keys.yaml", |to| inputs::repeated(to, inputs::HEAD, "  k: 1\n", 50_000))],
        runs: CHECKS,
        bound: None,
    },
    Case {
        name: "20 000 mistakes on one line",
        inputs: &[("line.yaml", |to| {
            inputs::numbered(
                to,
                "kind: CloudProfile\napiVersion: core.gardener.cloud/v1beta1\nspec: {",
                "f",
                ": 1, ",
                20_000,
            )?;
            inputs::repeated(to, "", "}\n", 1)
        })],
        runs: CHECKS,
        bound: None,
    },
    Case {
        name: "20 000 regions twice",
        inputs: &[("regions.yaml", |to| {
            inputs::repeated(to, inputs::HEAD, "  regions:\n", 1)?;
            inputs::numbered(to, "", "  - name: r", "\n", 20_000)?;
            inputs::numbered(to, "", "  - name: r", "\n", 20_000)
        })],
        runs: CHECKS,
        bound: None,
    },
    Case {
        name: "a version of 100 KB",
        inputs: &[("long-version.yaml", |to| inputs::long_version(to, 100_000))],
        runs: &[&["versions", "@0"], &["check", "--no-config", "@0"], &["matrix", "@0"]],
        bound: None,
    },
    Case {
        name: "a name of 3 MB",
        inputs: &[("long-name.yaml", |to| {
            inputs::repeated(to, inputs::HEAD, "  type: ", 1)?;
            inputs::repeated(to, "", "x", 3_000_000)
        })],
        runs: CHECKS,
        bound: None,
    },
    Case {
        name: "20 MB of empty lines",
        inputs: &[
            ("blank.yaml", |to| inputs::repeated(to, "", "\n", 20_000_000)),
            ("blank-profile.yaml", |to| inputs::pairs(to, 4, 4, "amd64")),
        ],
        runs: &[&["plan", "-p", "@1", "-", "<0"], &["usage", "-p", "@1", "-", "<0"], &["check", "--no-config", "@0"]],
        bound: None,
    },
];
