//! The law that a machine type is offered for an image if and only if the image is offered for the machine type, and
//! that admission then admits it.

use rootstock_core_model::{Severity, Violation, Worker};

use crate::judge::{Image, Judge, MachineTypeAnswer, Offers};
use crate::trial::{LawViolation, Verdict, assert_law};

/// Whether a finding is about a worker's image.
fn is_about_image(found: &Violation) -> bool {
    ["worker-image-", "worker-cri-unsupported", "worker-container-runtime-unsupported"]
        .iter()
        .any(|prefix| found.rule.name.starts_with(prefix))
}

fn both_ways(judge: &Judge<'_>) -> Verdict {
    if !judge.has_region(&judge.objects().shoot.spec.region) {
        return Ok(0);
    }
    let images = judge.images();
    let mut count = 0;
    for template in judge.workers() {
        let answers: Vec<_> = images.iter().map(|image| judge.machine_types(&template, image)).collect();
        for machine_type in judge.objects().spec.types() {
            let mut worker = template.clone();
            worker.machine.machine_type.clone_from(&machine_type.name);
            let offers = judge.offers(&worker);
            for (image, answer) in images.iter().zip(&answers) {
                let answer = answer.iter().find(|answer| answer.name == machine_type.name).unwrap();
                agree(judge, &image.on(&worker), image, answer, &offers)?;
                count += 1;
            }
        }
    }
    Ok(count)
}

fn agree(
    judge: &Judge<'_>,
    worker: &Worker,
    image: &Image,
    answer: &MachineTypeAnswer,
    offers: &Offers,
) -> Result<(), LawViolation> {
    let image_is_offered = offers.offered.iter().any(|offered| offered.image == *image);
    let details = |found: &[Violation]| {
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        let machine_type = &worker.machine.machine_type;
        format!("{} on {machine_type} with {image:?}: {answer:?} {offers:#?}\n{}", worker.name, found.join("\n"))
    };
    if answer.is_offered != (image_is_offered && !answer.is_rejected_itself) {
        return Err(LawViolation::new("only one of the machine type and the image is offered", details(&[])));
    }
    let found = judge.check(&judge.shoot_with(judge.settled(worker)), None);
    let refused: Vec<Violation> =
        found.iter().filter(|found| is_about_image(found) && found.severity == Severity::Error).cloned().collect();
    if let (true, Some(first)) = (image_is_offered, refused.first()) {
        let how = format!("it is offered, but admission rejects it: {}", first.rule.name);
        return Err(LawViolation::new(how, details(&refused)));
    }
    // In Gardener's semantics an unmapped image is admitted with a warning, and other errors may hide this one.
    let hides = judge.settings().quirks.findings.shoot_errors_hide_others;
    let says_why = found.iter().any(is_about_image) || hides && found.iter().any(|one| one.severity == Severity::Error);
    if !image_is_offered && !says_why && !answer.is_rejected_itself {
        return Err(LawViolation::new("it is not offered, but admission accepts it", details(&found)));
    }
    Ok(())
}

#[test]
fn machine_type_and_image_offers_agree() {
    assert_law(10_000, |_, judge| both_ways(judge));
}
