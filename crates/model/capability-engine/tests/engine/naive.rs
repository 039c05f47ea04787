//! The documented algorithm and Gardener's, implemented literally with lists of strings instead of bits. Slow and obvious.

use rootstock_core_model::{Capabilities, CapabilityDefinition};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    Flavor(usize),
    None,
    Ambiguous(Vec<usize>),
}

/// The values of each capability.
type Values<'a> = Vec<(&'a str, Vec<&'a str>)>;

/// Returns every registered capability with its values: the declared ones, or else all registered ones.
fn defaulted<'a>(map: &'a Capabilities, definitions: &'a [CapabilityDefinition]) -> Values<'a> {
    let holding = |name: &str| definitions.iter().rfind(|entry| entry.name == name).unwrap();
    let mut result: Values<'a> = Vec::new();
    for definition in definitions {
        if result.iter().all(|(name, _)| *name != definition.name) {
            let values = map.get(&definition.name).unwrap_or(&holding(&definition.name).values);
            result.push((&definition.name, values.iter().map(String::as_str).collect()));
        }
    }
    result
}

fn of<'s, 'a>(sets: &'s Values<'a>, name: &str) -> &'s [&'a str] {
    &sets.iter().find(|(known, _)| *known == name).unwrap().1
}

fn effective<'a>(sets: &[&'a Capabilities], definitions: &'a [CapabilityDefinition]) -> Values<'a> {
    let sets: Vec<_> = sets.iter().map(|map| defaulted(map, definitions)).collect();
    let (first, others) = sets.split_first().unwrap();
    first
        .iter()
        .map(|(name, values)| {
            let left = values.iter().filter(|value| others.iter().all(|other| of(other, name).contains(value)));
            (*name, left.copied().collect())
        })
        .collect()
}

pub(crate) fn compatible(sets: &[&Capabilities], definitions: &[CapabilityDefinition]) -> bool {
    effective(sets, definitions).iter().all(|(_, values)| !values.is_empty())
}

pub(crate) fn equal(one: &Capabilities, other: &Capabilities, definitions: &[CapabilityDefinition]) -> bool {
    let (one, other) = (defaulted(one, definitions), defaulted(other, definitions));
    let within = |a: &Values<'_>, b: &Values<'_>| {
        a.iter().all(|(name, values)| values.iter().all(|value| of(b, name).contains(value)))
    };
    within(&one, &other) && within(&other, &one)
}

fn candidates(
    flavors: &[Capabilities],
    machine: &Capabilities,
    worker: Option<&Capabilities>,
    definitions: &[CapabilityDefinition],
) -> Vec<usize> {
    let sets = |flavor| [Some(flavor), Some(machine), worker].into_iter().flatten().collect::<Vec<_>>();
    (0..flavors.len()).filter(|index| compatible(&sets(&flavors[*index]), definitions)).collect()
}

fn answer(remaining: Vec<usize>) -> Answer {
    match remaining[..] {
        [] => Answer::None,
        [one] => Answer::Flavor(one),
        _ => Answer::Ambiguous(remaining),
    }
}

/// Keeps the candidates that have the value, unless none does; value by value.
fn narrow(remaining: &mut Vec<usize>, sets: &[Values<'_>], definitions: &[CapabilityDefinition]) {
    for definition in definitions {
        for value in &definition.values {
            let having: Vec<usize> = remaining
                .iter()
                .copied()
                .filter(|index| of(&sets[*index], &definition.name).contains(&value.as_str()))
                .collect();
            if !having.is_empty() {
                *remaining = having;
            }
        }
    }
}

/// Selects like Gardener, which walks the definitions.
pub(crate) fn select_like_gardener(
    flavors: &[Capabilities],
    machine: &Capabilities,
    definitions: &[CapabilityDefinition],
) -> Answer {
    let mut remaining = candidates(flavors, machine, None, definitions);
    let own: Vec<_> = flavors.iter().map(|flavor| defaulted(flavor, definitions)).collect();
    narrow(&mut remaining, &own, definitions);
    answer(remaining)
}

/// Selects as documented, including the tie-break.
pub(crate) fn select_as_documented(
    flavors: &[Capabilities],
    machine: &Capabilities,
    worker: Option<&Capabilities>,
    definitions: &[CapabilityDefinition],
) -> Answer {
    let definitions: Vec<CapabilityDefinition> = (0..definitions.len())
        .filter(|index| definitions[index + 1..].iter().all(|later| later.name != definitions[*index].name))
        .map(|index| definitions[index].clone())
        .collect();
    let mut remaining = candidates(flavors, machine, worker, &definitions);
    let left: Vec<_> = flavors
        .iter()
        .map(|flavor| {
            effective(&[Some(flavor), Some(machine), worker].into_iter().flatten().collect::<Vec<_>>(), &definitions)
        })
        .collect();
    for definition in &definitions {
        let most_preferred = |index: &usize| {
            let values = of(&left[*index], &definition.name);
            definition.values.iter().position(|value| values.contains(&value.as_str())).unwrap_or(usize::MAX)
        };
        let best = remaining.iter().map(most_preferred).min();
        remaining.retain(|index| Some(most_preferred(index)) == best);
    }
    narrow(&mut remaining, &left, &definitions);
    let own: Vec<_> = flavors.iter().map(|flavor| defaulted(flavor, &definitions)).collect();
    narrow(&mut remaining, &own, &definitions);
    answer(remaining)
}
