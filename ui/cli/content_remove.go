package cli

import (
	"errors"
	"fmt"

	"crossfeed/engine"
	"crossfeed/engine/library"
)

type contentRemove struct {
	oneLibrary
	What []string `arg:"" optional:"" name:"address" help:"Files, by address or name, or items, by title. A nested feed includes everything below it. Default: the whole library."`
	Yes  bool     `short:"y" help:"Remove the library without asking."`
}

// Run removes downloaded files of a library, or the library.
func (c contentRemove) Run(r *run) error {
	return r.inLibrary(c.Name, func(e *engine.Engine, l library.Library) error {
		if len(c.What) == 0 {
			return c.library(r, e, l)
		}
		files, err := contentTree{run: r, engine: e, library: l}.named(c.What)
		if err != nil {
			return err
		}
		freed, err := e.Library.RemoveFiles(r.ctx, l.Key, each(files, func(f library.File) string { return f.Address })...)
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(freedShape{l.Name, freed})
		}
		r.message("Freed %s.", inBytes(freed))
		return nil
	})
}

// freedShape reports the bytes freed, in machine-readable output.
type freedShape struct {
	Library string `json:"library"`
	Freed   int64  `json:"freed"`
}

// library removes the library, after asking if a person is at the terminal.
func (c contentRemove) library(r *run, e *engine.Engine, l library.Library) error {
	takes := fmt.Sprintf("%d files, %s", l.Use.Files, inBytes(l.Use.Bytes))
	if !c.Yes && r.atTerminal() &&
		!r.asked(harmless("Remove library %q (%s)?", []any{l.Name, takes})) {
		return errors.New("nothing was removed")
	}
	if err := e.Library.Remove(r.ctx, l.Key); err != nil {
		return err
	}
	if r.flags.JSON {
		return r.json(freedShape{l.Name, l.Use.Bytes})
	}
	r.message("Removed library %q: %s.", l.Name, takes)
	return nil
}

type contentPath struct {
	oneLibrary
	What string `arg:"" name:"address" help:"File, by address or name, or item, by title."`
}

func (c contentPath) Run(r *run) error {
	return r.inLibrary(c.Name, func(e *engine.Engine, l library.Library) error {
		files, err := contentTree{run: r, engine: e, library: l}.named([]string{c.What})
		if err != nil {
			return err
		}
		var paths []pathShape
		for _, f := range files {
			if f.Nested {
				return fmt.Errorf("%s is a feed, not a file; to list its content: crossfeed content list %s", f.Address, quotedName(l.Name))
			}
			path, err := e.Library.Path(r.ctx, l.Key, f.Address)
			if errors.Is(err, library.ErrNotHere) {
				return fmt.Errorf("%w; to download it: %s", err, commandFor("content get", l.Name, f.Address))
			}
			if err != nil {
				return err
			}
			paths = append(paths, pathShape{f.Address, path})
		}
		if r.flags.JSON {
			return r.json(each(paths, func(p pathShape) pathShape { return p }))
		}
		for _, p := range paths {
			if err := r.print("%s", p.Path); err != nil {
				return err
			}
		}
		return nil
	})
}

// pathShape is a file of a library and its path, in machine-readable output.
type pathShape struct {
	Address string `json:"address"`
	Path    string `json:"path"`
}
