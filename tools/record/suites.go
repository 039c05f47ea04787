package main

import (
	"encoding/json"

	"github.com/Masterminds/semver/v3"
	"github.com/gardener/gardener/extensions/pkg/controller/worker"
	"github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// suite answers the input of a suite.
type suite func(json.RawMessage) (any, error)

// suites are those that exported functions of Gardener and its libraries answer. An extension's author adds a line for a function of
// the extension.
var suites = map[string]suite{
	"capabilities-compatible": of(capabilitiesCompatible),
	"classification":          of(classification),
	"constraint-check":        of(constraintCheck),
	"quantity":                of(quantity),
	"select-flavor":           of(selectFlavor),
	"version-compare":         of(versionCompare),
	"version-parse":           of(versionParse),
}

// of turns a function of a typed input into one of JSON.
func of[I any](answer func(I) any) suite {
	return func(raw json.RawMessage) (any, error) {
		var input I
		if err := json.Unmarshal(raw, &input); err != nil {
			return nil, err
		}
		return answer(input), nil
	}
}

type verdict = map[string]any

type capabilitiesInput struct {
	CapabilityDefinitions []gardencorev1beta1.CapabilityDefinition `json:"capabilityDefinitions"`
	A                     gardencorev1beta1.Capabilities           `json:"a"`
	B                     gardencorev1beta1.Capabilities           `json:"b"`
}

func capabilitiesCompatible(input capabilitiesInput) any {
	return verdict{"compatible": helper.AreCapabilitiesCompatible(input.A, input.B, input.CapabilityDefinitions)}
}

type flavorsInput struct {
	CapabilityDefinitions []gardencorev1beta1.CapabilityDefinition `json:"capabilityDefinitions"`
	Flavors               []gardencorev1beta1.Capabilities         `json:"flavors"`
	MachineCapabilities   gardencorev1beta1.Capabilities           `json:"machineCapabilities"`
}

// flavor is a flavor of an extension, with its index.
type flavor struct {
	index        int
	capabilities gardencorev1beta1.Capabilities
}

func (f flavor) GetCapabilities() gardencorev1beta1.Capabilities {
	return f.capabilities
}

func selectFlavor(input flavorsInput) any {
	flavors, fits := make([]flavor, 0, len(input.Flavors)), false
	for index, capabilities := range input.Flavors {
		flavors = append(flavors, flavor{index, capabilities})
		fits = fits || helper.AreCapabilitiesCompatible(capabilities, input.MachineCapabilities, input.CapabilityDefinitions)
	}
	best, err := worker.FindBestImageFlavor(flavors, input.MachineCapabilities, input.CapabilityDefinitions)
	switch {
	case err == nil:
		return verdict{"flavor": best.index}
	case fits:
		return verdict{"error": "ambiguous"}
	default:
		return verdict{"error": "none"}
	}
}

type classificationInput struct {
	Version gardencorev1beta1.ExpirableVersion `json:"version"`
}

func classification(input classificationInput) any {
	return verdict{"classification": helper.CurrentLifecycleClassification(input.Version)}
}

type constraintInput struct {
	Constraint string `json:"constraint"`
	Version    string `json:"version"`
}

// constraintCheck is what Gardener asks of a kubelet version constraint. CheckVersionMeetsConstraint is another question: it removes
// the suffix of the version first.
func constraintCheck(input constraintInput) any {
	constraint, err := semver.NewConstraint(input.Constraint)
	if err != nil {
		return verdict{"satisfied": false, "valid": false}
	}
	version, err := semver.NewVersion(input.Version)
	return verdict{"satisfied": err == nil && constraint.Check(version), "valid": true}
}

type quantityInput struct {
	Quantity string `json:"quantity"`
}

func quantity(input quantityInput) any {
	parsed, err := resource.ParseQuantity(input.Quantity)
	if err != nil {
		return verdict{"canonical": "", "ok": false}
	}
	return verdict{"canonical": parsed.String(), "ok": true}
}

type pairInput struct {
	A string `json:"a"`
	B string `json:"b"`
}

func versionCompare(input pairInput) any {
	one, err := semver.NewVersion(input.A)
	if err != nil {
		return verdict{"error": true}
	}
	other, err := semver.NewVersion(input.B)
	if err != nil {
		return verdict{"error": true}
	}
	return verdict{"cmp": one.Compare(other)}
}

type versionInput struct {
	Version string `json:"version"`
}

func versionParse(input versionInput) any {
	parsed, err := semver.NewVersion(input.Version)
	if err != nil {
		return verdict{"canonical": "", "ok": false}
	}
	return verdict{"canonical": parsed.String(), "ok": true}
}
