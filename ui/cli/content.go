package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/library"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

type contentCommands struct {
	Add     contentAdd     `cmd:"" help:"Add a published tree of feeds and files as a library, for offline use."`
	List    contentList    `cmd:"" help:"List the libraries, or the content of one."`
	Sync    contentSync    `cmd:"" help:"Download new and changed files of libraries, and resume interrupted downloads."`
	Get     contentGet     `cmd:"" help:"Download files that are on demand, were removed, or failed."`
	Path    contentPath    `cmd:"" help:"Print where a file of a library is on this computer."`
	Remove  contentRemove  `cmd:"" help:"Remove downloaded files, or a whole library."`
	Change  contentChange  `cmd:"" help:"Change a library's name, schedule, limit or sign-in."`
	Publish contentPublish `cmd:"" help:"Publish a folder of files as a tree of feeds."`
}

type contentAdd struct {
	Location string `arg:"" help:"Address of the root feed or of its folder."`
	accessFlags
	Title string        `placeholder:"TITLE" help:"Name of the library. Default: the title of the root feed."`
	Every time.Duration `placeholder:"DURATION" help:"How often scheduled syncs include it, such as 6h. Default: 1h."`
	Room  size          `placeholder:"SIZE" help:"Maximum disk space for its files, such as 5GB. Default: 20GB."`
	Sync  bool          `help:"Sync it now."`
}

func (c contentAdd) Run(r *run) error {
	access, err := c.access(r, c.Location)
	if err != nil {
		return err
	}
	return r.with(func(e *engine.Engine) error {
		o := library.Options{Title: c.Title, Access: access, Every: c.Every, Room: int64(c.Room)}
		l, err := e.Library.Add(r.ctx, c.Location, o)
		if err != nil {
			return err
		}
		if l.Plain {
			r.message("No item in %s links to a file. It is an ordinary feed, so only its text is stored.", l.Address)
		}
		if c.Sync {
			return contentSync{Name: []string{l.Address}}.once(r, e)
		}
		if r.flags.JSON {
			return r.json(describeLibrary(l))
		}
		r.message("Added library %q. To download it: crossfeed content sync", l.Name)
		return nil
	})
}

type contentChange struct {
	oneLibrary
	accessFlags
	Title  *string        `placeholder:"TITLE" help:"New name; empty for the title of the root feed."`
	Every  *time.Duration `placeholder:"DURATION" help:"How often scheduled syncs include it; 0 for the default."`
	Room   *size          `placeholder:"SIZE" help:"Maximum disk space for its files, such as 5GB; 0 for the default."`
	Paused *bool          `negatable:"" help:"Sync it only when a command names it."`
	Open   bool           `help:"Remove the user name, certificates and proxy: access it anonymously, and trust the certificates that the system trusts."`
}

// Run changes how a library is synced. Options that are not given stay unchanged.
func (c contentChange) Run(r *run) error {
	return r.inLibrary(c.Name, func(e *engine.Engine, l library.Library) error {
		access, err := c.access(r, l.Address)
		if err != nil {
			return err
		}
		return e.Library.Change(r.ctx, l.Key, func(o *library.Options) {
			if c.Open {
				o.Access = transport.Access{}
			}
			if access != (transport.Access{}) {
				o.Access = access
			}
			c.onto(o)
		})
	})
}

// onto applies the given options, except for the access.
func (c contentChange) onto(o *library.Options) {
	if c.Title != nil {
		o.Title = *c.Title
	}
	if c.Every != nil {
		o.Every = *c.Every
	}
	if c.Room != nil {
		o.Room = int64(*c.Room)
	}
	if c.Paused != nil {
		o.Paused = *c.Paused
	}
}

// oneLibrary names a library.
type oneLibrary struct {
	Name string `arg:"" help:"Name, address or number of the library."`
}

// inLibrary opens the engine, finds a library, and calls do with it.
func (r *run) inLibrary(name string, do func(*engine.Engine, library.Library) error) error {
	return r.with(func(e *engine.Engine) error {
		l, err := e.Library.Named(r.ctx, name)
		if errors.Is(err, store.ErrNoLibrary) {
			return fmt.Errorf("%w; to list the libraries: crossfeed content list", err)
		}
		if err != nil {
			return err
		}
		return do(e, l)
	})
}

// libraryShape describes a library in machine-readable output. Times are RFC 3339, or "" if
// they are unset; sizes are in bytes.
type libraryShape struct {
	Number      int64  `json:"number"`
	Name        string `json:"name"`
	Address     string `json:"address"`
	Added       string `json:"added"`
	Paused      bool   `json:"paused"`
	Every       string `json:"every"`
	Room        int64  `json:"room"`
	Feeds       int    `json:"feeds"`
	Items       int    `json:"items"`
	Files       int    `json:"files"`
	Bytes       int64  `json:"bytes"`
	Waiting     int    `json:"waiting"`
	Failed      int    `json:"failed"`
	LastTry     string `json:"last_try"`
	LastSuccess string `json:"last_success"`
	Next        string `json:"next"`
	Error       string `json:"error"`
	ErrorSince  string `json:"error_since"`
	Failures    int    `json:"failures"`
	Trouble     string `json:"trouble"`
}

func describeLibrary(l library.Library) libraryShape {
	h := l.Health
	shape := libraryShape{
		Number: l.Key, Name: l.Name, Address: l.Address, Added: instant(l.Added), Paused: l.Paused, Room: l.Room,
		Feeds: l.Use.Feeds, Items: l.Use.Items, Files: l.Use.Files, Bytes: l.Use.Bytes, Waiting: l.Use.Waiting, Failed: l.Use.Failed,
		LastTry: instant(h.LastTry), LastSuccess: instant(h.LastSuccess), Next: instant(l.Next),
		Error: h.Error, ErrorSince: instant(h.ErrorSince), Failures: h.Failures, Trouble: troubles[h.Trouble],
	}
	if l.Every > 0 {
		shape.Every = l.Every.String()
	}
	return shape
}

var libraryHeading = []string{"LIBRARY", "FILES", "SIZE", "WAITING", "LAST SYNC", "NEXT", "STATE", "ADDRESS"}

func libraryCells(l library.Library) []string {
	next := instant(l.Next)
	if l.Paused {
		next = ""
	}
	return []string{
		inOneLine(l.Name), strconv.Itoa(l.Use.Files), inBytes(l.Use.Bytes), strconv.Itoa(l.Use.Waiting),
		dash(instant(l.Health.LastSuccess)), dash(next), libraryState(l), l.Address,
	}
}

// libraryState describes the state of a library in a few words.
func libraryState(l library.Library) string {
	switch {
	case l.Paused:
		return "paused"
	case l.Health.Error != "":
		return "failed since " + instant(l.Health.ErrorSince)
	case l.Health.LastSuccess.IsZero():
		return "not synced yet"
	case l.Use.Failed > 0:
		return strconv.Itoa(l.Use.Failed) + " failed"
	}
	return "ok"
}

// inBytes formats a number of bytes for people.
func inBytes(n int64) string {
	units := []string{"B", "kB", "MB", "GB", "TB"}
	value, unit := float64(n), 0
	for value >= 999.5 && unit < len(units)-1 {
		value, unit = value/1000, unit+1
	}
	if unit < 2 {
		return fmt.Sprintf("%.0f %s", value, units[unit])
	}
	return fmt.Sprintf("%.1f %s", value, units[unit])
}

// size is a number of bytes as a person writes it: 500MB, 2.5 GB, 1000.
type size int64

// UnmarshalText parses a size.
func (s *size) UnmarshalText(text []byte) error {
	number := strings.TrimSpace(strings.ToLower(string(text)))
	factor := 1.0
	for i, unit := range []string{"kb", "mb", "gb", "tb"} {
		if rest, has := strings.CutSuffix(number, unit); has {
			number, factor = strings.TrimSpace(rest), math.Pow(1000, float64(i+1))
		}
	}
	value, err := strconv.ParseFloat(strings.TrimSuffix(number, "b"), 64)
	if err != nil || !(value >= 0) || value*factor > 1e18 {
		return fmt.Errorf("%q is not a size; use for example 500MB or 2.5GB", text)
	}
	*s = size(value * factor)
	return nil
}

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
