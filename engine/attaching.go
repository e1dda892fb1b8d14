package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"time"

	"crossfeed/engine/attach"
	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/edit"
	"crossfeed/engine/location"
	"crossfeed/engine/publish"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// MaxAttachment is the greatest size of a file that is attached to an item, in bytes.
const MaxAttachment = attach.MaxSize

// AttachedFile is a file of an item, and whether it is here.
type AttachedFile struct {
	record.Attachment
	// Path is where it lies on this computer, or "" where it is not here.
	Path string
	// Have is its size on this computer in bytes.
	Have int64
	// Error is the plain reason why it did not come, Trouble its kind, Tried when it was
	// tried last; nothing where it was not tried.
	Error   string
	Trouble location.Trouble
	Tried   time.Time
}

// Attach keeps a copy of a file and makes the item refer to it (a csx:link in an item with
// sx:sync). It goes beside every feed in which the item is published, and comes to
// whoever reads one. The file is read twice. A file that is too large is an error, and so
// is an item of a list of outlines, which has no place for it. What the item refers to
// already under another name stays as it is, and is returned.
func (e *Engine) Attach(ctx context.Context, set, id, name string, file io.ReadSeeker) (record.Attachment, error) {
	it, err := e.Lists.Item(ctx, set, id)
	if err != nil {
		return record.Attachment{}, err
	}
	if _, err := record.Find(record.KindOf(it.Winner.Content), filesField); err != nil {
		return record.Attachment{}, fmt.Errorf("item %s takes no files: %w", id, err)
	}
	a, err := e.KeepFile(ctx, name, file)
	if err != nil {
		return a, err
	}
	err = e.changeFiles(ctx, set, id, func(all []record.Attachment) ([]record.Attachment, error) {
		if at := slices.IndexFunc(all, func(b record.Attachment) bool { return b.Link == a.Link }); at >= 0 {
			a = all[at]
			return all, nil
		}
		return append(all, a), nil
	})
	return a, err
}

// changeFiles changes the files of the winner of an item. Where somebody else changes the
// item meanwhile, it begins anew.
func (e *Engine) changeFiles(ctx context.Context, set, id string, change func([]record.Attachment) ([]record.Attachment, error)) error {
	for {
		it, err := e.Lists.Item(ctx, set, id)
		if err != nil {
			return err
		}
		all, err := change(record.Attachments(it.Winner.Content))
		if err != nil {
			return err
		}
		_, err = e.Edit.Change(ctx, set, id, record.Values{filesField: record.FormatAttachments(all)}, it.Winner)
		if !errors.Is(err, edit.ErrChanged) {
			return err
		}
	}
}

// filesField is the field of the files of an item.
const filesField = "files"

// KeepFile keeps a copy of a file, so that an item can be made to refer to it by its field
// "files": what Attach does without the item.
func (e *Engine) KeepFile(ctx context.Context, name string, file io.ReadSeeker) (record.Attachment, error) {
	c, err := e.attached()
	if err != nil {
		return record.Attachment{}, err
	}
	return attach.Keep(ctx, c, name, file)
}

// Detach takes a file from an item, by its link, its name or its hash. The copy on this
// computer stays, so that the edit can be undone. A name that several have is an error.
func (e *Engine) Detach(ctx context.Context, set, id, file string) error {
	return e.changeFiles(ctx, set, id, func(all []record.Attachment) ([]record.Attachment, error) {
		at, err := attach.Find(all, file)
		if err != nil {
			return nil, fmt.Errorf("item %s: %w", id, err)
		}
		return slices.Delete(all, at, at+1), nil
	})
}

// Attachments lists the files of the winner of an item, in its order.
func (e *Engine) Attachments(ctx context.Context, set, id string) ([]AttachedFile, error) {
	it, err := e.Lists.Item(ctx, set, id)
	if err != nil {
		return nil, err
	}
	return e.FilesHere(ctx, set, record.Attachments(it.Winner.Content))
}

// FilesHere tells of attachments whether they are on this computer, in their order.
func (e *Engine) FilesHere(ctx context.Context, set string, all []record.Attachment) ([]AttachedFile, error) {
	c, err := e.attached()
	if err != nil {
		return nil, err
	}
	of, err := e.setNamed(ctx, set)
	if err != nil {
		return nil, err
	}
	var found []AttachedFile
	for _, a := range all {
		f := AttachedFile{Attachment: a}
		if f.Path, f.Have, err = attach.Here(c, a); err != nil {
			return nil, err
		}
		e.whyNot(of.Key, &f)
		found = append(found, f)
	}
	return found, nil
}

// attached has the files of items.
func (e *Engine) attached() (cache.Cache, error) {
	if e.parts.Content == nil {
		return nil, cache.ErrNone
	}
	return e.parts.Content.Attachments(), nil
}

// ErrUnplaced means that the feed of a set was published, and files of its items could not
// be put beside it. Each publishing tries again.
var ErrUnplaced = errors.New("the feed is there, and these files are not, so that others lack them")

// placeFiles puts the files of a set's items beside its feed. What is not here yet is put
// once it came; what cannot be put is an error that wraps ErrUnplaced.
func (e *Engine) placeFiles(ctx context.Context, set store.Set, feed string, how *publish.Share) error {
	c, err := e.attached()
	if err != nil {
		return nil // this engine keeps no files
	}
	files, err := e.publishedFiles(ctx, set, "")
	if err != nil {
		return err
	}
	access := set.Publication.Access
	if how != nil {
		access = how.Access
	}
	p := attach.Placer{Places: e.parts.Places, Cache: c, Found: &e.foundFiles, Now: e.parts.Clock.Now()}
	if _, err := p.Place(ctx, location.Target{Address: feed, Access: access}, files); err != nil {
		return fmt.Errorf("publishing %q: %w: %w", set.Name, ErrUnplaced, err)
	}
	return nil
}

// publishedFiles are the files of the items of a set that are published and have one whose
// name begins so.
func (e *Engine) publishedFiles(ctx context.Context, set store.Set, begins string) (files []record.Attachment, err error) {
	err = e.store.View(ctx, func(r store.Reader) error {
		withheld, err := r.Withheld(set.Key)
		if err != nil {
			return err
		}
		used, err := usedFiles(r, set.Key, begins, withheld)
		for _, f := range used {
			files = append(files, f.Attachment)
		}
		return err
	})
	return files, err
}

// takeFilesAway takes the files that this computer has away from beside a set's feed,
// which is gone: but not where feeds of others lie in the same folder, which may refer to
// them.
func (e *Engine) takeFilesAway(ctx context.Context, set store.Set, feed string) error {
	c, err := e.attached()
	if err != nil {
		return nil // this engine keeps no files
	}
	at := location.Target{Address: feed, Access: set.Publication.Access}
	if err := attach.TakeAway(ctx, e.parts.Places, c, at); err != nil {
		return fmt.Errorf("stopping to share %q: its feed is gone, and these files are still there: %w", set.Name, err)
	}
	return nil
}

// ServedFile opens a file that published items of some sets refer to, by its name beside
// their feeds. What is none of theirs, or not here, is an error that wraps
// fs.ErrNotExist.
func (e *Engine) ServedFile(ctx context.Context, sets []string, name string) (io.ReadSeekCloser, error) {
	c, err := e.attached()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	if attach.OfFile(name).File() == "" {
		return nil, fmt.Errorf("%q: %w", name, fs.ErrNotExist)
	}
	for _, set := range sets {
		s, err := e.setNamed(ctx, set)
		if err != nil {
			return nil, err
		}
		files, err := e.publishedFiles(ctx, s, name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(files, func(a record.Attachment) bool { return a.File() == name }) {
			return c.Open(name)
		}
	}
	return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}
