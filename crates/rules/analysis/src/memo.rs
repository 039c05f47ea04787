//! Values that are cached until one of their dependencies is replaced.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// A dependency of a cached value, compared by identity. The cache does not keep it alive, but its address is not
/// reused while the cache refers to it.
pub(crate) type Dependency = Weak<dyn Any + Send + Sync>;

/// Returns the dependency on a value.
pub(crate) fn depends_on<T: Any + Send + Sync>(thing: &Arc<T>) -> Dependency {
    let weak: Weak<T> = Arc::downgrade(thing);
    weak
}

/// Returns the dependency on a value or on its absence.
pub(crate) fn depends_on_optional<T: Any + Send + Sync>(thing: Option<&Arc<T>>) -> Dependency {
    match thing {
        Some(thing) => depends_on(thing),
        None => Weak::<()>::new(),
    }
}

/// A value with its dependencies.
#[derive(Debug)]
pub(crate) struct Memo<T>(Mutex<Option<CachedValue<T>>>);

#[derive(Debug)]
struct CachedValue<T> {
    of: Vec<Dependency>,
    value: Arc<T>,
}

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T> Memo<T> {
    /// Returns the cached value if it was made from exactly these dependencies, or else makes a new one.
    pub(crate) fn get(&self, of: Vec<Dependency>, make: impl FnOnce() -> T) -> Arc<T> {
        // A panic in `make` leaves no value behind, so a poisoned lock is harmless.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = kept.as_ref().filter(|kept| is_same(&kept.of, &of)) {
            return Arc::clone(&kept.value);
        }
        let value = Arc::new(make());
        *kept = Some(CachedValue { of, value: Arc::clone(&value) });
        value
    }

    /// Drops the cached value.
    pub(crate) fn clear(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
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
    fn value_is_recomputed_after_a_dependency_changes() {
        let memo = Memo::default();
        let (one, two) = (Arc::new(1), Arc::new(2));
        let made = |memo: &Memo<i32>, of: &Arc<i32>, or: Option<&Arc<i32>>| {
            *memo.get(vec![depends_on(of), depends_on_optional(or)], || **of)
        };
        assert_eq!(made(&memo, &one, None), 1);
        assert_eq!(*memo.get(vec![depends_on(&one), depends_on_optional::<i32>(None)], || 9), 1);
        assert_eq!(made(&memo, &two, None), 2);
        assert_eq!(*memo.get(vec![depends_on(&two), depends_on(&one)], || 3), 3);
    }
}
