package assets_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crossfeed/assets"
)

// Every text of the window is in both languages, and no language has a text
// that the window does not use.
func TestTranslationsAreComplete(t *testing.T) {
	used := usedTexts(t)
	for _, language := range []string{"en", "de"} {
		known := translation(t, language)
		for _, text := range slices.Sorted(maps.Keys(used)) {
			if _, there := known[text]; !there {
				t.Errorf("%s lacks %q", language, text)
			}
		}
		for _, text := range slices.Sorted(maps.Keys(known)) {
			if _, there := used[text]; !there {
				t.Errorf("%s has %q, which the window does not use", language, text)
			}
		}
	}
}

// What the window counts has a form for one and a form for others; everything
// else has one form.
func TestCountedTextsHavePlurals(t *testing.T) {
	used := usedTexts(t)
	for _, language := range []string{"en", "de"} {
		for text, forms := range translation(t, language) {
			want := []string{"other"}
			if used[text].counted {
				want = []string{"one", "other"}
			}
			if got := slices.Sorted(maps.Keys(forms)); !slices.Equal(got, want) {
				t.Errorf("%s: %q has the forms %v, want %v", language, text, got, want)
			}
		}
	}
}

// A translation names the same values as the text.
func TestTranslationsNameTheSameValues(t *testing.T) {
	value := regexp.MustCompile(`\{\{\.(\w+)\}\}`)
	names := func(s string) string {
		found := value.FindAllString(s, -1)
		slices.Sort(found)
		return strings.Join(found, " ")
	}
	for _, language := range []string{"en", "de"} {
		for text, forms := range translation(t, language) {
			if got, want := names(forms["other"]), names(text); got != want {
				t.Errorf("%s: %q names %s, want %s", language, text, got, want)
			}
		}
	}
}

// The English translation is the text in the code itself.
func TestEnglishIsWhatTheCodeSays(t *testing.T) {
	used := usedTexts(t)
	for text, forms := range translation(t, "en") {
		if forms["other"] != used[text].english {
			t.Errorf("%q is translated as %q", text, forms["other"])
		}
	}
}

// translation reads the texts of a language and their forms.
func translation(t *testing.T, language string) map[string]map[string]string {
	t.Helper()
	file, err := assets.Translations.ReadFile("translations/" + language + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var raw map[string]any
	if err := json.Unmarshal(file, &raw); err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]string{}
	for text, forms := range raw {
		all[text] = map[string]string{}
		switch forms := forms.(type) {
		case string:
			all[text]["other"] = forms
		case map[string]any:
			for form, s := range forms {
				all[text][form] = s.(string)
			}
		}
	}
	return all
}

// usage is how the code uses a text.
type usage struct {
	english string
	counted bool
}

// usedTexts finds the texts in the code of the window.
func usedTexts(t *testing.T) map[string]usage {
	t.Helper()
	used := map[string]usage{}
	err := filepath.WalkDir("../ui", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			collect(used, n)
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(used) < 50 {
		t.Fatalf("only %d texts were found", len(used))
	}
	return used
}

// collect keeps the text of a call of lang's: its key is its first argument, and
// of lang.X the English text its second.
func collect(used map[string]usage, n ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return
	}
	switch name := calledName(call); name {
	case "lang.L", "lang.N", "plural":
		if key, ok := literal(call, 0); ok {
			used[key] = usage{english: key, counted: name != "lang.L"}
		}
	case "lang.X":
		if key, ok := literal(call, 0); ok {
			english, _ := literal(call, 1)
			used[key] = usage{english: english}
		}
	}
}

func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok {
			return x.Name + "." + f.Sel.Name
		}
	case *ast.Ident:
		return f.Name
	}
	return ""
}

func literal(call *ast.CallExpr, n int) (string, bool) {
	if n >= len(call.Args) {
		return "", false
	}
	text, ok := call.Args[n].(*ast.BasicLit)
	if !ok {
		return "", false
	}
	s, err := strconv.Unquote(text.Value)
	return s, err == nil
}
