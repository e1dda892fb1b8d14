package attachments

import (
	"context"
	"errors"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Uses calls has for every item that refers to a file: with the name of its list, its
// identifier, and its name for the file.
func (s *Service) Uses(ctx context.Context, file string, has func(list, item, name string)) error {
	return s.Store.View(ctx, func(r store.Reader) error {
		return eachUse(r, file, func(list store.Set, f *usedFile) error {
			for _, id := range f.items {
				has(list.Name, id, f.Name)
			}
			return nil
		})
	})
}

func eachUse(r store.Reader, file string, do func(store.Set, *usedFile) error) error {
	sets, err := r.Sets()
	if err != nil {
		return err
	}
	for _, set := range sets {
		used, err := usedFiles(r, set.Key, file, nil)
		if err != nil {
			return err
		}
		for _, f := range used {
			if f.File() != file {
				continue
			}
			if err := do(set, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// Replace downloads a damaged file again, from next to the first feed that has it: the feeds
// that the lists with the file subscribe to, and their own. It returns that feed, or "" if
// there is none; then the damaged file stays, and the error says why feeds that should have it
// do not.
func (s *Service) Replace(ctx context.Context, file string) (from string, err error) {
	c, err := s.cache()
	if err != nil {
		return "", err
	}
	var a record.Attachment
	var sources []fileSource
	err = s.Store.View(ctx, func(r store.Reader) error {
		return eachUse(r, file, func(set store.Set, f *usedFile) error {
			subscriptions, err := r.Subscriptions(set.Key)
			if err != nil {
				return err
			}
			some, err := sourcesOf(r, set, f.items, subscriptions)
			a, sources = f.Attachment, append(sources, some...)
			for _, own := range []string{set.Publication.Address, set.Publication.Complete} {
				if own != "" {
					sources = append(sources, fileSource{Source: Source{Feed: own, Access: set.Publication.Access}})
				}
			}
			return err
		})
	})
	if err != nil || len(sources) == 0 {
		return "", err
	}
	unlock, err := lock(ctx, c, a)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	var failed []error
	for _, source := range sources {
		err := download(ctx, s.Places, c, s.Clock.Now(), a, source.Source)
		if err == nil {
			return source.Feed, nil
		}
		failed = append(failed, err)
	}
	return "", errors.Join(failed...)
}
