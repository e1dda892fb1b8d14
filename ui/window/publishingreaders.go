package window

import (
	"context"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/ui/say"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/work"
)

// askFolderReaders finds out who could get what is in a folder, before it is published.
func (w *Window) askFolderReaders(p forms.PublishingFolder) {
	form := w.pages.publishFolder()
	form.Problem("")
	form.Asking(lang.L("Looking who can read it there…"))
	work.AskBeside(&w.libraries.asking, w.Seam, func(ctx context.Context) (e exposure, err error) {
		if e.items, err = w.Engine.CountFolder(ctx, p.Options); err != nil {
			return e, err
		}
		e.Readers, err = w.Engine.WhoCanRead(ctx, engine.ShareOptions{Location: p.Address, Access: p.Access})
		return e, err
	}, func(e exposure, err error) {
		form.Asking("")
		if err != nil {
			w.trouble(form.Form, err, form.Trust)
			return
		}
		form.Tell(p, say.ExposesFiles(e.items, p.Address)+" "+say.FileReaders(e.Readers)+say.Open(p.Address))
		w.reveal(form.Bottom())
		if e.Who == location.SignedIn && p.Access.User == "" && form.Waiting(w.window.Canvas().Focused()) {
			w.focus(form.SignIn())
		}
	})
}
