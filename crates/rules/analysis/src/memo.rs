//! What was made of other things, kept until one of them is another.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// One of the things that something was made of, told apart by identity. It is not kept alive by being depended on, and
/// its address is not used again while somebody remembers it.
pub(crate) type Dependency = Weak<dyn Any + Send + Sync>;

/// That something was made of this.
pub(crate) fn on<T: Any + Send + Sync>(thing: &Arc<T>) -> Dependency {
    let weak: Weak<T> = Arc::downgrade(thing);
    weak
}

/// That something was made of this, or without it.
pub(crate) fn on_any<T: Any + Send + Sync>(thing: Option<&Arc<T>>) -> Dependency {
    match thing {
        Some(thing) => on(thing),
        None => Weak::<()>::new(),
    }
}

/// A value with what it was made of.
#[derive(Debug)]
pub(crate) struct Memo<T>(Mutex<Option<Kept<T>>>);

#[derive(Debug)]
struct Kept<T> {
    of: Vec<Dependency>,
    value: Arc<T>,
}

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T> Memo<T> {
    /// The value that is made of these things: the kept one, if it was made of the very same, or else a new one.
    pub(crate) fn get(&self, of: Vec<Dependency>, make: impl FnOnce() -> T) -> Arc<T> {
        // Whoever panicked while making a value has kept none.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = kept.as_ref().filter(|kept| is_same(&kept.of, &of)) {
            return Arc::clone(&kept.value);
        }
        let value = Arc::new(make());
        *kept = Some(Kept { of, value: Arc::clone(&value) });
        value
    }
}

fn is_same(ones: &[Dependency], others: &[Dependency]) -> bool {
    let address = |dependency: &Dependency| dependency.as_ptr().cast::<()>();
    ones.len() == others.len() && ones.iter().zip(others).all(|(one, other)| address(one) == address(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_made_again_when_one_of_its_dependencies_is_another() {
        let memo = Memo::default();
        let (one, two) = (Arc::new(1), Arc::new(2));
        let made =
            |memo: &Memo<i32>, of: &Arc<i32>, or: Option<&Arc<i32>>| *memo.get(vec![on(of), on_any(or)], || **of);
        assert_eq!(made(&memo, &one, None), 1);
        assert_eq!(*memo.get(vec![on(&one), on_any::<i32>(None)], || 9), 1);
        assert_eq!(made(&memo, &two, None), 2);
        assert_eq!(*memo.get(vec![on(&two), on(&one)], || 3), 3);
    }
}
