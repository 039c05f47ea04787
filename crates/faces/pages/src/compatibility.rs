//! The compatibility matrix of image versions and machine types, by equivalence class, with an explanation of each cell.
//!
//! Machine types without any difference share a row, and such versions of one image share a column: a cell
//! represents all of them, and its explanation applies to each.

mod explanation;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use rootstock_core_model::CapabilityDefinition;
use rootstock_queries::{
    MatrixAnswer, MatrixCell, MatrixQuery, ProfileInput, Query as _, QueryError, SelectAnswer, SelectQuery,
    SpecialFlavor,
};

use explanation::{Explained, RegionsWithoutImage};

/// The matrix of a profile with the explanations of its cells.
#[derive(Debug)]
pub(crate) struct Compatibility {
    /// Whether the profile has `machineCapabilities`; if not, the architecture alone decides.
    pub(crate) has_capabilities: bool,
    /// The row filters: a capability and one of its values.
    pub(crate) values: Vec<(String, String)>,
    pub(crate) regions: Vec<String>,
    /// The images, with the number of columns of each.
    pub(crate) images: Vec<(String, usize)>,
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<GroupRow>,
    /// The explanations, which cells refer to by index.
    pub(crate) explanations: Vec<Arc<Explained>>,
    /// A sentence about each flavor that only workers with special requirements get.
    pub(crate) special_flavors: Vec<String>,
}

/// Equivalent versions of one image.
#[derive(Debug)]
pub(crate) struct Column {
    /// The index of the image.
    pub(crate) image: usize,
    pub(crate) versions: Vec<String>,
}

/// Equivalent machine types.
#[derive(Debug)]
pub(crate) struct GroupRow {
    pub(crate) machine_types: Vec<String>,
    /// The capability values of the machine types, as indices into [`Compatibility::values`].
    pub(crate) values: Vec<usize>,
    /// The index of an explanation for each column.
    pub(crate) cells: Vec<usize>,
}

/// The state of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum CellState {
    /// A flavor is compatible, in every region.
    Fits,
    /// A flavor is compatible, but the provider has no image in some regions.
    FitsPartly,
    /// No flavor is compatible.
    No,
    /// A flavor is compatible, but there is no image.
    NoImage,
    /// Several flavors match equally well.
    Ambiguous,
}

impl CellState {
    pub(crate) const ALL: [Self; 5] = [Self::Fits, Self::FitsPartly, Self::No, Self::NoImage, Self::Ambiguous];

    /// Returns the state of a matrix cell, ignoring regions.
    pub(crate) const fn of(cell: &MatrixCell) -> Self {
        match cell {
            MatrixCell::Yes { .. } => Self::Fits,
            MatrixCell::Ambiguous { .. } => Self::Ambiguous,
            MatrixCell::No { .. } | MatrixCell::Unavailable { .. } => Self::No,
            MatrixCell::NoImage { .. } => Self::NoImage,
        }
    }

    /// Returns the CSS class.
    pub(crate) const fn class(self) -> &'static str {
        match self {
            Self::Fits => "y",
            Self::FitsPartly => "p",
            Self::No => "n",
            Self::NoImage => "m",
            Self::Ambiguous => "a",
        }
    }

    /// Returns the symbol, which differs in shape as well as in colour.
    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Self::Fits => "●",
            Self::FitsPartly => "◐",
            Self::No => "○",
            Self::NoImage => "⊘",
            Self::Ambiguous => "?",
        }
    }

    /// Returns the description for readers.
    pub(crate) const fn in_words(self) -> &'static str {
        match self {
            Self::Fits => "fits",
            Self::FitsPartly => "fits, but has no image in some regions",
            Self::No => "does not fit",
            Self::NoImage => "has no image",
            Self::Ambiguous => "ambiguous: several flavors fit equally well",
        }
    }
}

/// The number of comparisons of a machine type with a flavor above which a page has no matrix, because each of them is explained;
/// a real profile has a tenth of that.
const MAX_EXPLAINED: usize = 1 << 18;

/// The number of references searched for a region above which a page has no matrix; a real profile has a tenth of that.
const MAX_SEARCHED: usize = 1 << 24;

impl Compatibility {
    /// Runs the queries for the matrix of a profile. Returns the reason if there is none.
    pub(crate) fn ask(over: ProfileInput<'_>) -> Result<Self, String> {
        let compiled = over.profile.compiled(over.asked.settings.gates).map_err(|why| why.to_string())?;
        let mut classes: Vec<Vec<&str>> = Vec::new();
        let mut places: HashMap<usize, usize> = HashMap::new();
        for machine_type in compiled.catalog().catalog().machine_types() {
            let place = *places.entry(machine_type.class).or_insert(classes.len());
            match classes.get_mut(place) {
                Some(names) => names.push(&machine_type.name),
                None => classes.push(vec![&machine_type.name]),
            }
        }
        let versions = over.profile.spec().images().iter().flat_map(|image| image.offered());
        let flavors: usize = versions.map(|version| version.flavors().len().max(1)).sum();
        let regions = over.profile.spec().regions.as_ref().map_or(0, Vec::len).max(1);
        let comparisons = classes.len().saturating_mul(flavors);
        // Each of them searches the references of a flavor, one for each region.
        let searched = comparisons.saturating_mul(regions);
        let of_regions = (comparisons <= MAX_EXPLAINED)
            .then(|| Self::of_regions(&classes, &compiled.region_classes(), MAX_SEARCHED / searched.max(1), over))
            .transpose()
            .map_err(|why| why.to_string())?
            .flatten();
        let Some(by_region) = of_regions else {
            let regions = if regions > 1 { format!(" in {regions} regions") } else { String::new() };
            return Err(format!(
                "there are {} different machine types and {flavors} flavors{regions}, too many to explain on a page; \
                 `rootstock matrix` shows those of some machine types, images or versions",
                classes.len()
            ));
        };
        Self::explain(classes, &by_region, over).map_err(|why| why.to_string())
    }

    /// Returns the matrix of each region, asked once for those that are alike, unless a reason names the region; `None` if more than
    /// `most` have to be asked.
    fn of_regions(
        classes: &[Vec<&str>],
        alike: &[usize],
        most: usize,
        over: ProfileInput<'_>,
    ) -> Result<Option<Vec<Rc<Grid>>>, QueryError> {
        let first: Vec<&str> = classes.iter().filter_map(|names| names.first().copied()).collect();
        let mut grids: Vec<Rc<Grid>> = Vec::new();
        let (mut same, mut asked): (HashMap<usize, Option<Rc<Grid>>>, usize) = (HashMap::new(), 0);
        for (region, number) in over.profile.spec().regions.iter().flatten().zip(alike) {
            let grid = match same.get(number) {
                Some(Some(grid)) => Rc::clone(grid),
                _ if asked == most => return Ok(None),
                _ => {
                    asked += 1;
                    Rc::new(Grid::ask(&first, Some(&region.name), over)?)
                }
            };
            same.entry(*number).or_insert_with(|| (!grid.names_region()).then(|| Rc::clone(&grid)));
            grids.push(grid);
        }
        Ok(Some(grids))
    }

    /// Runs the queries for the matrix of machine types, by class.
    fn explain(classes: Vec<Vec<&str>>, by_region: &[Rc<Grid>], over: ProfileInput<'_>) -> Result<Self, QueryError> {
        let first: Vec<&str> = classes.iter().filter_map(|names| names.first().copied()).collect();
        let spec = over.profile.spec();
        let regions: Vec<String> = spec.regions.iter().flatten().map(|region| region.name.clone()).collect();
        let everywhere = Grid::ask(&first, None, over)?;
        let mut this = Self {
            has_capabilities: false,
            values: Vec::new(),
            regions,
            images: Vec::new(),
            columns: Vec::new(),
            rows: Vec::new(),
            explanations: Vec::new(),
            special_flavors: special_flavors(over)?,
        };
        let mut known = HashMap::new();
        let mut rows: Vec<Vec<usize>> = vec![Vec::new(); classes.len()];
        let mut versions: Vec<(usize, String)> = Vec::new();
        // The answer about a name covers all images with it.
        let mut names = HashSet::new();
        for image in spec.images().iter().filter(|image| names.insert(&image.name)) {
            let position = this.images.len();
            this.images.push((image.name.clone(), 0));
            let mut counted = false;
            for (machine_type, row) in first.iter().zip(&mut rows) {
                let query = SelectQuery {
                    machine_type: (*machine_type).to_owned(),
                    image: image.name.clone(),
                    ..SelectQuery::default()
                };
                let answer = query.ask(over)?;
                for version in &answer.versions {
                    let place = (*machine_type, image.name.as_str(), version.version.as_str());
                    let lacking =
                        RegionsWithoutImage::new(&this.regions, by_region.iter().map(|grid| grid.cell(place)));
                    let explained = Explained::new(&answer, version, everywhere.cell(place), lacking);
                    row.push(this.explanation(explained, &mut known));
                    if !counted {
                        versions.push((position, version.version.clone()));
                    }
                }
                counted = true;
                this.copy_capabilities(&answer);
            }
        }
        this.group(classes.into_iter(), rows, versions);
        this.add_values(over)?;
        Ok(this)
    }

    /// Copies the parts of an answer that apply to the whole profile.
    fn copy_capabilities(&mut self, answer: &SelectAnswer) {
        self.has_capabilities = answer.has_machine_capabilities;
        if self.values.is_empty() {
            let pairs = |one: &CapabilityDefinition| {
                one.values.iter().map(|value| (one.name.clone(), value.clone())).collect::<Vec<_>>()
            };
            self.values = answer.capabilities.iter().flat_map(pairs).collect();
        }
    }

    /// Returns the index of an explanation, and adds it if it is new.
    fn explanation(&mut self, explained: Explained, known: &mut HashMap<Arc<Explained>, usize>) -> usize {
        if let Some(place) = known.get(&explained) {
            return *place;
        }
        let explained = Arc::new(explained);
        self.explanations.push(Arc::clone(&explained));
        known.insert(explained, self.explanations.len() - 1);
        self.explanations.len() - 1
    }

    /// Merges equal columns of an image, and then equal rows.
    fn group<'a>(
        &mut self,
        types: impl Iterator<Item = Vec<&'a str>>,
        rows: Vec<Vec<usize>>,
        versions: Vec<(usize, String)>,
    ) {
        let mut columns: HashMap<(usize, Vec<usize>), usize> = HashMap::new();
        let mut firsts = Vec::new();
        for (position, (image, version)) in versions.into_iter().enumerate() {
            let cells: Vec<usize> = rows.iter().filter_map(|row| row.get(position).copied()).collect();
            let column = *columns.entry((image, cells)).or_insert_with(|| {
                self.columns.push(Column { image, versions: Vec::new() });
                firsts.push(position);
                self.columns.len() - 1
            });
            if let Some(column) = self.columns.get_mut(column) {
                column.versions.push(version);
            }
        }
        for column in &self.columns {
            if let Some((_, count)) = self.images.get_mut(column.image) {
                *count += 1;
            }
        }
        let mut known: HashMap<Vec<usize>, usize> = HashMap::new();
        for (names, row) in types.zip(rows) {
            let cells: Vec<usize> = firsts.iter().filter_map(|first| row.get(*first).copied()).collect();
            let names = names.into_iter().map(str::to_owned);
            match known.get(&cells).and_then(|place| self.rows.get_mut(*place)) {
                // Without versions all rows are empty, which does not make the machine types equivalent.
                Some(row) if !cells.is_empty() => row.machine_types.extend(names),
                _ => {
                    known.insert(cells.clone(), self.rows.len());
                    self.rows.push(GroupRow { machine_types: names.collect(), values: Vec::new(), cells });
                }
            }
        }
    }

    /// Fills in the capability values of each row.
    fn add_values(&mut self, over: ProfileInput<'_>) -> Result<(), QueryError> {
        let Some(image) = over.profile.spec().images().iter().find(|image| !image.offered().is_empty()) else {
            return Ok(());
        };
        let version = image.offered().first().map(|version| version.version.clone());
        let mut places: HashMap<&str, Vec<(usize, &String)>> = HashMap::new();
        for (place, (name, value)) in self.values.iter().enumerate() {
            places.entry(name).or_default().push((place, value));
        }
        for row in &mut self.rows {
            let machine_type = row.machine_types.first().cloned().unwrap_or_default();
            let image = image.name.clone();
            let query = SelectQuery { machine_type, image, version: version.clone(), ..SelectQuery::default() };
            let answer = query.ask(over)?;
            for own in answer.versions.iter().flat_map(|version| &version.explanation.capabilities) {
                let values: HashSet<&String> = own.machine_type.iter().collect();
                let own = places.get(own.capability.as_str()).into_iter().flatten();
                row.values.extend(own.filter(|(_, value)| values.contains(value)).map(|(place, _)| *place));
            }
        }
        Ok(())
    }
}

/// The number of machine types to list before the rest is counted.
const MAX_NAMES: usize = 12;

fn special_flavors(over: ProfileInput<'_>) -> Result<Vec<String>, QueryError> {
    let sentence = |special: SpecialFlavor| {
        let SpecialFlavor { image, version, flavor, workers } = special;
        let provider_image = over.provider_image_in_words(&image, &version, &workers);
        let provider_image = provider_image.map(|image| format!("; {image}")).unwrap_or_default();
        format!("{image} {version}, flavor {flavor}: {}{provider_image}", workers.in_words(MAX_NAMES))
    };
    Ok(over.special_flavors()?.into_iter().map(sentence).collect())
}

/// A cell, for the template.
#[derive(Debug)]
pub(crate) struct Cell<'m> {
    /// The index of its explanation.
    pub(crate) place: usize,
    pub(crate) why: &'m Explained,
    /// Whether it is the first cell of an image.
    pub(crate) starts_image: bool,
}

impl Compatibility {
    pub(crate) fn cells(&self, row: &GroupRow) -> Vec<Cell<'_>> {
        let mut before = None;
        let cells = row.cells.iter().zip(&self.columns).filter_map(|(place, column)| {
            let starts_image = before.replace(column.image) != Some(column.image);
            Some(Cell { place: *place, why: self.explanations.get(*place)?, starts_image })
        });
        cells.collect()
    }

    /// Returns the states that occur in the matrix.
    pub(crate) fn states(&self) -> impl Iterator<Item = CellState> {
        CellState::ALL.into_iter().filter(|state| self.explanations.iter().any(|why| why.state == *state))
    }

    /// Returns whether Gardener decides differently in any cell.
    pub(crate) fn has_differences(&self) -> bool {
        self.explanations.iter().any(|why| why.difference.is_some())
    }

    /// Returns the name of a column's image.
    pub(crate) fn image(&self, column: &Column) -> &str {
        self.images.get(column.image).map(|(name, _)| name.as_str()).unwrap_or_default()
    }

    /// Describes the capability values of a row. A capability with all its values is omitted.
    pub(crate) fn described(&self, row: &GroupRow) -> String {
        let has = |place: usize| row.values.contains(&place);
        let mut words: Vec<&str> = Vec::new();
        let places: Vec<usize> = (0..self.values.len()).collect();
        let name = |place: &usize| self.values.get(*place).map(|(name, _)| name.as_str());
        for capability in places.chunk_by(|one, next| name(one) == name(next)) {
            if !capability.iter().all(|place| has(*place)) {
                let own = capability.iter().filter(|place| has(**place)).filter_map(|place| self.values.get(*place));
                words.extend(own.map(|(_, value)| value.as_str()));
            }
        }
        words.join(" · ")
    }
}

/// Returns the first of several names, and the number of the others.
pub(crate) fn label(names: &[String]) -> String {
    let first = names.first().map(String::as_str).unwrap_or_default();
    match names.len() {
        0 | 1 => first.to_owned(),
        several => format!("{first} +{}", several - 1),
    }
}

impl Column {
    /// Returns the first version, and the number of the others.
    pub(crate) fn label(&self) -> String {
        label(&self.versions)
    }

    /// Returns all versions, separated by spaces for the script's search.
    pub(crate) fn all(&self) -> String {
        self.versions.join(" ")
    }
}

impl GroupRow {
    pub(crate) fn first(&self) -> &str {
        self.machine_types.first().map(String::as_str).unwrap_or_default()
    }

    /// Returns the indices of the capability values, separated by spaces for the script.
    pub(crate) fn places(&self) -> String {
        joined(&self.values)
    }
}

fn joined<'a>(places: impl IntoIterator<Item = &'a usize>) -> String {
    places.into_iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

/// A matrix with cells that can be looked up by name.
struct Grid {
    answer: MatrixAnswer,
    rows: HashMap<String, usize>,
    columns: HashMap<(String, String), usize>,
}

impl Grid {
    fn ask(machine_types: &[&str], region: Option<&str>, over: ProfileInput<'_>) -> Result<Self, QueryError> {
        let query = MatrixQuery {
            machine_types: machine_types.iter().map(|name| (*name).to_owned()).collect(),
            region: region.map(str::to_owned),
            why: true,
            ..MatrixQuery::default()
        };
        let answer = query.ask(over)?;
        let rows = answer.rows.iter().enumerate();
        let rows = rows.flat_map(|(place, row)| row.machine_types.iter().map(move |name| (name.clone(), place)));
        let columns = answer.columns.iter().enumerate().flat_map(|(place, column)| {
            column.versions.iter().map(move |version| ((column.image.clone(), version.clone()), place))
        });
        Ok(Self { rows: rows.collect(), columns: columns.collect(), answer })
    }

    /// Whether a reason names the region that was asked about.
    fn names_region(&self) -> bool {
        let name = format!("`{}`", self.answer.region.as_deref().unwrap_or_default());
        let reasons = self.answer.rows.iter().flat_map(|row| &row.cells).filter_map(|cell| match cell {
            MatrixCell::NoImage { obstacle } => obstacle.as_ref().map(ToString::to_string),
            MatrixCell::Unavailable { obstacle } => obstacle.as_ref().map(ToString::to_string),
            MatrixCell::Yes { .. } | MatrixCell::Ambiguous { .. } | MatrixCell::No { .. } => None,
        });
        reasons.into_iter().any(|reason| reason.contains(&name))
    }

    fn cell(&self, (machine_type, image, version): (&str, &str, &str)) -> Option<&MatrixCell> {
        let column = *self.columns.get(&(image.to_owned(), version.to_owned()))?;
        self.answer.rows.get(*self.rows.get(machine_type)?)?.cells.get(column)
    }
}
