package rootstock

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tetratelabs/wazero"
)

var at = time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)

var module = func() *Rootstock {
	cache, err := wazero.NewCompilationCacheWithDir(os.TempDir() + "/gardener-rootstock-test")
	if err != nil {
		panic(err)
	}
	module, err := New(context.Background(), cache)
	if err != nil {
		panic(err)
	}
	return module
}()

func workshop(t *testing.T) []Document {
	t.Helper()
	text, err := os.ReadFile("testdata/profile.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return []Document{{Name: "profile.yaml", Text: string(text)}}
}

func TestCallsAnswerWithTheBytesOfTheProgram(t *testing.T) {
	file, err := os.Open("testdata/examples.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<26)
	count := 0
	for lines.Scan() {
		var example struct{ Request, Answer string }
		if err := json.Unmarshal(lines.Bytes(), &example); err != nil {
			t.Fatal(err)
		}
		answer, err := module.Call(context.Background(), []byte(example.Request))
		if err != nil {
			t.Fatal(err)
		}
		if string(answer) != example.Answer {
			t.Errorf("%.300s\nanswers %.300s\nand not %.300s", example.Request, answer, example.Answer)
		}
		decodeCompletely(t, example.Request, answer)
		count++
	}
	if err := lines.Err(); err != nil || count < 20 {
		t.Fatalf("%d examples, %v", count, err)
	}
}

// decodeCompletely checks that the type of the answer has every field of it, with its value.
func decodeCompletely(t *testing.T, request string, answer []byte) {
	t.Helper()
	var asked struct{ Function string }
	if err := json.Unmarshal([]byte(request), &asked); err != nil {
		t.Fatal(err)
	}
	name := ""
	for _, word := range strings.Split(asked.Function, "-") {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	method, ok := reflect.TypeOf(module).MethodByName(name)
	if !ok {
		t.Fatalf("there is no method %s", name)
	}
	value := reflect.New(method.Type.Out(0).Elem())
	decoder := json.NewDecoder(bytes.NewReader(answer))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value.Interface()); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	written, err := json.Marshal(value.Interface())
	if err != nil {
		t.Fatal(err)
	}
	var before, after any
	if err := errors.Join(json.Unmarshal(answer, &before), json.Unmarshal(written, &after)); err != nil {
		t.Fatal(err)
	}
	if path := difference(before, after); path != "" {
		t.Errorf("%s loses %s", name, path)
	}
}

// difference returns the path of a value that one side lacks; null is the same as absent.
func difference(before, after any) string {
	switch before := before.(type) {
	case map[string]any:
		after, _ := after.(map[string]any)
		for key, value := range before {
			if path := difference(value, after[key]); path != "" {
				return "." + key + path
			}
		}
	case []any:
		after, _ := after.([]any)
		if len(before) != len(after) {
			return "[]"
		}
		for index, value := range before {
			if path := difference(value, after[index]); path != "" {
				return "[]" + path
			}
		}
	case nil:
	default:
		if !reflect.DeepEqual(before, after) {
			return ": a value"
		}
	}
	return ""
}

func TestQuestionsHaveTypedAnswers(t *testing.T) {
	answer, err := module.Images(context.Background(), workshop(t), ImagesQuestion{MachineType: "anvil"}, Settings{At: at})
	if err != nil {
		t.Fatal(err)
	}
	if len(answer.Options) != 1 || answer.Options[0].Version != "2.1.0" {
		t.Errorf("%+v", answer.Options)
	}
	checked, err := module.Check(context.Background(), workshop(t), CheckQuestion{}, Settings{At: at, Semantics: "gardener"})
	if err != nil || len(checked.Findings) != 0 {
		t.Errorf("%+v, %v", checked, err)
	}
}

func TestErrorsHaveAKind(t *testing.T) {
	_, err := module.Images(context.Background(), workshop(t), ImagesQuestion{MachineType: "anvl"}, Settings{At: at})
	var failure *Error
	if !errors.As(err, &failure) || failure.Kind != "question" || !strings.Contains(failure.Message, "did you mean `anvil`") {
		t.Errorf("%v", err)
	}
	if _, err := module.Matrix(context.Background(), nil, MatrixQuestion{}, Settings{}); err == nil {
		t.Error("a question without documents is answered")
	}
}

func TestACallEndsWithItsContext(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := module.Matrix(ended, workshop(t), MatrixQuestion{}, Settings{At: at}); err == nil {
		t.Error("a call that was cancelled is answered")
	}
	// The next call gets another instance.
	if _, err := module.Matrix(context.Background(), workshop(t), MatrixQuestion{}, Settings{At: at}); err != nil {
		t.Error(err)
	}
}

func TestGoroutinesShareTheModule(t *testing.T) {
	var group sync.WaitGroup
	documents := workshop(t)
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			if _, err := module.Versions(context.Background(), documents, VersionsQuestion{}, Settings{At: at}); err != nil {
				t.Error(err)
			}
		}()
	}
	group.Wait()
}
