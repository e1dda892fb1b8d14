// Package cli implements the commands of Crossfeed: they do the same work as the window, with
// the same engine, for scripts, servers and tests. It needs no window and never ends the
// process; all of its input and output goes through an Env.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	// Invitation is a text that contains an invitation, or "".
	Invitation string
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

// errHelped ends a command that only shows help.
var errHelped = errors.New("help was given")

// command parses args and runs the command.
func (r *run) command(args []string) error {
	all := reflect.New(narrowed(reflect.TypeFor[grammar](), args))
	parser, err := kong.New(all.Interface(),
		kong.Name("crossfeed"),
		kong.Description(description),
		kong.Writers(r.env.Stdout, r.env.Stderr),
		kong.Bind(r),
		kong.Help(help),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.WithHyphenPrefixedParameters(true),
	)
	if err != nil {
		return fmt.Errorf("building the commands: %w", err)
	}
	addDetails(parser.Model.Node)
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

func help(o kong.HelpOptions, ctx *kong.Context) error {
	if err := kong.DefaultHelpPrinter(o, ctx); err != nil {
		return err
	}
	return errHelped
}

const description = `Crossfeed shares lists through RSS, Atom and OPML feeds, and helps people resolve conflicts. Without a command, it opens the window; with --version, it prints its version.

Exit status: 0 success; 1 success, but something needs attention; 2 usage error; 3 failure, nothing was changed.`

// grammar defines the commands and their flags.
type grammar struct {
	Globals globals `embed:""`

	Window       windowCommand        `cmd:"" default:"1" hidden:"" help:"Open the window."`
	Feed         feedCommands         `cmd:"" help:"Check, show, merge and convert feed files."`
	List         listCommands         `cmd:"" help:"Create, list, rename and delete lists."`
	Item         itemCommands         `cmd:"" help:"Show and change the items of a list."`
	Subscription subscriptionCommands `cmd:"" help:"Subscribe lists to feeds."`
	Smart        smartCommand         `cmd:"" help:"List todos from all lists: today, upcoming, overdue or by tag."`
	Contact      contactCommands      `cmd:"" help:"Find and merge duplicate contacts."`
	Publish      publishCommand       `cmd:"" help:"Publish a list, or stop publishing it."`
	Invite       inviteCommand        `cmd:"" help:"Create an invitation to a published list."`
	Accept       acceptCommand        `cmd:"" help:"Accept an invitation: subscribe, and publish your own feed."`
	Serve        serveCommand         `cmd:"" help:"Serve lists read-only on the local network."`
	Sync         syncCommand          `cmd:"" help:"Refresh subscriptions, merge changes and publish."`
	Conflict     conflictCommands     `cmd:"" help:"Resolve conflicts."`
	Review       reviewCommands       `cmd:"" help:"Accept or refuse suspicious changes held for review."`
	Content      contentCommands      `cmd:"" help:"Store libraries of files offline, and publish folders as libraries."`
	Device       deviceCommands       `cmd:"" help:"Name this device and others, or give this device a new ID."`
	Password     passwordCommands     `cmd:"" help:"Store or delete passwords for servers and buckets."`
	Import       importCommand        `cmd:"" help:"Import todos (.ics), contacts (.vcf), outlines (.opml), tables (.csv) or feeds (.xml) into a list."`
	Export       exportCommand        `cmd:"" help:"Export a list to an .ics, .vcf, .opml, .csv or .xml file."`
	Backup       backupCommand        `cmd:"" help:"Back up everything to one file, or schedule weekly backups."`
	Restore      restoreCommand       `cmd:"" help:"Replace all data with a backup. The current data is saved first."`
	Verify       verifyCommand        `cmd:"" help:"Check all stored data, and repair damage."`
	Undo         undoCommand          `cmd:"" help:"Undo the last edit made on this device."`
	Redo         redoCommand          `cmd:"" help:"Redo the last undone edit."`
	Fields       fieldsCommand        `cmd:"" help:"List the field names for --field."`
	Version      versionCommand       `cmd:"" help:"Print the version."`
}

// globals are the flags of every command.
type globals struct {
	Data     string    `placeholder:"DIR" help:"Data folder. Default: the user's own."`
	JSON     bool      `name:"json" help:"Print JSON."`
	Endpoint string    `placeholder:"ID" help:"Use this device ID for updates instead of the stored one."`
	Verbose  bool      `short:"v" help:"Also print the log (requests, retries, schedule) to standard error."`
	Now      time.Time `placeholder:"TIME" help:"Use this time (RFC 3339) instead of the clock, for repeatable runs."`
}

// narrowed omits every command except the one that args begin with: building all of them takes
// longer than most commands do. If args begin with anything else, all commands stay, for help
// and suggestions.
func narrowed(commands reflect.Type, args []string) reflect.Type {
	var left []reflect.StructField
	found := false
	for i := range commands.NumField() {
		field := commands.Field(i)
		if _, command := field.Tag.Lookup("cmd"); command {
			if len(args) == 0 || strings.ToLower(field.Name) != args[0] {
				continue
			}
			field.Type, found = narrowed(field.Type, args[1:]), true
		}
		left = append(left, field)
	}
	if !found {
		return commands
	}
	return reflect.StructOf(left)
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

// Version is the version of the program.
const Version = "0.1.0"

type versionCommand struct{}

func (versionCommand) Run(r *run) error {
	return r.jsonOr(map[string]string{"version": Version}, "crossfeed %s", Version)
}
