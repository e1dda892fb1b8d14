package window

import (
	"cmp"
	"context"
	"path/filepath"

	"fyne.io/fyne/v2"

	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// sharingWork holds the running requests to locations where lists are shared.
type sharingPages struct {
	*shell
	people                 *peoplePages
	syncing                *syncing
	asking, earlier, doing work.Last
}

// showShare opens the form to share the chosen list, or the invitation if it is shared
// already.
func (c *sharingPages) showShare() {
	set := c.listFor(c.at)
	if l, _ := c.now.List(set); l.Location != "" {
		c.showInvitation(set)
		return
	}
	c.shareElsewhere(set)
}

// shareElsewhere asks where to share a list.
func (c *sharingPages) shareElsewhere(set string) {
	l, _ := c.now.List(set)
	c.pages.share().Fill(c.listNames(), set, sharing.Options{
		Location: l.Location, Public: l.Publication.Public, Window: l.Publication.Window, Access: l.Publication.Access,
	})
	c.showPasswordStorage(c.pages.share().ShowPasswordStorage)
	c.people.askName(c.pages.share().Device())
	c.showForm(c.pages.share())
	c.offerWithdrawal(*l.Set)
}

// offerWithdrawal offers to remove a feed that was left behind at an earlier location of a
// list.
func (c *sharingPages) offerWithdrawal(l store.Set) {
	left := l.LeftFeeds()
	if len(left) == 0 {
		return
	}
	form := c.pages.share().Form
	form.Problem(wording.L("a-feed-of-this-list-is", "A feed of this list is still at {{.At}}. It is no longer updated.", wording.Data{"At": left[0]}))
	form.Offer(wording.L("remove-that-feed", "Remove that feed"), func() {
		work.Ask(c.Seam, func(ctx context.Context) (string, error) {
			return c.Sharing.Withdraw(ctx, l.Name, left[0], c.pages.share().Asked().Access)
		}, func(at string, err error) {
			if c.failed(form, err, c.pages.share().Trust) {
				return
			}
			form.Problem("")
			c.status.ShowMessage(wording.L("removed-the-feed-at-at-others", "Removed the feed at {{.At}}. Others keep what they have received.", wording.Data{"At": at}))
			c.Reload()
		})
	})
}

// unpublished reports whether the shown list could not be published last time, for any reason
// other than being offline.
func (c *sharingPages) unpublished() bool {
	l, there := c.now.List(c.at.Set)
	p := l.Publication
	return there && c.at.Kind == snapshot.KindList && p.Error != "" && p.Trouble != transport.Offline
}

// showUnpublished opens the form to share the list, with the reason why it could not be
// published.
func (c *sharingPages) showUnpublished() {
	l, _ := c.now.List(c.at.Set)
	c.shareElsewhere(l.Name)
	p := l.Publication
	c.pages.share().Problem(cmp.Or(wording.TroubleText(p.Trouble, cmp.Or(p.Address, l.Location)), wording.Failure(p.Error)))
}

// askReaders finds out who could read a list before it is published.
func (c *sharingPages) askReaders(s forms.Sharing) {
	c.pages.share().Problem("")
	c.pages.share().Asking(wording.L("checking-who-can-read-it-there", "Checking who can read it there…"))
	work.AskBeside(&c.asking, c.Seam, func(ctx context.Context) (exposure, error) {
		return c.exposes(ctx, s.Set, s.Options)
	}, func(e exposure, err error) {
		c.pages.share().Asking("")
		if err != nil {
			c.trouble(c.pages.share().Form, err, c.pages.share().Trust)
			return
		}
		c.pages.share().ShowReaders(s, e.sentence())
		c.reveal(c.pages.share().Bottom())
		if e.Who == transport.SignedIn && s.Access.User == "" && c.pages.share().Waiting(c.window.Canvas().Focused()) {
			c.focus(c.pages.share().SignIn())
		}
	})
}

// share publishes a list and shows the invitation to it.
func (c *sharingPages) share(s forms.Sharing) {
	c.busyWith(c.pages.share().Form, wording.L("publishing-list", "Publishing “{{.List}}”…", wording.Data{"List": s.Set}))
	work.AskBeside(&c.doing, c.Seam, func(ctx context.Context) (sharing.Shared, error) {
		if err := c.people.answerName(ctx, s.Device); err != nil {
			return sharing.Shared{}, err
		}
		return c.Sharing.Share(ctx, s.Set, s.Options)
	}, func(shared sharing.Shared, err error) {
		if c.failed(c.pages.share().Form, err, c.pages.share().Trust) {
			return
		}
		c.status.ShowMessage(wording.L("published-name-to-path", "Published “{{.Name}}” to {{.Path}}", wording.Data{"Name": s.Set, "Path": shared.Address}))
		if c.pages.share().Shown() {
			c.pages.outgoingInvitation().Show(s.Set, shared.Invitation)
			c.showForm(c.pages.outgoingInvitation())
		}
		c.Reload()
		c.syncing.syncOne(s.Set)
	})
}

// giveUp closes a form and cancels its requests. Anything that was done by then is shown.
func (w *Window) giveUp() {
	w.sharing.asking.Cancel()
	w.sharing.earlier.Cancel()
	w.sharing.doing.Cancel()
	w.goHome()
	w.Reload()
}

func (c *sharingPages) showInvitation(set string) {
	ask(c.shell, func(ctx context.Context) (sharing.Invitation, error) { return c.Sharing.Invitation(ctx, set) },
		func(i sharing.Invitation) {
			c.pages.outgoingInvitation().Show(set, i)
			c.showForm(c.pages.outgoingInvitation())
		})
}

// copyLink copies a link to the clipboard.
func (c *sharingPages) copyLink(link string) {
	fyne.CurrentApp().Clipboard().SetContent(link)
	c.status.ShowMessage(wording.L("the-link-is-copied-paste-it", "The link is copied. Paste it into a mail or a chat."))
}

// saveInvitation writes an invitation to a folder that the person chooses.
func (c *sharingPages) saveInvitation(i sharing.Invitation) {
	c.chooseFolder(func(folder string) { c.writeInvitation(i, folder) })
}

func (c *sharingPages) writeInvitation(i sharing.Invitation, folder string) {
	path := filepath.Join(folder, forms.Exporting{Set: i.Title}.Plain()+sharing.Ending)
	work.Ask(c.Seam, alone(func(ctx context.Context) error {
		return c.Files.Replace(ctx, path, i.WriteFile)
	}), func(_ struct{}, err error) {
		if err != nil {
			c.pages.outgoingInvitation().Problem(wording.Error(err))
			return
		}
		c.status.ShowMessage(wording.L("the-invitation-is-in-path", "The invitation is in {{.Path}}", wording.Data{"Path": path}))
	})
}

// showStop asks whether to stop sharing a list.
func (c *sharingPages) showStop(set string) {
	l, _ := c.now.List(set)
	c.pages.stop().Fill(set, cmp.Or(l.Publication.Public, l.Publication.Address, l.Location))
	c.showForm(c.pages.stop())
}

func (c *sharingPages) stopSharing(set string, remove bool) {
	c.busyWith(c.pages.stop().Form, wording.L("stopping-sharing-of-list", "Stopping sharing of “{{.List}}”…", wording.Data{"List": set}))
	work.AskBeside(&c.doing, c.Seam, func(ctx context.Context) (string, error) {
		return c.Sharing.StopSharing(ctx, set, remove)
	}, func(at string, err error) {
		if c.failed(c.pages.stop().Form, err, nil) {
			return
		}
		c.status.ShowMessage(wording.L("stopped-sharing-list-the-others-keep", "Stopped sharing “{{.List}}”. The others keep what they have received.", wording.Data{"List": set}))
		c.Reload()
		if c.pages.stop().Shown() {
			c.goHome()
		}
	})
}

// exposure is the number of items of a list, or files of a folder, that become readable, and
// who can read them.
type exposure struct {
	transport.Readers
	items int
	// at is the location where others read them.
	at string
}

// exposes finds out what sharing a list would make readable, and to whom. Completed items that
// the window hides are published, too.
func (c *sharingPages) exposes(ctx context.Context, set string, o sharing.Options) (e exposure, err error) {
	if e.Readers, err = c.Sharing.WhoCanRead(ctx, o); err != nil {
		return e, err
	}
	e.at = cmp.Or(o.Public, o.Location)
	all, err := c.Lists.All(ctx)
	for _, l := range all {
		if l.Name == set {
			e.items = l.Items
		}
	}
	return e, err
}

// sentence describes the exposure.
func (e exposure) sentence() string {
	return wording.Exposes(e.items, e.at) + " " + wording.Readers(e.Readers) + wording.Open(e.at)
}
