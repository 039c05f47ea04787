//! The law that maintenance drops a version for the reasons for which a worker may not have it.

use crate::judge::{Image, Judge, Kind};
use crate::trial::{LawViolation, Verdict, assert_law};

fn same_reasons(judge: &Judge<'_>) -> Verdict {
    let mut count = 0;
    for worker in &judge.objects().shoot.spec.provider.workers {
        let (Some(sieved), Some(_)) = (judge.candidate_versions(worker), Image::of(worker)) else { continue };
        let refused = judge.offers(worker).refused;
        for one in sieved {
            let obstacles = refused.iter().find(|refused| refused.image == one.image);
            let kinds = obstacles.map(|refused| refused.kinds.as_slice()).unwrap_or_default();
            // Maintenance handles expired versions later, and ignores regions, which the admission of the update
            // checks. In-place updates depend on the current node, which new workers do not have.
            let passing = |kind: &Kind| matches!(kind, Kind::Classification | Kind::Unmapped | Kind::InPlace);
            let is_silent = |kind: &Kind| passing(kind) || one.is_current && *kind == Kind::InPlace;
            let details = || format!("{}: {one:?}, {kinds:?}", worker.name);
            match one.dropped {
                Some(Kind::InPlace) => {}
                Some(kind) if !kinds.contains(&kind) => {
                    let how = format!("dropped for its {kind:?}, which admission accepts");
                    return Err(LawViolation::new(how, details()));
                }
                None => {
                    if let Some(kind) = kinds.iter().find(|kind| !is_silent(kind)) {
                        let how = format!("not dropped, but admission rejects its {kind:?}");
                        return Err(LawViolation::new(how, details()));
                    }
                }
                Some(_) => {}
            }
            count += 1;
        }
    }
    Ok(count)
}

#[test]
fn maintenance_and_admission_give_the_same_reasons() {
    assert_law(5_000, |_, judge| same_reasons(judge));
}
