package window

import (
	"context"
	"io"
	"strings"

	"fyne.io/fyne/v2/storage"

	"crossfeed/engine/safekeeping"
	"crossfeed/engine/sharing"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// mostInvitation is the number of bytes of a file that are searched for an invitation.
const mostInvitation = 1 << 20

func (w *Window) showInvite() {
	w.fillInvitation()
	w.showForm(w.pages.invitation())
}

// fillInvitation resets the form that opens an invitation.
func (w *Window) fillInvitation() {
	w.pages.invitation().Fill(w.sets())
	w.showPasswordStorage(w.pages.invitation().ShowPasswordStorage)
	w.askName(w.pages.invitation().Device())
}

func (w *Window) openInvitation(i sharing.Invitation) {
	w.fillInvitation()
	w.pages.invitation().Open(i)
	w.showForm(w.pages.invitation())
}

// OpenInvitation opens the invitation in a file, or reports what is wrong with it.
func (w *Window) OpenInvitation(path string) {
	work.Ask(w.Seam, func(context.Context) (sharing.Invitation, error) { return w.readInvitation(path) },
		func(i sharing.Invitation, err error) {
			if err != nil {
				w.showInvite()
				w.pages.invitation().Problem(wording.Error(err))
				return
			}
			w.openInvitation(i)
		})
}

func (w *Window) readInvitation(path string) (sharing.Invitation, error) {
	file, err := w.Files.Open(path)
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
func (w *Window) chooseInvitation() {
	w.openFile(storage.NewExtensionFileFilter([]string{sharing.Ending}), w.OpenInvitation)
}

// findEarlier finds the list into which an invitation was accepted before.
func (w *Window) findEarlier(i sharing.Invitation, share string) {
	work.AskBeside(&w.sharing.earlier, w.Seam, func(ctx context.Context) (sharing.Earlier, error) {
		return w.Sharing.AcceptedAs(ctx, i, share)
	}, func(e sharing.Earlier, err error) {
		if !w.failed(w.pages.invitation().Form, err, nil) {
			w.pages.invitation().Earlier(e)
		}
	})
}

// askExposed finds out who could read a list before it is shared at the invitation's location.
func (w *Window) askExposed(asked forms.Exposing) {
	form := w.pages.invitation()
	form.Asking(wording.L("checking-who-can-read-it-there", "Checking who can read it there…"))
	work.AskBeside(&w.sharing.asking, w.Seam, func(ctx context.Context) (exposure, error) {
		return w.exposes(ctx, asked.List, asked.Share)
	}, func(e exposure, err error) {
		form.Asking("")
		if err != nil {
			w.trouble(form.Form, err, form.Trust)
			return
		}
		form.ShowReaders(asked, e.sentence())
		w.reveal(form.Bottom())
	})
}

// accept accepts an invitation, and shows the answer if the sender needs one.
func (w *Window) accept(i sharing.Invitation, o sharing.AcceptOptions, device *safekeeping.DeviceName) {
	form := w.pages.invitation()
	w.busyWith(form.Form, wording.L("reading-list", "Reading “{{.List}}”…", wording.Data{"List": i.Title}))
	work.AskBeside(&w.sharing.doing, w.Seam, func(ctx context.Context) (sharing.Accepted, error) {
		if err := w.answerName(ctx, device); err != nil {
			return sharing.Accepted{}, err
		}
		return w.Sharing.Accept(ctx, i, o)
	}, func(a sharing.Accepted, err error) {
		if w.failed(form.Form, err, form.Trust) {
			form.Choose(err)
			return
		}
		w.accepted(i, a)
	})
}

// accepted goes to the list, or shows the answer first.
func (w *Window) accepted(i sharing.Invitation, a sharing.Accepted) {
	came := a.Report.New + a.Report.Updated
	if w.pages.invitation().Shown() {
		w.choose(snapshot.Place{Kind: snapshot.KindList, Set: a.Set})
		w.focus(w.items.List())
	}
	w.Reload()
	text := wording.L("you-joined-list-list", "You joined “{{.List}}”.", wording.Data{"List": a.Set})
	if came > 0 { // a concurrent sync may have received them first
		text += " " + wording.N("n-items-received", "{{.N}} items received", came, wording.Data{"N": wording.Number(came)})
	}
	w.status.ShowMessage(text)
	if a.Answer != nil {
		w.pages.outgoingInvitation().ShowAnswer(a.Set, i.From, *a.Answer)
		w.showForm(w.pages.outgoingInvitation())
	}
}

// openInvitationText opens the invitation in a text, or reports what is wrong with it.
func (w *Window) openInvitationText(text string) {
	i, err := sharing.FromText(text)
	if err != nil {
		w.showInvite()
		w.pages.invitation().Problem(wording.Error(err))
		return
	}
	w.openInvitation(i)
}
