//! The systems for which programs are released, in the terms of each registry.

use crate::failure::Failure;

/// A system.
#[derive(Debug)]
pub(crate) struct Platform {
    /// The target of the compiler.
    pub(crate) target: &'static str,
    /// The tags of wheels. A static program runs with every C library.
    pub(super) wheel: &'static str,
    /// The architecture of Debian.
    pub(super) debian: &'static str,
    /// `os` and `cpu` of npm, as Node names them.
    pub(super) node: (&'static str, &'static str),
    /// `os` and `arch` of krew, as Go names them.
    pub(super) go: (&'static str, &'static str),
}

const PLATFORMS: [Platform; 2] = [
    Platform {
        target: "x86_64-unknown-linux-musl",
        wheel: "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
        debian: "amd64",
        node: ("linux", "x64"),
        go: ("linux", "amd64"),
    },
    Platform {
        target: "aarch64-unknown-linux-musl",
        wheel: "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
        debian: "arm64",
        node: ("linux", "arm64"),
        go: ("linux", "arm64"),
    },
];

impl Platform {
    /// Returns the platform of a target of the compiler.
    pub(crate) fn of(target: &str) -> Result<&'static Self, Failure> {
        let unknown = || {
            let targets: Vec<&str> = PLATFORMS.iter().map(|platform| platform.target).collect();
            Failure::Message(format!("`{target}` is not released; the targets are {}", targets.join(", ")))
        };
        PLATFORMS.iter().find(|platform| platform.target == target).ok_or_else(unknown)
    }

    /// Returns the platform of this machine.
    pub(crate) fn of_this_machine() -> Result<&'static Self, Failure> {
        Self::of(&format!("{}-unknown-linux-musl", std::env::consts::ARCH))
    }

    /// Returns whether packages for all platforms are made with this one.
    pub(super) fn is_first(&self) -> bool {
        PLATFORMS.first().is_some_and(|first| first.target == self.target)
    }
}
