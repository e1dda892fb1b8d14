package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// unguarded are the functions that start a goroutine without a guard, because it only
// waits and passes on what others have done.
var unguarded = []string{
	"engine/fetch.Run", // the jobs themselves are guarded
	"engine/location.answered",
	"main.untilEnded",
	"ui/window/work.Close",
}

// Every goroutine of the product guards what it does with package crash, or with a function
// of its own package that does. The runtime ends the program where one does not.
func TestEveryGoroutineIsGuarded(t *testing.T) {
	found := map[string]bool{}
	for dir, files := range packages(t) {
		declared := declarations(files)
		for _, d := range slices.Concat(slices.Collect(maps.Values(declared))...) {
			for _, started := range goroutines(d) {
				switch in := dir + "." + d.Name.Name; {
				case guarded(started, declared, 2):
				case slices.Contains(unguarded, in):
					found[in] = true
				default:
					t.Errorf("%s starts a goroutine whose panic nobody catches", in)
				}
			}
		}
	}
	if all := slices.Sorted(maps.Keys(found)); !slices.Equal(all, unguarded) {
		t.Errorf("without a guard are %v", all)
	}
}

// packages are the files of the product by folder, without tests and what they use.
func packages(t *testing.T) map[string][]*ast.File {
	all := map[string][]*ast.File{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && slices.Contains([]string{"testdata", "enginetest", "uitest", "walkthrough"}, d.Name()) {
				return fs.SkipDir
			}
			return err
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		dir := filepath.ToSlash(filepath.Dir(path))
		if dir == "." {
			dir = "main"
		}
		all[dir] = append(all[dir], file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// goroutines are what a function has done in other goroutines: the calls of go statements,
// and the functions that groups are given.
func goroutines(in ast.Node) (all []ast.Node) {
	ast.Inspect(in, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			all = append(all, n.Call)
		case *ast.CallExpr:
			if s, is := n.Fun.(*ast.SelectorExpr); is && s.Sel.Name == "Go" && len(n.Args) == 1 && isFunction(n.Args[0]) {
				all = append(all, n.Args[0])
			}
		}
		return true
	})
	return all
}

func isFunction(n ast.Expr) bool {
	_, is := n.(*ast.FuncLit)
	return is
}

// declarations are the functions of a package by how they are called: methods begin with a
// period.
func declarations(files []*ast.File) map[string][]*ast.FuncDecl {
	all := map[string][]*ast.FuncDecl{}
	for _, f := range files {
		for _, d := range f.Decls {
			if d, is := d.(*ast.FuncDecl); is {
				name := d.Name.Name
				if d.Recv != nil {
					name = "." + name
				}
				all[name] = append(all[name], d)
			}
		}
	}
	return all
}

// guarded reports whether code calls package crash or recover, itself or through so many
// functions of its package.
func guarded(code ast.Node, declared map[string][]*ast.FuncDecl, through int) (yes bool) {
	ast.Inspect(code, func(n ast.Node) bool {
		call, is := n.(*ast.CallExpr)
		if !is || yes {
			return !yes
		}
		name := ""
		switch f := call.Fun.(type) {
		case *ast.SelectorExpr:
			x, is := f.X.(*ast.Ident)
			yes = is && x.Name == "crash"
			name = "." + f.Sel.Name
		case *ast.Ident:
			yes = f.Name == "recover"
			name = f.Name
		}
		if through > 0 {
			for _, d := range declared[name] {
				yes = yes || d.Body != nil && guarded(d.Body, declared, through-1)
			}
		}
		return !yes
	})
	return yes
}
