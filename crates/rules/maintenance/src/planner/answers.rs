//! A cache of answers.

use std::hash::Hash;

use foldhash::HashMap;

/// Answers by question. The cache is cleared when it is full.
#[derive(Debug)]
pub(super) struct Answers<Q, A> {
    most: usize,
    known: HashMap<Q, A>,
}

impl<Q: Eq + Hash, A> Answers<Q, A> {
    /// Creates an empty cache with a capacity of `most`.
    pub(super) fn up_to(most: usize) -> Self {
        Self { most, known: HashMap::default() }
    }

    pub(super) fn get(&self, question: &Q) -> Option<&A> {
        self.known.get(question)
    }

    pub(super) fn keep(&mut self, question: Q, answer: A) {
        if self.known.len() >= self.most {
            self.known.clear();
        }
        self.known.insert(question, answer);
    }
}

#[cfg(test)]
mod tests {
    use super::Answers;

    #[test]
    fn too_many_are_forgotten() {
        let mut answers = Answers::up_to(2);
        answers.keep("a", 1);
        answers.keep("b", 2);
        assert_eq!((answers.get(&"a"), answers.get(&"b")), (Some(&1), Some(&2)));
        answers.keep("c", 3);
        assert_eq!((answers.get(&"a"), answers.get(&"b"), answers.get(&"c")), (None, None, Some(&3)));
    }
}
