//! A plain table: the first column to the left, figures to the right.

use std::fmt;

#[derive(Debug)]
pub(super) struct Table<const N: usize> {
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    pub(super) fn new(head: [&str; N]) -> Self {
        Self { rows: vec![head.map(str::to_owned)] }
    }

    pub(super) fn row(&mut self, cells: [String; N]) {
        self.rows.push(cells);
    }
}

impl<const N: usize> fmt::Display for Table<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |cell: &String| cell.chars().count();
        let mut widths = [0; N];
        for row in &self.rows {
            for (widest, cell) in widths.iter_mut().zip(row) {
                *widest = width(cell).max(*widest);
            }
        }
        for row in &self.rows {
            for (column, (cell, wide)) in row.iter().zip(widths).enumerate() {
                match column {
                    0 => write!(f, "{cell:<wide$}")?,
                    _ => write!(f, "   {cell:>wide$}")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
