// Package rootstock checks Gardener's CloudProfiles, and answers which machine image runs on which machine type, why, and what
// maintenance does to Shoots. It contains a WebAssembly module, runs it without cgo, and gives the answers of the command
// `rootstock` with `--format json`.
package rootstock

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

//go:embed everything.wasm
var code []byte

// Rootstock is the module. Its methods may be called by any goroutine; calls are answered one at a time.
type Rootstock struct {
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
	mutex    sync.Mutex
	// instance is nil before the first call, and after a call that ended in the middle.
	instance api.Module
}

// New compiles the module, which takes seconds. With a cache of wazero.NewCompilationCacheWithDir, it takes less from the second
// time on; cache may be nil.
func New(ctx context.Context, cache wazero.CompilationCache) (*Rootstock, error) {
	config := wazero.NewRuntimeConfig().WithCloseOnContextDone(true)
	if cache != nil {
		config = config.WithCompilationCache(cache)
	}
	runtime := wazero.NewRuntimeWithConfig(ctx, config)
	compiled, err := runtime.CompileModule(ctx, code)
	if err != nil {
		return nil, errors.Join(err, runtime.Close(ctx))
	}
	return &Rootstock{runtime: runtime, compiled: compiled}, nil
}

// Close frees the module.
func (r *Rootstock) Close(ctx context.Context) error {
	return r.runtime.Close(ctx)
}

// Role is the part of a document in a question.
type Role string

const (
	// Checked is an object of the question; the default.
	Checked Role = "checked"
	// Known is an object that others refer to.
	Known Role = "known"
	// Old is an object before an update.
	Old Role = "old"
)

// Document is a manifest with its name in answers: a Text in YAML or JSON, or an Object.
type Document struct {
	Name   string `json:"name"`
	Role   Role   `json:"role,omitempty"`
	Text   string `json:"text,omitempty"`
	Object any    `json:"object,omitempty"`
}

// Settings of a question. The zero value is right for most questions.
type Settings struct {
	// At is the instant at which versions are judged; now if it is zero.
	At time.Time
	// Semantics is "documented" (default) or "gardener".
	Semantics string
	// Gardener is the release of Gardener, such as "1.148"; the newest one that is known if it is empty.
	Gardener string
	// FeatureGates are gates by name.
	FeatureGates map[string]bool
	// WithoutExtensionWebhooks leaves out the effects of the extensions' mutating webhooks.
	WithoutExtensionWebhooks bool
	// Profile is the name of a CloudProfile, or NAMESPACE/NAME; it may be empty if there is only one.
	Profile string
	// Operation is, for Check, "state" (default), "create", or "update".
	Operation string
	// AllowUnchecked accepts, for Check, documents that cannot be checked.
	AllowUnchecked bool
	// Configuration is, for Check and UpkeepPropose, the text of a rootstock.toml.
	Configuration string
}

// Error is the reason why a question has no answer.
type Error struct {
	// Kind is the part that is at fault: "request", "question", or "documents".
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

type configuration struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

type request struct {
	Function                 string          `json:"function"`
	At                       string          `json:"at"`
	Documents                []Document      `json:"documents"`
	Question                 any             `json:"question"`
	Semantics                string          `json:"semantics,omitempty"`
	Gardener                 string          `json:"gardener,omitempty"`
	FeatureGates             map[string]bool `json:"featureGates,omitempty"`
	WithoutExtensionWebhooks bool            `json:"withoutExtensionWebhooks,omitempty"`
	Profile                  string          `json:"profile,omitempty"`
	Operation                string          `json:"operation,omitempty"`
	AllowUnchecked           bool            `json:"allowUnchecked,omitempty"`
	Configuration            *configuration  `json:"configuration,omitempty"`
}

func (r *Rootstock) ask(ctx context.Context, function string, documents []Document, question any, settings Settings, answer any) error {
	at := settings.At
	if at.IsZero() {
		at = time.Now()
	}
	asked := request{
		Function: function, At: at.UTC().Format(time.RFC3339), Documents: documents, Question: question,
		Semantics: settings.Semantics, Gardener: settings.Gardener, FeatureGates: settings.FeatureGates,
		WithoutExtensionWebhooks: settings.WithoutExtensionWebhooks, Profile: settings.Profile,
		Operation: settings.Operation, AllowUnchecked: settings.AllowUnchecked,
	}
	if documents == nil {
		asked.Documents = []Document{}
	}
	if settings.Configuration != "" {
		asked.Configuration = &configuration{Name: "rootstock.toml", Text: settings.Configuration}
	}
	text, err := json.Marshal(asked)
	if err != nil {
		return err
	}
	answered, err := r.Call(ctx, text)
	if err != nil {
		return err
	}
	var failure struct{ Error *Error }
	if err := json.Unmarshal(answered, &failure); err != nil {
		return err
	}
	if failure.Error != nil {
		return failure.Error
	}
	return json.Unmarshal(answered, answer)
}

// Call answers a request. Both are JSON; the answer equals that of the command, byte for byte.
func (r *Rootstock) Call(ctx context.Context, request []byte) ([]byte, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	instance := r.instance
	// An instance is not usable after a call that ended in the middle.
	r.instance = nil
	if instance == nil {
		var err error
		if instance, err = r.runtime.InstantiateModule(ctx, r.compiled, wazero.NewModuleConfig().WithName("")); err != nil {
			return nil, err
		}
	}
	answer, err := call(ctx, instance, request)
	if err != nil {
		return nil, errors.Join(err, instance.Close(ctx))
	}
	r.instance = instance
	return answer, nil
}

func call(ctx context.Context, instance api.Module, request []byte) ([]byte, error) {
	buffer, err := instance.ExportedFunction("rootstock_alloc").Call(ctx, uint64(len(request)))
	if err != nil {
		return nil, err
	}
	if !instance.Memory().Write(uint32(buffer[0]), request) {
		return nil, fmt.Errorf("a request of %d bytes does not fit into the memory of the module", len(request))
	}
	packed, err := instance.ExportedFunction("rootstock_call").Call(ctx, buffer[0])
	if err != nil {
		return nil, err
	}
	address := packed[0] >> 32
	text, ok := instance.Memory().Read(uint32(address), uint32(packed[0]))
	if !ok {
		return nil, errors.New("the answer is not in the memory of the module")
	}
	// A view of the memory, which is freed.
	answer := append([]byte(nil), text...)
	_, err = instance.ExportedFunction("rootstock_free").Call(ctx, address)
	return answer, err
}
