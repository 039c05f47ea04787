//! The reduction of a world to the smallest one that still shows a problem.

use serde_json::Value;

use crate::world::World;

/// The fields that a document needs.
const KEPT: [&str; 19] = [
    "apiVersion",
    "kind",
    "metadata",
    "name",
    "namespace",
    "spec",
    "type",
    "version",
    "cpu",
    "gpu",
    "memory",
    "region",
    "cloudProfile",
    "provider",
    "kubernetes",
    "machine",
    "image",
    "workers",
    "zones",
];

#[derive(Debug, Clone)]
enum Step {
    Field(String),
    Item(usize),
}

/// Removes fields and list items as long as `shows` returns true.
pub(crate) fn shrunk(world: World, shows: impl Fn(&World) -> bool) -> World {
    let mut smallest = world;
    let mut again = true;
    while again {
        again = false;
        let documents: [for<'w> fn(&'w mut World) -> &'w mut Value; 2] =
            [|world| &mut world.profile, |world| &mut world.shoot];
        for document in documents {
            let mut removable = Vec::new();
            places(document(&mut smallest.clone()), &mut Vec::new(), &mut removable);
            // Removes the last items first, so that the positions of the others stay valid, and parents before their
            // children.
            removable.sort_by_key(Vec::len);
            for place in removable.into_iter().rev() {
                let mut smaller = smallest.clone();
                if remove(document(&mut smaller), &place) && shows(&smaller) {
                    smallest = smaller;
                    again = true;
                }
            }
        }
    }
    smallest
}

fn places(value: &Value, path: &mut Vec<Step>, found: &mut Vec<Vec<Step>>) {
    let mut visit = |step: Step, value: &Value, is_kept: bool| {
        path.push(step);
        if !is_kept {
            found.push(path.clone());
        }
        places(value, path, found);
        path.pop();
    };
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| visit(Step::Field(name.clone()), value, KEPT.contains(&&**name)));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, value)| visit(Step::Item(index), value, false));
        }
        _ => {}
    }
}

fn remove(document: &mut Value, path: &[Step]) -> bool {
    let Some((last, parents)) = path.split_last() else { return false };
    let parent = parents.iter().try_fold(document, |value, step| match step {
        Step::Field(name) => value.get_mut(name),
        Step::Item(index) => value.get_mut(index),
    });
    match (parent, last) {
        (Some(Value::Object(fields)), Step::Field(name)) => fields.remove(name).is_some(),
        (Some(Value::Array(items)), Step::Item(index)) if *index < items.len() => {
            items.remove(*index);
            true
        }
        _ => false,
    }
}
