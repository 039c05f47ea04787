//! The defaults of new Shoots and workers.

use std::collections::{BTreeMap, HashMap};

use rootstock_admission::{ShootOperation, default_shoot, mutate_shoot};
use rootstock_core_model::{Shoot, Worker};
use rootstock_judge::ImageVersionName;
use serde::Serialize;

use crate::ProfileSide;
use crate::pairs::{MachineClass, Pairs};

/// Changed defaults of new Shoots and workers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DefaultChanges {
    /// The Kubernetes version of a Shoot that does not specify one; absent if it is unchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubernetes: Option<VersionChange>,
    /// The machine images of workers that do not specify one, in a Shoot with the default Kubernetes version.
    pub machine_images: Vec<DefaultImageChange>,
}

/// The versions before and after; absent where there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VersionChange {
    /// The version by the old profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The version by the new profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// Workers whose default image changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DefaultImageChange {
    /// The image by the old profile; absent if such a worker was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<ImageVersionName>,
    /// The image by the new profile; absent if such a worker is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<ImageVersionName>,
    /// The workers: in each block, each machine type in each region.
    pub blocks: Vec<DefaultImageBlock>,
}

/// All combinations of some machine types and some regions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DefaultImageBlock {
    /// The machine types, in the order of the old profile.
    pub machine_types: Vec<String>,
    /// The regions, in the order of the old profile; empty if the profiles have none in common.
    pub regions: Vec<String>,
}

impl DefaultChanges {
    /// Returns whether nothing changes.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.kubernetes.is_none() && self.machine_images.is_empty()
    }
}

/// The image before and after.
type FromTo = (Option<ImageVersionName>, Option<ImageVersionName>);

pub(crate) fn changes(old: &ProfileSide<'_>, new: &ProfileSide<'_>, pairs: &Pairs<'_>) -> DefaultChanges {
    let [from, to] = [old, new].map(default_kubernetes);
    let machine_images = images([old, new], [from.as_deref(), to.as_deref()], pairs);
    let kubernetes = (from != to).then_some(VersionChange { from, to });
    DefaultChanges { kubernetes, machine_images }
}

/// Returns the Kubernetes version of a Shoot that does not specify one.
fn default_kubernetes(side: &ProfileSide<'_>) -> Option<String> {
    let mutated = mutate_shoot(&Shoot::default(), ShootOperation::Create, side.judge());
    Some(mutated.shoot.spec.kubernetes.version).filter(|version| !version.is_empty())
}

fn images(sides: [&ProfileSide<'_>; 2], kubernetes: [Option<&str>; 2], pairs: &Pairs<'_>) -> Vec<DefaultImageChange> {
    let [old, new] = sides;
    let regions = if pairs.regions.is_empty() { &[""][..] } else { &pairs.regions };
    // The region decides only which images the provider has.
    let region_classes = |side: &ProfileSide<'_>| match side.config() {
        Some(config) => config.region_classes(regions),
        None => vec![0; regions.len()],
    };
    let alike: Vec<(usize, usize)> = region_classes(old).into_iter().zip(region_classes(new)).collect();
    let mut found: Vec<(FromTo, BTreeMap<usize, Vec<&str>>)> = Vec::new();
    for (number, class) in pairs.machines.iter().enumerate() {
        if class.usable(old, new).next().is_none() {
            continue;
        }
        let mut known: HashMap<(usize, usize), FromTo> = HashMap::new();
        for (region, alike) in regions.iter().zip(&alike) {
            let change = known.entry(*alike).or_insert_with(|| {
                let [at_old, at_new] = class.places;
                let [before, after] = kubernetes;
                (default_image(old, at_old, region, before), default_image(new, at_new, region, after))
            });
            if change.0 == change.1 {
                continue;
            }
            let place = found.iter().position(|(known, _)| known == change).unwrap_or_else(|| {
                found.push((change.clone(), BTreeMap::new()));
                found.len() - 1
            });
            if let Some((_, classes)) = found.get_mut(place) {
                classes.entry(number).or_default().push(region);
            }
        }
    }
    let changes = found.into_iter().map(|((from, to), classes)| {
        let mut blocks: Vec<DefaultImageBlock> = Vec::new();
        for (class, regions) in classes {
            let regions: Vec<String> = regions.into_iter().filter(|name| !name.is_empty()).map(str::to_owned).collect();
            let names = pairs.machines.get(class).into_iter().flat_map(|class| class.usable(old, new));
            match blocks.iter_mut().find(|block| block.regions == regions) {
                Some(block) => block.machine_types.extend(names.map(str::to_owned)),
                None => blocks.push(DefaultImageBlock { machine_types: names.map(str::to_owned).collect(), regions }),
            }
        }
        DefaultImageChange { from, to, blocks }
    });
    changes.collect()
}

impl<'a> MachineClass<'a> {
    /// Returns the machine types that new workers may use both before and after.
    fn usable<'c>(&'c self, old: &'c ProfileSide<'_>, new: &'c ProfileSide<'_>) -> impl Iterator<Item = &'a str> + 'c {
        let is_usable = |side: &ProfileSide<'_>, name: &str| {
            side.catalog().machine_type(name).is_some_and(|machine_type| machine_type.is_usable)
        };
        self.names.iter().copied().filter(move |name| is_usable(old, name) && is_usable(new, name))
    }
}

/// Returns the image of a new worker that specifies a machine type, but no image.
fn default_image(
    side: &ProfileSide<'_>,
    machine_type: usize,
    region: &str,
    kubernetes: Option<&str>,
) -> Option<ImageVersionName> {
    let mut worker = Worker { name: "new".to_owned(), ..Worker::default() };
    worker.machine.machine_type.clone_from(&side.spec.types().get(machine_type)?.name);
    let mut shoot = Shoot::default();
    region.clone_into(&mut shoot.spec.region);
    kubernetes.unwrap_or_default().clone_into(&mut shoot.spec.kubernetes.version);
    shoot.spec.provider.provider_type.clone_from(&side.spec.provider_type);
    shoot.spec.provider.workers.push(worker);
    default_shoot(&mut shoot);
    let mutated = mutate_shoot(&shoot, ShootOperation::Create, side.judge());
    let image = mutated.shoot.spec.provider.workers.into_iter().next()?.machine.image?;
    Some(ImageVersionName { image: image.name, version: image.version? })
}
