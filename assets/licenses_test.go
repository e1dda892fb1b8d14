package assets_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"crossfeed/assets"
)

// The list of licenses has every module that the program contains on any system, with its present
// version and license. If it does not, the test writes the list that does to
// testdata/failed/licenses.txt: copy it over licenses.txt.
func TestLicensesAreComplete(t *testing.T) {
	got := licenses(t)
	if got == assets.Licenses {
		return
	}
	failed := filepath.Join("testdata", "failed", "licenses.txt")
	if err := os.MkdirAll(filepath.Dir(failed), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(failed, []byte(got), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Errorf("licenses.txt is not up to date; copy %s over it", failed)
}

// licenses returns the text of all licenses, each with the modules that it applies to.
func licenses(t *testing.T) string {
	t.Helper()
	of := map[string][]string{} // modules by the text of their license
	for module, folder := range modules(t) {
		text := licenseIn(t, folder)
		of[text] = append(of[text], module)
	}
	of[licenseIn(t, strings.TrimSpace(goCommand(t, "linux", "env", "GOROOT")))] = []string{"Go, its runtime and standard library"}
	var text strings.Builder
	for _, license := range slices.SortedFunc(maps.Keys(of), func(a, b string) int { return cmp.Compare(slices.Min(of[a]), slices.Min(of[b])) }) {
		fmt.Fprintf(&text, "%s\n\n%s\n\n", strings.Join(slices.Sorted(slices.Values(of[license])), "\n"), license)
	}
	return text.String()
}

// modules returns the folders of the modules that the program contains, by name and version.
func modules(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := goCommand(t, system, "list", "-deps", "-tags", "migrated_fynedo", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", "crossfeed")
		for line := range strings.Lines(list) {
			if module, folder, is := strings.Cut(strings.TrimSpace(line), "\t"); is {
				all[module] = folder
			}
		}
	}
	return all
}

func goCommand(t *testing.T, system string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1", "GOFLAGS=-mod=readonly", "GOOS="+system)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}

var licenseFile = regexp.MustCompile(`(?i)^(licen[sc]e|copying|notice|.*-licen[sc]e)([-.].*)?$`)

// licenseIn returns the licenses and notices in a folder.
func licenseIn(t *testing.T, folder string) string {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, f := range files {
		if f.IsDir() || !licenseFile.MatchString(f.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, plain(string(text)))
	}
	if len(texts) == 0 {
		t.Fatalf("%s has no license", folder)
	}
	return strings.Join(texts, "\n\n")
}

// plain returns a text with plain line ends and no spaces at the end of lines.
func plain(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r\f")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
