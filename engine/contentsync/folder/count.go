package folder

import (
	"context"

	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// Count is the number of files that publishing a folder would make readable.
func Count(ctx context.Context, files location.Files, o Options) (n int, err error) {
	s := &scanner{files: files, told: &teller{}}
	if s.where, err = whereOf(files, o.Folder, o.Address); err != nil {
		return 0, err
	}
	if s.rules, err = rulesOf(store.PublishedFolder{Group: ByFile, Ignored: o.Ignored}); err != nil {
		return 0, err
	}
	found, err := s.scan(ctx, "", 0)
	if err != nil {
		return 0, err
	}
	return n, found.each(func(*file) error { n++; return nil })
}
