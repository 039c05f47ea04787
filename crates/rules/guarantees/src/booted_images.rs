//! The images that workers boot, each looked up once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use rootstock_judge::{Judge, Offer, Pool};
use rootstock_provider_api::ImageReference;

/// Everything that the image of a worker depends on: machine type, architecture, demands, region, and image version.
type Key<'p> = (&'p str, Option<&'p str>, (bool, bool, Option<&'p str>), Option<&'p str>, (usize, usize));

/// The images that workers of one profile boot. Several claims ask for them, and a lookup in the provider section is what costs
/// most.
#[derive(Debug, Default)]
pub(crate) struct BootedImages<'p>(RefCell<HashMap<Key<'p>, Option<Rc<ImageReference>>>>);

impl<'p> BootedImages<'p> {
    /// Returns the image that a worker boots; `None` if there is none, or if it cannot be determined. The judge must always be the
    /// same.
    pub(crate) fn of(&self, judge: Judge<'p>, pool: &Pool<'p>, offer: &Offer<'p>) -> Option<Rc<ImageReference>> {
        let own = &pool.properties;
        let demands = (own.has_secure_boot, own.is_in_place, own.gpu_type);
        let key = (own.machine_type, own.architecture, demands, pool.region, offer.place);
        let mut known = self.0.borrow_mut();
        known.entry(key).or_insert_with(|| judge.reference(pool, offer)?.ok().map(Rc::new)).clone()
    }

    /// Returns whether the provider section has an image for a worker, as far as is known.
    pub(crate) fn is_mapped(&self, judge: Judge<'p>, pool: &Pool<'p>, offer: &Offer<'p>) -> bool {
        self.of(judge, pool, offer).is_some() || judge.mapping(pool, offer).is_none()
    }
}
