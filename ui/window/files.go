package window

import (
	"bytes"
	"context"
	"image"
	"io"
	"path/filepath"

	"crossfeed/engine/attachments"
	"crossfeed/engine/record"
	"crossfeed/ui/window/field"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// Attachments stores the attached files of items.
type Attachments interface {
	Save(ctx context.Context, name string, file io.ReadSeeker) (record.Attachment, error)
	Here(ctx context.Context, set string, all []record.Attachment) ([]attachments.File, error)
}

// attaching attaches files to items, and opens attached files.
type attaching struct{ *shell }

// attach attaches a file to the shown item. It becomes part of the draft and is saved with it.
func (c *attaching) attach() {
	if c.pages.shown != page(c.pages.home) || !c.detail.Takes("files") {
		c.status.ShowMessage(wording.L("select-a-todo-contact-or-note", "Select a todo, contact or note to attach a file to."))
		return
	}
	c.chooseAttachment(c.addFile)
}

// attachFiles attaches files from outside to the shown item.
func (c *attaching) attachFiles(paths []string) {
	if c.pages.shown != page(c.pages.home) || !c.detail.Takes("files") {
		c.status.ShowMessage(wording.L("name-is-no-feed-invitation-backup", "“{{.Name}}” is not a feed, an invitation, a backup or a file to import. To attach it, select a todo, contact or note first.", wording.Data{"Name": filepath.Base(paths[0])}))
		return
	}
	item := c.detail.Item()
	for _, path := range paths {
		c.saveAttachment(path, item, c.addFile)
	}
}

func (c *attaching) addFile(element string) { c.detail.Add("files", element) }

// chooseAttachment lets a person choose a file, stores it in the background and passes it to
// use, but only if the item for which it was chosen is still shown.
func (c *attaching) chooseAttachment(use func(element string)) {
	item := c.detail.Item()
	c.chooseAnyFile(func(path string) { c.saveAttachment(path, item, use) })
}

func (c *attaching) saveAttachment(path string, chosenFor snapshot.Item, use func(element string)) {
	data := wording.Data{"Name": filepath.Base(path)}
	c.status.Show(wording.L("copying-name", "Copying “{{.Name}}”…", data))
	work.Ask(c.Seam, func(ctx context.Context) (record.Attachment, error) {
		file, err := c.Files.Open(path)
		if err != nil {
			return record.Attachment{}, err
		}
		defer file.Close()
		body, err := seekable(file)
		if err != nil {
			return record.Attachment{}, err
		}
		return c.Attachments.Save(ctx, filepath.Base(path), body)
	}, func(a record.Attachment, err error) {
		switch {
		case err != nil:
			c.Warn(err)
		case c.detail.Item() != chosenFor:
			c.status.ShowMessage(wording.L("name-was-not-attached-you-had", "“{{.Name}}” was not attached: you had chosen it for another item.", data))
		case c.attachedAs(a) != "":
			data["Other"] = c.attachedAs(a)
			c.status.ShowMessage(wording.L("name-is-attached-already-it-is", "“{{.Name}}” is attached already: it is the same file as “{{.Other}}”.", data))
		default:
			use(a.String())
			text := wording.L("name-is-attached-once-you-save", "“{{.Name}}” is attached once you save.", data)
			if at := c.sharedAt(chosenFor.Set); at != "" {
				text += " " + wording.ExposesFiles(1, at)
			}
			c.status.ShowMessage(text)
		}
	})
}

// attachedAs returns the name under which the shown item already has a file, or "".
func (c *attaching) attachedAs(a record.Attachment) string {
	all, err := record.ParseAttachments(c.detail.Values()["files"])
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

// seekable returns a file that can be read twice. A file that can seek is returned as it is;
// others are read into memory.
func seekable(file io.Reader) (io.ReadSeeker, error) {
	if s, can := file.(io.ReadSeeker); can {
		return s, nil
	}
	all, err := io.ReadAll(io.LimitReader(file, attachments.MaxSize+1))
	return bytes.NewReader(all), err
}

// openAttachment opens a file of the shown item with the system's program for it. A web link
// that another program attached is opened in the browser.
func (c *attaching) openAttachment(element string) {
	a, err := record.ParseAttachment(element)
	switch {
	case err != nil:
		c.Warn(err)
		return
	case field.CanOpen(a.Link):
		c.browse(a.Link)
		return
	}
	set := c.detail.Item().Set
	ask(c.shell, func(ctx context.Context) (string, error) {
		found, err := c.Attachments.Here(ctx, set, []record.Attachment{a})
		if err != nil {
			return "", err
		}
		return found[0].Path, notHere(found[0])
	}, func(path string) {
		c.openPath(path)
	})
}

// notHere explains why a file is not on this computer, and what to do.
func notHere(f attachments.File) error {
	switch {
	case f.Path != "":
		return nil
	case f.Err != nil:
		return wording.Worded(couldNotFetch(f.Called(), f.Err))
	case f.Hash() == "":
		return wording.Worded(wording.L("name-is-a-link-by-another", "“{{.Name}}” is a link by another program to a file next to its own feed. Add that feed to the library to get the file.", wording.Data{"Name": f.Called()}))
	}
	return wording.Worded(wording.L("name-is-not-downloaded-yet-the", "“{{.Name}}” is not downloaded yet. The next sync downloads it.", wording.Data{"Name": f.Called()}))
}

// previewSide is the longer side of a preview in pixels, large enough for high-density
// screens.
const previewSide = 320

// previewAttachment creates a preview of a picture of the shown item in the background. A file
// that is not a picture, or not on this computer, has no preview and is not an error.
func (c *attaching) previewAttachment(element string, use func(image.Image)) {
	a, err := record.ParseAttachment(element)
	if err != nil || !record.NamedAsPicture(a.Called()) {
		return
	}
	set := c.detail.Item().Set
	work.Ask(c.Seam, func(ctx context.Context) (image.Image, error) {
		found, err := c.Attachments.Here(ctx, set, []record.Attachment{a})
		if err != nil || found[0].Path == "" {
			return nil, err
		}
		file, err := c.Files.Open(found[0].Path)
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

// choosePicture lets a person choose a picture, shrinks it in the background and passes it to
// use.
func (c *attaching) choosePicture(use func(value string)) {
	item := c.detail.Item()
	c.chooseOf(wording.L("pictures", "Pictures"), []string{".png", ".jpg", ".jpeg", ".gif"}, func(path string) { c.shrink(path, item, use) })
}

// shrink uses the picture only if the item for which it was chosen is still shown.
func (c *attaching) shrink(path string, chosenFor snapshot.Item, use func(value string)) {
	work.Ask(c.Seam, func(context.Context) (string, error) {
		file, err := c.Files.Open(path)
		if err != nil {
			return "", err
		}
		defer file.Close()
		return record.ShrinkPicture(file)
	}, func(value string, err error) {
		switch {
		case err != nil:
			c.Warn(err)
		case c.detail.Item() == chosenFor:
			use(value)
		}
	})
}
