package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// loaded is a package to be broken.
type loaded struct {
	Dir, ImportPath, Name string
	GoFiles               []string

	fset    *token.FileSet
	files   []*ast.File
	mutants []mutant
}

// goCommand returns a go command without cgo and without the window.
func goCommand(args ...string) *exec.Cmd {
	c := exec.Command("go", args...)
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	return c
}

func output(c *exec.Cmd) ([]byte, error) {
	var failed bytes.Buffer
	c.Stderr = &failed
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(c.Args, " "), err, failed.Bytes())
	}
	return out, nil
}

// load finds the mutants of a package, numbered from after.
func load(s source, after int) (*loaded, error) {
	out, err := output(goCommand("list", "-tags=headless", "-json=Dir,ImportPath,Name,GoFiles", s.path))
	if err != nil {
		return nil, err
	}
	p := &loaded{fset: token.NewFileSet()}
	if err := json.Unmarshal(out, p); err != nil {
		return nil, err
	}
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(p.fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, f)
	}
	return p, p.find(s, after)
}

// find finds the mutations with which the package still builds.
func (p *loaded) find(s source, after int) error {
	imports, err := importing(p.ImportPath)
	if err != nil {
		return err
	}
	own, err := parser.ParseFile(p.fset, "switches.go", switches(p.Name), parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	all := append(slices.Clone(p.files), own)
	check := func(info *types.Info) error {
		_, err := (&types.Config{Importer: imports, Error: func(error) {}}).Check(p.ImportPath, p.fset, all, info)
		return err
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	if err := check(info); err != nil {
		return fmt.Errorf("checking the types of %s: %w", p.ImportPath, err)
	}
	for i, f := range p.files {
		if len(s.files) > 0 && !slices.Contains(s.files, p.GoFiles[i]) {
			continue
		}
		for _, d := range f.Decls {
			if fn, is := d.(*ast.FuncDecl); is {
				after = p.findIn(fn, info, check, after)
			}
		}
	}
	return nil
}

func (p *loaded) findIn(fn *ast.FuncDecl, info *types.Info, check func(*types.Info) error, after int) int {
	count := map[string]int{}
	name := filepath.Base(p.ImportPath) + "." + nameOf(fn)
	for _, point := range pointsOf(fn, info) {
		undo := point.apply(after + 1)
		err := check(nil)
		undo()
		if err != nil {
			continue
		}
		after++
		count[point.operator]++
		p.mutants = append(p.mutants, mutant{p.ImportPath, fmt.Sprintf("%s %s %d", name, point.operator, count[point.operator]), after, point})
	}
	return after
}

// importing returns an importer for the imports of a package, from the output of the go
// command.
func importing(path string) (types.Importer, error) {
	out, err := output(goCommand("list", "-tags=headless", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}", path, "os", "strconv"))
	if err != nil {
		return nil, err
	}
	built := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if name, file, is := strings.Cut(strings.TrimSpace(line), "="); is {
			built[name] = file
		}
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(built[path]) }), nil
}

// write writes the package with all of its mutants into a folder, and records in replace which
// file replaces which.
func (p *loaded) write(folder string, replace map[string]string) error {
	for _, m := range slices.Backward(p.mutants) {
		m.apply(m.number)
	}
	put := func(name string, text []byte) error {
		file := filepath.Join(folder, strings.ReplaceAll(p.ImportPath, "/", "-")+"-"+name)
		replace[filepath.Join(p.Dir, name)] = file
		return os.WriteFile(file, text, 0o600)
	}
	for i, f := range p.files {
		var text bytes.Buffer
		if err := format.Node(&text, p.fset, f); err != nil {
			return fmt.Errorf("writing %s: %w", p.GoFiles[i], err)
		}
		if err := put(p.GoFiles[i], text.Bytes()); err != nil {
			return err
		}
	}
	return put("mutant_switches.go", []byte(switches(p.Name)))
}
