package window

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"crossfeed/engine/lists"
	"crossfeed/engine/transport"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// Files opens and writes the files that are imported and exported.
type Files interface {
	Open(path string) (io.ReadCloser, error)
	IsFolder(path string) (bool, error)
	// Replace writes a file completely or not at all.
	Replace(ctx context.Context, path string, write func(io.Writer) error) error
}

// showExport asks where to export the list, or its chosen items if there are several.
func (c *transferPages) showExport() {
	if chosen := c.items.Chosen(); len(chosen) > 1 && c.pages.shown == page(c.pages.home) {
		c.exportRows(chosen)
		return
	}
	c.exportItems(c.listFor(c.at), nil)
}

// exportRows asks where to export items. A file holds items of one list: if the rows are from
// several, only those in the list of the first row are exported.
func (c *transferPages) exportRows(rows []snapshot.Row) {
	var ids []string
	for _, r := range rows {
		if r.Set == rows[0].Set {
			ids = append(ids, r.ID)
		}
	}
	c.exportItems(rows[0].Set, ids)
}

// exportItems asks where to export items of a list; without identifiers, the whole list.
func (c *transferPages) exportItems(set string, ids []string) {
	l, there := c.now.List(set)
	if !there {
		c.status.ShowMessage(wording.L("there-is-no-list-yet-to-export", "There is no list yet to export."))
		return
	}
	n := l.Items
	if len(ids) > 0 {
		n = len(ids)
	}
	c.pages.export().Fill(forms.Exporting{Set: set, IDs: ids, Items: n}, lists.ExportFormats(l.Kind))
	c.showForm(c.pages.export())
}

// errExists means that a file would be replaced without the person's consent.
type errExists struct{ path string }

func (e errExists) Error() string { return e.path + " is there already" }

// errExposes means that, without the person's consent, a file would become readable to those
// who can open a folder.
type errExposes struct{ folder string }

func (e errExposes) Error() string { return "others can read what is in " + e.folder }

// mayExpose returns errExposes if others are known to be able to read a file or folder and the
// person has not agreed to that.
func (c *transferPages) mayExpose(ctx context.Context, path string, agreed []string) error {
	folder, err := c.Sharing.SharedFolder(ctx, path)
	if err == nil && folder != "" && !slices.Contains(agreed, folder) {
		err = errExposes{folder}
	}
	return err
}

// exported is the result of an export.
type exported struct {
	path string
	// items counts the items in the file, files the attached files that are not in it, and
	// withheld and damaged the items that are not in it.
	items, files, withheld, damaged int
}

func (c *transferPages) export(asked forms.Exporting) {
	c.writeFrom(c.pages.export(), func(ctx context.Context) (exported, error) {
		return c.writeOut(ctx, asked)
	}, func(done exported) {
		c.goHome()
		text := wording.N("exported-n-items-to-path", "Exported {{.N}} items to {{.Path}}", done.items, wording.Data{"N": wording.Number(done.items), "Path": done.path})
		if n := done.files; n > 0 {
			text += " · " + wording.N("n-attached-files-were-not-exported", "{{.N}} attached files were not exported", n, wording.Data{"N": wording.Number(n)})
		}
		if n := done.withheld; n > 0 {
			text += " · " + wording.N("n-read-only-items-of-others", "{{.N}} read-only items of others were not exported", n, wording.Data{"N": wording.Number(n)})
		}
		if n := done.damaged; n > 0 {
			text += " · " + wording.N("n-damaged-items-were-not-exported", "{{.N}} damaged items were not exported", n, wording.Data{"N": wording.Number(n)})
		}
		c.status.ShowMessage(text)
	})
}

// exportForm is a form that asks where to write a file.
type exportForm interface {
	Problem(text string)
	Exists(path string)
	Exposes(folder string)
}

// writeFrom writes the file that a form asked for, and shows in the form what prevents it.
func (c *transferPages) writeFrom(form exportForm, write func(context.Context) (exported, error), done func(exported)) {
	form.Problem("")
	work.AskBeside(&c.exporting, c.Seam, write, func(written exported, err error) {
		var exists errExists
		var exposes errExposes
		switch {
		case errors.As(err, &exposes):
			form.Exposes(exposes.folder)
		case errors.As(err, &exists):
			form.Exists(exists.path)
		case errors.Is(err, fs.ErrNotExist):
			form.Problem(wording.L("there-is-no-such-folder", "There is no such folder."))
		case err != nil:
			form.Problem(wording.Error(err))
		default:
			done(written)
		}
	})
}

func (c *transferPages) writeOut(ctx context.Context, asked forms.Exporting) (exported, error) {
	path, err := c.fileFor(ctx, asked.Target, asked.Name(), asked.Extension())
	if err != nil {
		return exported{}, err
	}
	done := exported{path: path}
	err = c.Files.Replace(ctx, path, func(out io.Writer) error {
		got, err := c.Lists.Export(ctx, asked.Set, asked.IDs, asked.Format, out)
		done.items, done.files, done.withheld, done.damaged = got.Items, got.Files, got.Withheld, len(got.Damaged)
		return err
	})
	return done, err
}

// pathFor returns the path of the file that was asked for. If typed is a folder, the file is
// called name in it.
func (c *transferPages) pathFor(typed, name, extension string) (string, error) {
	path, err := transport.Path(typed)
	if err != nil {
		return "", err
	}
	folder, err := c.Files.IsFolder(path)
	switch {
	case err != nil:
		return "", err
	case folder:
		path = filepath.Join(path, name)
	case filepath.Ext(path) == "":
		path += extension
	}
	return path, nil
}

// fileFor is like pathFor, but fails if the file exists or others can read its folder and the
// person has not agreed to that.
func (c *transferPages) fileFor(ctx context.Context, asked forms.Target, name, extension string) (string, error) {
	path, err := c.pathFor(asked.Path, name, extension)
	if err == nil {
		err = c.mayExpose(ctx, path, asked.Exposed)
	}
	if err != nil || path == asked.Agreed {
		return path, err
	}
	if there, err := c.Files.Open(path); err == nil {
		return "", errors.Join(errExists{path}, there.Close())
	}
	return path, nil
}
