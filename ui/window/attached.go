package window

import (
	"context"
	"errors"
	"image"
	"net/url"
	"path/filepath"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/window/field"
	"crossfeed/ui/window/library"
	"crossfeed/ui/window/work"
)

// openAttachment opens a file of the item that is shown with the system's program: one on
// the web that another program linked to with the browser.
func (w *Window) openAttachment(element string) {
	a, err := record.ParseAttachment(element)
	switch {
	case err != nil:
		w.Warn(err)
		return
	case field.CanOpen(a.Link):
		w.browse(a.Link)
		return
	}
	set := w.detail.Item().Set
	work.Ask(w.Seam, func(ctx context.Context) (string, error) {
		found, err := w.Engine.FilesHere(ctx, set, []record.Attachment{a})
		if err != nil {
			return "", err
		}
		return found[0].Path, notHere(found[0])
	}, func(path string, err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		w.openPath(path)
	})
}

// notHere says why a file is not on this computer, and what to do.
func notHere(f engine.AttachedFile) error {
	switch {
	case f.Path != "":
		return nil
	case f.Error != "":
		return errors.New(couldNotFetch(f.Called(), f.Error))
	case f.Hash() == "":
		return errors.New(lang.L("“{{.Name}}” is a link that another program made to a file beside its own feed: have that feed as a library to get it.", say.Data{"Name": f.Called()}))
	}
	return errors.New(lang.L("“{{.Name}}” is not here yet: it comes with the next sync.", say.Data{"Name": f.Called()}))
}

// openPath opens a file with the system's program. One that could be a program itself is
// not opened: its folder is.
func (w *Window) openPath(path string) {
	if library.IsProgram(path) {
		w.status.Say(lang.L("It may be a program, and is not started from here: this is its folder."))
		path = filepath.Dir(path)
	}
	if err := w.Browser.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}); err != nil {
		w.Warn(err)
	}
}

// previewSide is the longer side of a picture that is shown small, in pixels: enough for
// screens of a high density.
const previewSide = 320

// previewAttachment makes a picture of the item that is shown small, in the background. What
// is no picture, or not here, is not shown, and no failure.
func (w *Window) previewAttachment(element string, use func(image.Image)) {
	a, err := record.ParseAttachment(element)
	if err != nil || !record.NamedAsPicture(a.Called()) {
		return
	}
	set := w.detail.Item().Set
	work.Ask(w.Seam, func(ctx context.Context) (image.Image, error) {
		found, err := w.Engine.FilesHere(ctx, set, []record.Attachment{a})
		if err != nil || found[0].Path == "" {
			return nil, err
		}
		file, err := w.Files.Open(found[0].Path)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return record.SmallPicture(file, previewSide)
	}, func(small image.Image, err error) {
		if err == nil && small != nil {
			use(small)
		}
	})
}
