package window

import (
	"reflect"
	"testing"

	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
)

// The window has the host's methods itself. It also embeds the host, so the compiler would not
// notice a missing one, which would call itself.
func TestTheWindowIsTheHost(t *testing.T) {
	var own []string
	files, err := filepath.Glob("*.go")
	must(t, err)
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		must(t, err)
		for _, d := range file.Decls {
			f, is := d.(*ast.FuncDecl)
			if !is || f.Recv == nil {
				continue
			}
			if star, is := f.Recv.List[0].Type.(*ast.StarExpr); is && star.X.(*ast.Ident).Name == "Window" {
				own = append(own, f.Name.Name)
			}
		}
	}
	for m := range reflect.TypeFor[host]().Methods() {
		if !slices.Contains(own, m.Name) {
			t.Errorf("the window lacks %s", m.Name)
		}
	}
}
