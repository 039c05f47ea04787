//! The profiles of a folder, or of the landscape that `rootstock.toml` describes.

use std::path::{Path, PathBuf};

use rootstock_analysis::{Object, ProfileKey, Role};

use crate::cli::{CloudProfileArguments, LANDSCAPE};
use crate::documents;
use crate::failure::{Failure, InputError, UsageError};
use crate::run::Run;

/// The profiles that one argument names.
pub(crate) struct NamedProfiles {
    /// The files and the names of the profiles in them, in the order of the files.
    pub(crate) found: Vec<(PathBuf, ProfileKey)>,
    /// The files and folders in which parents are looked up.
    pub(crate) siblings: Vec<PathBuf>,
    /// The description of the place, for messages.
    shown: String,
}

/// Returns the profiles behind a path that is a folder or the landscape, or those called `asked`; `None` for a single file.
pub(crate) fn expand(path: &Path, asked: Option<&str>, run: &mut Run<'_>) -> Result<Option<NamedProfiles>, Failure> {
    let (siblings, shown) = if path == Path::new(LANDSCAPE) {
        let profiles = run.configuration.landscape().profiles.clone();
        if profiles.is_empty() {
            return Err(UsageError::NoProfile.into());
        }
        (profiles, "the landscape".to_owned())
    } else if path.is_dir() {
        (vec![path.to_owned()], path.display().to_string())
    } else {
        return Ok(None);
    };
    find(siblings, shown, asked, run).map(Some)
}

/// Like [`expand`], but also returns the profiles of a single file; `None` for standard input and a garden.
pub(crate) fn expand_file(
    path: &Path,
    asked: Option<&str>,
    run: &mut Run<'_>,
) -> Result<Option<NamedProfiles>, Failure> {
    match expand(path, asked, run)? {
        None if path.is_file() => find(vec![path.to_owned()], path.display().to_string(), asked, run).map(Some),
        named => Ok(named),
    }
}

/// Returns the profiles in files and folders.
fn find(
    siblings: Vec<PathBuf>,
    shown: String,
    asked: Option<&str>,
    run: &mut Run<'_>,
) -> Result<NamedProfiles, Failure> {
    let mut analysis = run.analysis();
    let paths = documents::add(&mut analysis, Role::Checked, &siblings, run.streams);
    if let Some(file) = analysis.input_names(Role::Checked).into_iter().find(|name| !paths.contains_key(name)) {
        return Err(InputError::NoReadableProfile { file }.into());
    }
    let mut found = Vec::new();
    for (name, path) in &paths {
        if let Some(reason) = analysis.unreadable(Role::Checked, name).next() {
            run.streams.say_lines(&format!("{name} is left out: {}", reason.detail));
        }
        let keys = analysis.objects(Role::Checked, name).filter_map(Object::profile_key);
        found.extend(keys.map(|key| (path.clone(), key)));
    }
    if let Some(asked) = asked {
        let known: Vec<ProfileKey> = found.iter().map(|(_, key)| key.clone()).collect();
        found.retain(|(_, key)| key.name == asked || key.to_string() == asked);
        if found.is_empty() && !known.is_empty() {
            return Err(UsageError::UnknownProfile { name: asked.to_owned(), file: shown, known }.into());
        }
    }
    if found.is_empty() {
        return Err(InputError::NoReadableProfile { file: shown }.into());
    }
    Ok(NamedProfiles { found, siblings, shown })
}

impl NamedProfiles {
    /// Returns the only profile.
    pub(crate) fn only(self, asked: Option<&str>) -> Result<(PathBuf, ProfileKey), Failure> {
        let found = self.found.into_iter().map(|(path, key)| (key.clone(), (path, key)));
        only(found.collect(), asked, &self.shown)
    }
}

/// Returns the file and the name of the profile that the arguments name, which may be in a folder or in the landscape.
pub(crate) fn resolve(arguments: &CloudProfileArguments, run: &mut Run<'_>) -> Result<CloudProfileArguments, Failure> {
    let asked = arguments.name.as_deref();
    match expand(&arguments.path, asked, run)? {
        None => Ok(arguments.clone()),
        Some(named) => {
            let (path, key) = named.only(asked)?;
            Ok(CloudProfileArguments { path, name: Some(key.to_string()) })
        }
    }
}

/// Returns the profile with the requested name, or the only one.
pub(crate) fn only<T>(profiles: Vec<(ProfileKey, T)>, asked: Option<&str>, file: &str) -> Result<T, Failure> {
    let known: Vec<ProfileKey> = profiles.iter().map(|(key, _)| key.clone()).collect();
    let is_asked = |key: &ProfileKey| asked.is_none_or(|asked| key.name == asked || key.to_string() == asked);
    let mut fitting = profiles.into_iter().filter(|(key, _)| is_asked(key)).map(|(_, profile)| profile);
    let file = file.to_owned();
    match (fitting.next(), fitting.next(), asked.map(str::to_owned)) {
        (Some(only), None, _) => Ok(only),
        (None, _, Some(name)) if !known.is_empty() => Err(UsageError::UnknownProfile { name, file, known }.into()),
        (None, ..) => Err(InputError::NoReadableProfile { file }.into()),
        (Some(_), Some(_), Some(name)) => Err(UsageError::AmbiguousName { name, file }.into()),
        (Some(_), Some(_), None) => Err(UsageError::DuplicateProfile { file, known }.into()),
    }
}
