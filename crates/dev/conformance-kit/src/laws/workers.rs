//! Laws about the requirements of workers, and the changes that roll them.

use std::collections::BTreeSet;

use rootstock_core_model::{Path, RESERVED_PREFIX, Worker};
use serde_json::{Map, Value, json};

use crate::document::is_within;
use crate::report::{CheckedCases, Stop, ensure};
use crate::subject::{Subject, object, raw};
use rootstock_provider_api::{RollingChanges, WorkerChange};

pub(crate) fn workers(subject: &Subject) -> CheckedCases {
    let provider = subject.provider;
    let entries = provider.extension().worker_capabilities;
    let mut names = BTreeSet::new();
    for entry in entries {
        let name = entry.name;
        let own = name.strip_prefix(provider.name()).is_some_and(|rest| rest.starts_with('-'));
        ensure(own && !name.starts_with(RESERVED_PREFIX), || {
            format!("the capability `{name}` must be called `{}-…`", provider.name())
        })?;
        ensure(names.insert(name), || format!("there are two capabilities `{name}`"))?;
        let values: BTreeSet<&str> = entry.values.iter().copied().collect();
        ensure(values.len() == entry.values.len() && values.len() > 1, || {
            format!("the capability `{name}` must have a neutral value and others, each once")
        })?;
    }
    let config = object(subject.sample().worker_config).map_err(Stop::Broken)?;
    let worker = Path::root("worker");
    let path = worker.field("providerConfig");
    let demand = provider.worker_demand(&raw(&config), &path);
    ensure(demand.violations.is_empty(), || {
        format!("the sample of a worker's config has mistakes: {}", crate::subject::shown(&demand.violations))
    })?;
    for (name, values) in demand.capabilities.iter() {
        let Some(entry) = entries.iter().find(|entry| entry.name == name) else { continue };
        ensure(values.iter().all(|value| entry.values.contains(&value.as_str())), || {
            format!("a worker can ask for {values:?} of `{name}`, which has {:?}", entry.values)
        })?;
    }
    // Extensions may be older or newer than the plug-in, so unknown fields add no requirement.
    let mut more = config.clone();
    more.insert("unknownToEverybody".to_owned(), json!({ "deep": ["x"] }));
    let other = provider.worker_demand(&raw(&more), &path);
    ensure(other.violations.is_empty() && other.capabilities == demand.capabilities, || {
        format!("{}\nan unknown field changes what the worker asks for", Value::Object(more.clone()))
    })?;
    Ok(3 + entries.len() + rolling(subject, &config)?)
}

fn rolling(subject: &Subject, config: &Map<String, Value>) -> CheckedCases {
    let worker = |config: Value| Worker { provider_config: Some(raw(&config)), ..Worker::default() };
    let path = Path::root("worker");
    let changes = |old: &Worker, new: &Worker, minor| {
        let change = WorkerChange { old, new, old_written: None, new_written: None, kubernetes: Some((1, minor)) };
        let RollingChanges { mut counted, unknown } = subject.provider.extension().rolling.changes(&change, &path);
        counted.extend(unknown);
        counted
    };
    let mut cases = 0;
    for minor in [33, 40] {
        let same = (worker(config.clone().into()), worker(config.clone().into()));
        let changed = changes(&same.0, &same.1, minor);
        ensure(changed.is_empty(), || format!("nothing changed, but these roll the workers: {changed:?}"))?;
        for name in config.keys() {
            let mut other = config.clone();
            other.remove(name);
            let (old, new) = (worker(config.clone().into()), worker(other.into()));
            for (old, new) in [(&old, &new), (&new, &old)] {
                let changed = changes(old, new, minor);
                let misplaced = changed.iter().find(|one| !is_within(&one.path, &path.to_field_path()));
                ensure(misplaced.is_none(), || format!("{misplaced:?} is not a field of the worker at {path:?}"))?;
                let idle = changed.iter().find(|one| one.old == one.new);
                ensure(idle.is_none(), || format!("{idle:?} does not change"))?;
                cases += 1;
            }
        }
        cases += 1;
    }
    Ok(cases)
}
