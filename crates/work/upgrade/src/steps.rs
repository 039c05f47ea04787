//! The releases on the way from one release to another.

use rootstock_core_model::GardenerRelease;

/// The error for releases that are not an upgrade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StepsError {
    /// The target is the release that runs, or an older one.
    #[error("v{to} is not an upgrade of v{from}; name an older release to start from, or a newer one to go to")]
    NotNewer {
        /// The release that runs.
        from: GardenerRelease,
        /// The target.
        to: GardenerRelease,
    },
    /// The release that runs is named without its patch, so that it is the last one.
    #[error(
        "v{from} is its last patch, and v{to} is not an upgrade of it; name the patch that runs, such as v{from}.0"
    )]
    LastPatch {
        /// The release that runs.
        from: GardenerRelease,
        /// The target.
        to: GardenerRelease,
    },
    /// The target has another major version, and the minor releases on the way are not known.
    #[error("the way from v{from} to v{to} is not known: name a release of major version {major} to go to", major = .from.release().major())]
    OtherMajor {
        /// The release that runs.
        from: GardenerRelease,
        /// The target.
        to: GardenerRelease,
    },
}

/// Returns the releases on the way, both ends included: one minor at a time, as Gardener's version skew policy demands. Those in
/// between are the last patches of their minor releases. The releases that are not known yet are one step, because they are answered
/// alike.
///
/// ```
/// let steps = rootstock_upgrade::steps("1.147.0".parse()?, "1.149".parse()?)?;
/// assert_eq!(steps.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1.147.0", "1.148", "1.149"]);
/// let steps = rootstock_upgrade::steps("1.149".parse()?, "1.65535".parse()?)?;
/// assert_eq!(steps.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1.149", "1.150", "1.65535"]);
/// let error = rootstock_upgrade::steps("1.149".parse()?, "1.149".parse()?).unwrap_err();
/// assert!(error.to_string().starts_with("v1.149 is not an upgrade of v1.149"));
/// let error = rootstock_upgrade::steps("1.149".parse()?, "1.149.2".parse()?).unwrap_err();
/// assert!(error.to_string().ends_with("name the patch that runs, such as v1.149.0"));
/// let error = rootstock_upgrade::steps("1.149".parse()?, "2.0".parse()?).unwrap_err();
/// assert!(error.to_string().starts_with("the way from v1.149 to v2.0 is not known"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns [`StepsError::NotNewer`] or [`StepsError::LastPatch`] if `to` is not newer than `from`, and [`StepsError::OtherMajor`] if it has another major version.
pub fn steps(from: GardenerRelease, to: GardenerRelease) -> Result<Vec<GardenerRelease>, StepsError> {
    let (first, last) = (from.release(), to.release());
    let is_newer = match first.cmp_minor(last) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        // The later patch has reached the other one, but not the other way round.
        std::cmp::Ordering::Equal => last.has_reached(first, &[]) && first != last && !is_last_patch(from),
    };
    if !is_newer && first.cmp_minor(last).is_eq() && is_last_patch(from) && !is_last_patch(to) {
        return Err(StepsError::LastPatch { from, to });
    }
    if !is_newer {
        return Err(StepsError::NotNewer { from, to });
    }
    if first.major() != last.major() {
        return Err(StepsError::OtherMajor { from, to });
    }
    let mut steps = vec![from];
    let between = from.next_minors(to).take_while(|step| !step.is_newer_than_recorded());
    steps.extend(between.filter(|step| step.release().cmp_minor(last).is_lt()));
    steps.push(to);
    Ok(steps)
}

/// Whether it is a minor release without a patch, which is its last one.
fn is_last_patch(release: GardenerRelease) -> bool {
    release.release() == release.release().minor()
}
