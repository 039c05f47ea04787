// Command record puts the inputs of recorded suites before Gardener's own functions, and writes their verdicts.
//
// It depends on Gardener's modules like any other program, at the version in go.mod. To record another release, change the version
// and run `go mod tidy`:
//
//	go run . -to verdicts ../../fixtures/conformance
//	go run . -compare ../../fixtures/conformance
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime/debug"
	"sort"
	"strings"
)

// row is a line of a suite.
type row struct {
	ID     string          `json:"id"`
	Suite  string          `json:"suite"`
	Input  json.RawMessage `json:"input"`
	Expect json.RawMessage `json:"expect"`
}

func main() {
	to := flag.String("to", "", "the folder to write verdicts to, as SUITE.jsonl")
	compare := flag.Bool("compare", false, "compare the verdicts with those in the folder, instead of writing them")
	release := flag.String("release", "", "the key of the recorded release, such as 1.151, for suites whose verdicts are by release")
	flag.Parse()
	if flag.NArg() != 1 || (*to == "") == !*compare {
		fmt.Fprintln(os.Stderr, "usage: record [-release 1.151] (-to FOLDER | -compare) FOLDER-WITH-SUITES")
		os.Exit(2)
	}
	differ, err := run(flag.Arg(0), *to, *release, *compare)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	if differ > 0 {
		os.Exit(1)
	}
}

// run answers every suite that it knows, and returns the number of verdicts that differ.
func run(from, to, release string, compare bool) (int, error) {
	names := make([]string, 0, len(suites))
	for name := range suites {
		names = append(names, name)
	}
	sort.Strings(names)
	fmt.Printf("Gardener %s\n", gardenerVersion())
	found, total, differ := 0, 0, 0
	for _, name := range names {
		rows, err := read(from, name)
		if errors.Is(err, fs.ErrNotExist) {
			fmt.Printf("  %-30s is not in %s\n", name, from)
			continue
		} else if err != nil {
			return 0, err
		}
		found++
		var out bytes.Buffer
		same := 0
		for _, one := range rows {
			verdict, err := suites[name](one.Input)
			if err != nil {
				return 0, fmt.Errorf("%s: %w", one.ID, err)
			}
			equal, err := isEqual(verdict, one.Expect, release)
			if err != nil {
				return 0, fmt.Errorf("%s: %w", one.ID, err)
			}
			if equal {
				same++
			} else if compare {
				fmt.Printf("  %s: Gardener answers %s, recorded is %s\n", one.ID, asJSON(verdict), one.Expect)
			}
			one.Expect = json.RawMessage(asJSON(verdict))
			line, err := json.Marshal(one)
			if err != nil {
				return 0, err
			}
			out.Write(append(line, '\n'))
		}
		fmt.Printf("  %-30s %5d of %5d as recorded\n", name, same, len(rows))
		total, differ = total+same, differ+len(rows)-same
		if compare {
			continue
		}
		if err := os.MkdirAll(to, 0o755); err != nil {
			return 0, err
		}
		if err := os.WriteFile(filepath.Join(to, name+".jsonl"), out.Bytes(), 0o644); err != nil {
			return 0, err
		}
	}
	if found == 0 {
		return 0, fmt.Errorf("%s has none of these suites, as SUITE.jsonl or SUITE.jsonl.gz", from)
	}
	fmt.Printf("%d as recorded, %d differ\n", total, differ)
	return differ, nil
}

// read returns the lines of a suite, which may be compressed.
func read(folder, suite string) ([]row, error) {
	path := filepath.Join(folder, suite+".jsonl")
	file, err := os.Open(path)
	if os.IsNotExist(err) {
		path += ".gz"
		file, err = os.Open(path)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var reader io.Reader = bufio.NewReader(file)
	if strings.HasSuffix(path, ".gz") {
		if reader, err = gzip.NewReader(reader); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	var rows []row
	decoder := json.NewDecoder(reader)
	for {
		var one row
		if err := decoder.Decode(&one); err == io.EOF {
			return rows, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		rows = append(rows, one)
	}
}

// isEqual returns whether a verdict is the recorded one, in a suite by release that of the newest release up to the given one.
func isEqual(verdict any, recorded json.RawMessage, release string) (bool, error) {
	var own, other any
	if err := json.Unmarshal([]byte(asJSON(verdict)), &own); err != nil {
		return false, err
	}
	if err := json.Unmarshal(recorded, &other); err != nil {
		return false, err
	}
	if release != "" {
		if by, ok := other.(map[string]any); ok {
			if at, ok := verdictAt(by, release); ok {
				other = at
			}
		}
	}
	return reflect.DeepEqual(unordered("", own), unordered("", other)), nil
}

// ofArchitecture is the end of a path to one of several architectures.
var ofArchitecture = regexp.MustCompile(`architectures\[\d+\]$`)

// unordered sorts the lists whose order does not count: errors, and architectures, also as a bad value and in a path. Gardener writes
// these from a set.
func unordered(name string, value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, one := range value {
			value[key] = unordered(key, one)
		}
	case []any:
		for index, one := range value {
			value[index] = unordered("", one)
		}
		if name == "errors" || name == "architecture" || name == "architectures" {
			sort.Slice(value, func(i, j int) bool { return asJSON(value[i]) < asJSON(value[j]) })
		}
	case string:
		if name == "path" {
			return ofArchitecture.ReplaceAllString(value, "architectures[]")
		}
		var list []any
		if name == "bad" && json.Unmarshal([]byte(value), &list) == nil {
			return unordered("architectures", list)
		}
	}
	return value
}

// verdictAt returns the verdict of the newest release that is not newer than the given one; false if the keys are not releases.
func verdictAt(verdicts map[string]any, release string) (any, bool) {
	wanted, ok := minor(release)
	newest, found := -1, false
	var verdict any
	for key, one := range verdicts {
		number, isRelease := minor(key)
		if !isRelease {
			return nil, false
		}
		if ok && number <= wanted && number > newest {
			newest, verdict, found = number, one, true
		}
	}
	return verdict, found
}

// minor returns the minor of a release such as 1.150-dev.
func minor(release string) (int, bool) {
	var major, number int
	_, err := fmt.Sscanf(release, "%d.%d", &major, &number)
	return number, err == nil && major == 1
}

func asJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "null"
	}
	return string(text)
}

// gardenerVersion returns the version of Gardener's module that this program was built with.
func gardenerVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == "github.com/gardener/gardener" {
				return module.Version
			}
		}
	}
	return "of an unknown version"
}
