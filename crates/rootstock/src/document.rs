//! The one CloudProfile of an input whose text is to be changed.

use rootstock_core_model::ReadLimits;
use rootstock_core_model::read::{self, Body, File, Object};

use crate::cli::CloudProfileArguments;
use crate::status::Failure;
use crate::{Streams, input};

/// An input and the place of a CloudProfile in it.
pub(crate) struct ProfileDocument {
    pub(crate) file: File,
    pub(crate) document: usize,
}

impl ProfileDocument {
    /// The name of the object.
    pub(crate) fn object(&self) -> Option<&Object> {
        self.file.documents.get(self.document).and_then(|document| document.object())
    }

    /// The whole text of the input.
    pub(crate) fn text(&self) -> &str {
        self.file.source.text()
    }
}

/// Reads an input and finds the profile that is asked for.
pub(crate) fn load(arguments: &CloudProfileArguments, streams: &mut Streams) -> Result<ProfileDocument, Failure> {
    let (name, bytes) = input::require(&arguments.path, streams)?;
    let file = read::read(&name, &bytes, &ReadLimits::DEFAULT);
    if let Some(unreadable) = file.documents.iter().find(|document| matches!(document.body, Body::Unreadable)) {
        let why = unreadable.violations.first().map(|violation| violation.detail.clone()).unwrap_or_default();
        return Err(Failure::Unreadable(format!("cannot read {name}: {why}; see `rootstock check {name}`")));
    }
    let profiles: Vec<(usize, &Object)> = file
        .documents
        .iter()
        .enumerate()
        .filter_map(|(index, document)| Some((index, document.object().filter(|object| object.is_cloud_profile())?)))
        .collect();
    let names: Vec<String> = profiles.iter().map(|(_, object)| format!("`{}`", object.name)).collect();
    let asked = arguments.name.as_deref();
    let fitting: Vec<usize> = profiles
        .iter()
        .filter(|(_, object)| asked.is_none_or(|asked| object.name == asked))
        .map(|(index, _)| *index)
        .collect();
    match (fitting.as_slice(), asked) {
        ([only], _) => Ok(ProfileDocument { document: *only, file }),
        ([], None) => Err(Failure::Unreadable(format!("there is no CloudProfile in {name}"))),
        ([], Some(asked)) => {
            Err(Failure::Usage(format!("there is no CloudProfile `{asked}` in {name}; it holds {}", names.join(", "))))
        }
        (_, Some(asked)) => Err(Failure::Usage(format!("there are several CloudProfiles `{asked}` in {name}"))),
        (_, None) => Err(Failure::Usage(format!(
            "there are {} CloudProfiles in {name}; choose one with --name: {}",
            names.len(),
            names.join(", ")
        ))),
    }
}
