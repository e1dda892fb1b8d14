package feed

import (
	"crossfeed/engine/item"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Ledger is what a publisher remembers of what its feed said. The zero Ledger is that of
// a feed that was never published.
type Ledger struct {
	// First is the least stamp at the first publishing: since until something is left out
	// (SSE 0.93 §4.2.1 step 1a).
	First Stamp `json:"first,omitempty"`
	// Until is the greatest stamp that was ever published: until never decreases, also
	// where the newest item was taken out of the set.
	Until Stamp `json:"until,omitempty"`
	// Expires is what the feed said last.
	Expires time.Time `json:"expires,omitzero"`
	// Marks are the publishings of SSE 0.91, in ascending order.
	Marks []Mark `json:"marks,omitempty"`
}

// Mark is a publishing of SSE 0.91.
type Mark struct {
	// Stamp is the greatest one that it held, Until what it said, in seconds since 1970.
	Stamp Stamp `json:"stamp"`
	Until int64 `json:"until"`
}

// ReadLedger reads what Text wrote; "" is the zero Ledger.
func ReadLedger(text string) (l Ledger, err error) {
	if text == "" {
		return l, nil
	}
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		return Ledger{}, fmt.Errorf("reading what a feed said last: %w", err)
	}
	return l, nil
}

// Text is the ledger as it is kept.
func (l Ledger) Text() (string, error) {
	text, err := json.Marshal(l)
	return string(text), err
}

// Publish tells what a partial feed holds, as Cut does, what it and the complete feed say
// of themselves, and what to remember once both are published.
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

// empty is what the feeds of a list without items say: that they hold all up to what was
// said last, or up to the beginning of time. Without it a complete feed from before the
// first item could not be told from one of now.
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

// renewed is what expires says (SSE 0.93 §4.2.2): what it said last while that leaves at
// least half of the window, so that a feed in which nothing changed is not touched each
// time. What changes after this publishing stays in the feed at least until latest.
func (l Ledger) renewed(latest time.Time, w Window) time.Time {
	latest = latest.Truncate(time.Second)
	if w.Days == 0 || l.Expires.After(latest) || l.Expires.Before(latest.Add(-w.length()/2)) {
		return latest
	}
	return l.Expires
}

// publish091 is Publish by SSE 0.91 §2.1, whose instants are whole seconds. Several
// things can change in one, so until is not made of stamps alone: it is later than all
// that the feed holds, and at least a second later than the last one. since is the until
// of the first publishing that held the newest item which is left out: whoever has
// cached that one or a later one has read that item, and whoever has cached an earlier
// one has not. Everything that changed on or after it is in the feed.
func (l Ledger) publish091(stamps []Stamp, from int, w Window) (int, Sharing, Sharing, Ledger) {
	l.Marks = marked(l.Marks, l.Until)
	until := inSeconds(l.Marks[len(l.Marks)-1].Until)
	partial := Sharing{Until: until, Window: w.Days}
	if from > 0 {
		partial.Since = inSeconds(l.firstWith(stamps[from-1]))
	}
	return from, partial, Sharing{Until: until}, l
}

// firstWith is the until of the first publishing that held a stamp; of a later one where
// that is forgotten, which sends a subscriber to the complete feed too often, and never
// too seldom.
func (l Ledger) firstWith(s Stamp) int64 {
	i, _ := slices.BinarySearchFunc(l.Marks, s, func(m Mark, s Stamp) int { return int(min(max(m.Stamp-s, -1), 1)) })
	return l.Marks[min(i, len(l.Marks)-1)].Until
}

// mostMarks is how many publishings are remembered; of older ones every second is
// forgotten then.
const mostMarks = 64

// marked adds a publishing, if it holds something newer than the last.
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
