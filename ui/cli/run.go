// Package cli implements the commands of Crossfeed: they do the same work as the window, with
// the same engine, for scripts, servers and tests. It needs no window and never ends the
// process; all of its input and output goes through an Env.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"crossfeed/engine"
	"crossfeed/engine/crash"
	"crossfeed/engine/credentials"
	"crossfeed/engine/item"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/record"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/ui/wording"
)

// Env is the environment of the commands. Everything that could make two runs differ is in it.
type Env struct {
	// Stdout receives results, Stderr messages.
	Stdout, Stderr io.Writer
	// Getenv reads the environment and GOOS is the operating system: they determine the
	// default data folder.
	Getenv func(string) string
	GOOS   string
	// Clock can be overridden by --now.
	Clock engine.Clock
	// Random is the source of new identifiers.
	Random io.Reader
	// Files is the local file system.
	Files transport.Files
	// Places returns access to feeds at all kinds of locations, using the given source of
	// passwords; nil means Files only.
	Places func(transport.Passwords) transport.Places
	// Content returns the cache of library and item files for a data folder; nil means none.
	Content func(dir string) cache.Root
	// Machine returns an identifier of this operating system installation; nil means that it
	// has none.
	Machine func() string
	// Open opens the store in a folder.
	Open func(ctx context.Context, dir string) (store.Store, error)
	// Aside moves data that cannot be opened out of the way, and returns its new path; nil if
	// that is not supported.
	Aside func(dir string, now time.Time) (string, error)
	// Rescue copies the readable part of a damaged database into a new one; nil if that is not
	// supported. asked reports whether a person requested it.
	Rescue func(ctx context.Context, dir string, now time.Time, asked bool) (store.Rescued, error)
	// Zone is the user's time zone; nil means the system's.
	Zone *time.Location
	// Stdin reads what a person types, line by line; nil if nobody does.
	Stdin io.Reader
	// Secrets returns the password storage for a data folder; nil means that passwords are
	// held only until the command ends.
	Secrets func(dir string) credentials.PasswordStore
	// Ask prompts for a password at the terminal; nil if nobody is there.
	Ask func(ctx context.Context, question string) (string, error)
	// Columns returns the width of the terminal that Stdout is, or 0 if it is not a terminal.
	// nil means that it is not.
	Columns func() int
	// ErrColumns is the same for Stderr, which shows progress.
	ErrColumns func() int
	// Window shows the window. It is nil in a build without one.
	Window Window
}

// Window shows the window for an engine, and returns when the user has closed it.
type Window func(ctx context.Context, e *engine.Engine, o WindowOptions) error

// WindowOptions are the initial state of a window.
type WindowOptions struct {
	// Dir is the data folder.
	Dir string
	// Opens is what to show first: an invitation link, the address of a feed, the absolute path
	// of a file, or "".
	Opens string
	// Crashed is the path of the crash log if the last run crashed, or "".
	Crashed string
	// Rebuilt is the path of the damaged database if it was just rebuilt, or "".
	Rebuilt string
	// Missing is the number of saved changes that are missing from the data.
	Missing int64
}

// Exit codes of the commands.
const (
	// Done means success, perhaps with warnings.
	Done = 0
	// Attention means that the command is done, but an error was found, an item was skipped, a
	// conflict is open in the result, or one feed of several failed.
	Attention = 1
	// Misuse means that the command does not exist or was used incorrectly.
	Misuse = 2
	// Failed means that the command failed and nothing was changed.
	Failed = 3
	// Cancelled means that ctx ended before the command did: the status of a program that was
	// interrupted.
	Cancelled = 130
)

// Run runs the command given by args, without the program's name, and returns the exit code.
func Run(ctx context.Context, args []string, env Env) int {
	r := &run{ctx: ctx, env: env}
	err := r.guarded(args)
	switch {
	case err == nil && r.attention:
		return Attention
	case err == nil || errors.Is(err, errHelped):
		return Done
	case r.ctx.Err() != nil && errors.Is(err, r.ctx.Err()):
		if further := without(err, r.ctx.Err()); further != nil {
			r.message("crossfeed: %v%s", further, wording.Help(further.Error()))
		}
		r.message("%s", wording.Error(context.Canceled))
		return Cancelled
	}
	r.message("crossfeed: %v%s", err, wording.Help(err.Error()))
	if isMisuse(err) {
		return Misuse
	}
	return Failed
}

// guarded runs a command and turns a panic into an error. A crash of the window is recorded by
// the runtime instead, so that the next start reports it.
func (r *run) guarded(args []string) (err error) {
	defer func() {
		if r.inWindow {
			return
		}
		if p := recover(); p != nil {
			err = crash.Recovered(p)
		}
	}()
	return r.command(args)
}

// without returns what err joins apart from an error, such as a failed cleanup after a
// cancellation.
func without(err, other error) error {
	switch e := err.(type) {
	case interface{ Unwrap() []error }:
		var rest []error
		for _, one := range e.Unwrap() {
			rest = append(rest, without(one, other))
		}
		return errors.Join(rest...)
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); errors.Is(inner, other) {
			return without(inner, other)
		}
	}
	if errors.Is(err, other) {
		return nil
	}
	return err
}

// run is the execution of one command.
type run struct {
	ctx   context.Context
	env   Env
	flags globals
	// attention is set when something was found that needs attention.
	attention bool
	// accounts are the accounts that CROSSFEED_PASSWORD may belong to.
	accounts []credentials.Account
	// inWindow is set while the window is shown. crashed is the path of the crash log if the
	// last run crashed, or "".
	inWindow bool
	// missing is the number of saved changes that are missing from the data.
	missing int64
	crashed string
	// recording reports whether crashes are recorded in the data folder.
	recording bool
	// rebuilt is the path of the damaged database that was rebuilt, or "". stillDamaged is set
	// if some items are still damaged.
	rebuilt      string
	stillDamaged bool
	// repeatable is set if the command can safely be run again from the start.
	repeatable bool
	// progress shows the progress of the command; nil if nobody sees it.
	progress *progress
}

// command parses args and runs the command.
func (r *run) command(args []string) error {
	all := reflect.New(narrowed(reflect.TypeFor[grammar](), args))
	parser, err := r.parser(all.Interface())
	if err != nil {
		return err
	}
	found, err := parser.Parse(handedOver(args))
	if err != nil && strings.HasPrefix(err.Error(), "unknown flag --version") {
		// It is no flag of all commands, because "item restore" has another one of that name.
		r.flags.JSON = slices.Contains(args, "--json")
		return versionCommand{}.Run(r)
	}
	if err != nil {
		return err
	}
	r.flags = all.Elem().FieldByName("Globals").Interface().(globals)
	if id := r.flags.Endpoint; id != "" && !item.ValidNSS(id) {
		return misuse("--endpoint %q: must consist of letters, digits and ()+,-.:=@;$_!*'", id)
	}
	r.showsProgress()
	r.recordCrashes() // before anything else: opening and migrating the data may panic, too
	if r.crashed != "" && found.Command() != "window" {
		r.message("crossfeed: the last run crashed, but everything saved is intact; details are in %s", r.crashed)
	}
	return found.Run()
}

// parser returns the parser of a grammar.
func (r *run) parser(grammar any) (*kong.Kong, error) {
	parser, err := kong.New(grammar,
		kong.Name("crossfeed"),
		kong.Description(description),
		kong.Writers(r.env.Stdout, r.env.Stderr),
		kong.Bind(r),
		kong.Help(help),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.WithHyphenPrefixedParameters(true),
	)
	if err != nil {
		return nil, fmt.Errorf("building the commands: %w", err)
	}
	addDetails(parser.Model.Node)
	return parser, nil
}

// misuseError reports that a command was used incorrectly.
type misuseError struct{ err error }

func (e *misuseError) Error() string {
	return e.err.Error() + "; see crossfeed --help"
}

func (e *misuseError) Unwrap() error { return e.err }

func misuse(format string, args ...any) error {
	return &misuseError{fmt.Errorf(format, args...)}
}

func isMisuse(err error) bool {
	var own *misuseError
	var parsing *kong.ParseError
	var value *record.ValueError
	var field *record.FieldError
	return errors.As(err, &own) || errors.As(err, &parsing) || errors.As(err, &value) || errors.As(err, &field)
}

// Version is the version of the program. Builds from a git checkout set it (.ci/version.sh).
var Version = "0.1.0"

type versionCommand struct{}

func (versionCommand) Run(r *run) error {
	return r.jsonOr(map[string]string{"version": Version}, "crossfeed %s", Version)
}

type windowCommand struct {
	Open string `hidden:"" placeholder:"LINK-OR-FILE" help:"Open this invitation, feed or file."`
}

func (c windowCommand) Run(r *run) error {
	if r.env.Window == nil {
		return misuse("this build has no window, so it needs a command")
	}
	dir, err := r.dataDir()
	if err != nil {
		return err
	}
	opens, err := c.opens(r)
	if err != nil {
		return err
	}
	r.env.Ask = nil // the window has its own prompt
	r.inWindow = true
	return r.with(func(e *engine.Engine) error {
		return r.env.Window(r.ctx, e, WindowOptions{Dir: dir, Opens: opens, Crashed: r.crashed, Rebuilt: r.rebuilt, Missing: r.missing})
	})
}

// opens returns the link, or the absolute path of the file, which the window reads.
func (c windowCommand) opens(r *run) (string, error) {
	if c.Open == "" || isLink(c.Open) {
		return c.Open, nil
	}
	path, err := transport.Path(c.Open) // some desktops pass file:// URLs
	if err != nil {
		return "", err
	}
	file, err := r.env.Files.Open(path)
	if err != nil {
		return "", err
	}
	_ = file.Close() // it was not read
	return filepath.Abs(path)
}

// handedOver inserts the command when a desktop starts the program with nothing but what to
// open: a link, or a file of a type that the window opens.
func handedOver(args []string) []string {
	if len(args) > 0 && (isLink(args[0]) || slices.Contains(opened, strings.ToLower(filepath.Ext(args[0])))) {
		return append([]string{"window", "--open=" + args[0]}, args[1:]...)
	}
	return args
}

// opened are the extensions of the files that the window opens.
var opened = []string{sharing.Ending, ".opml", ".ics", ".vcf"}

func isLink(text string) bool {
	text = strings.ToLower(text)
	return strings.HasPrefix(text, "crossfeed:") || strings.HasPrefix(text, "feed:")
}
