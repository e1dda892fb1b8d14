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

func (c *libraryPages) showPublishFolder() { c.showPublishing(store.PublishedFolder{}) }

// showPublishing asks how to publish a folder.
func (c *libraryPages) showPublishing(f store.PublishedFolder) {
	c.pages.publishFolder().Fill(f)
	c.showPasswordStorage(c.pages.publishFolder().ShowPasswordStorage)
	c.showForm(c.pages.publishFolder())
}

// newFilesError means that publishing a folder would make more files readable than a person
// agreed to.
type newFilesError struct {
	files int
	at    string
}

func (e *newFilesError) Error() string { return "files would become readable at " + e.at }

// publishAgain publishes the changes in a folder.
func (c *libraryPages) publishAgain(f store.PublishedFolder) { c.publishAgainAgreed(f, 0) }

// publishAgainAgreed publishes the changes in a folder, or asks first if more files would
// become readable than a person agreed to.
func (c *libraryPages) publishAgainAgreed(f store.PublishedFolder, agreed int) {
	o := folder.Options{Folder: f.Folder, Address: f.Address, Access: f.Access}
	c.runFolder(f.Key, forms.PublishingFolder{Options: o, Agreed: agreed}, func(err error) (asked bool) {
		var more *newFilesError
		if !errors.As(err, &more) {
			return false
		}
		c.status.Show("")
		again := func() { c.publishAgainAgreed(f, more.files) }
		if !shows[*library.Published](c.shell) || c.at.Key != f.Key {
			c.offerToPublish(more, again)
			return true
		}
		c.confirm(forms.Question{
			Title:   wording.N("publish-n-new-files-of-name", "Publish {{.N}} new files of “{{.Name}}”?", more.files, wording.Data{"N": wording.Number(more.files), "Name": library.NameOf(f)}),
			Explain: wording.ExposesFiles(more.files, more.at), Do: wording.L("publish", "Publish"),
			Done: func(bool) {
				c.goHome()
				again()
			},
		})
		return true
	})
}

// offerToPublish asks in the status bar, because the person does something else meanwhile.
func (c *libraryPages) offerToPublish(more *newFilesError, publish func()) {
	c.status.Ask(wording.ExposesFiles(more.files, more.at),
		frame.MessageAction{Text: wording.L("publish", "Publish"), Do: publish},
		frame.MessageAction{Text: wording.L("cancel", "Cancel"), Do: func() {}})
}

// publishFolder publishes a folder and shows the address to pass on to others.
func (c *libraryPages) publishFolder(p forms.PublishingFolder) {
	form := c.pages.publishFolder()
	form.Busy(wording.L("publishing", "Publishing…"))
	c.runFolder(0, p, func(err error) (asked bool) {
		var more *newFilesError
		if errors.As(err, &more) {
			form.Busy("")
			c.status.Show("")
			form.ShowReaders(p, more.files, wording.ExposesFiles(more.files, more.at))
			c.reveal(form.Bottom())
			if !form.Shown() {
				p.Agreed = more.files
				c.offerToPublish(more, func() { c.publishFolder(p) })
			}
			return true
		}
		form.Over(errors.Is(err, folder.ErrOccupied) || errors.Is(err, store.ErrPublishedThere))
		c.failed(form.Form, err, form.Trust)
		return false
	})
}

// runFolder publishes a folder, concurrently with everything else. It writes nothing if more
// files would become readable than a person agreed to. then reports whether it asked about
// them.
func (c *libraryPages) runFolder(key int64, p forms.PublishingFolder, then func(error) (asked bool)) {
	if !c.startsLibrary() {
		then(wording.Worded(wording.L("something-else-is-running-already-cancel", "Something else is running already. “Cancel” stops it.")))
		return
	}
	c.publishing = key
	c.fillLibrary()
	c.status.Show(wording.L("publishing", "Publishing…"))
	p.Progress = c.folderProgress
	p.Exposes = func(files int, at string) error {
		if files > p.Agreed {
			return &newFilesError{files, at}
		}
		return nil
	}
	c.cancel = c.stoppable(func(ctx context.Context) {
		report, err := c.publishSignedIn(ctx, p)
		c.Seam.UI(func() { c.folderPublished(p.Options, report, err, then) })
	})
}

// publishSignedIn saves the typed password first, because publishing needs it.
func (c *libraryPages) publishSignedIn(ctx context.Context, p forms.PublishingFolder) (folder.Report, error) {
	if p.Password != "" {
		if err := c.Accounts.SignIn(ctx, p.Address, p.Access.User, p.Password); err != nil {
			return folder.Report{}, err
		}
	}
	return c.Library.PublishFolder(ctx, p.Options)
}

func (c *libraryPages) folderProgress(p folder.Progress) {
	c.Seam.UI(func() {
		if c.cancel != nil {
			c.status.Working(progressOf(p))
			c.status.Show(wording.N("n-files-checked-written-written", "{{.N}} files checked, {{.Written}} written", p.Checked,
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
func (c *libraryPages) folderPublished(o folder.Options, r folder.Report, err error, then func(error) (asked bool)) {
	c.endLibrary()
	waited := shows[*forms.PublishFolder](c.shell)
	switch asked := then(err); {
	case asked: // nothing was written
	case err != nil && waited:
		c.status.Show("") // the form shows the error, and publishing has ended
	case err != nil:
		c.Warn(err)
	case err == nil:
		c.reportPublished(r)
		if waited {
			c.now.Published = append(c.now.Published, store.PublishedFolder{Key: r.Key, Folder: o.Folder, Address: r.Address, Title: o.Title})
			c.choose(snapshot.Place{Kind: snapshot.KindPublished, Key: r.Key})
			c.focus(c.pages.published().Focus())
		}
	}
	c.Reload()
}

// reportPublished reports what was published, and what was not.
func (c *libraryPages) reportPublished(r folder.Report) {
	text := wording.L("no-changes-since-it-was-last", "No changes since it was last published.")
	if r.Feeds+r.Files+r.Removed > 0 {
		text = wording.L("published-added-new-changed-changed", "Published: {{.Added}} new, {{.Changed}} changed, {{.Removed}} removed. Written: files {{.Files}}, feeds {{.Feeds}} ({{.Size}}).", wording.Data{
			"Added": wording.Number(r.Added), "Changed": wording.Number(r.Changed), "Removed": wording.Number(r.Removed),
			"Files": wording.Number(r.Files), "Feeds": wording.Number(r.Feeds), "Size": wording.Bytes(r.Bytes),
		})
	}
	if n := len(r.Passed); n > 0 {
		first := r.Passed[0]
		c.status.Warn(text + " · " + wording.N("n-files-were-not-published-the", "{{.N}} files were not published. The first is {{.Path}}: {{.Why}}", n,
			wording.Data{"N": wording.Number(n), "Path": first.Path, "Why": wording.Why(first.Err)}))
		return
	}
	c.status.ShowMessage(text)
}

// askStopFolder asks whether to stop publishing a folder.
func (c *libraryPages) askStopFolder(f store.PublishedFolder) {
	c.confirm(forms.Question{
		Title:   wording.L("stop-publishing-name", "Stop publishing “{{.Name}}”?", wording.Data{"Name": library.NameOf(f)}),
		Explain: wording.L("it-is-published-at-at-your", "It is published at {{.At}}. Your own folder is not changed. Others keep what they have downloaded, but receive no more changes.", wording.Data{"At": f.Address}),
		Do:      wording.L("stop-publishing", "Stop publishing"),
		Tick:    wording.L("also-remove-the-published-files-there", "Also remove the published files there"),
		Done:    func(remove bool) { c.stopFolder(f, remove) },
	})
}

func (c *libraryPages) stopFolder(f store.PublishedFolder, remove bool) {
	form := c.pages.confirm()
	c.busyWith(form.Form, wording.L("stopping", "Stopping…"))
	work.AskBeside(&c.doing, c.Seam, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, c.Library.StopFolder(ctx, f.Key, remove)
	}, func(_ struct{}, err error) {
		if c.failed(form.Form, err, nil) {
			return
		}
		c.status.ShowMessage(wording.L("stopped-publishing-name", "Stopped publishing “{{.Name}}”.", wording.Data{"Name": library.NameOf(f)}))
		if form.Shown() {
			c.leaveGone()
		}
		c.Reload()
	})
}

// askFolderReaders finds out who could read the files of a folder before it is published.
func (c *libraryPages) askFolderReaders(p forms.PublishingFolder) {
	form := c.pages.publishFolder()
	form.Problem("")
	form.Asking(wording.L("checking-who-can-read-it-there", "Checking who can read it there…"))
	work.AskBeside(&c.asking, c.Seam, func(ctx context.Context) (e exposure, err error) {
		if e.items, err = c.Library.CountFolder(ctx, p.Options); err != nil {
			return e, err
		}
		e.Readers, err = c.Sharing.WhoCanRead(ctx, sharing.Options{Location: p.Address, Access: p.Access})
		return e, err
	}, func(e exposure, err error) {
		form.Asking("")
		if err != nil {
			c.trouble(form.Form, err, form.Trust)
			return
		}
		form.ShowReaders(p, e.items, wording.ExposesFiles(e.items, p.Address)+" "+wording.FileReaders(e.Readers)+wording.Open(p.Address))
		c.reveal(form.Bottom())
		if e.Who == transport.SignedIn && p.Access.User == "" && form.Waiting(c.window.Canvas().Focused()) {
			c.focus(form.SignIn())
		}
	})
}
