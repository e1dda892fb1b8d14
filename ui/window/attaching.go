package window

import (
	"bytes"
	"context"
	"io"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/window/work"
)

// attachEngine keeps the files of items.
type attachEngine interface {
	KeepFile(ctx context.Context, name string, file io.ReadSeeker) (record.Attachment, error)
	FilesHere(ctx context.Context, set string, all []record.Attachment) ([]engine.AttachedFile, error)
}

// attach attaches a file to the item that is shown: it is in the draft then, and saved
// with it.
func (w *Window) attach() {
	if w.pages.shown != page(w.pages.home) || !w.detail.Takes("files") {
		w.status.Say(lang.L("Choose a todo, a contact or a note first, to attach a file to it."))
		return
	}
	w.chooseAttachment(func(element string) { w.detail.Add("files", element) })
}

// chooseAttachment lets a person choose a file, keeps it in the background, and gives it
// to use, for the item for which it was chosen alone.
func (w *Window) chooseAttachment(use func(element string)) {
	view := dialog.NewFileOpen(func(file fyne.URIReadCloser, err error) {
		switch {
		case err != nil:
			w.Warn(err)
		case file != nil:
			w.keepFile(file, use)
		}
	}, w.window)
	w.chooser = view
	view.SetOnClosed(func() { w.chooser = nil })
	view.Show()
}

func (w *Window) keepFile(file fyne.URIReadCloser, use func(element string)) {
	chosenFor := w.detail.Item()
	w.status.Say(lang.L("Keeping a copy of “{{.Name}}”…", say.Data{"Name": file.URI().Name()}))
	work.Ask(w.Seam, func(ctx context.Context) (record.Attachment, error) {
		defer file.Close()
		body, err := seekable(file)
		if err != nil {
			return record.Attachment{}, err
		}
		return w.Engine.KeepFile(ctx, file.URI().Name(), body)
	}, func(a record.Attachment, err error) {
		data := say.Data{"Name": file.URI().Name()}
		switch {
		case err != nil:
			w.Warn(err)
		case w.detail.Item() != chosenFor:
			w.status.Say(lang.L("“{{.Name}}” was chosen for another item, and is not attached.", data))
		case w.attachedAs(a) != "":
			data["Other"] = w.attachedAs(a)
			w.status.Say(lang.L("“{{.Name}}” is attached already: it is the same file as “{{.Other}}”.", data))
		default:
			use(a.String())
			w.status.Say(lang.L("“{{.Name}}” is attached once you save.", data))
		}
	})
}

// attachedAs is what a file is called among those of the item that is shown, or "".
func (w *Window) attachedAs(a record.Attachment) string {
	all, err := record.ParseAttachments(w.detail.Values()["files"])
	if err != nil {
		return ""
	}
	for _, there := range all {
		if there.Link == a.Link {
			return there.Called()
		}
	}
	return ""
}

// seekable is a file that can be read twice: one of the disk as it is.
func seekable(file io.Reader) (io.ReadSeeker, error) {
	if s, can := file.(io.ReadSeeker); can {
		return s, nil
	}
	all, err := io.ReadAll(io.LimitReader(file, engine.MaxAttachment+1))
	return bytes.NewReader(all), err
}
