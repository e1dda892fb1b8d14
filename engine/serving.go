package engine

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/location"
	"crossfeed/engine/publish"
	"crossfeed/engine/serve"
	"crossfeed/engine/store"
)

// Serves gives the feeds of a list for a server: the partial one, where there is a window,
// and the complete one.
func (e *Engine) Serves(ctx context.Context, set string) ([]serve.Feed, error) {
	s, err := e.setNamed(ctx, set)
	if err != nil {
		return nil, err
	}
	window, err := publish.CheckWindow(s.Format, s.Publication.Window)
	if err != nil {
		return nil, fmt.Errorf("serving %q: %w", s.Name, err)
	}
	// The feed has no folder: of its address only the name is ever written.
	root := string(filepath.Separator)
	address := location.OwnAddress(root, s.SharedName(), e.Endpoint(), endingOf(s))
	former := location.FormerAddress(root, s.SharedName(), e.Endpoint(), endingOf(s))
	feeds := []serve.Feed{e.served(s, address, former, false)}
	if window != (feed.Window{}) {
		feeds = append(feeds, e.served(s, address, former, true))
	}
	return feeds, nil
}

// served is the feed of a set, or the complete one beside it.
func (e *Engine) served(s store.Set, address, former string, complete bool) serve.Feed {
	name := location.Name
	if complete {
		name = location.CompleteName
	}
	f := serve.Feed{Name: name(address), Former: name(former), Type: publish.MediaType(feed.Format(s.Format)), Version: e.version}
	target := publish.Target{Set: s.Key, Endpoint: e.Endpoint(), Address: address}
	f.Write = func(ctx context.Context, root string, to io.Writer) error {
		leave, err := e.publishing.enter(ctx, s.Key)
		if err != nil {
			return err
		}
		defer leave()
		return e.publisher().Serve(ctx, target, root, complete, to, e.parts.Clock.Now())
	}
	return f
}

// version changes with whatever is committed, and each hour: what lies in a window of
// days depends on the time.
func (e *Engine) version(ctx context.Context) (string, time.Time, error) {
	revision, err := e.store.Revision(ctx)
	now := e.parts.Clock.Now()
	return fmt.Sprintf("%d %s", revision, now.UTC().Format("2006-01-02T15")), now, err
}
