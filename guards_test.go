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

// unguarded are the functions that start a goroutine without a guard, because it only waits
// and passes on the results of others.
var unguarded = []string{
	"engine/fetch.Run", // the jobs themselves are guarded
	"engine/transport.answered",
	"engine/transport/bucket.newWatch", // it cancels a context
	"main.untilEnded",
	"ui/window/work.After", // it hands a job over to the UI goroutine
	"ui/window/work.Close",
}

// Every goroutine of the product guards its work with package crash, or with a function of its
// own package that does so. Otherwise a panic would end the program.
func TestEveryGoroutineIsGuarded(t *testing.T) {
	found := map[string]bool{}
	for dir, files := range packages(t) {
		declared := declarations(files)
		for _, d := range slices.Concat(slices.Collect(maps.Values(declared))...) {
			for _, started := range goroutines(d, declared) {
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

// packages returns the files of the product by folder, without tests and their support code.
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

// goroutines returns the code that a function runs in other goroutines: the calls of go
// statements, and the functions passed to groups and timers.
func goroutines(in ast.Node, declared map[string][]*ast.FuncDecl) (all []ast.Node) {
	cancels := cancelling(in, declared)
	ast.Inspect(in, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			all = append(all, n.Call)
		case *ast.CallExpr:
			if s, is := n.Fun.(*ast.SelectorExpr); is && s.Sel.Name == "Go" && len(n.Args) == 1 && isFunction(n.Args[0]) {
				all = append(all, n.Args[0])
			}
			if later := afterwards(n); later != nil && !cancels[name(later)] {
				all = append(all, later)
			}
		}
		return true
	})
	return all
}

// afterwards returns the code that time.AfterFunc or context.AfterFunc runs in a goroutine, or
// nil for other calls. For a named function, that is a call of it.
func afterwards(call *ast.CallExpr) ast.Expr {
	s, is := call.Fun.(*ast.SelectorExpr)
	if !is || s.Sel.Name != "AfterFunc" || len(call.Args) != 2 {
		return nil
	}
	if isFunction(call.Args[1]) {
		return call.Args[1]
	}
	return &ast.CallExpr{Fun: call.Args[1]}
}

// cancelling returns the functions that cancel contexts made by a function, itself or through
// another one of its package: they run nothing in a new goroutine.
func cancelling(in ast.Node, declared map[string][]*ast.FuncDecl) map[string]bool {
	all := map[string]bool{}
	ast.Inspect(in, func(n ast.Node) bool {
		a, is := n.(*ast.AssignStmt)
		if !is || len(a.Lhs) != 2 || len(a.Rhs) != 1 {
			return true
		}
		if made := name(a.Rhs[0]); strings.HasPrefix(made, "context.With") || givesCancel(made, declared) {
			if cancel, is := a.Lhs[1].(*ast.Ident); is {
				all[cancel.Name] = true
			}
		}
		return true
	})
	return all
}

// givesCancel reports whether a name refers to a function of the package that returns a
// context and its cancel function.
func givesCancel(called string, declared map[string][]*ast.FuncDecl) bool {
	if _, method, is := strings.Cut(called, "."); is {
		called = "." + method
	}
	all := declared[called]
	for _, d := range all {
		results := d.Type.Results
		if results == nil || len(results.List) != 2 {
			return false
		}
		if s, is := results.List[1].Type.(*ast.SelectorExpr); !is || s.Sel.Name != "CancelFunc" {
			return false
		}
	}
	return len(all) > 0
}

// name returns the name of the called function, with the package or variable before it.
func name(n ast.Expr) string {
	call, is := n.(*ast.CallExpr)
	if !is {
		return ""
	}
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if x, is := f.X.(*ast.Ident); is {
			return x.Name + "." + f.Sel.Name
		}
	}
	return ""
}

// Code in other goroutines is found however they are started.
func TestWhatTimersDoIsSeenAsAGoroutine(t *testing.T) {
	for code, want := range map[string]int{
		"go f()":                            1,
		"group.Go(func() {})":               1,
		"time.AfterFunc(d, func() {})":      1,
		"time.AfterFunc(d, w.expire)":       1,
		"context.AfterFunc(ctx, func() {})": 1,
		"ctx, cancel := context.WithCancel(ctx); context.AfterFunc(outer, cancel)": 0,
		"stop := other; context.AfterFunc(outer, stop)":                            1,
		"ctx, cancel := w.start(); context.AfterFunc(outer, cancel)":               0,
		"ctx, cancel := w.other(); context.AfterFunc(outer, cancel)":               1,
		"timer.Reset(d)": 0,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p; func do() { "+code+" }; func (w *W) start() (ctx context.Context, cancel context.CancelFunc) { return }; func (w *W) other() (a, b int) { return }", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := goroutines(file.Decls[0], declarations([]*ast.File{file})); len(got) != want {
			t.Errorf("%s: %d goroutines, want %d", code, len(got), want)
		}
	}
}

func isFunction(n ast.Expr) bool {
	_, is := n.(*ast.FuncLit)
	return is
}

// declarations returns the functions of a package by their names in calls: methods begin with
// a period.
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

// guarded reports whether code calls package crash or recover, itself or through a limited
// number of functions of its package.
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
