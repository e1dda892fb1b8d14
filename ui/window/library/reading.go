package library

import (
	"slices"
	"time"
)

// readPause is how long an item is selected before it counts as read.
const readPause = time.Second

// isUnread reports whether a row is an item that was not read. Hidden items do not count.
func isUnread(r Row) bool { return !r.Part && !r.Entry.Read && !r.Entry.Hidden }

// isRead reports whether a row is an item that was read. Hidden items do not count.
func isRead(r Row) bool { return !r.Part && r.Entry.Read && !r.Entry.Hidden }

// canMark reports whether a row is an item that was not read, or only marked with all others,
// which can be undone.
func canMark(r Row) bool {
	return !r.Part && !r.Entry.Hidden && (!r.Entry.Read || r.Entry.MarkedBy != 0)
}

// beginReading marks the selected item as read after a pause, if it is still selected and in
// sight then.
func (p *Page) beginReading() {
	p.stopReading()
	r, there := p.marked()
	if !there || !canMark(r) {
		return
	}
	p.stopReading = p.seam.After(readPause, func() {
		if p.object.Visible() && p.at == r.Key {
			p.events.MarkRead(p.shown.Key, r.In, true, r.Entry.ID)
		}
	})
}

// ToggleRead marks the chosen items as read, or as unread if all of them were read.
func (p *Page) ToggleRead() { p.markRead(slices.ContainsFunc(p.chosen(), isUnread)) }

// markRead marks the chosen items as read or unread.
func (p *Page) markRead(read bool) {
	p.stopReading()
	ids := map[string][]string{}
	for _, r := range p.chosen() {
		if read && canMark(r) || !read && isRead(r) {
			ids[r.In] = append(ids[r.In], r.Entry.ID)
		}
	}
	for feed, some := range ids {
		p.events.MarkRead(p.shown.Key, feed, read, some...)
	}
}

// MarkAllRead marks all items of the library as read.
func (p *Page) MarkAllRead() { p.events.MarkAllRead(p.shown.Key) }
