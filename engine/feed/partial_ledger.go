package feed

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"crossfeed/engine/item"
)

// Ledger is a publisher's record of the bounds that its feed declared. The zero Ledger is for
// a feed that was never published.
type Ledger struct {
	// First is the least stamp at the first publication: it is since until something is left
	// out (SSE 0.93 §4.2.1 step 1a).
	First Stamp `json:"first,omitempty"`
	// Until is the greatest stamp that was ever published: until never decreases, even if the
	// newest item was removed from the set.
	Until Stamp `json:"until,omitempty"`
	// Expires is the value that the feed declared last.
	Expires time.Time `json:"expires,omitzero"`
	// Marks are the publications of SSE 0.91, in ascending order.
	Marks []Mark `json:"marks,omitempty"`
}

// Mark is a publication of SSE 0.91.
type Mark struct {
	// Stamp is the greatest stamp in it, Until the value that it declared, in seconds since
	// 1970.
	Stamp Stamp `json:"stamp"`
	Until int64 `json:"until"`
}

// ReadLedger parses the result of Text; "" is the zero Ledger.
func ReadLedger(text string) (l Ledger, err error) {
	if text == "" {
		return l, nil
	}
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		return Ledger{}, fmt.Errorf("reading what a feed said last: %w", err)
	}
	return l, nil
}

// Text returns the ledger in its stored form.
func (l Ledger) Text() (string, error) {
	text, err := json.Marshal(l)
	return string(text), err
}

// Publish determines what a partial feed holds, as Cut does, what it and the complete feed
// declare, and the ledger to store once both are published.
func (l Ledger) Publish(dialect item.Dialect, stamps []Stamp, w Window, now time.Time) (from int, partial, complete Sharing, next Ledger) {
	from, b := Cut(stamps, w, now)
	if len(stamps) == 0 {
		partial, complete = l.empty(dialect, w)
		return 0, partial, complete, l
	}
	if l.First == 0 || stamps[0] < l.First {
		l.First = stamps[0]
	}
	l.Until = max(l.Until, stamps[len(stamps)-1])
	if dialect == item.SSE091 {
		return l.publish091(stamps, from, w)
	}
	if from == 0 {
		b.Since = l.First.Text()
	}
	l.Expires = l.renewed(b.Expires, w)
	partial = Sharing{Since: b.Since, Until: l.Until.Text()}
	if !l.Expires.IsZero() {
		partial.Expires = FormatRFC3339(l.Expires)
	}
	complete = Sharing{Since: l.First.Text(), Until: partial.Until}
	return from, partial, complete, l
}

// empty returns what the feeds of a list without items declare: that they hold everything up
// to the last declared until, or the beginning of time. Otherwise a complete feed from before
// the first item could not be told from a current one.
func (l Ledger) empty(dialect item.Dialect, w Window) (partial, complete Sharing) {
	if dialect != item.SSE091 {
		partial = Sharing{Since: l.First.Text(), Until: l.Until.Text()}
		return partial, partial
	}
	var until int64
	if n := len(l.Marks); n > 0 {
		until = l.Marks[n-1].Until
	}
	partial = Sharing{Until: inSeconds(until), Window: w.Days}
	return partial, Sharing{Until: partial.Until}
}

// renewed returns the new value of expires (SSE 0.93 §4.2.2). It is the previous one while
// that leaves at least half of the window, so that a feed without changes is not rewritten
// each time. Changes after this publication stay in the feed at least until latest.
func (l Ledger) renewed(latest time.Time, w Window) time.Time {
	latest = latest.Truncate(time.Second)
	if w.Days == 0 || l.Expires.After(latest) || l.Expires.Before(latest.Add(-w.length()/2)) {
		return latest
	}
	return l.Expires
}

// publish091 is Publish by SSE 0.91 §2.1, whose instants are whole seconds. Several changes
// can happen within a second, so until cannot be derived from stamps alone: it is later than
// everything in the feed, and at least a second later than the previous one. since is the
// until of the first publication that held the newest item that is now left out: subscribers
// that cached this or a later one have read that item, and those that cached an earlier one
// have not. Everything that changed on or after it is in the feed.
func (l Ledger) publish091(stamps []Stamp, from int, w Window) (int, Sharing, Sharing, Ledger) {
	l.Marks = marked(l.Marks, l.Until)
	until := inSeconds(l.Marks[len(l.Marks)-1].Until)
	partial := Sharing{Until: until, Window: w.Days}
	if from > 0 {
		partial.Since = inSeconds(l.firstWith(stamps[from-1]))
	}
	return from, partial, Sharing{Until: until}, l
}

// firstWith returns the until of the first publication that held a stamp. If that was removed,
// it is the one of a later publication, which sends a subscriber to the complete feed too
// often but never too rarely.
func (l Ledger) firstWith(s Stamp) int64 {
	i, _ := slices.BinarySearchFunc(l.Marks, s, func(m Mark, s Stamp) int { return int(min(max(m.Stamp-s, -1), 1)) })
	return l.Marks[min(i, len(l.Marks)-1)].Until
}

// mostMarks is how many publications are stored; beyond that, every second one of the older
// ones is removed.
const mostMarks = 64

// marked adds a publication, if it holds anything newer than the last one.
func marked(marks []Mark, newest Stamp) []Mark {
	until := newest.Time().Unix() + 1
	if n := len(marks); n > 0 {
		if newest <= marks[n-1].Stamp {
			return marks
		}
		until = max(until, marks[n-1].Until+1)
	}
	marks = append(slices.Clone(marks), Mark{newest, until})
	if len(marks) <= mostMarks {
		return marks
	}
	kept := marks[:0]
	for i, m := range marks {
		if i%2 == 0 || i > mostMarks/2 {
			kept = append(kept, m)
		}
	}
	return kept
}

func inSeconds(s int64) string { return FormatRFC822(time.Unix(s, 0)) }
