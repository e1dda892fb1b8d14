package engine

import (
	"context"
	"errors"
	"slices"

	"crossfeed/engine/attach"
	"crossfeed/engine/location"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// inLinks stands before the name of each file in the text by which an item is found
// (record.Searched).
const inLinks = "files/"

// usedFile is a file that items of a set refer to, in a winner or an open conflict.
type usedFile struct {
	record.Attachment
	// items are the identifiers of those that do.
	items []string
}

// usedFiles are the files that the items of a set refer to, by what is in them: those of
// the items with a file whose name begins so. Those of deleted items are not among them.
func usedFiles(r store.Reader, set int64, begins string, but map[string]bool) (used []*usedFile, err error) {
	rows, err := r.Rows(set, store.Query{Search: inLinks + begins})
	if err != nil {
		return nil, err
	}
	known := map[string]*usedFile{}
	for _, row := range rows {
		if but[row.ID] {
			continue
		}
		it, err := r.Item(set, row.ID)
		if errors.Is(err, store.ErrDamagedItem) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, v := range it.Versions() {
			if v.Deleted {
				continue
			}
			for _, a := range record.Attachments(v.Content) {
				switch f := known[a.File()]; {
				case a.File() == "":
				case f == nil:
					f = &usedFile{a, []string{row.ID}}
					known[a.File()], used = f, append(used, f)
				case !slices.Contains(f.items, row.ID):
					f.items = append(f.items, row.ID)
				}
			}
		}
	}
	return used, nil
}

// lackingFile is a file that is not here, and the feeds beside which it may lie.
type lackingFile struct {
	record.Attachment
	sources []fileSource
}

// fileSource is a feed of a subscription.
type fileSource struct {
	attach.Source
	// subscription is the index of its subscription among those that are asked.
	subscription int
}

// lackingFiles are the files of a set that are not here, and that feeds of some
// subscriptions may have: the feeds that hold an item with it.
func (e *Engine) lackingFiles(ctx context.Context, set store.Set, from []toRead) (all []lackingFile, err error) {
	c, err := e.attached()
	if err != nil {
		return nil, nil // this engine keeps no files
	}
	err = e.store.View(ctx, func(r store.Reader) error {
		used, err := usedFiles(r, set.Key, "", nil)
		if err != nil {
			return err
		}
		for _, f := range used {
			if _, there, err := c.Size(f.File()); err != nil || there {
				continue
			}
			sources, err := sourcesOf(r, set, f.items, from)
			if err != nil {
				return err
			}
			if len(sources) > 0 {
				all = append(all, lackingFile{f.Attachment, sources})
			}
		}
		return nil
	})
	return all, err
}

// sourcesOf are the feeds of subscriptions that hold one of some items.
func sourcesOf(r store.Reader, set store.Set, items []string, from []toRead) (all []fileSource, err error) {
	for _, id := range items {
		holders, err := r.Holders(set.Key, id)
		if err != nil {
			return nil, err
		}
		for _, h := range holders {
			at := slices.IndexFunc(from, func(t toRead) bool { return t.Key == h.Subscription })
			if at < 0 {
				continue
			}
			s := fileSource{attach.Source{Feed: heldIn(from[at], h), Access: from[at].Access}, at}
			if !slices.ContainsFunc(all, func(o fileSource) bool { return o.Feed == s.Feed }) {
				all = append(all, s)
			}
		}
	}
	return all, nil
}

// heldIn is the address of a feed that holds an item.
func heldIn(t toRead, h store.Holder) string {
	if h.Feed == "" {
		return t.Location
	}
	return location.Join(t.Location, h.Feed)
}
