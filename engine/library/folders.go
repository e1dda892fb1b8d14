package library

import (
	"context"
	"hash/fnv"

	"crossfeed/engine/library/folder"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// PublishFolder publishes a folder of this computer as a tree of feeds, at the location in o,
// or where it is already published. It runs at most once at a time for each folder.
func (s *Service) PublishFolder(ctx context.Context, o folder.Options) (folder.Report, error) {
	leave, err := s.enterFolder(ctx, o.Folder)
	if err != nil {
		return folder.Report{}, err
	}
	defer leave()
	return folder.Publish(ctx, s.folderParts(), o)
}

// CountFolder returns the number of files that publishing a folder would make readable.
func (s *Service) CountFolder(ctx context.Context, o folder.Options) (int, error) {
	return folder.Count(ctx, s.Files, o)
}

// PublishedFolders lists the published folders.
func (s *Service) PublishedFolders(ctx context.Context) ([]store.PublishedFolder, error) {
	return store.Read(ctx, s.Store, func(r store.Reader) ([]store.PublishedFolder, error) { return r.PublishedFolders() })
}

// StopFolder forgets a publication; if remove is set, it also deletes what was written there.
// The password of its address is forgotten too, unless something else signs in there.
func (s *Service) StopFolder(ctx context.Context, key int64, remove bool) error {
	all, err := s.PublishedFolders(ctx)
	if err != nil {
		return err
	}
	for _, p := range all {
		if p.Key != key {
			continue
		}
		leave, err := s.enterFolder(ctx, p.Folder)
		if err != nil {
			return err
		}
		defer leave()
		if err := folder.Stop(ctx, s.folderParts(), key, remove); err != nil {
			return err
		}
		return s.Accounts.ForgetUnused(ctx, p.Address, p.Access)
	}
	return folder.Stop(ctx, s.folderParts(), key, remove)
}

// enterFolder waits until nothing else in this program is publishing the folder.
func (s *Service) enterFolder(ctx context.Context, name string) (leave func(), err error) {
	path, err := transport.Path(name)
	if err != nil {
		return nil, err
	}
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(path))
	return s.folders.Enter(ctx, int64(sum.Sum64()))
}

func (s *Service) folderParts() folder.Parts {
	return folder.Parts{
		Store: s.Store, Places: s.Places, Files: s.Files, TempFiles: s.TempFiles,
		Clock: s.Clock, Here: s.Here,
	}
}
