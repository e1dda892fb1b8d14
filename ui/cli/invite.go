package cli

import (
	"errors"
	"io/fs"
	"path/filepath"

	"crossfeed/engine"
	"crossfeed/engine/invite"
)

type inviteCommand struct {
	Set  string `arg:"" help:"Name of the list, which is published already."`
	File string `placeholder:"FILE" help:"Write the invitation into a file instead, whose name ends in .crossfeed."`
}

// Help gives an example.
func (inviteCommand) Help() string {
	return "Prints a link to hand to others, who open it by crossfeed accept or in the window. No password is in it.\n\n" +
		"Examples:\n\n  crossfeed invite Groceries\n  crossfeed invite Groceries --file groceries.crossfeed"
}

// Run makes an invitation.
func (c inviteCommand) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		i, err := e.Invitation(r.ctx, c.Set)
		if err != nil {
			return err
		}
		if err := r.handOut(i, c.File); err != nil {
			return err
		}
		return r.sayUnread(e, c.Set, i)
	})
}

// sayUnread says of an invitation to a shared folder that nothing of what others put
// there would be read here.
func (r *run) sayUnread(e *engine.Engine, set string, i invite.Invitation) error {
	if !i.Folder {
		return nil
	}
	subscribed, err := e.Subscriptions(r.ctx, set)
	if err == nil && len(subscribed) == 0 {
		r.say("what others write there is not read here yet: %s", commandFor("subscription add", set, i.Address))
	}
	return err
}

// handOut prints the link of an invitation, or writes its file.
func (r *run) handOut(i invite.Invitation, file string) error {
	if file != "" {
		path, err := r.writeInvitation(i, file)
		if err != nil {
			return err
		}
		r.say("the invitation is in %s", path)
		if i.User != "" {
			r.say("no password is in it: whoever opens it signs in as %s", i.User)
		}
		return nil
	}
	if r.flags.JSON {
		return r.json(invitationShape{i, i.Link()})
	}
	return r.print("%s", i.Link())
}

// invitationShape is an invitation in machine-readable output.
type invitationShape struct {
	invite.Invitation
	Link string `json:"link"`
}

// writeInvitation writes a file that is not there yet, or holds an invitation.
func (r *run) writeInvitation(i invite.Invitation, file string) (path string, err error) {
	if path, err = filepath.Abs(file); err != nil {
		return "", err
	}
	if _, err := r.invitationIn(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", errors.Join(errors.New(path+" is something else already: choose another file"), err)
	}
	return path, r.env.Files.Replace(r.ctx, path, i.WriteFile)
}
