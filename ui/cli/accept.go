package cli

import (
	"errors"
	"io"
	"io/fs"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/invite"
	"crossfeed/engine/location"
)

type acceptCommand struct {
	Invitation string `arg:"" name:"text-or-file" help:"The link, the text that it came in, or a file (.crossfeed); - reads the text from standard input."`
	Into       string `placeholder:"SET" help:"List that it goes into, made where there is none. Default: the one that the invitation names."`
	Share      string `placeholder:"LOCATION" help:"Where the own feed goes. Default: the folder, if the invitation is to a folder that is shared."`
	ReadOnly   bool   `help:"Publish nothing: only read what others change."`
	At         string `placeholder:"LOCATION" help:"Where the other's feed lies as seen from here, if elsewhere than the invitation says."`
}

// Help gives an example.
func (acceptCommand) Help() string {
	return "Subscribes to what the invitation is to, reads it, and publishes the own feed. Where the other does not find that by itself, an answer is printed, to be handed back: an invitation as well. Where a password is needed, it is taken from CROSSFEED_PASSWORD or the keyring, or asked for.\n\n" +
		"Examples:\n\n  crossfeed accept groceries.crossfeed\n  crossfeed accept 'crossfeed://invite?…' --into Groceries --share ~/Public"
}

// acceptedShape is what came of accepting, in machine-readable output.
type acceptedShape struct {
	Set       string `json:"set"`
	Location  string `json:"location"`
	New       int    `json:"new"`
	Updated   int    `json:"updated"`
	Conflicts int    `json:"conflicts"`
	Answer    string `json:"answer"`
}

// Run accepts an invitation.
func (c acceptCommand) Run(r *run) error {
	if c.ReadOnly && c.Share != "" {
		return misuse("--read-only publishes nothing: leave --share out")
	}
	i, err := r.invitationIn(c.Invitation)
	if err != nil {
		return err
	}
	if c.At != "" {
		if i.Address, err = location.Parse(c.At); err != nil {
			return err
		}
	}
	r.signsIn(i.Address, i.User)
	return r.with(func(e *engine.Engine) error {
		a, err := e.Accept(r.ctx, i, c.options(i))
		if err != nil {
			return err
		}
		return r.tellAccepted(e, a)
	})
}

// options are what the flags say, and what the invitation does where they say nothing.
func (c acceptCommand) options(i invite.Invitation) engine.AcceptOptions {
	o := engine.AcceptOptions{Set: c.Into}
	switch {
	case c.ReadOnly || i.Answer != "":
	case c.Share != "":
		o.Share.Location = c.Share
	case i.Folder:
		o.Share.Location = i.Address
	}
	return o
}

// tellAccepted says what came, and prints the answer where one is to be handed back.
func (r *run) tellAccepted(e *engine.Engine, a engine.AcceptedInvitation) error {
	set, err := e.Set(r.ctx, a.Set)
	if err != nil {
		return err
	}
	shape := acceptedShape{
		Set: a.Set, Location: set.Location, New: a.Report.New, Updated: a.Report.Updated, Conflicts: a.Report.Conflicts,
	}
	if a.Answer != nil {
		shape.Answer = a.Answer.Link()
	}
	if r.flags.JSON {
		return r.json(shape)
	}
	r.say("%s is shared with you: %d new, %d changed, %d in conflict", a.Set, shape.New, shape.Updated, shape.Conflicts)
	if a.Answer == nil {
		return nil
	}
	r.say("hand this answer back, so that your changes are read there:")
	return r.print("%s", shape.Answer)
}

// invitationIn reads an invitation from what was given: a text that holds one, a file, or
// standard input.
func (r *run) invitationIn(given string) (invite.Invitation, error) {
	if given == "-" {
		return r.invitationFrom(r.env.Stdin)
	}
	i, err := invite.FromText(given)
	var wrong *invite.Error
	if err == nil || errors.As(err, &wrong) && wrong.Problem != invite.None {
		return i, err
	}
	if strings.ContainsAny(given, "\n") {
		return i, err
	}
	file, opening := r.env.Files.Open(given)
	if opening != nil {
		if errors.Is(opening, fs.ErrNotExist) && !strings.HasSuffix(given, invite.Ending) {
			return i, err
		}
		return i, opening
	}
	defer file.Close()
	return r.invitationFrom(file)
}

// mostInvitation is how much of a file is read to find an invitation in it, in bytes.
const mostInvitation = 1 << 20

func (r *run) invitationFrom(in io.Reader) (invite.Invitation, error) {
	if in == nil {
		return invite.Invitation{}, errors.New("nothing can be read from standard input here")
	}
	text, err := io.ReadAll(io.LimitReader(in, mostInvitation))
	if err != nil {
		return invite.Invitation{}, err
	}
	return invite.FromText(string(text))
}
