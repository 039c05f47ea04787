//! Questions about images.

use std::sync::Arc;

use rootstock_core_model::{CloudProfileSpec, Semantics};
use serde::Serialize;

use super::oracle::Answer;
use super::question::Question;
use super::subject::{Subject, settings, spec_of};
use rootstock_provider_api::{ImageChoice, ImageNotFound, ImageReference, NotFoundReason, ProviderConfig};

/// A profile that can be asked for images.
#[derive(Debug)]
pub(super) struct TestProfile {
    pub(super) spec: CloudProfileSpec,
    pub(super) config: Arc<dyn ProviderConfig>,
}

impl TestProfile {
    /// Creates a market from a document's `spec`; `None` if the provider section cannot be used.
    pub(super) fn open(subject: &Subject, spec: &impl Serialize) -> Option<Self> {
        let spec = spec_of(spec);
        let config = subject.decode(&spec)?;
        Some(Self { spec, config })
    }

    /// Returns a question for each machine type, version and region.
    pub(super) fn questions(&self) -> Vec<Question> {
        let mut questions = Vec::new();
        let images = self.spec.images().iter();
        for (image, version) in images.flat_map(|image| image.offered().iter().map(move |version| (image, version))) {
            for region in self.spec.regions.iter().flatten() {
                questions.extend(self.spec.types().iter().map(|machine| Question {
                    image: image.name.clone(),
                    version: version.version.clone(),
                    region: region.name.clone(),
                    machine_type: machine.name.clone(),
                    machine: machine.capabilities.clone(),
                    architecture: machine.architecture.clone(),
                    worker: None,
                }));
            }
        }
        questions
    }

    /// Returns the architectures that the core section of a profile without capabilities lists for a version.
    pub(super) fn architectures(&self, image: &str, version: &str) -> Vec<String> {
        let images = self.spec.images().iter().filter(|one| one.name == image);
        let mut versions = images.flat_map(|one| one.offered()).filter(|one| one.version == version);
        versions.next().map(|one| one.legacy_architectures().to_vec()).unwrap_or_default()
    }

    /// Returns the full answer.
    pub(super) fn choose(&self, question: &Question, semantics: Semantics) -> Result<ImageChoice, ImageNotFound> {
        self.config.select_image(&self.spec, &question.request(), &settings(semantics))
    }

    /// Checks whether there is an answer, without building it.
    pub(super) fn find(&self, question: &Question, semantics: Semantics) -> Result<(), NotFoundReason> {
        let settings = settings(semantics);
        let vocabulary = self.config.image_vocabulary(&self.spec, &settings);
        self.config.find_image(&self.spec, &vocabulary, &question.request(), &settings)
    }

    /// Returns the answers for the region of a question, asked together with other regions, and after each of them.
    pub(super) fn choose_among_regions(
        &self,
        question: &Question,
        semantics: Semantics,
    ) -> Vec<Result<ImageReference, NotFoundReason>> {
        let settings = settings(semantics);
        let vocabulary = self.config.image_vocabulary(&self.spec, &settings);
        let request = question.request();
        let own: Vec<Option<&str>> = self.spec.regions.iter().flatten().map(|region| Some(&*region.name)).collect();
        let others = own.into_iter().chain([None]);
        let regions: Vec<_> = others.flat_map(|other| [other, request.region]).collect();
        let answers = self.config.image_reference_in(&self.spec, &vocabulary, &request, &regions, &settings);
        answers.into_iter().skip(1).step_by(2).collect()
    }

    /// Returns the regions of the same class as this one.
    pub(super) fn regions_like(&self, region: &str) -> Vec<String> {
        let regions: Vec<&str> = self.spec.regions.iter().flatten().map(|region| &*region.name).collect();
        let classes = self.config.region_classes(&regions);
        let own = regions.iter().zip(&classes).find(|(name, _)| **name == region).map(|(_, class)| class);
        let alike = regions.iter().zip(&classes).filter(|(_, class)| Some(*class) == own);
        alike.map(|(name, _)| (*name).to_owned()).collect()
    }

    /// Returns the short form of the answer.
    pub(super) fn answer(&self, question: &Question, semantics: Semantics) -> Answer {
        Answer::given(&self.choose(question, semantics))
    }

    /// Returns the answers to all questions in documented semantics.
    pub(super) fn answers(&self) -> Vec<(Question, Answer)> {
        let questions = self.questions().into_iter();
        questions.map(|question| (question.clone(), self.answer(&question, Semantics::Documented))).collect()
    }
}
