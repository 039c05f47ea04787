//! The access to the crates: the only file of these tests that calls their functions.

use rootstock_admission::{
    ImageOptions, MachineTypeRejection, Operation, ShootOperation, WorkerQuestion, check_cloud_profile_for_provider,
    check_shoot, default_cloud_profile, image_options, machine_type_options, mutate_shoot,
};
use rootstock_advice::{AdviceOptions, AdviceSubject, CoreSubject, advise};
use rootstock_capability_engine::{SelectionError, SupportMatrix};
use rootstock_core_model::{
    CanonicalProfile, CloudProfile, Decode, MachineType, Path, RawObject, Settings, Severity, Shoot, Violation, Worker,
    WorkerImage,
};
use rootstock_judge::{CompiledProfile, Obstacle, ObstacleKind, Pool, PoolContext, ProviderSection};
use rootstock_maintenance::{Planner, ShootPlan, ShootRow, VersionOutcome, WorkerRow};
use rootstock_provider_api::{ImageRequest, NotFoundReason};
use rootstock_versioning::{Classification, Version};

use serde_json::Value;

use crate::world::Objects;

/// An image version.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Image {
    pub(crate) name: String,
    pub(crate) version: String,
}

/// The reason why a worker cannot have an image version, without details.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Classification,
    Architecture,
    Capabilities,
    ContainerRuntime,
    Kubelet,
    InPlace,
    Unmapped,
}

/// An image version that a worker may have.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Offered {
    pub(crate) image: Image,
    /// Whether a worker without an image may get it.
    pub(crate) can_be_default: bool,
    pub(crate) reference: Option<String>,
    pub(crate) is_ambiguous: bool,
}

/// An image version that a worker may not have.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Refused {
    pub(crate) image: Image,
    pub(crate) kinds: Vec<Kind>,
    /// The capabilities without a common value, if that is the reason.
    pub(crate) mismatches: Option<serde_json::Value>,
}

/// The image versions that a worker may and may not have.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Offers {
    pub(crate) offered: Vec<Offered>,
    pub(crate) refused: Vec<Refused>,
}

/// The answer whether a worker may have an image on a machine type.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MachineTypeAnswer {
    pub(crate) name: String,
    pub(crate) is_offered: bool,
    /// Whether the machine type is rejected regardless of the image.
    pub(crate) is_rejected_itself: bool,
}

/// The result of maintenance.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plan {
    /// The Shoot with all updates; `None` if there are none.
    pub(crate) updated: Option<Shoot>,
    /// The names of the reasons for which Gardener would reject them.
    pub(crate) rejections: Vec<String>,
    /// The pools whose machines could not be created, although the update is admitted.
    pub(crate) warnings: Vec<String>,
    /// Everything except the rejections.
    decisions: ShootPlan,
}

/// The verdict of maintenance on one version of a worker's image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CandidateVersion {
    pub(crate) image: Image,
    /// Whether it is in use.
    pub(crate) is_current: bool,
    /// The reason why it is not a candidate.
    pub(crate) dropped: Option<Kind>,
}

/// A profile compiled for questions.
#[derive(Debug)]
pub(crate) struct Judge<'o> {
    objects: &'o Objects,
    settings: Settings,
    profile: CompiledProfile,
    matrix: SupportMatrix,
}

impl<'o> Judge<'o> {
    pub(crate) fn new(objects: &'o Objects) -> Self {
        Self::under(objects, objects.settings)
    }

    /// Like [`Judge::new`], but under other settings than the world's.
    pub(crate) fn under(objects: &'o Objects, settings: Settings) -> Self {
        let section = ProviderSection { plugin: objects.plugin, config: objects.config.clone() };
        let profile = CompiledProfile::with_provider(
            CanonicalProfile::named("profile", objects.spec.clone()),
            settings.gates,
            Some(section),
        )
        .unwrap();
        let matrix = profile.catalog().catalog().matrix(&settings.quirks).unwrap();
        Self { objects, settings, profile, matrix }
    }

    /// The profile with the settings.
    const fn judge(&self) -> rootstock_judge::Judge<'_> {
        rootstock_judge::Judge::new(&self.profile, self.settings)
    }

    pub(crate) const fn objects(&self) -> &'o Objects {
        self.objects
    }

    pub(crate) const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Plans the maintenance of the Shoot.
    pub(crate) fn plan(&self) -> Plan {
        let shoot = &self.objects.shoot;
        let whole = Planner::new(&self.profile, self.settings.quirks).shoot(&ShootRow::from(shoot), self.settings.now);
        let updated = whole.has_updates().then(|| {
            let mut shoot = shoot.clone();
            if let Some(update) = whole.control_plane.as_ref().and_then(|plan| plan.decision.update()) {
                shoot.spec.kubernetes.version = update.to.to_string();
            }
            for (worker, plan) in shoot.spec.provider.workers.iter_mut().zip(&whole.workers) {
                if let (Some(update), Some(image)) = (plan.image.decision.update(), &mut worker.machine.image) {
                    image.version = Some(update.to.to_string());
                }
                if let (Some(update), Some(kubernetes)) =
                    (plan.kubernetes.as_ref().and_then(|plan| plan.decision.update()), &mut worker.kubernetes)
                {
                    kubernetes.version = Some(update.to.to_string());
                }
            }
            shoot
        });
        let rejections = whole.rejections.iter().map(|rejection| rejection.code().to_owned()).collect();
        let warnings = whole.warnings.iter().map(|warning| warning.worker.clone()).collect();
        Plan { updated, rejections, warnings, decisions: ShootPlan { rejections: Vec::new(), ..whole } }
    }

    /// Returns the findings of admission for the creation of a Shoot, or for the update of an old one.
    pub(crate) fn check(&self, shoot: &Shoot, old: Option<&Shoot>) -> Vec<Violation> {
        let operation = old.map_or(ShootOperation::Create, |old| ShootOperation::Update { old });
        check_shoot(shoot, operation, self.judge()).violations
    }

    /// Returns the errors among the findings of admission.
    pub(crate) fn errors(&self, shoot: &Shoot, old: Option<&Shoot>) -> Vec<Violation> {
        let mut found = self.check(shoot, old);
        found.retain(|violation| violation.severity == Severity::Error);
        found
    }

    /// Returns the Shoot as the API server stores it on creation; `None` if it is rejected.
    pub(crate) fn created(&self, shoot: &Shoot) -> Option<Shoot> {
        let outcome = check_shoot(shoot, ShootOperation::Create, self.judge());
        let is_refused = outcome.errors().next().is_some();
        (!is_refused).then_some(outcome.shoot)
    }

    /// Returns the choices of a new worker.
    pub(crate) fn offers(&self, worker: &Worker) -> Offers {
        let ImageOptions { options, rejected, .. } = image_options(self.judge(), self.question(worker));
        let offered = options.into_iter().map(|option| {
            let is_version = option.version.version.parse::<Version>().is_ok();
            Offered {
                image: Image { name: option.version.image, version: option.version.version },
                can_be_default: is_version && option.classification != Classification::Preview,
                reference: option.node.reference.map(|reference| reference.value),
                is_ambiguous: !option.node.ambiguous.is_empty(),
            }
        });
        let refused = rejected.into_iter().map(|rejected| Refused {
            image: Image { name: rejected.version.image, version: rejected.version.version },
            mismatches: rejected.obstacles.iter().find_map(mismatches),
            kinds: rejected.obstacles.iter().map(kind).collect(),
        });
        Offers { offered: offered.collect(), refused: refused.collect() }
    }

    /// Returns every machine type, and whether a new worker may have an image on it.
    pub(crate) fn machine_types(&self, worker: &Worker, image: &Image) -> Vec<MachineTypeAnswer> {
        let answer = machine_type_options(self.judge(), self.question(worker), &image.name, &image.version);
        let offered = answer.options.into_iter();
        let offered =
            offered.map(|option| MachineTypeAnswer { name: option.name, is_offered: true, is_rejected_itself: false });
        let refused = answer.rejected.into_iter().map(|rejected| {
            let itself = |obstacle: &MachineTypeRejection| matches!(obstacle, MachineTypeRejection::MachineType(_));
            let is_rejected_itself = rejected.obstacles.iter().any(itself);
            MachineTypeAnswer { name: rejected.name, is_offered: false, is_rejected_itself }
        });
        offered.chain(refused).collect()
    }

    /// Returns the image that a new worker without one gets.
    pub(crate) fn default_image(&self, worker: &Worker) -> Option<Image> {
        let mut worker = worker.clone();
        worker.machine.image = None;
        let mutated = mutate_shoot(&self.shoot_with(worker), ShootOperation::Create, self.judge());
        let image = mutated.shoot.spec.provider.workers.into_iter().next()?.machine.image?;
        Some(Image { name: image.name, version: image.version? })
    }

    /// Returns the reference in the provider section for a worker's machines; `None` if unknown.
    pub(crate) fn select_image(&self, worker: &Worker, image: &Image) -> Option<Result<String, NotFoundReason>> {
        let config = self.objects.config.as_deref()?;
        let worker = self.settled(worker);
        let machine_type = self.machine_type(&worker.machine.machine_type)?;
        let spec = &self.objects.shoot.spec;
        let region = Some(spec.region.as_str()).filter(|region| self.has_region(region));
        let around = PoolContext {
            region: &spec.region,
            kubernetes_version: &spec.kubernetes.version,
            ..PoolContext::default()
        };
        let wish = self.judge().wish(&Pool::new(self.judge(), (&worker).into(), around));
        let request = wish.request(&image.name, &image.version, region, machine_type);
        Some(match config.select_image(&self.objects.spec, &request, &self.settings) {
            Ok(choice) => Ok(choice.reference.value),
            Err(error) => Err(error.reason),
        })
    }

    /// Returns the verdicts of maintenance on the versions of a worker's image; `None` if it fails earlier.
    pub(crate) fn candidate_versions(&self, worker: &Worker) -> Option<Vec<CandidateVersion>> {
        let mut planner = Planner::new(&self.profile, self.settings.quirks);
        let kubernetes = &self.objects.shoot.spec.kubernetes.version;
        let explained = planner.explain_image(&WorkerRow::from(worker), kubernetes, true, self.settings.now).ok()?;
        let name = explained.image;
        let sieved = explained.versions.into_iter().map(|version| CandidateVersion {
            image: Image { name: name.clone(), version: version.version },
            is_current: version.in_use,
            dropped: match version.fate {
                VersionOutcome::Dropped { obstacle } => Some(kind(&obstacle)),
                _ => None,
            },
        });
        Some(sieved.collect())
    }

    /// Compares the answers of the support matrix and of the engine, and the mismatches of each flavor; the arguments
    /// are the indices of the machine type, the image and the version.
    pub(crate) fn compare(&self, machine_type: usize, image: usize, version: usize) -> Compared {
        let (catalog, quirks) = (self.profile.catalog().catalog(), &self.settings.quirks);
        let fits = self.matrix.cell(machine_type, image, version).unwrap().count() > 0;
        let machine_type = &catalog.machine_types()[machine_type];
        let version = &catalog.images()[image].versions[version];
        let selects =
            !matches!(catalog.select(machine_type, version, None, quirks), Err(SelectionError::NoneCompatible));
        let reasons = catalog.reasons(machine_type, version, None);
        Compared { fits, selects, has_flavors: version.has_flavors, mismatches: serde_json::to_value(reasons).unwrap() }
    }

    /// Like [`compare`](Self::compare), but for a worker with all its demands; `None` if there is no answer.
    pub(crate) fn compare_worker(&self, worker: &Worker, image: &Image) -> Option<Compared> {
        let (catalog, quirks) = (self.profile.catalog(), &self.settings.quirks);
        let worker = self.settled(worker);
        let pool = Pool::new(self.judge(), (&worker).into(), PoolContext::default());
        let (_, machine_type) = pool.machine_type.filter(|_| pool.problems().is_empty())?;
        let version = self.profile.offer(&image.name, &image.version)?.compiled;
        let selection = catalog.select(machine_type, version, &pool.demand, quirks);
        Some(Compared {
            fits: catalog.fits(machine_type, version, &pool.demand, quirks),
            selects: !matches!(selection, Err(SelectionError::NoneCompatible)),
            has_flavors: version.has_flavors,
            mismatches: serde_json::to_value(catalog.misfit(machine_type, version, &pool.demand)).unwrap(),
        })
    }

    /// Returns all advice about a profile as written.
    pub(crate) fn advice(&self, written: &Value) -> Vec<Violation> {
        let raw = RawObject::from_serialize(written).unwrap();
        let (mut profile, _) = raw.decode::<CloudProfile>(&Path::object());
        default_cloud_profile(&mut profile);
        let built_in = self.objects.plugin.extension().worker_capabilities;
        let found = check_cloud_profile_for_provider(built_in, &profile, Operation::State, &self.settings).violations;
        let config = self.objects.config.as_deref();
        let core = CoreSubject { built_in, ..CoreSubject::new(&profile, &self.settings) };
        let subject = AdviceSubject { config, found: &found, ..AdviceSubject::from(core) };
        advise(&subject, &AdviceOptions::default())
    }

    /// Returns, for each machine type and image version, whether it fits, and the reference chosen in every region and
    /// without one, with the settings that the extension turns on for such machines.
    pub(crate) fn selections(&self) -> Vec<Selection> {
        let (spec, config) = (&self.objects.spec, self.objects.config.as_deref());
        let regions: Vec<Option<&str>> =
            spec.regions.iter().flatten().map(|region| Some(region.name.as_str())).chain([None]).collect();
        let mut selections = Vec::new();
        for (place, machine_type) in spec.types().iter().enumerate() {
            for (image, own) in spec.images().iter().enumerate() {
                for (version, one) in own.offered().iter().enumerate() {
                    let compared = self.compare(place, image, version);
                    let chosen = regions.iter().map(|region| {
                        let request = ImageRequest::new(&own.name, &one.version, *region, machine_type);
                        let choice = config?.select_image(spec, &request, &self.settings).ok()?;
                        let settings = self.judge().machine_settings(&request, &choice.reference);
                        let settings: String = settings.iter().map(|one| format!(", {}", one.name)).collect();
                        Some(format!("{}{settings}", choice.reference.value))
                    });
                    selections.push(Selection {
                        machine_type: machine_type.name.clone(),
                        image: Image { name: own.name.clone(), version: one.version.clone() },
                        fits: compared.fits,
                        references: chosen.collect(),
                    });
                }
            }
        }
        selections
    }

    /// Returns the worker with the architecture that the mutator would set.
    pub(crate) fn settled(&self, worker: &Worker) -> Worker {
        let mutated = mutate_shoot(&self.shoot_with(worker.clone()), ShootOperation::Create, self.judge());
        let mut settled = worker.clone();
        settled.machine.architecture =
            mutated.shoot.spec.provider.workers.into_iter().next().and_then(|worker| worker.machine.architecture);
        settled
    }

    /// Returns the world's Shoot with only this worker.
    pub(crate) fn shoot_with(&self, worker: Worker) -> Shoot {
        let mut shoot = self.objects.shoot.clone();
        shoot.spec.provider.workers = vec![worker];
        shoot
    }

    pub(crate) fn machine_type(&self, name: &str) -> Option<&'o MachineType> {
        self.objects.spec.types().iter().find(|machine_type| machine_type.name == name)
    }

    /// Returns every image version.
    pub(crate) fn images(&self) -> Vec<Image> {
        let images = self.objects.spec.images().iter();
        let of = |(name, version): (&str, &str)| Image { name: name.to_owned(), version: version.to_owned() };
        images.flat_map(|image| image.offered().iter().map(move |one| of((&image.name, &one.version)))).collect()
    }

    pub(crate) fn has_region(&self, name: &str) -> bool {
        self.objects.spec.regions.iter().flatten().any(|region| region.name == name)
    }

    /// Returns the workers of the Shoot, and a plain one for each machine type.
    pub(crate) fn workers(&self) -> Vec<Worker> {
        let mut workers = self.objects.shoot.spec.provider.workers.clone();
        workers.extend(self.objects.spec.types().iter().map(|machine_type| {
            let mut worker = Worker { name: "plain".to_owned(), minimum: 1, maximum: 1, ..Worker::default() };
            worker.machine.machine_type.clone_from(&machine_type.name);
            worker
        }));
        // Without a zone for its machine type, a worker is offered nothing, whatever images fit.
        let region = self.objects.shoot.spec.region.as_str();
        let judge = self.judge();
        workers.retain(|worker| judge.region_obstacle(region, &worker.machine.machine_type).is_none());
        workers
    }

    const fn question<'w>(&'w self, worker: &'w Worker) -> WorkerQuestion<'w> {
        let spec = &self.objects.shoot.spec;
        WorkerQuestion {
            worker,
            region: spec.region.as_str(),
            kubernetes_version: spec.kubernetes.version.as_str(),
            capabilities: None,
        }
    }
}

/// The references that a machine type gets for an image version.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Selection {
    machine_type: String,
    image: Image,
    fits: bool,
    /// The reference in each region of the profile, and without one.
    references: Vec<Option<String>>,
}

/// The answers of the engine for a machine type and an image version.
#[derive(Debug)]
pub(crate) struct Compared {
    pub(crate) fits: bool,
    pub(crate) selects: bool,
    pub(crate) has_flavors: bool,
    pub(crate) mismatches: serde_json::Value,
}

impl Image {
    pub(crate) fn of(worker: &Worker) -> Option<Self> {
        let image = worker.machine.image.as_ref()?;
        Some(Self { name: image.name.clone(), version: image.version.clone()? })
    }

    /// Returns the worker with this image.
    pub(crate) fn on(&self, worker: &Worker) -> Worker {
        let mut worker = worker.clone();
        worker.machine.image =
            Some(WorkerImage { name: self.name.clone(), version: Some(self.version.clone()), provider_config: None });
        worker
    }
}

fn kind(obstacle: &Obstacle) -> Kind {
    match obstacle.kind() {
        ObstacleKind::Classification => Kind::Classification,
        ObstacleKind::Architecture => Kind::Architecture,
        ObstacleKind::Capabilities | ObstacleKind::WorkerCapabilities => Kind::Capabilities,
        ObstacleKind::ContainerRuntime => Kind::ContainerRuntime,
        ObstacleKind::Kubelet => Kind::Kubelet,
        ObstacleKind::InPlace => Kind::InPlace,
        ObstacleKind::Unmapped => Kind::Unmapped,
    }
}

fn mismatches(obstacle: &Obstacle) -> Option<serde_json::Value> {
    match obstacle {
        Obstacle::Capabilities { misfit } | Obstacle::WorkerCapabilities { misfit } => {
            serde_json::to_value(&misfit.mismatches).ok()
        }
        _ => None,
    }
}
