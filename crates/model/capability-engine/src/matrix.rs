//! The support matrix of a whole profile: which image versions each machine type can boot.

mod columns;

use rootstock_core_model::Quirks;

use self::columns::{Columns, Flavors};
use crate::{Catalog, TooLarge};

/// The support matrix of a profile: for every machine type and every image version, the flavors that fit.
///
/// Machine types with equal capabilities share a row, and versions with equal flavors share a column, so the matrix of a real
/// profile stays small regardless of the number of machine types.
#[derive(Debug, Clone)]
pub struct SupportMatrix {
    /// The row of each machine type, in profile order.
    rows: Vec<usize>,
    /// The column of each image version, image by image in profile order.
    columns: Vec<usize>,
    /// The index of each image's first version in `columns`, plus one past the end.
    images: Vec<usize>,
    /// The bits of each distinct column within a row.
    places: Columns,
    /// One bit per flavor, row by row.
    bits: Vec<u64>,
}

/// One cell of a [`SupportMatrix`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell<'a> {
    /// The bits of the first 64 flavors.
    first: u64,
    /// The bits of the remaining flavors.
    more: &'a [u64],
}

const BITS: usize = u64::BITS as usize;

impl Catalog {
    /// The maximum number of words in a matrix, assuming that no two lists of flavors share a word (128 MiB), and the maximum
    /// number of word pairs compared to fill it (seconds at worst).
    const MAX_CELL_WORDS: usize = 1 << 24;
    const MAX_PAIRS: usize = 1 << 27;

    /// Compares every machine type with every flavor.
    ///
    /// Under the quirk `no_flavors_fits_everything`, a version without flavors fits every machine type.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if the profile exceeds any realistic size, which only a malicious one would.
    ///
    /// ```
    /// use rootstock_capability_engine::Catalog;
    /// use rootstock_core_model::{CloudProfileSpec, Quirks};
    ///
    /// let spec: CloudProfileSpec = serde_json::from_str(r#"{
    ///   "machineCapabilities": [
    ///     {"name": "architecture", "values": ["amd64"]}, {"name": "disk", "values": ["fast", "slow"]}],
    ///   "machineTypes": [{"name": "medium"}, {"name": "old", "capabilities": {"disk": ["slow"]}}],
    ///   "machineImages": [{"name": "plain", "versions": [
    ///     {"version": "1.0.0", "capabilityFlavors": [{"disk": ["fast"]}, {}]},
    ///     {"version": "1.1.0", "capabilityFlavors": [{"disk": ["fast"]}]}]}]
    /// }"#)?;
    /// let catalog = Catalog::new(&spec)?;
    /// let matrix = catalog.matrix(&Quirks::NONE)?;
    /// let flavors_that_fit: Vec<usize> = matrix.row(1).map(|cell| cell.count()).collect();
    /// assert_eq!(flavors_that_fit, [1, 0]); // `old` takes one flavor of 1.0.0, and none of 1.1.0
    /// let cell = matrix.cell(0, 0, 0).ok_or("no such cell")?;
    /// assert_eq!(cell.flavors().collect::<Vec<_>>(), [0, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matrix(&self, quirks: &Quirks) -> Result<SupportMatrix, TooLarge> {
        let lists = &self.distinct_flavors;
        let (mut cell_words, mut flavors) = (0, 0);
        for list in lists {
            cell_words += list.len().div_ceil(BITS);
            flavors += list.len();
        }
        let rows = self.distinct_machine_types.len();
        if rows.saturating_mul(cell_words) > Self::MAX_CELL_WORDS
            || rows.saturating_mul(flavors).saturating_mul(self.vocabulary().words()) > Self::MAX_PAIRS
        {
            return Err(TooLarge { sets: rows + flavors, words: self.vocabulary().words() });
        }
        let places = Columns::new(lists);
        let flavors = Flavors::new(self.vocabulary(), lists, &places);
        let mut bits = Vec::with_capacity(rows * places.words());
        let mut any = Vec::with_capacity(places.words());
        for machine_type in &self.distinct_machine_types {
            flavors.push_fitting(machine_type, &mut bits, &mut any);
        }
        let mut matrix = SupportMatrix {
            rows: self.machine_types().iter().map(|machine_type| machine_type.class).collect(),
            columns: self.versions().map(|(_, version)| version.class).collect(),
            images: Vec::with_capacity(self.images().len() + 1),
            places,
            bits,
        };
        let mut next = 0;
        for image in self.images() {
            matrix.images.push(next);
            next += image.versions.len();
        }
        matrix.images.push(next);
        if quirks.selection.no_flavors_fits_everything && !self.is_legacy() {
            self.apply_no_flavors_fits_everything(&mut matrix);
        }
        Ok(matrix)
    }

    fn apply_no_flavors_fits_everything(&self, matrix: &mut SupportMatrix) {
        // A version whose only flavor is `{}` has the same flavors as one without any, but the quirk does not apply to it.
        let column = matrix.places.len();
        let mut needed = false;
        for (number, (_, version)) in matrix.columns.iter_mut().zip(self.versions()) {
            if !version.has_flavors {
                *number = column;
                needed = true;
            }
        }
        if needed {
            let words = matrix.places.words();
            matrix.places.add_single();
            let rows = self.distinct_machine_types.len();
            let mut bits = Vec::with_capacity(rows * (words + 1));
            for row in 0..rows {
                bits.extend_from_slice(matrix.bits.get(row * words..(row + 1) * words).unwrap_or_default());
                bits.push(1);
            }
            matrix.bits = bits;
        }
    }
}

impl SupportMatrix {
    /// Returns the cell of a machine type and an image version, by their indices in the profile.
    #[must_use]
    pub fn cell(&self, machine_type: usize, image: usize, version: usize) -> Option<Cell<'_>> {
        let (from, to) = (*self.images.get(image)?, *self.images.get(image + 1)?);
        let column = *self.columns.get(from..to)?.get(version)?;
        self.at(*self.rows.get(machine_type)?, column)
    }

    /// Iterates over the cells of a machine type: one per image version, image by image in profile order.
    pub fn row(&self, machine_type: usize) -> impl Iterator<Item = Cell<'_>> {
        let row = self.rows.get(machine_type).copied();
        self.columns.iter().filter_map(move |column| self.at(row?, *column))
    }

    #[inline]
    fn at(&self, row: usize, column: usize) -> Option<Cell<'_>> {
        let start = row * self.places.words();
        let place = self.places.place(column)?;
        let (from, to) = place.words;
        Some(match self.bits.get(start + from..start + to)?.split_first() {
            None => Cell { first: 0, more: &[] },
            Some((first, more)) => Cell { first: (first >> place.shift) & place.mask, more },
        })
    }
}

impl<'a> Cell<'a> {
    /// Returns the number of flavors that fit.
    #[must_use]
    pub fn count(self) -> usize {
        let of_word = |word: &u64| word.count_ones() as usize;
        of_word(&self.first) + self.more.iter().map(of_word).sum::<usize>()
    }

    /// Iterates over the flavors that fit, in ascending order: indices into
    /// [`CatalogVersion::flavors`](crate::CatalogVersion::flavors).
    pub fn flavors(self) -> impl Iterator<Item = usize> + 'a {
        (0..)
            .step_by(BITS)
            .zip(std::iter::once(self.first).chain(self.more.iter().copied()))
            .flat_map(|(first, word)| (0..BITS).filter(move |bit| word >> bit & 1 == 1).map(move |bit| first + bit))
    }
}
