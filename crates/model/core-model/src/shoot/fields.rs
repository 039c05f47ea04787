//! The field names of a Shoot, including the parts that are not decoded: a misspelled field is always a mistake.

#[cfg(feature = "schema")]
mod schema;

use super::Shoot;
use crate::problems::violation;
use crate::rules::unknown_field;
use crate::{Applicability, Change, Fix, GardenerRelease, NodeKind, NodeRef, Path, Releases, Severity, Violation};
use rootstock_document::decode::FieldNames;

/// The permitted contents of a field.
#[derive(Debug)]
enum Shape {
    /// Any value.
    Any,
    /// A string.
    Text,
    /// An object or a list of objects whose fields are all known.
    All(&'static [FieldShape]),
    /// Like [`Shape::All`], but later versions of Gardener may have more fields.
    Known(&'static [FieldShape]),
}

/// A field of an object.
#[derive(Debug)]
struct FieldShape {
    name: &'static str,
    shape: Shape,
    releases: Releases,
}

/// `(…)` is an object whose fields are all known; `{…}` is one to which later versions may add fields. `name[since 137]` is a field
/// that v1.137 of Gardener added, `name[until 141 "other"]` is one that v1.141 removed in favor of another.
macro_rules! shape {
    () => { Shape::Any };
    (text) => { Shape::Text };
    (($($name:ident $([$($releases:tt)+])? $(: $inner:tt)?),* $(,)?)) => {
        Shape::All(&[$(FieldShape {
            name: stringify!($name), shape: shape!($($inner)?), releases: releases!($($($releases)+)?),
        }),*])
    };
    ({$($name:ident $([$($releases:tt)+])? $(: $inner:tt)?),* $(,)?}) => {
        Shape::Known(&[$(FieldShape {
            name: stringify!($name), shape: shape!($($inner)?), releases: releases!($($($releases)+)?),
        }),*])
    };
    ($constant:ident) => { $constant };
}

/// The releases that have a field, by their minors.
macro_rules! releases {
    () => {
        Releases::ALL
    };
    (since $minor:literal) => {
        Releases::since(1, $minor)
    };
    (until $minor:literal $instead:literal) => {
        Releases { instead: $instead, ..Releases::before(1, $minor) }
    };
}

const KUBELET: Shape = shape!({
    containerLogMaxFiles, containerLogMaxSize, cpuCFSQuota, cpuManagerPolicy, evictionHard: EVICTION,
    evictionMaxPodGracePeriod, evictionMinimumReclaim: EVICTION, evictionPressureTransitionPeriod,
    evictionSoft: EVICTION, evictionSoftGracePeriod: EVICTION, failSwapOn, featureGates, imageGCHighThresholdPercent,
    imageGCLowThresholdPercent, imageMaximumGCAge, imageMinimumGCAge, imagePullCredentialsVerificationPolicy[since 149],
    kubeReserved: RESERVED, maxParallelImagePulls, maxPods, memorySwap: {swapBehavior}, podPidsLimit,
    preloadedImagesVerificationAllowlist[since 149], protectKernelDefaults, registryBurst, registryPullQPS,
    seccompDefault, serializeImagePulls, singleProcessOOMKill[since 143], streamingConnectionIdleTimeout,
    systemReserved[until 141 "kubeReserved, which has to include it"]: RESERVED,
});
const EVICTION: Shape =
    shape!({memoryAvailable, imageFSAvailable, imageFSInodesFree, nodeFSAvailable, nodeFSInodesFree});
const RESERVED: Shape = shape!({cpu, memory, ephemeralStorage, pid});
const ROTATION: Shape = shape!({enabled, rotationPeriod});
const ETCD: Shape = shape!({autoscaling: {minAllowed}});

/// `spec`, in all recorded releases of Gardener.
const SPEC: Shape = shape!((
    accessRestrictions: (name, options),
    addons: {
        kubernetesDashboard: {enabled, authenticationMode},
        nginxIngress: {enabled, loadBalancerSourceRanges, config, externalTrafficPolicy},
    },
    cloudProfile: (kind, name),
    cloudProfileName,
    controlPlane: (highAvailability: {failureTolerance: {type}}, zones[since 150]),
    credentialsBindingName: text,
    dns: {domain: text, providers: {domains, primary, secretName, type, zones, credentialsRef}},
    exposureClassName: text,
    extensions: {type, providerConfig, disabled},
    hibernation: {enabled, schedules: {start, end, location}},
    kubernetes: (
        clusterAutoscaler: {
            autoscaling[since 147], emitPerNodeGroupMetrics[since 141],
            expander, ignoreDaemonsetsUtilization, ignoreTaints, initialNodeGroupBackoffDuration,
            maxBinpackingTime[since 142], maxDrainParallelism, maxEmptyBulkDelete, maxGracefulTerminationSeconds, maxNodeGroupBackoffDuration, maxNodeProvisionTime,
            maxScaleDownParallelism, newPodScaleUpDelay, nodeGroupBackoffResetTimeout, scaleDownDelayAfterAdd,
            scaleDownDelayAfterDelete, scaleDownDelayAfterFailure, scaleDownUnneededTime,
            scaleDownUtilizationThreshold, scanInterval, startupTaints, statusTaints, verbosity,
        },
        etcd: {main: ETCD, events: ETCD},
        kubeAPIServer: {
            admissionPlugins: {name, config, disabled, kubeconfigSecretName}, apiAudiences,
            auditConfig: {auditPolicy: {configMapRef}}, autoscaling: {minAllowed}, defaultNotReadyTolerationSeconds,
            defaultUnreachableTolerationSeconds, enableAnonymousAuthentication,
            encryptionConfig: {provider[since 137], resources}, eventTTL, featureGates,
            logging: {verbosity, httpAccessVerbosity},
            oidcConfig[until 142 "structuredAuthentication"]: {
                caBundle, clientAuthentication[until 141 ""], clientID, groupsClaim, groupsPrefix, issuerURL, requiredClaims,
                signingAlgs, usernameClaim, usernamePrefix,
            },
            requests: {maxNonMutatingInflight, maxMutatingInflight}, runtimeConfig,
            serviceAccountConfig: {issuer, extendTokenExpiration, maxTokenExpiration, acceptedIssuers},
            structuredAuthentication: {configMapName},
            structuredAuthorization: {configMapName, kubeconfigs: {authorizerName, secretName}},
            tlsMinVersion[since 149],
            watchCacheSizes: {default, resources: {apiGroup, resource, size}},
        },
        kubeControllerManager: {
            featureGates,
            horizontalPodAutoscaler: {
                cpuInitializationPeriod, downscaleStabilization, initialReadinessDelay, syncPeriod, tolerance,
            },
            nodeCIDRMaskSize, nodeCIDRMaskSizeIPv6[since 138], nodeMonitorGracePeriod, podEvictionTimeout,
        },
        kubelet: KUBELET,
        kubeProxy: {enabled, featureGates, mode},
        kubeScheduler: {featureGates, kubeMaxPDVols, profile},
        version,
        verticalPodAutoscaler: {
            cpuHistogramDecayHalfLife, enabled, evictAfterOOMThreshold, evictionRateBurst, evictionRateLimit,
            evictionTolerance, featureGates, memoryAggregationInterval, memoryAggregationIntervalCount,
            memoryHistogramDecayHalfLife, recommendationLowerBoundCPUPercentile,
            recommendationLowerBoundMemoryPercentile, recommendationMarginFraction,
            recommendationUpperBoundCPUPercentile, recommendationUpperBoundMemoryPercentile, recommenderInterval,
            targetCPUPercentile, targetMemoryPercentile, updaterInterval,
        },
    ),
    maintenance: (
        autoRotation: {
            credentials: {observability: ROTATION, sshKeypair: ROTATION, etcdEncryptionKey: ROTATION},
        },
        autoUpdate: (kubernetesVersion, machineImageVersion),
        confineSpecUpdateRollout,
        timeWindow: (begin, end),
    ),
    monitoring: {alerting: {emailReceivers}},
    networking: {type: text, providerConfig, pods: text, nodes: text, services: text, ipFamilies},
    provider: (
        controlPlaneConfig,
        infrastructureConfig,
        type,
        workers: (
            annotations,
            caBundle,
            clusterAutoscaler: {
                maxNodeProvisionTime, scaleDownGpuUtilizationThreshold, scaleDownUnneededTime, scaleDownUnreadyTime,
                scaleDownUtilizationThreshold,
            },
            controlPlane: {backup, exposure[since 137]},
            cri: (name, containerRuntimes: {type, providerConfig}),
            dataVolumes: {name, type, size, encrypted},
            kubeletDataVolumeName,
            kubernetes: (kubelet: KUBELET, version),
            labels,
            machine: (architecture, gpu: (type), image: (name, providerConfig, version), secureBoot, type),
            machineControllerManager: {
                autoPreserveFailedMachineMax[since 147], disableHealthTimeout, inPlaceUpdateTimeout, machineCreationTimeout,
                machineDrainTimeout, machineHealthTimeout, machineInPlaceUpdateTimeout, machinePreserveTimeout[since 147],
                maxEvictRetries, nodeConditions,
            },
            maximum,
            maxSurge,
            maxUnavailable,
            minimum,
            name,
            priority,
            providerConfig,
            sysctls,
            systemComponents: {allow},
            taints: {effect, key, timeAdded, value},
            updateStrategy,
            volume: (encrypted, name, size, type),
            zones,
        ),
        workersSettings: {sshAccess: {enabled}},
    ),
    purpose: text,
    region,
    resources: {name, resourceRef: {apiVersion, kind, name}},
    schedulerName: text,
    secretBindingName: text,
    seedName: text,
    seedSelector: {matchExpressions, matchLabels, providerTypes},
    systemComponents: {
        coreDNS: {autoscaling: {mode}, rewriting: {commonSuffixes}},
        nodeLocalDNS: {
            disableForwardToUpstreamDNS, enabled, forceTCPToClusterDNS, forceTCPToUpstreamDNS,
        },
    },
    tolerations: {key, value},
));

/// Fields that were removed from the API, wherever they occurred.
const REMOVED: [&str; 5] = [
    "allowPrivilegedContainers",
    "enableBasicAuthentication",
    "enableStaticTokenKubeconfig",
    "imagePullProgressDeadline",
    "signingKeySecretName",
];

impl Shoot {
    /// Finds unknown fields of a Shoot. In the parts that [`Shoot`] decodes, every unknown field is reported; in other parts,
    /// only those that look like a misspelling of a known field, because a later Gardener may add fields. Also reports fields
    /// that are not decoded and whose value is not the required string.
    ///
    /// ```
    /// use rootstock_core_model::{RawObject, Shoot};
    /// let raw: RawObject = serde_json::from_str(r#"{"spec": {"regoin": "eu-1", "networking": {"tpye": "calico", "new": 1}}}"#)?;
    /// let places: Vec<String> = Shoot::unrecognized_fields(raw.node()).iter().map(|found| found.path.to_string()).collect();
    /// assert_eq!(places, ["spec.regoin", "spec.networking.tpye"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn unrecognized_fields(shoot: NodeRef<'_>) -> Vec<Violation> {
        Self::unrecognized_fields_at(shoot, GardenerRelease::NEWEST)
    }

    /// Like [`unrecognized_fields`](Self::unrecognized_fields), for a release of Gardener: reports the fields as well that only other
    /// releases have.
    ///
    /// ```
    /// use rootstock_core_model::{RawObject, Shoot};
    /// let raw: RawObject = serde_json::from_str(r#"{"spec": {"kubernetes": {"kubeAPIServer": {"oidcConfig": {}}}}}"#)?;
    /// assert!(Shoot::unrecognized_fields_at(raw.node(), "1.141".parse()?).is_empty());
    /// let found = Shoot::unrecognized_fields_at(raw.node(), "1.142".parse()?);
    /// assert_eq!(found[0].help, "use structuredAuthentication");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn unrecognized_fields_at(shoot: NodeRef<'_>, gardener: GardenerRelease) -> Vec<Violation> {
        const SHOOT: Shape = shape!((apiVersion, kind, metadata, spec: SPEC, status));
        let mut found = Vec::new();
        check(shoot, &SHOOT, &Path::object(), gardener, &mut found);
        found
    }
}

impl Shoot {
    /// Returns the paths of the fields that only some releases of Gardener have, each with the releases.
    ///
    /// ```
    /// use rootstock_core_model::Shoot;
    /// let fields = Shoot::limited_fields();
    /// let zones = fields.iter().find(|(path, _)| path == "spec.controlPlane.zones");
    /// assert_eq!(zones.map(|(_, releases)| releases.to_string()).as_deref(), Some("since v1.150"));
    /// ```
    #[must_use]
    pub fn limited_fields() -> Vec<(String, Releases)> {
        let mut found = Vec::new();
        add_limited_fields(&SPEC, "spec", &mut found);
        found
    }
}

fn add_limited_fields(shape: &'static Shape, path: &str, found: &mut Vec<(String, Releases)>) {
    let (Shape::All(fields) | Shape::Known(fields)) = shape else { return };
    for field in *fields {
        let path = format!("{path}.{}", field.name);
        if !field.releases.are_all() {
            found.push((path.clone(), field.releases));
        }
        add_limited_fields(&field.shape, &path, found);
    }
}

fn check(
    node: NodeRef<'_>,
    shape: &'static Shape,
    path: &Path<'_>,
    gardener: GardenerRelease,
    found: &mut Vec<Violation>,
) {
    let (fields, are_all) = match shape {
        Shape::Any => return,
        Shape::Text => return found.extend(crate::decode::<String>(node, path).1),
        Shape::All(fields) => (*fields, true),
        Shape::Known(fields) => (*fields, false),
    };
    match node.kind() {
        NodeKind::Scalar => {}
        NodeKind::List => {
            for (index, item) in node.items().enumerate().filter(|(_, item)| item.kind() == NodeKind::Object) {
                check(item, shape, &path.index(index), gardener, found);
            }
        }
        NodeKind::Object => {
            for (key, value) in node.entries() {
                let path = path.field(key);
                if let Some(field) = fields.iter().find(|field| field.name == key) {
                    if field.releases.contains(gardener.release()) {
                        check(value, &field.shape, &path, gardener, found);
                    } else {
                        let (detail, help) = field.releases.absence_of(key, Some(gardener.running()));
                        found.push(unknown_field(&path, detail).with_help(help.unwrap_or_default()));
                    }
                    continue;
                }
                let existing = fields.iter().filter(|field| field.releases.contains(gardener.release()));
                let names: Vec<&'static str> = existing.map(|field| field.name).collect();
                let names = FieldNames { known: &names, of: node };
                if REMOVED.contains(&key) {
                    found.push(removed(key, &path));
                } else if are_all || names.meant_by(key).is_some() {
                    found.push(violation(names.unknown(key, &path)));
                }
            }
        }
    }
}

#[cfg(feature = "schema")]
impl Shoot {
    /// Extends the JSON Schema of a [`Shoot`], which only has the decoded fields, with all others that a release of Gardener has.
    pub fn complete_schema(schema: &mut serde_json::Value, gardener: crate::GardenerRelease) {
        schema::complete(schema, &["spec"], &SPEC, gardener.release());
    }
}

/// Creates the violation for a field of an earlier version, which no longer has any effect and can be removed safely.
fn removed(key: &str, path: &Path<'_>) -> Violation {
    let detail = format!("`{key}` is no longer part of the API, and has no effect");
    let title = "remove it";
    let changes = vec![Change::Remove { path: path.to_field_path() }];
    unknown_field(path, detail).with_severity(Severity::Warning).with_help(title).with_fix(Fix {
        title: title.to_owned(),
        applicability: Applicability::Suggested,
        changes,
    })
}
