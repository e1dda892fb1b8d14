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
func (w *Window) showExport() {
	if chosen := w.items.Chosen(); len(chosen) > 1 && w.pages.shown == page(w.pages.home) {
		w.exportRows(chosen)
		return
	}
	w.exportItems(w.listFor(w.at), nil)
}

// exportRows asks where to export items. A file holds items of one list: if the rows are from
// several, only those in the list of the first row are exported.
func (w *Window) exportRows(rows []snapshot.Row) {
	var ids []string
	for _, r := range rows {
		if r.Set == rows[0].Set {
			ids = append(ids, r.ID)
		}
	}
	w.exportItems(rows[0].Set, ids)
}

// exportItems asks where to export items of a list; without identifiers, the whole list.
func (w *Window) exportItems(set string, ids []string) {
	l, there := w.now.List(set)
	if !there {
		w.status.ShowMessage(wording.L("there-is-no-list-yet-to-export", "There is no list yet to export."))
		return
	}
	n := l.Items
	if len(ids) > 0 {
		n = len(ids)
	}
	w.pages.export().Fill(forms.Exporting{Set: set, IDs: ids, Items: n}, lists.ExportFormats(l.Kind))
	w.showForm(w.pages.export())
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
func (w *Window) mayExpose(ctx context.Context, path string, agreed []string) error {
	folder, err := w.Sharing.SharedFolder(ctx, path)
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

func (w *Window) export(asked forms.Exporting) {
	w.writeFrom(w.pages.export(), func(ctx context.Context) (exported, error) {
		return w.writeOut(ctx, asked)
	}, func(done exported) {
		w.goHome()
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
		w.status.ShowMessage(text)
	})
}

// exportForm is a form that asks where to write a file.
type exportForm interface {
	Problem(text string)
	Exists(path string)
	Exposes(folder string)
}

// writeFrom writes the file that a form asked for, and shows in the form what prevents it.
func (w *Window) writeFrom(form exportForm, write func(context.Context) (exported, error), done func(exported)) {
	form.Problem("")
	work.AskBeside(&w.exporting, w.Seam, write, func(written exported, err error) {
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

func (w *Window) writeOut(ctx context.Context, asked forms.Exporting) (exported, error) {
	path, err := w.fileFor(ctx, asked.Target, asked.Name(), asked.Extension())
	if err != nil {
		return exported{}, err
	}
	done := exported{path: path}
	err = w.Files.Replace(ctx, path, func(out io.Writer) error {
		got, err := w.Lists.Export(ctx, asked.Set, asked.IDs, asked.Format, out)
		done.items, done.files, done.withheld, done.damaged = got.Items, got.Files, got.Withheld, len(got.Damaged)
		return err
	})
	return done, err
}

// pathFor returns the path of the file that was asked for. If typed is a folder, the file is
// called name in it.
func (w *Window) pathFor(typed, name, extension string) (string, error) {
	path, err := transport.Path(typed)
	if err != nil {
		return "", err
	}
	folder, err := w.Files.IsFolder(path)
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
func (w *Window) fileFor(ctx context.Context, asked forms.Target, name, extension string) (string, error) {
	path, err := w.pathFor(asked.Path, name, extension)
	if err == nil {
		err = w.mayExpose(ctx, path, asked.Exposed)
	}
	if err != nil || path == asked.Agreed {
		return path, err
	}
	if there, err := w.Files.Open(path); err == nil {
		return "", errors.Join(errExists{path}, there.Close())
	}
	return path, nil
}
