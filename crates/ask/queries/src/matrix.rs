//! `matrix`: the image versions that fit each machine type.
//!
//! Machine types with equal declarations are evaluated once, and so are versions: a profile of a thousand machine types
//! has a handful of each. Rows and columns with equal cells are then merged; faces that show no flavors merge more
//! ([`MatrixAnswer::without_flavors`]).

mod grouping;
mod workers_with_flavor;

pub use workers_with_flavor::{SpecialFlavor, WorkersWithFlavor};

use std::collections::{BTreeSet, HashMap, HashSet};

use rootstock_analysis::Role;
use rootstock_capability_engine::{Catalog, CatalogImage, CatalogMachineType, CatalogVersion, SelectionError};
use rootstock_core_model::{Capabilities, CloudProfileSpec, Worker};
use rootstock_judge::{Judge, MachineTypeObstacle, Obstacle, Pool, PoolContext, PoolProperties};
use serde::{Deserialize, Serialize};

use crate::face::ask_about_profile;
use crate::unknown::{check_region_in, find_named};
use crate::worker::{demand, require_gate};
use crate::{
    AppliedSettings, Example, Face, NameKind, ProfileInput, Query, QueryError, QuerySubject, UnknownName, WasmModule,
    WorkerDescription, WorkerField,
};

/// The number of comparisons of a machine type with a flavor above which a matrix is refused. A version without flavors counts as
/// one, so that this also limits the cells. A real profile has less than a tenth of that.
const MAX_CELLS: usize = 1 << 21;

/// Asks which image versions fit which machine types, by default for workers without special requirements.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatrixQuery {
    /// The machine types; empty for all.
    pub machine_types: Vec<String>,
    /// The images; empty for all.
    pub images: Vec<String>,
    /// The image versions; empty for all.
    pub versions: Vec<String>,
    /// The region in which the provider must have an image; if absent, an image in any region counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// Whether each "no" includes its obstacle.
    pub why: bool,
    /// The workers' requirements; even the update strategy depends on the feature gate here.
    #[serde(flatten)]
    pub worker: WorkerDescription,
}

/// The image versions that fit each machine type.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MatrixAnswer {
    /// The settings that the answer was given under.
    pub settings: AppliedSettings,
    /// The profile.
    pub profile: String,
    /// The provider.
    pub provider: String,
    /// The region in question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The capabilities that the workers ask for; absent without worker capabilities.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<Capabilities>,
    /// The columns: versions of an image that fit the same machine types with the same flavors.
    pub columns: Vec<MatrixColumn>,
    /// The rows: machine types that the same versions fit with the same flavors.
    pub rows: Vec<MatrixRow>,
    /// The versions that fit, but for which the provider lacks an image in some regions; only if no region was asked about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_in_every_region: Vec<PartlyMappedVersion>,
}

/// A version for which the provider lacks an image in some regions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PartlyMappedVersion {
    /// The image.
    pub image: String,
    /// The version.
    pub version: String,
    /// The regions in which it has no image for some of the machine types that it fits, in the order of the profile.
    pub missing_in: Vec<String>,
}

/// Versions of an image with equal cells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MatrixColumn {
    /// The image.
    pub image: String,
    /// The versions, in the order of the profile.
    pub versions: Vec<String>,
}

/// Machine types with equal cells.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MatrixRow {
    /// The machine types, in the order of the profile.
    pub machine_types: Vec<String>,
    /// One cell per column.
    pub cells: Vec<MatrixCell>,
}

/// The verdict about a version on a machine type.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "answer")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MatrixCell {
    /// The version fits with this flavor.
    Yes {
        /// The flavor that is selected.
        flavor: usize,
    },
    /// Several flavors fit, and none is preferred.
    Ambiguous {
        /// The flavors.
        flavors: Vec<usize>,
    },
    /// No flavor fits.
    No {
        /// The obstacle; only on request.
        #[serde(skip_serializing_if = "Option::is_none")]
        obstacle: Option<Obstacle>,
    },
    /// The machine type is available in no zone of the region asked for.
    Unavailable {
        /// The obstacle; only on request.
        #[serde(skip_serializing_if = "Option::is_none")]
        obstacle: Option<MachineTypeObstacle>,
    },
    /// A flavor fits, but the provider has no image for it (in the region asked for).
    NoImage {
        /// The obstacle; only on request.
        #[serde(skip_serializing_if = "Option::is_none")]
        obstacle: Option<Obstacle>,
    },
}

impl Query for MatrixQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.matrix/v1";
    const SUBJECT: QuerySubject = QuerySubject::Profile;
    const EXAMPLE: Example = Example {
        command: "matrix fixtures/profiles/local-clean.yaml --why",
        question: r#"{"why": true}"#,
        files: &[(Role::Checked, "fixtures/profiles/local-clean.yaml")],
    };
    const MODULE: WasmModule = WasmModule::Queries;
    type Answer = MatrixAnswer;
    type Input<'a> = ProfileInput<'a>;
    type Error = QueryError;

    fn ask(&self, input: ProfileInput<'_>) -> Result<MatrixAnswer, QueryError> {
        let spec = input.profile.spec();
        let worker = self.worker.worker(&input.asked.settings)?;
        if self.worker.update_strategy.is_some() {
            require_gate(WorkerField::UpdateStrategy, &input.asked.settings)?;
        }
        let compiled = input.compiled()?;
        check_region_in(&compiled, self.region.as_deref())?;
        let catalog = compiled.catalog().catalog();
        let judge = Judge::new(&compiled, input.asked.settings);
        let unavailable = |name: &str| judge.region_obstacle(self.region.as_deref().unwrap_or_default(), name);
        let types = type_classes(spec, catalog, &self.machine_types, |name| unavailable(name).is_some())?;
        let versions = versions(spec, catalog, &self.images, &self.versions)?;
        let flavors: usize = versions.iter().map(|(_, version)| version.flavors.len().max(1)).sum();
        if types.len().saturating_mul(flavors) > MAX_CELLS {
            return Err(QueryError::MatrixTooLarge { machine_types: types.len(), versions: versions.len(), flavors });
        }
        // The checks of the worker's requirements do not depend on the machine type.
        let asked = demand(&self.pool(judge, &worker, ""), judge)?.map(|demand| demand.demand().capabilities.clone());
        let row = |class: &TypeClass<'_>| -> Vec<MatrixCell> {
            let pool = self.pool(judge, &worker, &class.first.name);
            if let Some(obstacle) = unavailable(&class.first.name) {
                let obstacle = self.why.then_some(obstacle);
                return vec![MatrixCell::Unavailable { obstacle }; versions.len()];
            }
            versions.iter().map(|(image, version)| self.cell(judge, &pool, class.first, image, version)).collect()
        };
        let cells: Vec<Vec<MatrixCell>> = types.iter().map(row).collect();
        let not_in_every_region = match self.region {
            Some(_) => Vec::new(),
            None => self.partly_mapped(judge, &worker, &types, &versions, &cells),
        };
        let columns = versions
            .iter()
            .map(|(image, version)| MatrixColumn { image: image.name.clone(), versions: vec![version.text.clone()] });
        let rows = types.iter().zip(cells).map(|(class, cells)| MatrixRow {
            machine_types: class.names.iter().map(|name| (*name).to_owned()).collect(),
            cells,
        });
        let (columns, rows) = grouping::group(columns.collect(), rows.collect(), |cell| cell.clone());
        Ok(MatrixAnswer {
            settings: input.asked.into(),
            profile: input.profile.name().to_owned(),
            provider: spec.provider_type.clone(),
            region: self.region.clone(),
            asked,
            columns,
            rows,
            not_in_every_region,
        })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        ask_about_profile(self, face)
    }
}

/// Machine types with equal declarations, and either all of them are available in the region, or none.
struct TypeClass<'a> {
    first: &'a CatalogMachineType,
    names: Vec<&'a str>,
}

/// Groups the requested machine types by equal declarations, in the order of the profile.
fn type_classes<'a>(
    spec: &'a CloudProfileSpec,
    catalog: &'a Catalog,
    asked: &[String],
    is_unavailable: impl Fn(&str) -> bool,
) -> Result<Vec<TypeClass<'a>>, UnknownName> {
    for name in asked {
        find_named(spec.types(), |t| &t.name, name, NameKind::MachineType)?;
    }
    let mut classes: Vec<TypeClass<'a>> = Vec::new();
    let mut known: HashMap<(usize, bool), usize> = HashMap::new();
    let wanted = |machine_type: &&CatalogMachineType| asked.is_empty() || asked.contains(&machine_type.name);
    for machine_type in catalog.machine_types().iter().filter(wanted) {
        let key = (machine_type.class, is_unavailable(&machine_type.name));
        let class = *known.entry(key).or_insert_with(|| {
            classes.push(TypeClass { first: machine_type, names: Vec::new() });
            classes.len() - 1
        });
        if let Some(class) = classes.get_mut(class) {
            class.names.push(&machine_type.name);
        }
    }
    Ok(classes)
}

type Version<'a> = (&'a CatalogImage, &'a CatalogVersion);

fn versions<'a>(
    spec: &'a CloudProfileSpec,
    catalog: &'a Catalog,
    images: &[String],
    asked: &[String],
) -> Result<Vec<Version<'a>>, UnknownName> {
    for name in images {
        find_named(spec.images(), |i| &i.name, name, NameKind::Image)?;
    }
    // Of a repeated version, workers boot the first one.
    let mut seen = HashSet::new();
    let of_images: Vec<Version<'a>> = catalog
        .versions()
        .filter(|(image, _)| images.is_empty() || images.contains(&image.name))
        .filter(|(image, version)| seen.insert((&image.name, &version.text)))
        .collect();
    let known = || of_images.iter().map(|(_, version)| version.text.as_str());
    match asked.iter().find(|version| !known().any(|one| one == version.as_str())) {
        Some(version) => Err(UnknownName::new(NameKind::AnyVersion, version, known())),
        None if asked.is_empty() => Ok(of_images),
        None => Ok(of_images.into_iter().filter(|(_, version)| asked.contains(&version.text)).collect()),
    }
}

impl MatrixQuery {
    /// Returns the worker's pool on a machine type.
    fn pool<'p>(&'p self, judge: Judge<'p>, worker: &'p Worker, machine_type: &'p str) -> Pool<'p> {
        let capabilities = self.worker.named_capabilities();
        let mut properties = PoolProperties { machine_type, capabilities, ..PoolProperties::from(worker) };
        // As Gardener fills it in.
        let profile = judge.profile();
        let own =
            profile.machine_type(machine_type).and_then(|(machine_type, _)| profile.architecture_of(machine_type));
        properties.architecture = properties.architecture.or(own);
        let region = self.region.as_deref().unwrap_or_default();
        Pool::new(judge, properties, PoolContext { region, ..PoolContext::default() })
    }

    fn cell(
        &self,
        judge: Judge<'_>,
        pool: &Pool<'_>,
        machine_type: &CatalogMachineType,
        image: &CatalogImage,
        version: &CatalogVersion,
    ) -> MatrixCell {
        let profile = judge.profile();
        let Some(offer) = profile.offer_at(image.index, &version.text) else {
            return MatrixCell::No { obstacle: None };
        };
        let flavor = match profile.catalog().select(machine_type, version, &pool.demand, judge.quirks()) {
            Ok(selection) => selection.flavor,
            Err(SelectionError::Ambiguous { flavors }) => return MatrixCell::Ambiguous { flavors },
            Err(SelectionError::NoneCompatible) => {
                return match judge.hardware(pool, &offer) {
                    Some(obstacle) => MatrixCell::No { obstacle: self.on_request(obstacle) },
                    None => MatrixCell::NoImage { obstacle: self.on_request(without_flavors()) },
                };
            }
        };
        // Without a region, an image in any region counts, as for a check.
        let missing = match &self.region {
            Some(_) => judge.choice(pool, &offer).and_then(Result::err).as_ref().map(Obstacle::from),
            None => judge.mapping(pool, &offer),
        };
        match missing {
            None => MatrixCell::Yes { flavor },
            Some(obstacle) => MatrixCell::NoImage { obstacle: self.on_request(obstacle) },
        }
    }

    /// Returns the versions that fit some machine type for which the provider has no image in some region.
    fn partly_mapped(
        &self,
        judge: Judge<'_>,
        worker: &Worker,
        types: &[TypeClass<'_>],
        versions: &[Version<'_>],
        cells: &[Vec<MatrixCell>],
    ) -> Vec<PartlyMappedVersion> {
        let mut missing: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); versions.len()];
        let mut seen = HashSet::new();
        let regions = judge.profile().spec().regions.iter().flatten().map(|region| region.name.as_str());
        let regions: Vec<&str> = regions.filter(|region| seen.insert(*region)).collect();
        let named: Vec<Option<&str>> = regions.iter().copied().map(Some).collect();
        let query = Self { worker: self.worker.clone(), ..Self::default() };
        for (class, cells) in types.iter().zip(cells) {
            let pool = query.pool(judge, worker, &class.first.name);
            for (((image, version), cell), missing) in versions.iter().zip(cells).zip(&mut missing) {
                let offer = judge.profile().offer_at(image.index, &version.text);
                if let Some(offer) = offer.filter(|_| matches!(cell, MatrixCell::Yes { .. })) {
                    let unmapped = judge.is_unmapped_in(&pool, &offer, &named).into_iter().enumerate();
                    missing.extend(unmapped.filter(|(_, is_unmapped)| *is_unmapped).map(|(index, _)| index));
                }
            }
        }
        let partly = versions.iter().zip(missing).filter(|(_, missing)| !missing.is_empty());
        let version = |((image, version), missing): (&Version<'_>, BTreeSet<usize>)| PartlyMappedVersion {
            image: image.name.clone(),
            version: version.text.clone(),
            missing_in: missing
                .into_iter()
                .filter_map(|index| regions.get(index))
                .map(|&name| name.to_owned())
                .collect(),
        };
        partly.map(version).collect()
    }

    fn on_request(&self, obstacle: Obstacle) -> Option<Obstacle> {
        self.why.then_some(obstacle)
    }
}

/// Returns the obstacle that Gardener reports for a version without flavors.
fn without_flavors() -> Obstacle {
    let explanation =
        "the version has no flavors: it is accepted with every machine type, but then no image is found".to_owned();
    Obstacle::Unmapped { explanation, elsewhere: false }
}
