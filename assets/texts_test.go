package assets_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// usage describes how the code uses a text.
type usage struct {
	english string
	counted bool
}

// usedTexts returns the texts in the code of the window.
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
			collect(t, used, n)
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

// collect records the text of a call to package wording, from outside or inside the package:
// the first argument is the id, and the second one the English text.
func collect(t *testing.T, used map[string]usage, n ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return
	}
	switch name := strings.TrimPrefix(calledName(call), "wording."); name {
	case "L", "N", "plain", "plural", "worded":
		id, ok := literal(call, 0)
		if !ok {
			return
		}
		english, _ := literal(call, 1)
		text := usage{english: english, counted: name == "N" || name == "plural"}
		if other, seen := used[id]; seen && other != text {
			t.Errorf("%s is %q in one place and %q in another", id, other.english, english)
		}
		used[id] = text
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
