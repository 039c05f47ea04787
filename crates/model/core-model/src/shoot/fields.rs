//! The field names of a Shoot, including the parts that are not decoded: a misspelled field is always a mistake.

#[cfg(feature = "schema")]
mod schema;

use super::Shoot;
use crate::problems::violation;
use crate::rules::unknown_field;
use crate::{Applicability, Change, Fix, NodeKind, NodeRef, Path, Severity, Violation};
use rootstock_document::decode::FieldNames;

/// The permitted contents of a field.
#[derive(Debug)]
enum Shape {
    /// Any value.
    Any,
    /// A string.
    Text,
    /// An object or a list of objects whose fields are all known.
    All(&'static [(&'static str, Shape)]),
    /// Like [`Shape::All`], but later versions of Gardener may have more fields.
    Known(&'static [(&'static str, Shape)]),
}

/// `(…)` is an object whose fields are all known; `{…}` is one to which later versions may add fields.
macro_rules! shape {
    () => { Shape::Any };
    (text) => { Shape::Text };
    (($($name:ident $(: $inner:tt)?),* $(,)?)) => { Shape::All(&[$((stringify!($name), shape!($($inner)?))),*]) };
    ({$($name:ident $(: $inner:tt)?),* $(,)?}) => { Shape::Known(&[$((stringify!($name), shape!($($inner)?))),*]) };
    ($constant:ident) => { $constant };
}

const KUBELET: Shape = shape!({
    containerLogMaxFiles, containerLogMaxSize, cpuCFSQuota, cpuManagerPolicy, evictionHard: EVICTION,
    evictionMaxPodGracePeriod, evictionMinimumReclaim: EVICTION, evictionPressureTransitionPeriod,
    evictionSoft: EVICTION, evictionSoftGracePeriod: EVICTION, failSwapOn, featureGates, imageGCHighThresholdPercent,
    imageGCLowThresholdPercent, imageMaximumGCAge, imageMinimumGCAge, kubeReserved: RESERVED, maxParallelImagePulls,
    maxPods, memorySwap: {swapBehavior}, podPidsLimit, protectKernelDefaults, registryBurst, registryPullQPS,
    seccompDefault, serializeImagePulls, streamingConnectionIdleTimeout, systemReserved: RESERVED,
});
const EVICTION: Shape =
    shape!({memoryAvailable, imageFSAvailable, imageFSInodesFree, nodeFSAvailable, nodeFSInodesFree});
const RESERVED: Shape = shape!({cpu, memory, ephemeralStorage, pid});
const ROTATION: Shape = shape!({enabled, rotationPeriod});
const ETCD: Shape = shape!({autoscaling: {minAllowed}});

/// `spec` in Gardener v1.150.
const SPEC: Shape = shape!((
    accessRestrictions: (name, options),
    addons: {
        kubernetesDashboard: {enabled, authenticationMode},
        nginxIngress: {enabled, loadBalancerSourceRanges, config, externalTrafficPolicy},
    },
    cloudProfile: (kind, name),
    cloudProfileName,
    controlPlane: (highAvailability: {failureTolerance: {type}}, zones),
    credentialsBindingName: text,
    dns: {domain: text, providers: {domains, primary, secretName, type, zones, credentialsRef}},
    exposureClassName: text,
    extensions: {type, providerConfig, disabled},
    hibernation: {enabled, schedules: {start, end, location}},
    kubernetes: (
        clusterAutoscaler: {
            expander, ignoreDaemonsetsUtilization, ignoreTaints, initialNodeGroupBackoffDuration, maxDrainParallelism,
            maxEmptyBulkDelete, maxGracefulTerminationSeconds, maxNodeGroupBackoffDuration, maxNodeProvisionTime,
            maxScaleDownParallelism, newPodScaleUpDelay, nodeGroupBackoffResetTimeout, scaleDownDelayAfterAdd,
            scaleDownDelayAfterDelete, scaleDownDelayAfterFailure, scaleDownUnneededTime,
            scaleDownUtilizationThreshold, scanInterval, startupTaints, statusTaints, verbosity,
        },
        etcd: {main: ETCD, events: ETCD},
        kubeAPIServer: {
            admissionPlugins: {name, config, disabled, kubeconfigSecretName}, apiAudiences,
            auditConfig: {auditPolicy: {configMapRef}}, autoscaling: {minAllowed}, defaultNotReadyTolerationSeconds,
            defaultUnreachableTolerationSeconds, enableAnonymousAuthentication,
            encryptionConfig: {provider, resources}, eventTTL, featureGates,
            logging: {verbosity, httpAccessVerbosity},
            oidcConfig, requests: {maxNonMutatingInflight, maxMutatingInflight}, runtimeConfig,
            serviceAccountConfig: {issuer, extendTokenExpiration, maxTokenExpiration, acceptedIssuers},
            structuredAuthentication: {configMapName},
            structuredAuthorization: {configMapName, kubeconfigs: {authorizerName, secretName}},
            watchCacheSizes: {default, resources: {apiGroup, resource, size}},
        },
        kubeControllerManager: {
            featureGates,
            horizontalPodAutoscaler: {
                cpuInitializationPeriod, downscaleStabilization, initialReadinessDelay, syncPeriod, tolerance,
            },
            nodeCIDRMaskSize, nodeCIDRMaskSizeIPv6, nodeMonitorGracePeriod, podEvictionTimeout,
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
            controlPlane: {backup, exposure},
            cri: (name, containerRuntimes: {type, providerConfig}),
            dataVolumes: {name, type, size, encrypted},
            kubeletDataVolumeName,
            kubernetes: (kubelet: KUBELET, version),
            labels,
            machine: (architecture, gpu: (type), image: (name, providerConfig, version), secureBoot, type),
            machineControllerManager: {
                autoPreserveFailedMachineMax, disableHealthTimeout, inPlaceUpdateTimeout, machineCreationTimeout,
                machineDrainTimeout, machineHealthTimeout, machineInPlaceUpdateTimeout, machinePreserveTimeout,
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
        const SHOOT: Shape = Shape::All(&[
            ("apiVersion", Shape::Any),
            ("kind", Shape::Any),
            ("metadata", Shape::Any),
            ("spec", SPEC),
            ("status", Shape::Any),
        ]);
        let mut found = Vec::new();
        check(shoot, &SHOOT, &Path::object(), &mut found);
        found
    }
}

fn check(node: NodeRef<'_>, shape: &'static Shape, path: &Path<'_>, found: &mut Vec<Violation>) {
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
                check(item, shape, &path.index(index), found);
            }
        }
        NodeKind::Object => {
            for (key, value) in node.entries() {
                let path = path.field(key);
                if let Some((_, shape)) = fields.iter().find(|(name, _)| *name == key) {
                    check(value, shape, &path, found);
                    continue;
                }
                let names: Vec<&'static str> = fields.iter().map(|(name, _)| *name).collect();
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
    /// Extends the JSON Schema of a [`Shoot`], which only has the decoded fields, with all others.
    pub fn complete_schema(schema: &mut serde_json::Value) {
        schema::complete(schema, &["spec"], &SPEC);
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
