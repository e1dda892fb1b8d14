package storage

import (
	"errors"
	"fmt"

	"crossfeed/engine/store"
)

// readState is the column read of an item: 0 if it is unread, 1 if it was marked by itself, and
// 1 + N if edit N marked it with all others, negative while that edit is undone.
type readState int64

func markedBy(edit int64) readState { return readState(1 + edit) }

// onto gives an item its state.
func (s readState) onto(i *store.ContentItem) {
	i.Read = s > 0
	if s < 0 {
		s = -s
	}
	i.MarkedBy = max(0, int64(s)-1)
}

// selectUnread counts unread items with the index of unread ones.
const selectUnread = `SELECT count(*) FROM content_feeds f CROSS JOIN content_items i ON i.feed = f.key AND i.read <= 0 AND i.hidden = 0
	WHERE f.library = ?`

// UnreadContent implements store.Reader.
func (r *reader) UnreadContent(library int64) (n int, err error) {
	err = r.one(selectUnread, args{library}, &n)
	return n, err
}

// MarkContentRead implements store.Writer.
func (w *writer) MarkContentRead(library int64, feed string, read bool, ids ...string) error {
	err := w.ofFeed(library, feed, func(p *feedPut) error {
		for _, id := range ids {
			const mark = "UPDATE content_items SET read = ?3 WHERE feed = ?1 AND id = ?2 AND read <> ?3 AND hidden = 0"
			if err := p.execQuietly(p.changes(), mark, p.feed, id, read); err != nil {
				return err
			}
		}
		return nil
	})
	return named(err, "marking items of the feed "+feed)
}

const (
	// markAllRead marks the unread items of all feeds of a library.
	markAllRead = "UPDATE content_items SET read = ?2 WHERE read <= 0 AND hidden = 0 AND feed IN (SELECT key FROM content_feeds WHERE library = ?1)"
	// turnRead gives the items that were marked together the opposite state, turnKept those that
	// were not downloaded since a backup was restored.
	turnRead = "UPDATE content_items SET read = ?2 WHERE read = -?2 AND feed IN (SELECT key FROM content_feeds WHERE library = ?1)"
	turnKept = "UPDATE content_read SET read = ?2 WHERE library = ?1 AND read = -?2"
)

// MarkAllContentRead implements store.Writer.
func (w *writer) MarkAllContentRead(library, edit int64) (unread int, err error) {
	if err = w.needLibrary(library); err == nil {
		unread, err = w.execCount(store.LibraryKey(library), markAllRead, library, markedBy(edit))
	}
	return unread, named(err, fmt.Sprintf("marking all items of library %d as read", library))
}

// TurnContentRead implements store.Writer.
func (w *writer) TurnContentRead(library, edit int64, read bool) error {
	to := markedBy(edit)
	if !read {
		to = -to
	}
	err := w.needLibrary(library)
	if err == nil {
		err = errors.Join(w.execQuietly(store.LibraryKey(library), turnRead, library, to), w.execQuietly(store.LibraryKey(library), turnKept, library, to))
	}
	return named(err, fmt.Sprintf("marking items of library %d", library))
}
