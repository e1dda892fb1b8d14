package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/lists"
	"crossfeed/engine/sharing"
	"crossfeed/engine/transport"
)

type inviteCommand struct {
	List string `arg:"" help:"Name of a published list."`
	File string `placeholder:"FILE" help:"Write the invitation to a file ending in .crossfeed, instead of printing a link."`
}

func (c inviteCommand) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		i, err := e.Sharing.Invitation(r.ctx, c.List)
		if err != nil {
			return err
		}
		if err := r.printInvitation(i, c.File); err != nil {
			return err
		}
		return r.warnUnread(e, c.List, i)
	})
}

// warnUnread warns that the files of others in a shared folder would not be read here.
func (r *run) warnUnread(e *engine.Engine, set string, i sharing.Invitation) error {
	if !i.Folder {
		return nil
	}
	subscribed, err := e.Subscriptions.All(r.ctx, set)
	if err == nil && len(subscribed) == 0 {
		r.message("This device is not subscribed to the feeds of others there yet. To subscribe: %s", commandFor("subscription add", set, i.Address))
	}
	return err
}

// printInvitation prints the link of an invitation, or writes its file.
func (r *run) printInvitation(i sharing.Invitation, file string) error {
	if file != "" {
		path, err := r.writeInvitation(i, file)
		if err != nil {
			return err
		}
		r.message("Saved the invitation to %s.", path)
		if i.User != "" {
			r.message("It contains no password. Whoever opens it signs in as %s.", i.User)
		}
		return nil
	}
	return r.jsonOr(invitationShape{i, i.Link()}, "%s", i.Link())
}

// invitationShape is an invitation in machine-readable output.
type invitationShape struct {
	sharing.Invitation
	Link string `json:"link"`
}

// writeInvitation writes an invitation to a file that does not exist yet or contains an
// invitation.
func (r *run) writeInvitation(i sharing.Invitation, file string) (path string, err error) {
	if path, err = filepath.Abs(file); err != nil {
		return "", err
	}
	if _, err := r.invitationIn(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", errors.Join(errors.New(path+" exists and is not an invitation; choose another file"), err)
	}
	return path, r.env.Files.Replace(r.ctx, path, i.WriteFile)
}

type acceptCommand struct {
	Invitation string `arg:"" name:"text-or-file" help:"The link, a text that contains it, or a .crossfeed file; - for standard input."`
	Into       string `placeholder:"LIST" help:"List to merge into, created if missing. All items of an existing list become readable where your feed is published. Default: the list used for this invitation before, or a new one."`
	Share      string `placeholder:"LOCATION" help:"Where to publish your own feed. Default: the shared folder, if the invitation is for one."`
	ReadOnly   bool   `help:"Only subscribe; publish nothing."`
	At         string `placeholder:"LOCATION" help:"Address of the other feed as seen from this computer, if it differs from the invitation's."`
}

// acceptedShape is the result of accepting, in machine-readable output.
type acceptedShape struct {
	Set       string `json:"set"`
	Location  string `json:"location"`
	New       int    `json:"new"`
	Updated   int    `json:"updated"`
	Deleted   int    `json:"deleted"`
	Conflicts int    `json:"conflicts"`
	Answer    string `json:"answer"`
}

func (c acceptCommand) Run(r *run) error {
	if c.ReadOnly && c.Share != "" {
		return misuse("--read-only and --share cannot be combined")
	}
	i, err := r.invitationIn(c.Invitation)
	if err != nil {
		return err
	}
	if c.At != "" {
		if i.Address, err = transport.Entered(r.env.Files, c.At); err != nil {
			return err
		}
	}
	r.signsIn(i.Address, i.User)
	return r.with(func(e *engine.Engine) error {
		o := c.options(i)
		if err := c.into(r, e, &o); err != nil {
			return err
		}
		o.Progress = r.progress.syncing
		a, err := e.Sharing.Accept(r.ctx, i, o)
		r.progress.show("")
		if err != nil {
			return unchosen(err)
		}
		return c.report(r, e, i, a)
	})
}

// into finds or creates the list that --into names, and first reports what becomes readable.
func (c acceptCommand) into(r *run, e *engine.Engine, o *sharing.AcceptOptions) error {
	if c.Into == "" {
		return nil
	}
	all, err := e.Lists.All(r.ctx)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(all, func(l lists.List) bool { return l.Name == c.Into })
	if at < 0 {
		o.New = c.Into
		return nil
	}
	o.Into = c.Into
	switch list := all[at]; {
	case list.Location != "":
		r.message("%q stays published at %s, where the items shared with you become readable.", list.Name, list.Location)
	case o.Share.Location != "" && list.Items > 0:
		if err = r.exposes(e, list.Name, o.Share); err == nil {
			_, err = r.readers(e, o.Share)
		}
	}
	return err
}

// unchosen adds to an error how a person can choose.
func unchosen(err error) error {
	if choice := (*sharing.ChoiceError)(nil); errors.As(err, &choice) {
		return fmt.Errorf("%w; use it with --into %s, give another or a new list to --into, or publish nothing with --read-only", err, quoted(choice.List))
	}
	return err
}

// options returns the options given by the flags, with defaults from the invitation.
func (c acceptCommand) options(i sharing.Invitation) (o sharing.AcceptOptions) {
	switch {
	case c.ReadOnly || i.Answer != "":
	case c.Share != "":
		o.Share.Location = c.Share
	case i.Folder:
		o.Share.Location = i.Address
	}
	return o
}

// report reports what was received, and prints the answer if one must be sent back.
func (c acceptCommand) report(r *run, e *engine.Engine, i sharing.Invitation, a sharing.Accepted) error {
	set, err := e.Lists.Named(r.ctx, a.Set)
	if err != nil {
		return err
	}
	shape := acceptedShape{
		Set: a.Set, Location: set.Location, New: a.Report.New, Updated: a.Report.Updated, Deleted: a.Report.Deleted, Conflicts: a.Report.Conflicts,
	}
	if a.Answer != nil {
		shape.Answer = a.Answer.Link()
	}
	for _, p := range a.Failed {
		r.attend("%s%s", r.whose(e, p), named(p.Subscription, p.Error))
	}
	if r.flags.JSON {
		return r.json(shape)
	}
	if c.Into == "" && a.Made && a.Set != i.Title {
		first := ""
		if set.Location != "" { // where it goes: the file of the new list is in the way
			first = fmt.Sprintf("stop publishing the new one (crossfeed publish %s --stop --remove), then ", quotedName(a.Set))
		}
		r.message("You already have a list %q, which is unchanged. The shared items are in a new list. To merge them into one of your lists, %saccept the invitation again with --into LIST.", i.Title, first)
	}
	deleted := ""
	if shape.Deleted > 0 {
		deleted = fmt.Sprintf(", %d deleted", shape.Deleted)
	}
	r.message("%q is shared with you: %d new, %d changed, %d in conflict%s.", a.Set, shape.New, shape.Updated, shape.Conflicts, deleted)
	if a.Report.Held > 0 {
		r.attend("%d held for review. For details: crossfeed review list", a.Report.Held)
	}
	if a.Answer == nil {
		return nil
	}
	r.message("Send this answer back, so that your changes are read there:")
	return r.print("%s", shape.Answer)
}

// invitationIn reads an invitation from the argument: a text that contains one, a file, or
// standard input.
func (r *run) invitationIn(given string) (sharing.Invitation, error) {
	if given == "-" {
		return r.invitationFrom(r.env.Stdin)
	}
	i, err := sharing.FromText(given)
	var wrong *sharing.Error
	if err == nil || errors.As(err, &wrong) && wrong.Problem != sharing.None {
		return i, err
	}
	if strings.ContainsAny(given, "\n") {
		return i, err
	}
	file, opening := r.env.Files.Open(given)
	if opening != nil {
		if errors.Is(opening, fs.ErrNotExist) && !strings.HasSuffix(given, sharing.Ending) {
			return i, err
		}
		return i, opening
	}
	defer file.Close()
	return r.invitationFrom(file)
}

// mostInvitation limits how much of a file is searched for an invitation, in bytes.
const mostInvitation = 1 << 20

func (r *run) invitationFrom(in io.Reader) (sharing.Invitation, error) {
	if in == nil {
		return sharing.Invitation{}, errors.New("standard input is not available")
	}
	text, err := io.ReadAll(io.LimitReader(in, mostInvitation))
	if err != nil {
		return sharing.Invitation{}, err
	}
	return sharing.FromText(string(text))
}
