package main

import (
	"encoding/json"

	"github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	"github.com/gardener/gardener/pkg/apis/core"
	"github.com/gardener/gardener/pkg/provider-local/admission"
	"github.com/gardener/gardener/pkg/provider-local/apis/local/install"
	"github.com/gardener/gardener/pkg/provider-local/apis/local/validation"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// localScheme has the types of the extension.
var localScheme = runtime.NewScheme()

func init() {
	if err := install.AddToScheme(localScheme); err != nil {
		panic(err)
	}
	suites["provider-local"] = of(providerLocal)
}

type providerInput struct {
	Profile json.RawMessage `json:"profile"`
	Config  json.RawMessage `json:"config"`
}

// providerLocal asks the functions of the extension's validator. It is an example for other extensions.
func providerLocal(input providerInput) any {
	profile, err := decodeAs[*core.CloudProfile](input.Profile)
	if err != nil {
		return verdict{"decode": "error"}
	}
	path := field.NewPath("spec", "providerConfig")
	if len(input.Config) == 0 || string(input.Config) == "null" {
		// As the validator does before it calls these functions.
		return verdict{"errors": recorded(field.ErrorList{field.Required(path, "")})}
	}
	strict := serializer.NewCodecFactory(localScheme, serializer.EnableStrict).UniversalDecoder()
	config, err := admission.DecodeCloudProfileConfig(strict, &runtime.RawExtension{Raw: input.Config})
	if err != nil {
		return verdict{"decode": "error"}
	}
	definitions, err := helper.ConvertV1beta1CapabilityDefinitions(profile.Spec.MachineCapabilities)
	if err != nil {
		return verdict{"decode": "error"}
	}
	return verdict{"errors": recorded(validation.ValidateCloudProfileConfig(config, profile.Spec.MachineImages, definitions, path))}
}
