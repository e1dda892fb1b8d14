package window

import (
	"context"
	"errors"

	"crossfeed/engine/library/folder"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/library"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

func (w *Window) showPublishFolder() { w.showPublishing(store.PublishedFolder{}) }

// showPublishing asks how to publish a folder.
func (w *Window) showPublishing(f store.PublishedFolder) {
	w.pages.publishFolder().Fill(f)
	w.showPasswordStorage(w.pages.publishFolder().ShowPasswordStorage)
	w.showForm(w.pages.publishFolder())
}

// newFilesError means that publishing a folder would make more files readable than a person
// agreed to.
type newFilesError struct {
	files int
	at    string
}

func (e *newFilesError) Error() string { return "files would become readable at " + e.at }

// publishAgain publishes the changes in a folder.
func (w *Window) publishAgain(f store.PublishedFolder) { w.publishAgainAgreed(f, 0) }

// publishAgainAgreed publishes the changes in a folder, or asks first if more files would
// become readable than a person agreed to.
func (w *Window) publishAgainAgreed(f store.PublishedFolder, agreed int) {
	o := folder.Options{Folder: f.Folder, Address: f.Address, Access: f.Access}
	w.runFolder(f.Key, forms.PublishingFolder{Options: o, Agreed: agreed}, func(err error) (asked bool) {
		var more *newFilesError
		if !errors.As(err, &more) {
			return false
		}
		w.status.Show("")
		again := func() { w.publishAgainAgreed(f, more.files) }
		if !shows[*library.Published](w) || w.at.Key != f.Key {
			w.offerToPublish(more, again)
			return true
		}
		w.confirm(forms.Question{
			Title:   wording.N("publish-n-new-files-of-name", "Publish {{.N}} new files of “{{.Name}}”?", more.files, wording.Data{"N": wording.Number(more.files), "Name": library.NameOf(f)}),
			Explain: wording.ExposesFiles(more.files, more.at), Do: wording.L("publish", "Publish"),
			Done: func(bool) {
				w.goHome()
				again()
			},
		})
		return true
	})
}

// offerToPublish asks in the status bar, because the person does something else meanwhile.
func (w *Window) offerToPublish(more *newFilesError, publish func()) {
	w.status.Offer(wording.ExposesFiles(more.files, more.at),
		frame.MessageAction{Text: wording.L("publish", "Publish"), Do: publish},
		frame.MessageAction{Text: wording.L("cancel", "Cancel"), Do: func() { w.status.Show("") }})
}

// publishFolder publishes a folder and shows the address to pass on to others.
func (w *Window) publishFolder(p forms.PublishingFolder) {
	form := w.pages.publishFolder()
	form.Busy(wording.L("publishing", "Publishing…"))
	w.runFolder(0, p, func(err error) (asked bool) {
		var more *newFilesError
		if errors.As(err, &more) {
			form.Busy("")
			w.status.Show("")
			form.ShowReaders(p, more.files, wording.ExposesFiles(more.files, more.at))
			w.reveal(form.Bottom())
			if !form.Shown() {
				p.Agreed = more.files
				w.offerToPublish(more, func() { w.publishFolder(p) })
			}
			return true
		}
		form.Over(errors.Is(err, folder.ErrOccupied) || errors.Is(err, store.ErrPublishedThere))
		w.failed(form.Form, err, form.Trust)
		return false
	})
}

// runFolder publishes a folder, concurrently with everything else. It writes nothing if more
// files would become readable than a person agreed to. then reports whether it asked about
// them.
func (w *Window) runFolder(key int64, p forms.PublishingFolder, then func(error) (asked bool)) {
	if !w.startsLibrary() {
		then(wording.Worded(wording.L("something-else-is-running-already-cancel", "Something else is running already. “Cancel” stops it.")))
		return
	}
	w.libraries.publishing = key
	w.fillLibrary()
	w.status.Show(wording.L("publishing", "Publishing…"))
	p.Progress = w.folderProgress
	p.Exposes = func(files int, at string) error {
		if files > p.Agreed {
			return &newFilesError{files, at}
		}
		return nil
	}
	w.libraries.cancel = w.stoppable(func(ctx context.Context) {
		report, err := w.publishSignedIn(ctx, p)
		w.Seam.UI(func() { w.folderPublished(p.Options, report, err, then) })
	})
}

// publishSignedIn saves the typed password first, because publishing needs it.
func (w *Window) publishSignedIn(ctx context.Context, p forms.PublishingFolder) (folder.Report, error) {
	if p.Password != "" {
		if err := w.Accounts.SignIn(ctx, p.Address, p.Access.User, p.Password); err != nil {
			return folder.Report{}, err
		}
	}
	return w.Library.PublishFolder(ctx, p.Options)
}

func (w *Window) folderProgress(p folder.Progress) {
	w.Seam.UI(func() {
		if w.libraries.cancel != nil {
			w.status.Working(progressOf(p))
			w.status.Show(wording.N("n-files-checked-written-written", "{{.N}} files checked, {{.Written}} written", p.Checked,
				wording.Data{"N": wording.Number(p.Checked), "Written": wording.Number(p.Written)}))
		}
	})
}

// progressOf returns the progress in kilobytes if files are sent, otherwise in feeds.
func progressOf(p folder.Progress) (done, all int) {
	if p.BytesToWrite > 0 {
		return int(p.Bytes >> 10), int(p.BytesToWrite >> 10)
	}
	return p.Written, p.ToWrite
}

// folderPublished reports the result, and shows the folder if the person waited for it.
func (w *Window) folderPublished(o folder.Options, r folder.Report, err error, then func(error) (asked bool)) {
	w.endLibrary()
	waited := shows[*forms.PublishFolder](w)
	switch asked := then(err); {
	case asked: // nothing was written
	case err != nil && waited:
		w.status.Show("") // the form shows the error, and publishing has ended
	case err != nil:
		w.Warn(err)
	case err == nil:
		w.reportPublished(r)
		if waited {
			w.now.Published = append(w.now.Published, store.PublishedFolder{Key: r.Key, Folder: o.Folder, Address: r.Address, Title: o.Title})
			w.choose(snapshot.Place{Kind: snapshot.KindPublished, Key: r.Key})
			w.focus(w.pages.published().Focus())
		}
	}
	w.Reload()
}

// reportPublished reports what was published, and what was not.
func (w *Window) reportPublished(r folder.Report) {
	text := wording.L("no-changes-since-it-was-last", "No changes since it was last published.")
	if r.Feeds+r.Files+r.Removed > 0 {
		text = wording.L("published-added-new-changed-changed", "Published: {{.Added}} new, {{.Changed}} changed, {{.Removed}} removed. Written: files {{.Files}}, feeds {{.Feeds}} ({{.Size}}).", wording.Data{
			"Added": wording.Number(r.Added), "Changed": wording.Number(r.Changed), "Removed": wording.Number(r.Removed),
			"Files": wording.Number(r.Files), "Feeds": wording.Number(r.Feeds), "Size": wording.Bytes(r.Bytes),
		})
	}
	if n := len(r.Passed); n > 0 {
		first := r.Passed[0]
		w.status.Warn(text + " · " + wording.N("n-files-were-not-published-the", "{{.N}} files were not published. The first is {{.Path}}: {{.Why}}", n,
			wording.Data{"N": wording.Number(n), "Path": first.Path, "Why": wording.Why(first.Err)}))
		return
	}
	w.status.ShowMessage(text)
}

// askStopFolder asks whether to stop publishing a folder.
func (w *Window) askStopFolder(f store.PublishedFolder) {
	w.confirm(forms.Question{
		Title:   wording.L("stop-publishing-name", "Stop publishing “{{.Name}}”?", wording.Data{"Name": library.NameOf(f)}),
		Explain: wording.L("it-is-published-at-at-your", "It is published at {{.At}}. Your own folder is not changed. Others keep what they have downloaded, but receive no more changes.", wording.Data{"At": f.Address}),
		Do:      wording.L("stop-publishing", "Stop publishing"),
		Tick:    wording.L("also-remove-the-published-files-there", "Also remove the published files there"),
		Done:    func(remove bool) { w.stopFolder(f, remove) },
	})
}

func (w *Window) stopFolder(f store.PublishedFolder, remove bool) {
	form := w.pages.confirm()
	w.busyWith(form.Form, wording.L("stopping", "Stopping…"))
	work.AskBeside(&w.libraries.doing, w.Seam, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, w.Library.StopFolder(ctx, f.Key, remove)
	}, func(_ struct{}, err error) {
		if w.failed(form.Form, err, nil) {
			return
		}
		w.status.ShowMessage(wording.L("stopped-publishing-name", "Stopped publishing “{{.Name}}”.", wording.Data{"Name": library.NameOf(f)}))
		if form.Shown() {
			w.leaveGone()
		}
		w.Reload()
	})
}

// askFolderReaders finds out who could read the files of a folder before it is published.
func (w *Window) askFolderReaders(p forms.PublishingFolder) {
	form := w.pages.publishFolder()
	form.Problem("")
	form.Asking(wording.L("checking-who-can-read-it-there", "Checking who can read it there…"))
	work.AskBeside(&w.libraries.asking, w.Seam, func(ctx context.Context) (e exposure, err error) {
		if e.items, err = w.Library.CountFolder(ctx, p.Options); err != nil {
			return e, err
		}
		e.Readers, err = w.Sharing.WhoCanRead(ctx, sharing.Options{Location: p.Address, Access: p.Access})
		return e, err
	}, func(e exposure, err error) {
		form.Asking("")
		if err != nil {
			w.trouble(form.Form, err, form.Trust)
			return
		}
		form.ShowReaders(p, e.items, wording.ExposesFiles(e.items, p.Address)+" "+wording.FileReaders(e.Readers)+wording.Open(p.Address))
		w.reveal(form.Bottom())
		if e.Who == transport.SignedIn && p.Access.User == "" && form.Waiting(w.window.Canvas().Focused()) {
			w.focus(form.SignIn())
		}
	})
}
