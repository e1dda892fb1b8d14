package window

import (
	"context"
	"io"
	"strings"

	"crossfeed/engine/safekeeping"
	"crossfeed/engine/sharing"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// mostInvitation is the number of bytes of a file that are searched for an invitation.
const mostInvitation = 1 << 20

func (c *sharingPages) showInvite() {
	c.fillInvitation()
	c.showForm(c.pages.invitation())
}

// fillInvitation resets the form that opens an invitation.
func (c *sharingPages) fillInvitation() {
	c.pages.invitation().Fill(c.sets())
	c.showPasswordStorage(c.pages.invitation().ShowPasswordStorage)
	c.people.askName(c.pages.invitation().Device())
}

func (c *sharingPages) openInvitation(i sharing.Invitation) {
	c.fillInvitation()
	c.pages.invitation().Open(i)
	c.showForm(c.pages.invitation())
}

// OpenInvitation opens the invitation in a file, or reports what is wrong with it.
func (w *Window) OpenInvitation(path string) {
	work.Ask(w.Seam, func(context.Context) (sharing.Invitation, error) { return w.sharing.readInvitation(path) },
		func(i sharing.Invitation, err error) {
			if err != nil {
				w.sharing.showInvite()
				w.pages.invitation().Problem(wording.Error(err))
				return
			}
			w.sharing.openInvitation(i)
		})
}

func (c *sharingPages) readInvitation(path string) (sharing.Invitation, error) {
	file, err := c.Files.Open(path)
	if err != nil {
		return sharing.Invitation{}, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostInvitation))
	if err != nil {
		return sharing.Invitation{}, err
	}
	return sharing.FromText(string(text))
}

// isInvitation reports whether a path has the extension of an invitation.
func isInvitation(path string) bool {
	return strings.HasSuffix(strings.ToLower(path), sharing.Ending)
}

// chooseInvitation lets a person choose an invitation file.
func (c *sharingPages) chooseInvitation() {
	c.chooseOf(wording.L("invitations", "Invitations"), []string{sharing.Ending}, c.OpenInvitation)
}

// findEarlier finds the list into which an invitation was accepted before.
func (c *sharingPages) findEarlier(i sharing.Invitation, share string) {
	work.AskBeside(&c.earlier, c.Seam, func(ctx context.Context) (sharing.Earlier, error) {
		return c.Sharing.AcceptedAs(ctx, i, share)
	}, func(e sharing.Earlier, err error) {
		if !c.failed(c.pages.invitation().Form, err, nil) {
			c.pages.invitation().Earlier(e)
		}
	})
}

// askExposed finds out who could read a list before it is shared at the invitation's location.
func (c *sharingPages) askExposed(asked forms.Exposing) {
	form := c.pages.invitation()
	form.Asking(wording.L("checking-who-can-read-it-there", "Checking who can read it there…"))
	work.AskBeside(&c.asking, c.Seam, func(ctx context.Context) (exposure, error) {
		return c.exposes(ctx, asked.List, asked.Share)
	}, func(e exposure, err error) {
		form.Asking("")
		if err != nil {
			c.trouble(form.Form, err, form.Trust)
			return
		}
		form.ShowReaders(asked, e.sentence())
		c.reveal(form.Bottom())
	})
}

// accept accepts an invitation, and shows the answer if the sender needs one.
func (c *sharingPages) accept(i sharing.Invitation, o sharing.AcceptOptions, device *safekeeping.DeviceName) {
	form := c.pages.invitation()
	c.busyWith(form.Form, wording.L("reading-list", "Reading “{{.List}}”…", wording.Data{"List": i.Title}))
	work.AskBeside(&c.doing, c.Seam, func(ctx context.Context) (sharing.Accepted, error) {
		if err := c.people.answerName(ctx, device); err != nil {
			return sharing.Accepted{}, err
		}
		return c.Sharing.Accept(ctx, i, o)
	}, func(a sharing.Accepted, err error) {
		if c.failed(form.Form, err, form.Trust) {
			form.Choose(err)
			return
		}
		c.accepted(i, a)
	})
}

// accepted goes to the list, or shows the answer first.
func (c *sharingPages) accepted(i sharing.Invitation, a sharing.Accepted) {
	came := a.Report.New + a.Report.Updated
	if c.pages.invitation().Shown() {
		c.choose(snapshot.Place{Kind: snapshot.KindList, Set: a.Set})
		c.focus(c.items.List())
	}
	c.Reload()
	text := wording.L("you-joined-list-list", "You joined “{{.List}}”.", wording.Data{"List": a.Set})
	if came > 0 { // a concurrent sync may have received them first
		text += " " + wording.N("n-items-received", "{{.N}} items received", came, wording.Data{"N": wording.Number(came)})
	}
	c.status.ShowMessage(text)
	if a.Answer != nil {
		c.pages.outgoingInvitation().ShowAnswer(a.Set, i.From, *a.Answer)
		c.showForm(c.pages.outgoingInvitation())
	}
}

// openInvitationText opens the invitation in a text, or reports what is wrong with it.
func (c *sharingPages) openInvitationText(text string) {
	i, err := sharing.FromText(text)
	if err != nil {
		c.showInvite()
		c.pages.invitation().Problem(wording.Error(err))
		return
	}
	c.openInvitation(i)
}
