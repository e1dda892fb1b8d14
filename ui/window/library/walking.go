package library

import (
	"context"

	"crossfeed/engine"
)

// walk goes through the feeds of a library that are here, from one on, each once.
func walk(ctx context.Context, s Source, library int64, from string, hidden bool, see func(feed string, page engine.ContentPage, rows []Row)) error {
	feeds, seen := []string{from}, map[string]bool{from: true}
	for i := 0; i < len(feeds) && i < mostFeeds; i++ {
		page, err := s.Content(ctx, library, feeds[i], hidden)
		if err != nil {
			return err
		}
		rows := Rows(Pages{"": page}, func(string) bool { return false }, func(string) {})
		for _, r := range rows {
			if next := r.Feed(); next != "" && !seen[next] && isHere(*r.File) {
				seen[next] = true
				feeds = append(feeds, next)
			}
		}
		see(feeds[i], page, rows)
	}
	return nil
}
