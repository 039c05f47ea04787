//! `matrix`: which image version takes on which machine type.
//!
//! Machine types that declare the same are asked about once, and so are versions; a profile of a thousand machine types
//! has a handful of either. Then equal rows and equal columns are put together.

mod text;

use std::collections::HashMap;

use rootstock_capability_engine::{Catalog, CatalogImage, CatalogMachineType, CatalogVersion, SelectionError};
use rootstock_core_model::CloudProfileSpec;
use rootstock_judge::{Judge, Obstacle, Pool, PoolProperties, Surroundings};
use rootstock_provider_api::Registry;

use crate::cli::MatrixArguments;
use crate::lookup::{named, region, unknown};
use crate::run::Run;
use crate::status::Failure;
use crate::{Status, Streams, profile};
use rootstock_queries::AppliedSettings;

const SCHEMA: &str = "rootstock.matrix/v1";

/// Cells of a matrix before it is refused; a real profile has a thousandth of that.
const MOST_CELLS: usize = 1 << 21;

/// The whole answer.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    settings: AppliedSettings,
    profile: &'a str,
    provider: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<&'a str>,
    /// The columns: versions of one image that take on the same machine types.
    columns: Vec<Column<'a>>,
    /// The rows: machine types that take on the same versions.
    rows: Vec<Row<'a>>,
}

#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Column<'a> {
    image: &'a str,
    versions: Vec<&'a str>,
}

#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Row<'a> {
    machine_types: Vec<&'a str>,
    /// One cell per column.
    cells: Vec<Cell>,
}

/// Whether the two take on each other.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase", tag = "answer")]
enum Cell {
    /// Yes, with this flavor; where versions share a column, that of the first of them.
    Yes {
        /// The flavor that is selected.
        flavor: usize,
    },
    /// Several flavors fit and cannot be told apart.
    Ambiguous {
        /// They.
        flavors: Vec<usize>,
    },
    /// No flavor fits.
    No {
        /// Why not; only on request.
        #[serde(skip_serializing_if = "Option::is_none")]
        obstacle: Option<Obstacle>,
    },
    /// A flavor fits, but the provider has no image for it (in the region asked for).
    NoImage {
        /// Why not; only on request.
        #[serde(skip_serializing_if = "Option::is_none")]
        obstacle: Option<Obstacle>,
    },
}

impl Cell {
    /// Whether two cells may stand for each other in a row or column.
    fn looks_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Yes { .. }, Self::Yes { .. }) => true,
            (one, other) => one == other,
        }
    }
}

/// Machine types that declare the same.
struct TypeClass<'a> {
    first: &'a CatalogMachineType,
    names: Vec<&'a str>,
}

pub(super) fn run(arguments: &MatrixArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    let mut run = Run::new(&arguments.answer.settings, registry, streams);
    let settings = run.settings();
    let profile = profile::load(&arguments.profile, &mut run)?;
    let spec = profile.spec();
    region(spec, arguments.region.as_deref())?;
    let compiled = profile::compiled(&profile, &settings)?;
    let catalog = compiled.catalog().catalog();
    let types = type_classes(spec, catalog, &arguments.machine_type)?;
    let versions = versions(spec, catalog, &arguments.image, &arguments.version)?;
    if types.len().saturating_mul(versions.len()) > MOST_CELLS {
        return Err(Failure::Usage(format!(
            "the matrix has {} different machine types and {} image versions, which nobody can read; \
             ask for some with --machine-type, --image or --version",
            types.len(),
            versions.len()
        )));
    }
    let judge = Judge::new(&compiled, settings);
    let asker = Asker { judge, region: arguments.region.as_deref(), why: arguments.why };
    let cells: Vec<Vec<Cell>> = types
        .iter()
        .map(|class| versions.iter().map(|(image, version)| asker.cell(class.first, image, version)).collect())
        .collect();
    let (columns, rows) = group(&types, &versions, cells);
    let answer = Answer {
        settings: run.resolved.into(),
        profile: profile.name(),
        provider: &spec.provider_type,
        region: arguments.region.as_deref(),
        columns,
        rows,
    };
    run.streams.answer(arguments.answer.format, SCHEMA, &answer, |width, out| {
        text::write(&answer, arguments.why, width, out)
    })?;
    Ok(Status::Clean)
}

/// The machine types asked for, those that declare the same together, in the order of the profile.
fn type_classes<'a>(
    spec: &'a CloudProfileSpec,
    catalog: &'a Catalog,
    asked: &[String],
) -> Result<Vec<TypeClass<'a>>, Failure> {
    for name in asked {
        named(spec.types(), |t| &t.name, name, "the profile has no machine type")?;
    }
    let mut classes: Vec<TypeClass<'a>> = Vec::new();
    let mut known: HashMap<usize, usize> = HashMap::new();
    let wanted = |machine_type: &&CatalogMachineType| asked.is_empty() || asked.contains(&machine_type.name);
    for machine_type in catalog.machine_types().iter().filter(wanted) {
        let class = *known.entry(machine_type.class).or_insert_with(|| {
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

/// The versions asked for.
fn versions<'a>(
    spec: &'a CloudProfileSpec,
    catalog: &'a Catalog,
    images: &[String],
    asked: &[String],
) -> Result<Vec<Version<'a>>, Failure> {
    for name in images {
        named(spec.images(), |i| &i.name, name, "the profile has no machine image")?;
    }
    let of_images: Vec<Version<'a>> =
        catalog.versions().filter(|(image, _)| images.is_empty() || images.contains(&image.name)).collect();
    let known: Vec<&str> = of_images.iter().map(|(_, version)| version.text.as_str()).collect();
    match asked.iter().find(|version| !known.contains(&version.as_str())) {
        Some(version) => Err(Failure::Usage(unknown(&known, version, "the profile has no image version"))),
        None if asked.is_empty() => Ok(of_images),
        None => Ok(of_images.into_iter().filter(|(_, version)| asked.contains(&version.text)).collect()),
    }
}

/// Who asks for the cells.
struct Asker<'a> {
    judge: Judge<'a>,
    region: Option<&'a str>,
    why: bool,
}

impl Asker<'_> {
    /// The cell of a machine type and a version, for a worker that asks for nothing special.
    fn cell(&self, machine_type: &CatalogMachineType, image: &CatalogImage, version: &CatalogVersion) -> Cell {
        let (judge, profile) = (self.judge, self.judge.profile());
        let Some(offer) = profile.offer_at(image.index, &version.text) else { return Cell::No { obstacle: None } };
        let properties = PoolProperties { machine_type: &machine_type.name, ..PoolProperties::default() };
        let region = self.region.unwrap_or_default();
        let pool = Pool::new(judge, properties, Surroundings { region, ..Surroundings::default() });
        let flavor = match profile.catalog().select(machine_type, version, &pool.demand, judge.quirks()) {
            Ok(selection) => selection.flavor,
            Err(SelectionError::Ambiguous { flavors }) => return Cell::Ambiguous { flavors },
            Err(SelectionError::NoneCompatible) => {
                return match judge.capabilities(&pool, &offer) {
                    Some(obstacle) => Cell::No { obstacle: self.on_request(obstacle) },
                    None => Cell::NoImage { obstacle: self.on_request(without_flavors()) },
                };
            }
        };
        // Without a region there is nothing to ask the provider that a check does not find.
        match self.region.and_then(|_| judge.choice(&pool, &offer)) {
            None | Some(Ok(_)) => Cell::Yes { flavor },
            Some(Err(not_found)) => Cell::NoImage { obstacle: self.on_request(Obstacle::from(&not_found)) },
        }
    }

    fn on_request(&self, obstacle: Obstacle) -> Option<Obstacle> {
        self.why.then_some(obstacle)
    }
}

/// What Gardener does with a version without flavors.
fn without_flavors() -> Obstacle {
    let explanation =
        "the version has no flavors: it is accepted with every machine type, and then no image is found".to_owned();
    Obstacle::Unmapped { explanation, elsewhere: false }
}

/// Puts equal columns of one image together, then equal rows.
fn group<'a>(
    types: &[TypeClass<'a>],
    versions: &[Version<'a>],
    cells: Vec<Vec<Cell>>,
) -> (Vec<Column<'a>>, Vec<Row<'a>>) {
    let mut columns: Vec<Column<'a>> = Vec::new();
    let mut firsts: Vec<usize> = Vec::new();
    for (position, (image, version)) in versions.iter().enumerate() {
        let same = |first: usize| {
            cells.iter().all(|row| row.get(first).zip(row.get(position)).is_some_and(|(a, b)| a.looks_like(b)))
        };
        let known = columns
            .iter_mut()
            .zip(&firsts)
            .find(|(column, first)| column.image == image.name && same(**first))
            .map(|(column, _)| column);
        match known {
            Some(column) => column.versions.push(&version.text),
            None => {
                columns.push(Column { image: &image.name, versions: vec![&version.text] });
                firsts.push(position);
            }
        }
    }
    let mut rows: Vec<Row<'a>> = Vec::new();
    for (class, row) in types.iter().zip(cells) {
        let cells: Vec<Cell> = firsts.iter().filter_map(|first| row.get(*first).cloned()).collect();
        let same = |known: &&mut Row<'a>| known.cells.iter().zip(&cells).all(|(a, b)| a.looks_like(b));
        match rows.iter_mut().find(same) {
            Some(known) => known.machine_types.extend(&class.names),
            None => rows.push(Row { machine_types: class.names.clone(), cells }),
        }
    }
    (columns, rows)
}
