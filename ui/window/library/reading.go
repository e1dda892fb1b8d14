package library

import "time"

// readPause is how long an item is selected before it counts as read.
const readPause = time.Second

// isUnread reports whether a row is an item that was not read. Hidden items do not count.
func isUnread(r Row) bool { return !r.Part && !r.Entry.Read && !r.Entry.Hidden }

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
			p.events.MarkRead(p.shown.Key, r.In, r.Entry.ID)
		}
	})
}

// MarkRead marks the chosen items as read.
func (p *Page) MarkRead() {
	ids := map[string][]string{}
	for _, r := range p.chosen() {
		if canMark(r) {
			ids[r.In] = append(ids[r.In], r.Entry.ID)
		}
	}
	for feed, some := range ids {
		p.events.MarkRead(p.shown.Key, feed, some...)
	}
}

// MarkAllRead marks all items of the library as read.
func (p *Page) MarkAllRead() { p.events.MarkAllRead(p.shown.Key) }
