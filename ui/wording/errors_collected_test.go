package wording

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// onlyForCommands are the errors that the window cannot cause or words itself, and why.
var onlyForCommands = map[string]string{
	"attachments.ErrUnplaced":      "the window says so, and the text of the error names the files",
	"folder.ErrGroup":              "the window chooses how files are grouped from a list",
	"lists.ErrNotUpgradable":       "only list upgrade upgrades",
	"rules.ErrUnstamped":           "each update of the window has an endpoint and a time",
	"safekeeping.ErrFixedIdentity": "it is set by --endpoint",
	"safekeeping.ErrNoDatabase":    "only stores of tests cannot be backed up",
	"sse091.ErrNoConflicts":        "it is a flag of item add",
}

// Every error that the engine names has a sentence in the table, or an entry in onlyForCommands.
func TestEveryErrorOfTheEngineHasASentence(t *testing.T) {
	table, err := os.ReadFile("errors.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, root := range []string{"../../engine", "../../storage"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "enginetest":
				return filepath.SkipDir
			case !strings.HasSuffix(path, ".go"), strings.HasSuffix(path, "_test.go"):
				return nil
			}
			for _, name := range errorsIn(t, path) {
				found++
				_, commands := onlyForCommands[name]
				if inTable := strings.Contains(string(table), "err: "+name+","); inTable == commands {
					t.Errorf("%s (%s): in the table %t, for commands only %t", name, path, inTable, commands)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 80 {
		t.Errorf("only %d errors were found", found)
	}
}

// errorsIn returns the exported errors of a file, by package, that errors.New makes.
func errorsIn(t *testing.T, path string) (names []string) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		group, is := d.(*ast.GenDecl)
		if !is || group.Tok != token.VAR {
			continue
		}
		for _, spec := range group.Specs {
			values := spec.(*ast.ValueSpec)
			for i, value := range values.Values {
				call, is := value.(*ast.CallExpr)
				if !is || !values.Names[i].IsExported() {
					continue
				}
				if made, is := call.Fun.(*ast.SelectorExpr); is && made.Sel.Name == "New" {
					if of, is := made.X.(*ast.Ident); is && of.Name == "errors" {
						names = append(names, file.Name.Name+"."+values.Names[i].Name)
					}
				}
			}
		}
	}
	return names
}
