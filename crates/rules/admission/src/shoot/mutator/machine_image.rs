//! The machine image of a worker: keep the old one, or choose one.

use std::cmp::Reverse;
use std::collections::HashMap;

use rootstock_core_model::{Path, RawObject, Source, Violation, Worker, WorkerImage, nearest, suggestion_text};
use rootstock_judge::{Judge, Obstacle, Offer, Pool, PoolContext};
use rootstock_versioning::{Classification, Version};

use crate::shoot::filled_in::PassedImage;
use crate::shoot::partial_version::VersionPattern;
use crate::shoot::{FillReason, Filled};

rootstock_core_model::rules! {
    WORKER_IMAGE_UNKNOWN: Error, since "0.1.0", Source::Gardener;
    WORKER_IMAGE_VERSION_MALFORMED: Error, since "0.1.0", Source::Gardener;
    WORKER_IMAGE_WITHOUT_MATCH: Error, since "0.1.0", Source::CapabilitiesGuide("Matching and Selection Algorithm");
}

/// The image that a worker gets, and the fields that were filled in.
type Chosen = (Option<WorkerImage>, Vec<Filled>);

/// The maximum number of skipped versions that are listed.
const MAX_PASSED_OVER: usize = 5;

/// Chooses the image of one worker; `path` is the worker's.
pub(super) fn choose(
    judge: Judge<'_>,
    worker: &Worker,
    old: Option<&WorkerImage>,
    around: PoolContext<'_>,
    path: &Path<'_>,
) -> Result<Chosen, Box<Violation>> {
    let request = worker.machine.image.as_ref();
    let machine = path.field("machine");
    let at = machine.field("image");
    let keeps_settings = judge.quirks().shoot.image_settings_are_put_back;
    if let Some(kept) = kept(request, old, keeps_settings) {
        let mut filled = filled_in(request, &kept, &at, &FillReason::Kept, &FillReason::Kept);
        filled.extend(settings_put_back(request, &kept, &at));
        return Ok((Some(kept), filled));
    }
    let pool = Pool::at(judge, worker.into(), around, path);
    let choice = Choice { judge, pool: &pool, request, name: &worker.name, path };
    let answer = choice.answer()?;
    let Some((offer, of_image, of_version)) = answer else { return Ok((request.cloned(), Vec::new())) };
    let (offer, of_version) = match choice.in_use(old, &offer) {
        Some(in_use) => (in_use, FillReason::NoDowngrade { instead: offer.text().to_owned() }),
        None => (offer, of_version),
    };
    let image = WorkerImage {
        name: offer.image.name.clone(),
        version: Some(offer.text().to_owned()),
        provider_config: request.and_then(|request| request.provider_config.clone()),
    };
    let filled = filled_in(request, &image, &at, &of_image, &of_version);
    Ok((Some(image), filled))
}

/// Returns the image that a pool had if the request does not ask for another. With `keeps_settings`, the provider's settings stay as
/// well.
fn kept(request: Option<&WorkerImage>, old: Option<&WorkerImage>, keeps_settings: bool) -> Option<WorkerImage> {
    let old = old?;
    let Some(request) = request else { return Some(old.clone()) };
    let version = request.version.as_deref().unwrap_or_default();
    let is_unchanged = request.name == old.name && (version.is_empty() || Some(version) == old.version.as_deref());
    let settings = if keeps_settings { &old.provider_config } else { &request.provider_config };
    is_unchanged.then(|| WorkerImage { provider_config: settings.clone(), ..old.clone() })
}

/// Returns the provider's settings of the image if they are other ones than those requested.
fn settings_put_back(request: Option<&WorkerImage>, kept: &WorkerImage, at: &Path<'_>) -> Option<Filled> {
    let (before, now) = (&request?.provider_config, &kept.provider_config);
    let text = |settings: &RawObject| serde_json::to_string(settings).ok();
    (before != now).then(|| Filled {
        path: at.field("providerConfig").to_field_path(),
        before: before.as_ref().and_then(text),
        value: now.as_ref().and_then(text).unwrap_or_else(|| "null".to_owned()),
        because: FillReason::SettingsPutBack,
    })
}

fn filled_in(
    request: Option<&WorkerImage>,
    image: &WorkerImage,
    at: &Path<'_>,
    of_image: &FillReason,
    of_version: &FillReason,
) -> Vec<Filled> {
    let written = |text: Option<&str>| text.filter(|text| !text.is_empty()).map(str::to_owned);
    let name = written(request.map(|request| request.name.as_str()));
    let version = written(request.and_then(|request| request.version.as_deref()));
    let fields = [
        ("name", name, written(Some(&image.name)), of_image),
        ("version", version, written(image.version.as_deref()), of_version),
    ];
    let mut filled = Vec::new();
    for (field, before, now, because) in fields {
        if let Some(value) = now.filter(|now| before.as_ref() != Some(now)) {
            let path = at.field(field).to_field_path();
            filled.push(Filled { path, before, value, because: because.clone() });
        }
    }
    filled
}

/// The choice of an image for one worker.
struct Choice<'a> {
    judge: Judge<'a>,
    pool: &'a Pool<'a>,
    request: Option<&'a WorkerImage>,
    /// The worker's name.
    name: &'a str,
    path: &'a Path<'a>,
}

/// The version chosen, the reason for the image, and the reason for the version.
type Answer<'a> = (Offer<'a>, FillReason, FillReason);

impl<'a> Choice<'a> {
    /// Returns `None` if the request is left as it is.
    fn answer(&self) -> Result<Option<Answer<'a>>, Box<Violation>> {
        let images = self.judge.profile().spec().images();
        if images.is_empty() {
            return Err(self.none_fits(self.reference(), "the profile has no machine images".to_owned()));
        }
        let name = self.request.map(|request| request.name.as_str()).unwrap_or_default();
        let named = images.iter().position(|image| image.name == name).filter(|_| !name.is_empty());
        if named.is_none() && !name.is_empty() {
            return Err(self.unknown_image(name));
        }
        let version = self.request.and_then(|request| request.version.as_deref()).unwrap_or_default();
        let is_completed =
            self.judge.quirks().shoot.exact_short_versions_are_completed && version.split('.').count() != 3;
        if let Some(image) = named.filter(|_| !is_completed)
            && self.judge.profile().offers_at(image).any(|offer| offer.text() == version)
        {
            return Ok(None);
        }
        let by_any_version = self.judge.quirks().shoot.default_image_by_any_version;
        // Gardener looks for the image before it parses the version.
        let early = if named.is_none() && by_any_version { Some(self.first_with_any_version()?) } else { named };
        let wanted = match self.request {
            Some(_) => self.wanted(version)?,
            None => VersionPattern::Part { major: None, minor: None },
        };
        let Some(wanted) = as_partial(wanted) else { return Ok(None) };
        match early {
            Some(image) => self.best_of(image, version, &wanted, named.is_none()).map(Some),
            None => self.first_fitting(version, &wanted).map(Some),
        }
    }

    fn wanted(&self, version: &str) -> Result<VersionPattern, Box<Violation>> {
        let quirks = self.judge.quirks();
        let bare = version.strip_prefix('v').unwrap_or(version);
        let wanted = VersionPattern::parse(bare, quirks.shoot.four_part_versions_are_major_only);
        let VersionPattern::Malformed { part } = &wanted else { return Ok(wanted) };
        let detail = if part == bare {
            "it is neither a version nor part of one; write a version of the profile, or the beginning of one"
                .to_owned()
        } else {
            format!("`{part}` is not a valid number; write a version of the profile, or the beginning of one: `1.2`")
        };
        Err(self.fault(&WORKER_IMAGE_VERSION_MALFORMED, Field::Version, version.to_owned(), detail))
    }

    /// Returns the first image with any version that has the architecture or fits the machine type, for quirk
    /// `default_image_by_any_version`.
    fn first_with_any_version(&self) -> Result<usize, Box<Violation>> {
        let fits = |offer: Offer<'_>| {
            let is_known = self.pool.machine_type.is_some();
            self.wrong_architecture(&offer).is_none()
                || (is_known && self.judge.capabilities(self.pool, &offer).is_none())
        };
        let first = (0..self.judge.profile().spec().images().len())
            .find(|image| self.judge.profile().offers_at(*image).any(fits));
        first.ok_or_else(|| {
            let architecture = self.pool.properties.architecture.unwrap_or_default();
            self.none_fits(self.reference(), format!("no image has a version for architecture `{architecture}`"))
        })
    }

    /// Checks the worker's architecture, even an unknown one, against a version.
    fn wrong_architecture(&self, offer: &Offer<'_>) -> Option<Obstacle> {
        self.judge.exists_for(self.pool.properties.architecture.unwrap_or_default(), offer)
    }

    /// Returns the obstacles to a version as the default, except for the provider's.
    fn obstacles(&self, offer: &Offer<'_>) -> Vec<Obstacle> {
        let quirks = self.judge.quirks();
        let classification = self.judge.classification(offer);
        let is_excluded = classification == Classification::Preview
            || !(classification.is_active() || quirks.shoot.default_image_may_be_inactive);
        let mut obstacles: Vec<Obstacle> = if quirks.shoot.default_image_may_be_rejected {
            let checks =
                [self.wrong_architecture(offer), self.judge.capabilities(self.pool, offer), self.in_place(offer)];
            checks.into_iter().flatten().collect()
        } else {
            self.judge.fit_obstacles(self.pool, offer).collect()
        };
        if is_excluded {
            obstacles.insert(0, Obstacle::Classification { classification });
        }
        obstacles
    }

    /// Checks support for in-place updates. Gardener asks whether a default supports them at all, not from which
    /// version.
    fn in_place(&self, offer: &Offer<'_>) -> Option<Obstacle> {
        if self.pool.properties.is_in_place { self.judge.in_place_from(None, offer) } else { None }
    }

    /// Returns the best version of one image.
    fn best_of(
        &self,
        image: usize,
        version: &str,
        wanted: &VersionPattern,
        is_first: bool,
    ) -> Result<Answer<'a>, Box<Violation>> {
        let mut candidates = self.candidates(image, wanted);
        let Some(best) = self.best(&mut candidates) else {
            let name =
                self.judge.profile().spec().images().get(image).map(|image| image.name.as_str()).unwrap_or_default();
            return Err(self.none_of(name, version, &candidates));
        };
        let of_image = if is_first { FillReason::FirstImage { passed_over: Vec::new() } } else { FillReason::Default };
        Ok((best, of_image, self.because(version, &best, &candidates)))
    }

    /// Returns the best version of the first image that has one.
    fn first_fitting(&self, version: &str, wanted: &VersionPattern) -> Result<Answer<'a>, Box<Violation>> {
        let mut passed_over = Vec::new();
        for image in 0..self.judge.profile().spec().images().len() {
            let mut candidates = self.candidates(image, wanted);
            if let Some(best) = self.best(&mut candidates) {
                return Ok((best, FillReason::FirstImage { passed_over }, self.because(version, &best, &candidates)));
            }
            let newest = candidates.into_iter().max_by(|(one, _), (other, _)| one.parsed().cmp(&other.parsed()));
            passed_over.extend(newest.map(|(offer, obstacles)| passed(&offer, obstacles)));
        }
        let mut detail = "no image has a version that the worker can have by default".to_owned();
        for passed in passed_over.iter().take(MAX_PASSED_OVER) {
            detail.push_str(&format!("; {}", describe(passed)));
        }
        Err(self.none_fits(self.reference(), detail))
    }

    /// Returns the versions of an image that match the request, each with its obstacles.
    fn candidates(&self, image: usize, wanted: &VersionPattern) -> Vec<(Offer<'a>, Vec<Obstacle>)> {
        let any = *wanted == VersionPattern::Part { major: None, minor: None };
        let is_wanted = |offer: &Offer<'_>| any || offer.parsed().is_some_and(|version| wanted.includes(version));
        let offers = self.judge.profile().offers_at(image).filter(is_wanted);
        offers.map(|offer| (offer, self.obstacles(&offer))).collect()
    }

    /// Returns the highest version that is not deprecated, or else the highest one. Asks the provider about the best
    /// candidate only, and records its objection as an obstacle.
    fn best(&self, candidates: &mut [(Offer<'a>, Vec<Obstacle>)]) -> Option<Offer<'a>> {
        let free = candidates.iter_mut().filter(|(offer, why)| why.is_empty() && offer.parsed().is_some());
        let mut free: Vec<_> = free.collect();
        // Of equal versions, the first wins.
        free.sort_by_cached_key(|(offer, _)| Reverse(self.rank(offer)));
        // The provider has one answer for all repetitions of a version.
        let mut known: HashMap<&str, Option<Obstacle>> = HashMap::new();
        for (offer, obstacles) in free {
            if !self.judge.quirks().shoot.default_image_may_be_rejected {
                let mapping = known.entry(offer.text()).or_insert_with(|| self.judge.mapping(self.pool, offer));
                obstacles.extend(mapping.clone());
            }
            if obstacles.is_empty() {
                return Some(*offer);
            }
        }
        None
    }

    /// Ranks versions that are not deprecated before those that are, then higher versions first.
    fn rank<'o>(&self, offer: &Offer<'o>) -> (bool, Option<&'o Version>) {
        (self.judge.classification(offer) != Classification::Deprecated, offer.parsed())
    }

    fn because(&self, version: &str, best: &Offer<'_>, candidates: &[(Offer<'_>, Vec<Obstacle>)]) -> FillReason {
        let is_passed_over =
            |(offer, obstacles): &&(Offer<'_>, Vec<Obstacle>)| offer.parsed() > best.parsed() && !obstacles.is_empty();
        let mut higher: Vec<_> = candidates.iter().filter(is_passed_over).collect();
        higher.sort_by(|(one, _), (other, _)| other.parsed().cmp(&one.parsed()));
        let passed_over = higher.into_iter().take(MAX_PASSED_OVER).map(|(offer, why)| passed(offer, why.clone()));
        FillReason::HighestFitting {
            wanted: version.to_owned(),
            classification: self.judge.classification(best),
            passed_over: passed_over.collect(),
        }
    }

    /// Returns the version in use if it matches the request and is higher than the one that would be chosen.
    fn in_use(&self, old: Option<&WorkerImage>, chosen: &Offer<'a>) -> Option<Offer<'a>> {
        let old = old
            .filter(|old| old.name == chosen.image.name && !self.judge.quirks().shoot.partial_version_may_downgrade)?;
        let asked = self.request.and_then(|request| request.version.as_deref()).unwrap_or_default();
        let offer = self.judge.profile().offer(&old.name, old.version.as_deref()?)?;
        let version: &Version = offer.parsed()?;
        let is_wanted = asked.is_empty() || self.wanted(asked).is_ok_and(|wanted| wanted.includes(version));
        let is_higher = chosen.parsed().is_none_or(|chosen| chosen < version);
        (is_wanted && is_higher).then_some(offer)
    }

    /// Renders the request as `NAME@VERSION`, as Gardener prints it.
    fn reference(&self) -> String {
        let version = |request: &WorkerImage| request.version.clone().unwrap_or_default();
        self.request.map(|request| format!("{}@{}", request.name, version(request))).unwrap_or_default()
    }

    fn unknown_image(&self, name: &str) -> Box<Violation> {
        let names = self.judge.profile().spec().images().iter().map(|image| image.name.as_str());
        let violation = *self.fault(
            &WORKER_IMAGE_UNKNOWN,
            Field::Name,
            name.to_owned(),
            "the profile has no machine image of that name".to_owned(),
        );
        Box::new(match nearest(name, names.clone()) {
            // If the path is not that of the name, there is nothing to replace.
            Some(near) if self.judge.quirks().findings.gardener_paths => violation.with_help(suggestion_text(near)),
            Some(near) => violation.with_suggestion(near),
            None => violation
                .with_help(format!("its images are {}", rootstock_core_model::listed(names.collect::<Vec<_>>()))),
        })
    }

    fn none_of(&self, name: &str, version: &str, candidates: &[(Offer<'_>, Vec<Obstacle>)]) -> Box<Violation> {
        let mut detail = match (candidates.is_empty(), version.is_empty()) {
            (true, true) => format!("image `{name}` has no versions"),
            (true, false) => format!("image `{name}` has no version of {version}"),
            (false, _) => format!("no version of image `{name}` can be chosen for worker `{}`", self.name),
        };
        let mut newest: Vec<&(Offer<'_>, Vec<Obstacle>)> = candidates.iter().collect();
        newest.sort_by(|(one, _), (other, _)| other.parsed().cmp(&one.parsed()));
        for (offer, obstacles) in newest.into_iter().take(MAX_PASSED_OVER) {
            detail.push_str(&format!("; {}", describe(&passed(offer, obstacles.clone()))));
        }
        self.none_fits(self.reference(), detail)
    }

    fn none_fits(&self, bad: String, detail: String) -> Box<Violation> {
        self.fault(&WORKER_IMAGE_WITHOUT_MATCH, Field::Image, bad, detail)
    }

    /// Creates a finding about the image; Gardener points at the worker.
    fn fault(
        &self,
        rule: &'static rootstock_core_model::Rule,
        field: Field,
        bad: String,
        detail: String,
    ) -> Box<Violation> {
        let machine = self.path.field("machine");
        let image = machine.field("image");
        let (name, version) = (image.field("name"), image.field("version"));
        let path = match field {
            _ if self.judge.quirks().findings.gardener_paths => self.path,
            Field::Name => &name,
            Field::Version => &version,
            Field::Image => &image,
        };
        Box::new(Violation::invalid(rule, path, bad, detail))
    }
}

#[derive(Clone, Copy)]
enum Field {
    Name,
    Version,
    Image,
}

fn as_partial(wanted: VersionPattern) -> Option<VersionPattern> {
    matches!(wanted, VersionPattern::Part { .. }).then_some(wanted)
}

fn passed(offer: &Offer<'_>, obstacles: Vec<Obstacle>) -> PassedImage {
    PassedImage { version: offer.named(), obstacles }
}

fn describe(passed: &PassedImage) -> String {
    let obstacles: Vec<String> = passed.obstacles.iter().map(ToString::to_string).collect();
    format!("`{}` `{}`: {}", passed.version.image, passed.version.version, obstacles.join(", "))
}
