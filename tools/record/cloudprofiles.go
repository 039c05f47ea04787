package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"github.com/gardener/gardener/pkg/api"
	"github.com/gardener/gardener/pkg/apis/core"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	apiserverfeatures "github.com/gardener/gardener/pkg/apiserver/features"
	"github.com/gardener/gardener/pkg/apiserver/registry/core/cloudprofile"
	"github.com/gardener/gardener/pkg/controllermanager/controller/namespacedcloudprofile"
	"github.com/gardener/gardener/pkg/features"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/component-base/featuregate"
)

func init() {
	apiserverfeatures.RegisterFeatureGates()
	suites["cloudprofile-canonicalize"] = of(cloudProfileCanonicalize)
	suites["cloudprofile-create"] = of(cloudProfileCreate)
	suites["cloudprofile-update"] = of(cloudProfileUpdate)
	suites["namespacedcloudprofile-render"] = of(namespacedCloudProfileRender)
}

// decoder decodes objects as the API server does: strictly, with defaults.
var decoder = serializer.NewCodecFactory(api.Scheme, serializer.EnableStrict).UniversalDecoder(core.SchemeGroupVersion)

type createInput struct {
	Profile      json.RawMessage `json:"profile"`
	FeatureGates map[string]bool `json:"featureGates"`
}

func cloudProfileCreate(input createInput) any {
	setGates(input.FeatureGates)
	profile, err := decodeAs[*core.CloudProfile](input.Profile)
	if err != nil {
		return verdict{"decode": "error"}
	}
	strategy := cloudprofile.Strategy
	strategy.PrepareForCreate(context.Background(), profile)
	return admitted(profile, strategy.Validate(context.Background(), profile))
}

type updateInput struct {
	Old          json.RawMessage `json:"old"`
	New          json.RawMessage `json:"new"`
	FeatureGates map[string]bool `json:"featureGates"`
}

func cloudProfileUpdate(input updateInput) any {
	setGates(input.FeatureGates)
	before, err := decodeAs[*core.CloudProfile](input.Old)
	if err != nil {
		return verdict{"decode": "error"}
	}
	after, err := decodeAs[*core.CloudProfile](input.New)
	if err != nil {
		return verdict{"decode": "error"}
	}
	strategy := cloudprofile.Strategy
	strategy.Canonicalize(before)
	before.ResourceVersion, after.ResourceVersion = "1", "1"
	strategy.PrepareForUpdate(context.Background(), after, before)
	return admitted(after, strategy.ValidateUpdate(context.Background(), after, before))
}

// cloudProfileCanonicalize is about objects that Gardener can decode.
func cloudProfileCanonicalize(input updateInput) any {
	setGates(nil)
	after, err := decodeAs[*core.CloudProfile](input.New)
	if err != nil {
		return verdict{"decode": "error"}
	}
	if len(input.Old) > 0 && string(input.Old) != "null" {
		before, err := decodeAs[*core.CloudProfile](input.Old)
		if err != nil {
			return verdict{"decode": "error"}
		}
		cloudprofile.Strategy.PrepareForUpdate(context.Background(), after, before)
	} else {
		cloudprofile.Strategy.Canonicalize(after)
	}
	return verdict{"spec": stored(after)}
}

type renderInput struct {
	Parent                 json.RawMessage `json:"parent"`
	NamespacedCloudProfile json.RawMessage `json:"namespacedCloudProfile"`
}

func namespacedCloudProfileRender(input renderInput) any {
	setGates(nil)
	parent, err := decodeAs[*core.CloudProfile](input.Parent)
	if err != nil {
		return verdict{"decode": "error"}
	}
	child, err := decodeAs[*core.NamespacedCloudProfile](input.NamespacedCloudProfile)
	if err != nil {
		return verdict{"decode": "error"}
	}
	cloudprofile.Strategy.Canonicalize(parent)
	var (
		storedParent gardencorev1beta1.CloudProfile
		storedChild  gardencorev1beta1.NamespacedCloudProfile
	)
	convert(parent, &storedParent)
	convert(child, &storedChild)
	namespacedcloudprofile.MergeCloudProfiles(&storedChild, &storedParent)
	return verdict{"spec": storedChild.Status.CloudProfileSpec}
}

// admitted returns the errors, and without any the canonical spec.
func admitted(profile *core.CloudProfile, found field.ErrorList) any {
	if len(found) > 0 {
		return verdict{"errors": recorded(found)}
	}
	cloudprofile.Strategy.Canonicalize(profile)
	return verdict{"errors": recorded(found), "result": stored(profile)}
}

// recorded returns errors in the recorded form.
func recorded(found field.ErrorList) []verdict {
	errors := make([]verdict, 0, len(found))
	for _, one := range found {
		errors = append(errors, verdict{"kind": kinds[one.Type], "path": one.Field, "bad": badValue(one.BadValue)})
	}
	return errors
}

// kinds are the recorded names of error types.
var kinds = map[field.ErrorType]string{
	field.ErrorTypeNotFound:     "NotFound",
	field.ErrorTypeRequired:     "Required",
	field.ErrorTypeDuplicate:    "Duplicate",
	field.ErrorTypeInvalid:      "Invalid",
	field.ErrorTypeNotSupported: "NotSupported",
	field.ErrorTypeForbidden:    "Forbidden",
	field.ErrorTypeTooLong:      "TooLong",
	field.ErrorTypeTooMany:      "TooMany",
	field.ErrorTypeInternal:     "InternalError",
	field.ErrorTypeTypeInvalid:  "TypeInvalid",
}

// badValue returns a string of any type as it is, nothing for null, and anything else as JSON.
func badValue(value any) string {
	text := asJSON(value)
	var unquoted *string
	if json.Unmarshal([]byte(text), &unquoted) != nil {
		return text
	}
	if unquoted == nil {
		return ""
	}
	return *unquoted
}

// stored returns the spec in the form of v1beta1.
func stored(profile *core.CloudProfile) any {
	var versioned gardencorev1beta1.CloudProfile
	convert(profile, &versioned)
	return versioned.Spec
}

func convert(from, to any) {
	if err := api.Scheme.Convert(from, to, nil); err != nil {
		panic(fmt.Sprintf("a decoded object cannot be converted back: %v", err))
	}
}

func decodeAs[T runtime.Object](text json.RawMessage) (T, error) {
	var none T
	object, err := runtime.Decode(decoder, text)
	if err != nil {
		return none, err
	}
	one, ok := object.(T)
	if !ok {
		return none, fmt.Errorf("%T is not a %T", object, none)
	}
	return one, nil
}

// gateDefaults are the defaults of the feature gates that inputs have named so far.
var gateDefaults = map[string]bool{}

// setGates sets feature gates, and all others to the defaults of the release.
func setGates(gates map[string]bool) {
	known := features.DefaultFeatureGate.GetAll()
	for name := range gates {
		gateDefaults[name] = known[featuregate.Feature(name)].Default
	}
	all := maps.Clone(gateDefaults)
	maps.Copy(all, gates)
	if err := features.DefaultFeatureGate.SetFromMap(all); err != nil {
		panic(fmt.Sprintf("Gardener has no such feature gate: %v", err))
	}
}
