//! The question for an image for a worker.

use std::fmt;

use rootstock_core_model::Capabilities;

use rootstock_provider_api::ImageRequest;

/// The question for an image for a worker.
#[derive(Debug, Clone)]
pub(super) struct Question {
    pub(super) image: String,
    pub(super) version: String,
    pub(super) region: String,
    pub(super) machine_type: String,
    pub(super) machine: Capabilities,
    pub(super) architecture: Option<String>,
    pub(super) worker: Option<Capabilities>,
}

impl Question {
    pub(super) fn request(&self) -> ImageRequest<'_> {
        ImageRequest {
            image: &self.image,
            version: &self.version,
            region: Some(&self.region),
            machine_type: Some(&self.machine_type),
            machine_capabilities: &self.machine,
            architecture: self.architecture.as_deref(),
            worker_capabilities: self.worker.as_ref(),
        }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "image `{}` version `{}` in `{}` on a machine with ", self.image, self.version, self.region)?;
        let shown = |map: &Capabilities| map.to_string();
        write!(f, "{}", shown(&self.machine))?;
        self.architecture.iter().try_for_each(|one| write!(f, ", architecture `{one}`"))?;
        self.worker.iter().try_for_each(|worker| write!(f, ", for a worker that asks for {}", shown(worker)))
    }
}
